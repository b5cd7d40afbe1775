package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Rows of values by number, from 0. They are in memory as long as the workspace has room; then in a
 * temporary file but for some, which those of other numbers push out.
 *
 * <p>What is computed of rows in memory stands beside them, by column: so it is written and read in
 * the order of the rows, which may be anywhere.
 */
final class WindowRows implements AutoCloseable {
    private static final int SLOTS_MIN = 2;

    /** An array beside its elements; a value beside its bytes. */
    private static final int OBJECT_SIZE = 24;

    /** While rows are sorted: of each two keys as numbers and its own, twice, and a reference. */
    private static final int SORT_SIZE = 6 * Long.BYTES;

    private final Workspace workspace;

    /** The columns from here on are computed. */
    private final int firstResult;

    /** Of rows in memory: by column less {@link #firstResult}; null for what nobody has set. */
    private Object[][] results = {};

    /** In memory by number; else number {@code n} is at {@code n % slots.length}, or nowhere. */
    private Object[][] slots = new Object[16][];

    /** By slot; used with a file only. */
    private int[] numbers;

    private boolean[] changed;

    private int count;
    private long bytes;
    private long taken;

    /** Null as long as all are in memory. */
    private RowFile file;

    private final RowBuffer buffer = new RowBuffer();
    private int width;

    WindowRows(Workspace workspace, int firstResult) {
        this.workspace = workspace;
        this.firstResult = firstResult;
    }

    int size() {
        return count;
    }

    /** Makes room in memory for one more row; false if the workspace has none. */
    boolean reserve(Object[] row) {
        long missing = bytes + sizeOf(row) - taken;
        if (missing <= 0) {
            return true;
        }
        // In steps, so that this is not asked for every row.
        long more = Math.max(missing, workspace.limit() / 32);
        if (count >= SLOTS_MIN && !workspace.mayGrow(taken, more)) {
            return false;
        }
        workspace.take(more);
        taken += more;
        return true;
    }

    /** Takes a row, whose values last. */
    void add(Object[] row) {
        width = row.length;
        if (file == null && !reserve(row)) {
            spill();
        }
        if (file == null) {
            if (count == slots.length) {
                slots = Arrays.copyOf(slots, 2 * count);
            }
            slots[count] = row;
            bytes += sizeOf(row);
        } else {
            int slot = push(count);
            put(slot, count, row);
            changed[slot] = true;
        }
        count++;
    }

    private static long sizeOf(Object[] row) {
        long size = SORT_SIZE + OBJECT_SIZE + row.length * (long) (Long.BYTES + OBJECT_SIZE);
        for (Object value : row) {
            size += value instanceof Bytes text ? text.length + OBJECT_SIZE : 0;
        }
        return size;
    }

    private void spill() {
        file = new RowFile(workspace);
        for (int i = 0; i < count; i++) {
            write(i, slots[i]);
        }
        int slotCount = Integer.highestOneBit(Math.max(SLOTS_MIN, count / 2));
        slots = new Object[slotCount][];
        numbers = new int[slotCount];
        changed = new boolean[slotCount];
        workspace.take(taken / 2 - taken);
        taken /= 2;
    }

    private void write(int number, Object[] row) {
        buffer.clear();
        write(row, buffer);
        file.write(number, buffer);
    }

    static void write(Object[] row, RowBuffer target) {
        for (Object value : row) {
            target.putValue(value);
        }
    }

    static Object[] read(int width, RowBuffer source) {
        Object[] row = new Object[width];
        for (int i = 0; i < width; i++) {
            row[i] = source.getValue();
        }
        return row;
    }

    /** Makes the slot for a row free. */
    private int push(int number) {
        int slot = number & (slots.length - 1);
        if (slots[slot] != null && changed[slot]) {
            write(numbers[slot], slots[slot]);
        }
        changed[slot] = false;
        return slot;
    }

    private void put(int slot, int number, Object[] row) {
        slots[slot] = row;
        numbers[slot] = number;
    }

    /** A row as it has been added, to be read. */
    Object[] get(int number) {
        return slots[slotOf(number)];
    }

    /** A value of a row. */
    Object get(int number, int column) {
        int place = column - firstResult;
        return place >= 0 && place < results.length && results[place] != null
                ? results[place][number]
                : get(number)[column];
    }

    /** All rows have been added: the value of a column that is computed. */
    void set(int number, int column, Object value) {
        if (file == null) {
            int place = column - firstResult;
            if (place >= results.length) {
                results = Arrays.copyOf(results, place + 1);
            }
            if (results[place] == null) {
                results[place] = new Object[count];
            }
            results[place][number] = value;
            return;
        }
        int slot = slotOf(number);
        slots[slot][column] = value;
        changed[slot] = true;
    }

    private int slotOf(int number) {
        if (file == null) {
            return number;
        }
        int slot = number & (slots.length - 1);
        if (slots[slot] == null || numbers[slot] != number) {
            push(number);
            file.read(number, buffer);
            put(slot, number, read(width, buffer));
        }
        return slot;
    }

    /**
     * Sorts rows that are all in memory.
     *
     * @param order by all keys
     * @return null if there is nothing to sort
     */
    RowSort.SortedKeys sort(List<RowKey> keys, Comparator<Object[]> order) {
        assert file == null;
        return RowSort.sort(slots, count, keys, order, workspace.interruption());
    }

    /** Forgets all rows. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
        workspace.take(-taken);
        taken = 0;
        bytes = 0;
        count = 0;
        slots = new Object[16][];
        results = new Object[0][];
    }
}
