package org.sqlvm.engine.row.window;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.RowFile;

/**
 * Rows of values by number in a temporary file. It keeps some in memory, which rows of other
 * numbers evict.
 */
final class WindowFile implements AutoCloseable {
    private static final int SLOTS_MIN = 2;

    private final RowFile file;
    private final int width;

    /** Row {@code n} is at {@code n % slots.length}, or nowhere. */
    private final Object[][] slots;

    private final int[] numbers;
    private final boolean[] changed;
    private final RowBuffer buffer = new RowBuffer();

    /** @param room the number of rows that may be in memory */
    WindowFile(Workspace workspace, int width, int room) {
        file = new RowFile(workspace);
        this.width = width;
        int slotCount = Integer.highestOneBit(Math.max(SLOTS_MIN, room));
        slots = new Object[slotCount][];
        numbers = new int[slotCount];
        changed = new boolean[slotCount];
    }

    /** Adds a row, whose values last. */
    void add(int number, Object[] row) {
        int slot = push(number);
        slots[slot] = row;
        numbers[slot] = number;
        changed[slot] = true;
    }

    Object get(int number, int column) {
        return slots[slotOf(number)][column];
    }

    void set(int number, int column, Object value) {
        int slot = slotOf(number);
        slots[slot][column] = value;
        changed[slot] = true;
    }

    /** The slot with a row, which is read if it is not there. */
    private int slotOf(int number) {
        int slot = number & (slots.length - 1);
        if (slots[slot] == null || numbers[slot] != number) {
            push(number);
            file.read(number, buffer);
            slots[slot] = read(width, buffer);
            numbers[slot] = number;
        }
        return slot;
    }

    /** Makes the slot for a row free. */
    private int push(int number) {
        int slot = number & (slots.length - 1);
        if (slots[slot] != null && changed[slot]) {
            buffer.clear();
            write(slots[slot], buffer);
            file.write(numbers[slot], buffer);
        }
        changed[slot] = false;
        return slot;
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

    @Override
    public void close() {
        file.close();
    }
}
