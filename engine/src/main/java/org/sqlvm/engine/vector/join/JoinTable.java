package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.LookupKind;
import org.sqlvm.engine.vector.query.VectorBuild;

import java.util.Arrays;

/** An input of a join, or a part of one: rows that others find by their keys. */
public final class JoinTable {
    /** Bytes for each row beside the columns: its key in a hash table, and numbers of rows. */
    public static final int ROW_SIZE = 8 * Long.BYTES;

    private final LookupKind kind;
    private final boolean isSet;
    private final KeyPart part;
    private final boolean[] numeric;
    private final int rowCount;

    /** What is kept of the rows; of a LEFT JOIN with a row of NULLs behind them. */
    private final Chunk[] columns;

    /** Null if one of them is NULL: see {@link #hasNull}. */
    private final JoinKeys keys;

    /** There is no row in any part. */
    private final boolean isNothing;

    /** Rows by the places of their keys; null if a row's number is its place. */
    private final int[] order;

    /** By place: the first of its rows in {@link #order}; null if each has one. */
    private final int[] starts;

    /**
     * A table.
     *
     * @param part which rows it has, of those there are
     * @param keys the columns by which they are found; null if there is a NULL among all of
     *     {@link LookupKind#NOT_IN}
     * @param isNothing there is no row in any part
     */
    public JoinTable(
            VectorBuild build,
            KeyPart part,
            Chunk[] keys,
            Chunk[] columns,
            int rowCount,
            boolean isNothing,
            int vectorRows,
            Workspace workspace) {
        this.kind = build.kind();
        this.isSet = build.isSet();
        this.part = part;
        this.numeric = build.areNumeric();
        this.columns = columns;
        this.rowCount = rowCount;
        this.isNothing = isNothing;
        int[] places = new int[rowCount];
        this.keys = keys == null ? null : JoinKeys.of(keys, numeric, places, vectorRows, workspace);
        int placeCount = keys == null ? 0 : this.keys.placeCount();
        if (keys == null || isSet) {
            starts = null;
            order = null;
        } else if (placeCount < rowCount) {
            starts = starts(places, placeCount);
            order = ordered(places, starts.clone());
        } else {
            starts = null;
            order = areOrdered(places) ? null : ordered(places, identity(placeCount));
        }
    }

    private JoinTable(JoinTable shared) {
        kind = shared.kind;
        isSet = shared.isSet;
        part = shared.part;
        numeric = shared.numeric;
        rowCount = shared.rowCount;
        isNothing = shared.isNothing;
        columns = shared.columns;
        keys = shared.keys == null ? null : shared.keys.forThread();
        order = shared.order;
        starts = shared.starts;
    }

    /** The same for another thread, which must not release it. */
    public JoinTable forThread() {
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

    public Chunk[] columns() {
        return columns;
    }

    /** What becomes of rows that look for rows here. */
    public LookupKind kind() {
        return kind;
    }

    /** Which part of the rows this is: only rows with keys of that part may look for them. */
    KeyPart part() {
        return part;
    }

    /** The rows at hand that may look for rows here: see {@link KeyPart#lanes}. */
    int lanesInPart(Vector[] values, int count, int[] lanes) {
        return part.lanes(values, numeric, count, lanes);
    }

    /** Whether one of the keys, of whatever part, is NULL. */
    boolean hasNull() {
        return keys == null;
    }

    /** Whether there is no row in any part. */
    boolean isNothing() {
        return isNothing;
    }

    /** The number of the row of NULLs. */
    int nullRow() {
        assert kind == LookupKind.LEFT : kind;
        return rowCount;
    }

    /** Whether no two rows have the same key, or which row it is does not matter. */
    boolean isUnique() {
        return starts == null;
    }

    /**
     * Looks for rows: see {@link JoinKeys#find}. A place has one row if the keys are unique, which
     * is then given instead of it.
     */
    int find(Vector[] values, int count, int[] lanes, int[] places) {
        if (rowCount == 0 || keys == null) {
            return 0;
        }
        int found = keys.find(values, count, lanes, isSet ? null : places);
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
    public void release() {
        if (keys != null) {
            keys.release();
        }
    }
}
