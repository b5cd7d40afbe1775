package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.ColumnValues;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.group.GroupKeys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds groups without hashing where the keys have few different values: each value of a key has a
 * number, and each combination of numbers a place in an array, which holds its group once that is
 * known. A key may be an expression of one column, which is then computed for that column's
 * different values and not for rows.
 */
public final class KeyPlaces {
    /** The array stays in a core's second cache. With more combinations keys are hashed. */
    private static final int PLACES_MAX = 1 << 17;

    /** Of a column's values, at most so many numbers are known at a time. */
    private static final int MAP_MAX = 1 << 17;

    private static final int UNKNOWN = -1;

    private final int[] registers;
    private final Key[] keys;

    /** Those of one row. */
    private final Vector[] values;

    /** What numbers the groups at hand. */
    private GroupKeys known;

    /** By place: one of those, or {@link #UNKNOWN}. */
    private int[] groups = {};

    /** As {@link #places(int)}, of several keys. */
    private final int[] places;

    /** In this partition there were too many combinations once. */
    private boolean forgotten;

    /** There are too many of them in the rows of one partition. */
    private boolean ended;

    /** @param registers those of the keys */
    KeyPlaces(int[] registers, int vectorRows) {
        this.registers = registers;
        keys = new Key[registers.length];
        values = new Vector[registers.length];
        for (int i = 0; i < registers.length; i++) {
            keys[i] = new Key(registers[i], vectorRows);
            values[i] = new Vector(1);
        }
        places = new int[vectorRows];
    }

    /**
     * A partition begins.
     *
     * @param keys what numbers the groups that its rows go into
     * @return false if the keys are to be hashed there
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

    /** The groups of the rows at hand, as {@link GroupKeys#find(Vector[], int, int[])}. */
    public boolean find(VectorRegisters rows, int[] found) {
        int count = rows.count();
        if (!number(rows) && !makeRoom() && !forget(rows)) {
            ended = true;
        }
        if (ended) {
            return known.find(rows.getAll(registers), count, found);
        }
        int[] places = places(count);
        int all = 0;
        for (int i = 0; i < count; i++) {
            int group = groups[places[i]];
            found[i] = group;
            all |= group;
        }
        return all >= 0 || findNew(count, places, found);
    }

    /** By row at hand: the place of its values' numbers. */
    private int[] places(int count) {
        if (keys.length == 1) {
            return keys[0].numbers;
        }
        Arrays.fill(places, 0, count, 0);
        for (Key key : keys) {
            key.addPlaces(count, places);
        }
        return places;
    }

    /** Numbers the rows' values; false if there are no places for all of them. */
    private boolean number(VectorRegisters rows) {
        boolean fits = true;
        for (Key key : keys) {
            key.number(rows);
            fits &= key.count() <= key.room;
        }
        return fits;
    }

    /**
     * Begins anew: it may be that most values do not come any more.
     *
     * @return false if that is in vain
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

    /** Places for the values there are, and some more; false if they would be too many. */
    private boolean makeRoom() {
        long product = 1;
        for (Key key : keys) {
            int count = key.count();
            key.room = count <= key.room ? key.room : count + count / 4 + 1;
            key.stride = (int) product;
            product *= key.room;
            if (product > PLACES_MAX) {
                return false;
            }
        }
        groups = new int[(int) product];
        Arrays.fill(groups, UNKNOWN);
        return true;
    }

    private boolean findNew(int count, int[] places, int[] found) {
        for (int i = 0; i < count; i++) {
            if (found[i] == UNKNOWN) {
                int group = groups[places[i]];
                if (group == UNKNOWN) {
                    for (int key = 0; key < keys.length; key++) {
                        values[key].fill(keys[key].value(i));
                    }
                    group = known.find(values, 0);
                    if (group < 0) {
                        return false;
                    }
                    groups[places[i]] = group;
                }
                found[i] = group;
            }
        }
        return true;
    }

    /** One key: its different values have numbers from 0, the same in all partitions. */
    private static final class Key {
        final int register;

        /** By row at hand: the number of its value. */
        private final int[] numbers;

        /** By row at hand: that of its column's value. */
        private final int[] columnNumbers;

        private final List<Object> values = new ArrayList<>();
        private final Map<Object, Integer> byValue = new HashMap<>();

        /** In the partition at hand. */
        private ColumnValues column;

        /** By number of the column's value, from {@link #first} on: that of the key's. */
        private int[] map = {};

        /** What number 0 of the column here is in {@link #map}. */
        private int first;

        private int ofNull = UNKNOWN;

        /** For so many values there are places, this far from each other. */
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
            // Where the map begins, and ends, as numbers of this partition.
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

        /** No value has a number. */
        void forget() {
            values.clear();
            byValue.clear();
            ofNull = UNKNOWN;
            room = 0;
            clear();
        }

        /** Nothing is known but for the numbers of values. */
        private void clear() {
            map = new int[column.count()];
            Arrays.fill(map, UNKNOWN);
            first = 0;
        }

        /** Numbers the rows at hand. */
        void number(VectorRegisters registers) {
            int source = registers.source(registers.entryValues().load(register));
            int from = registers.from(source);
            int[] selection = registers.selection(source);
            int count = registers.count();
            long[] nulls = column.nulls();
            if (column.look(from, selection, count, map, first, columnNumbers, numbers) < 0) {
                numberNew(registers, nulls, from, selection);
                column.look(from, selection, count, map, first, columnNumbers, numbers);
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
                int place = columnNumbers[i] + first;
                boolean isNew = map[place] == UNKNOWN
                        && (nulls == null
                                || !Bits.get(
                                        nulls, selection == null ? from + i : from + selection[i]));
                if (isNew) {
                    map[place] = numberOf(registers
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

        void addPlaces(int count, int[] places) {
            for (int i = 0; i < count; i++) {
                places[i] += numbers[i] * stride;
            }
        }
    }
}
