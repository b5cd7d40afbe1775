package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.ColumnValues;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.group.GroupKeys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds groups by direct mapping where keys have few distinct values: each value of a key has a
 * number, and each combination of numbers a slot in an array that holds the group. A key may be an
 * expression of one column, which is computed for that column's distinct values and not for each
 * row.
 */
public final class DirectMappedKeys {
    /** With more slots the array would leave a core's second-level cache, so keys are hashed. */
    private static final int SLOTS_MAX = 1 << 17;

    /** At most this many values of a column are mapped at a time. */
    private static final int MAP_MAX = 1 << 17;

    private static final int UNKNOWN = -1;

    private final int[] registers;
    private final Key[] keys;

    /** The key values of one row. */
    private final Vector[] values;

    /** The numbering of the current groups. */
    private GroupKeys known;

    /** By slot: the group, or {@link #UNKNOWN}. */
    private int[] groups = {};

    /** The result of {@link #slots(int)} if there are several keys. */
    private final int[] slots;

    /** Whether the numbers have been dropped once in this partition. */
    private boolean forgotten;

    /** Whether the rows of one partition had too many combinations. */
    private boolean ended;

    /**
     * Creates an empty mapping.
     *
     * @param registers the registers of the keys
     */
    DirectMappedKeys(int[] registers, int vectorRows) {
        this.registers = registers;
        keys = new Key[registers.length];
        values = new Vector[registers.length];
        for (int i = 0; i < registers.length; i++) {
            keys[i] = new Key(registers[i], vectorRows);
            values[i] = new Vector(1);
        }
        slots = new int[vectorRows];
    }

    /**
     * Begins a partition.
     *
     * @param keys the numbering of the groups that its rows go into
     * @return false if its keys must be hashed
     */
    public boolean enter(VectorRegisters rows, GroupKeys keys) {
        if (known != keys) {
            known = keys;
            Arrays.fill(groups, UNKNOWN);
        }
        forgotten = false;
        boolean fits = !ended;
        for (int i = 0; i < this.keys.length && fits; i++) {
            fits = this.keys[i].enter(rows);
        }
        return fits;
    }

    /** Finds the groups of the selected rows, like {@link GroupKeys#find(Vector[], int, int[])}. */
    public boolean find(VectorRegisters rows, int[] found) {
        int count = rows.count();
        if (!number(rows) && !makeRoom() && !forget(rows)) {
            ended = true;
        }
        if (ended) {
            return known.find(rows.getAll(registers), count, found);
        }
        int[] slots = slots(count);
        int all = 0;
        for (int i = 0; i < count; i++) {
            int group = groups[slots[i]];
            found[i] = group;
            all |= group;
        }
        assert Checks.areBelow(slots, count, groups.length) : groups.length;
        return all >= 0 || findNew(count, slots, found);
    }

    /** By selected row: the slot of its values. */
    private int[] slots(int count) {
        if (keys.length == 1) {
            return keys[0].numbers;
        }
        Arrays.fill(slots, 0, count, 0);
        for (Key key : keys) {
            key.addSlots(count, slots);
        }
        return slots;
    }

    /** Numbers the rows' values; false if there are not enough slots for them. */
    private boolean number(VectorRegisters rows) {
        boolean fits = true;
        for (Key key : keys) {
            key.number(rows);
            fits &= key.count() <= key.room;
        }
        return fits;
    }

    /**
     * Drops all numbers, as most values may not occur any more.
     *
     * @return false if that does not help
     */
    private boolean forget(VectorRegisters rows) {
        if (forgotten) {
            return false;
        }
        forgotten = true;
        for (Key key : keys) {
            key.forget();
        }
        number(rows);
        return makeRoom();
    }

    /** Makes slots for the known values and some more; false if they would be too many. */
    private boolean makeRoom() {
        long product = 1;
        for (Key key : keys) {
            int count = key.count();
            key.room = count <= key.room ? key.room : count + count / 4 + 1;
            key.stride = (int) product;
            product *= key.room;
            if (product > SLOTS_MAX) {
                return false;
            }
        }
        groups = new int[(int) product];
        Arrays.fill(groups, UNKNOWN);
        return true;
    }

    private boolean findNew(int count, int[] slots, int[] found) {
        for (int i = 0; i < count; i++) {
            if (found[i] == UNKNOWN) {
                int group = groups[slots[i]];
                if (group == UNKNOWN) {
                    for (int key = 0; key < keys.length; key++) {
                        values[key].fill(keys[key].value(i));
                    }
                    group = known.find(values, 0);
                    if (group < 0) {
                        return false;
                    }
                    groups[slots[i]] = group;
                }
                found[i] = group;
            }
        }
        return true;
    }

    /** One key. Its distinct values have numbers from 0, the same in all partitions. */
    private static final class Key {
        final int register;

        /** By selected row: the number of its value. */
        private final int[] numbers;

        /** By selected row: the number of its column's value. */
        private final int[] columnNumbers;

        private final List<Object> values = new ArrayList<>();
        private final Map<Object, Integer> byValue = new HashMap<>();

        /** The distinct values of the column in the current partition. */
        private ColumnValues column;

        /**
         * By number of the column's value, from {@link #first} on: the number of the key's value.
         */
        private int[] map = {};

        /** The index in {@link #map} of the column's value 0 in this partition. */
        private int first;

        private int ofNull = UNKNOWN;

        /** The number of values that there are slots for, and the distance of their slots. */
        int room;

        int stride;

        Key(int register, int vectorRows) {
            this.register = register;
            this.numbers = new int[vectorRows];
            this.columnNumbers = new int[vectorRows];
        }

        int count() {
            return values.size();
        }

        Object value(int row) {
            return values.get(numbers[row]);
        }

        public boolean enter(VectorRegisters registers) {
            ColumnValues before = column;
            ColumnValues next = registers.entryValues().columnValues(register);
            if (next == null || next.count() > MAP_MAX) {
                return false;
            }
            column = next;
            if (before == null || !next.isLike(before)) {
                clear();
                return true;
            }
            // Where the map begins and ends, as numbers of this partition.
            long start = next.numberOfFirst(before) - first;
            long end = start + map.length;
            long low = Math.min(start, 0);
            long high = Math.max(end, next.count());
            if (high - low > MAP_MAX) {
                clear();
            } else if (low < start || high > end) {
                int[] wider = new int[(int) (high - low)];
                Arrays.fill(wider, UNKNOWN);
                System.arraycopy(map, 0, wider, (int) (start - low), map.length);
                map = wider;
                first = (int) -low;
            } else {
                first = (int) -start;
            }
            return true;
        }

        /** Drops all numbers. */
        void forget() {
            values.clear();
            byValue.clear();
            ofNull = UNKNOWN;
            room = 0;
            clear();
        }

        /** Clears the map; values keep their numbers. */
        private void clear() {
            map = new int[column.count()];
            Arrays.fill(map, UNKNOWN);
            first = 0;
        }

        /** Numbers the values of the selected rows. */
        void number(VectorRegisters registers) {
            int source = registers.source(registers.entryValues().load(register));
            int from = registers.from(source);
            int[] selection = registers.selection(source);
            int count = registers.count();
            long[] nulls = column.nulls();
            if (column.translate(from, selection, count, map, first, columnNumbers, numbers) < 0) {
                numberNew(registers, nulls, from, selection);
                column.translate(from, selection, count, map, first, columnNumbers, numbers);
            }
            if (nulls != null) {
                for (int i = 0; i < count; i++) {
                    if (Bits.get(nulls, selection == null ? from + i : from + selection[i])) {
                        numbers[i] = ofNull(registers);
                    }
                }
            }
        }

        private void numberNew(VectorRegisters registers, long[] nulls, int from, int[] selection) {
            column.numbers(from, selection, registers.count(), columnNumbers);
            for (int i = 0; i < registers.count(); i++) {
                int slot = columnNumbers[i] + first;
                boolean isNew = map[slot] == UNKNOWN
                        && (nulls == null
                                || !Bits.get(
                                        nulls, selection == null ? from + i : from + selection[i]));
                if (isNew) {
                    map[slot] = numberOf(registers
                            .entryValues()
                            .result(register, column.value(columnNumbers[i])));
                }
            }
        }

        private int ofNull(VectorRegisters registers) {
            if (ofNull == UNKNOWN) {
                ofNull = numberOf(registers.entryValues().result(register, SqlNull.NULL));
            }
            return ofNull;
        }

        private int numberOf(Object value) {
            Integer known = byValue.get(value);
            if (known != null) {
                return known;
            }
            int number = values.size();
            values.add(value);
            byValue.put(value, number);
            return number;
        }

        void addSlots(int count, int[] slots) {
            for (int i = 0; i < count; i++) {
                slots[i] += numbers[i] * stride;
            }
        }
    }
}
