package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.PositionReader;

import java.util.Arrays;

/**
 * Positions of a phrase in a row, in ascending order; each has the column in the upper, the token's
 * number in the column in the lower 32 bits ({@link PositionReader}).
 */
public final class PositionList {
    private static final long[] NONE = {};

    private long[] positions = NONE;
    private int size;

    public int size() {
        return size;
    }

    public long get(int index) {
        return positions[index];
    }

    public void clear() {
        size = 0;
    }

    /** Adds a position; nothing if it is before the last one. */
    public void add(long position) {
        if (position < (size == 0 ? 0 : positions[size - 1])) {
            return;
        }
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, Math.max(8, size * 2));
        }
        positions[size++] = position;
    }

    /** Adds the positions of a list as the index keeps it, but none before the last one. */
    void addAll(byte[] data, int start, int length) {
        if (size + length > positions.length) {
            positions = Arrays.copyOf(positions, Math.max(8, size + length));
        }
        size = PositionReader.readAll(data, start, length, positions, size);
    }

    /** Adds the positions of one list behind which another one has the next position. */
    void addPairs(PositionList left, PositionList right, boolean all) {
        long[] first = left.positions;
        long[] second = right.positions;
        int i = 0;
        int j = 0;
        while (i < left.size && j < right.size) {
            long gap = second[j] - first[i] - 1;
            if (gap == 0) {
                add(first[i]);
                if (!all) {
                    return;
                }
            }
            i += gap >= 0 ? 1 : 0;
            j += gap <= 0 ? 1 : 0;
        }
    }

    void truncate(int newSize) {
        size = newSize;
    }

    void set(int index, long position) {
        positions[index] = position;
    }
}
