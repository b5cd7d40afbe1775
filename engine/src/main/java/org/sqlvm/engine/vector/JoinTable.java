package org.sqlvm.engine.vector;

import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;

/** An input of a join, or a part of one: rows that others find by their keys. */
final class JoinTable {
    /** Bytes for each row beside the columns: its key in a hash table, and numbers of rows. */
    static final int ROW_SIZE = 8 * Long.BYTES;

    /** What is kept of the rows. */
    private final Chunk[] columns;

    private final JoinKeys keys;

    /** Rows by the places of their keys; null if a row's number is its place. */
    private final int[] order;

    /** By place: the first of its rows in {@link #order}; null if each has one. */
    private final int[] starts;

    /** @param numeric see {@link VectorBuild#numeric} */
    JoinTable(
            Chunk[] keys,
            boolean[] numeric,
            Chunk[] columns,
            int rowCount,
            int vectorRows,
            Workspace workspace) {
        this.columns = columns;
        int[] places = new int[rowCount];
        this.keys = JoinKeys.of(keys, numeric, places, vectorRows, workspace);
        int placeCount = this.keys.placeCount();
        if (placeCount < rowCount) {
            starts = starts(places, placeCount);
            order = ordered(places, starts.clone());
        } else {
            starts = null;
            order = areOrdered(places) ? null : ordered(places, identity(placeCount));
        }
    }

    private JoinTable(JoinTable shared) {
        columns = shared.columns;
        keys = shared.keys.forThread();
        order = shared.order;
        starts = shared.starts;
    }

    /** The same for another thread, which must not release it. */
    JoinTable forThread() {
        return new JoinTable(this);
    }

    private static int[] starts(int[] places, int placeCount) {
        int[] starts = new int[placeCount + 1];
        for (int place : places) {
            starts[place + 1]++;
        }
        for (int i = 0; i < placeCount; i++) {
            starts[i + 1] += starts[i];
        }
        return starts;
    }

    /** @param next by place: where its next row goes; changed */
    private static int[] ordered(int[] places, int[] next) {
        int[] order = new int[places.length];
        for (int row = 0; row < places.length; row++) {
            order[next[places[row]]++] = row;
        }
        return order;
    }

    private static boolean areOrdered(int[] places) {
        for (int row = 0; row < places.length; row++) {
            if (places[row] != row) {
                return false;
            }
        }
        return true;
    }

    private static int[] identity(int count) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }

    Chunk[] columns() {
        return columns;
    }

    /** Whether no two rows have the same key. */
    boolean isUnique() {
        return starts == null;
    }

    /**
     * Looks for rows: see {@link JoinKeys#find}. A place has one row if the keys are unique, which
     * is then given instead of it.
     */
    int find(Vector[] values, int count, int[] lanes, int[] places) {
        int found = keys.find(values, count, lanes, places);
        if (starts == null && order != null) {
            for (int i = 0; i < found; i++) {
                places[i] = order[places[i]];
            }
        }
        return found;
    }

    /** How many rows a place has. */
    int rowCount(int place) {
        return starts[place + 1] - starts[place];
    }

    /** The {@code number}-th row of a place. */
    int row(int place, int number) {
        return order[starts[place] + number];
    }

    /** Gives back its memory. */
    void release() {
        keys.release();
    }
}
