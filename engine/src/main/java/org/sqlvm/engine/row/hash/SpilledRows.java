package org.sqlvm.engine.row.hash;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.KeptAccumulator;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.RowFile;

import java.util.Arrays;

/**
 * The rows of a {@link HashTable} that has no room for them: they are in a file, except for some
 * that the table's columns hold. Row {@code n} goes to slot {@code n % slots} of the columns and
 * evicts the row there, which is written if it has changed.
 */
final class SpilledRows implements AutoCloseable {
    private static final int SLOTS_MIN = 2;

    private final RowFile file;
    private final RowBuffer buffer = new RowBuffer();
    private final byte[][] kinds;
    private final long[][] numbers;
    private final Object[][] objects;

    /** For each column that holds accumulators one of their kind. */
    private final Accumulator[] models;

    /** By slot: the row that is in it, or -1. */
    private int[] rows = {};

    private boolean[] changed = {};

    /** The slots are to take no more than this, in bytes as the file has them. */
    private final long bytesMax;

    /** The average size of the rows that were written lately, in bytes. */
    private double averageSize;

    /** The current row of the table. */
    private int current = -1;

    /**
     * Takes the columns' rows out of memory.
     *
     * @param kinds the kinds of the values by column; this replaces the arrays, as those of
     *     {@code numbers} and {@code objects}
     * @param bytesMax for the rows that stay in memory
     */
    SpilledRows(
            Workspace workspace,
            byte[][] kinds,
            long[][] numbers,
            Object[][] objects,
            int count,
            long bytesMax) {
        this.kinds = kinds;
        this.numbers = numbers;
        this.objects = objects;
        this.bytesMax = bytesMax;
        models = new Accumulator[kinds.length];
        file = new RowFile(workspace);
        boolean done = false;
        try {
            long size = 0;
            for (int row = 0; row < count; row++) {
                write(row, row);
                size += buffer.position();
            }
            averageSize = Math.max(1, count == 0 ? 1 : (double) size / count);
            long fitting = (long) (bytesMax / averageSize);
            setSlots(Integer.highestOneBit(Math.clamp(fitting, SLOTS_MIN, 1 << 28)));
            done = true;
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    private void setSlots(int count) {
        rows = new int[count];
        Arrays.fill(rows, -1);
        changed = new boolean[count];
        for (int column = 0; column < kinds.length; column++) {
            kinds[column] = new byte[count];
            numbers[column] = new long[count];
            objects[column] = objects[column] == null ? null : new Object[count];
        }
    }

    int slots() {
        return rows.length;
    }

    /** Returns the approximate size of the texts, blobs and aggregates of the rows in the slots. */
    long objectBytes() {
        return (long) (averageSize * rows.length);
    }

    /** Returns the current row of the table. */
    int current() {
        return current;
    }

    /** Brings a row into memory; gives its slot. */
    int load(int row) {
        int slot = row & (rows.length - 1);
        if (rows[slot] != row) {
            slot = free(row);
            file.read(row, buffer);
            for (int column = 0; column < kinds.length; column++) {
                read(column, slot);
            }
            rows[slot] = row;
        }
        current = row;
        return slot;
    }

    /** A slot for a new row, all of whose columns are NULL. */
    int add(int row) {
        int slot = free(row);
        for (int column = 0; column < kinds.length; column++) {
            kinds[column][slot] = ValueKind.NULL;
            if (objects[column] != null) {
                objects[column][slot] = null;
            }
        }
        rows[slot] = row;
        changed[slot] = true;
        current = row;
        return slot;
    }

    /** The row in this slot is another one now than in the file. */
    void setChanged(int slot) {
        changed[slot] = true;
    }

    private int free(int row) {
        int slot = row & (rows.length - 1);
        push(slot);
        if (rows.length > SLOTS_MIN && averageSize * rows.length > bytesMax) {
            for (int i = 0; i < rows.length; i++) {
                push(i);
            }
            setSlots(rows.length / 2);
            slot = row & (rows.length - 1);
        }
        return slot;
    }

    private void push(int slot) {
        if (changed[slot]) {
            write(rows[slot], slot);
            averageSize += (buffer.position() - averageSize) / 16;
            changed[slot] = false;
        }
        rows[slot] = -1;
    }

    private void write(int row, int slot) {
        buffer.clear();
        for (int column = 0; column < kinds.length; column++) {
            Object[] values = objects[column];
            Object object = values == null ? null : values[slot];
            int kind = kinds[column][slot];
            if (kind == ValueKind.INTERNAL && models[column] == null) {
                models[column] = object instanceof KeptAccumulator kept
                        ? kept
                        : ((Accumulator) object).fresh();
            }
            buffer.put(kind, numbers[column][slot], object);
        }
        file.write(row, buffer);
    }

    private void read(int column, int slot) {
        int stored = buffer.getKind();
        int kind = RowBuffer.kindOf(stored);
        kinds[column][slot] = (byte) kind;
        Object object = null;
        switch (kind) {
            case ValueKind.NULL -> {}
            case ValueKind.LONG, ValueKind.DOUBLE -> numbers[column][slot] = buffer.getLong();
            case ValueKind.INTERNAL -> {
                if (models[column] instanceof KeptAccumulator) {
                    object = buffer.getKept();
                } else {
                    Accumulator accumulator = models[column].fresh();
                    accumulator.restore(buffer);
                    object = accumulator;
                }
            }
            default -> object = buffer.getObject(stored);
        }
        if (objects[column] != null) {
            objects[column][slot] = object;
        } else {
            assert object == null : column;
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
