package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorBuild;

import java.util.Arrays;

/** The build side of a hash join, or a part of it: rows that are found by their keys. */
public final class JoinTable {
    /** Bytes for each row besides the columns: its key, and the numbers of keys and rows. */
    public static final int ROW_SIZE = 8 * Long.BYTES;

    private final HashJoinKind kind;
    private final boolean isSet;
    private final RadixPartition partition;
    private final boolean[] numeric;
    private final int rowCount;

    /** The columns that are kept; of a LEFT JOIN they end with a row of NULLs. */
    private final Chunk[] columns;

    /** Null if one of the keys is NULL: see {@link #hasNull}. */
    private final JoinKeys keys;

    /** Whether the whole build side is empty, in all radix partitions. */
    private final boolean isNothing;

    /** The rows in the order of their keys' ids; null if the id of a row's key is the row. */
    private final int[] order;

    /** By id of a key: where its rows begin in {@link #order}; null if each key has one row. */
    private final int[] starts;

    /**
     * Builds the table.
     *
     * @param partition the radix partition that the rows belong to
     * @param keys the key columns; null if one of all keys of {@link HashJoinKind#NOT_IN} is NULL
     * @param isNothing whether the whole build side is empty
     */
    public JoinTable(
            VectorBuild build,
            RadixPartition partition,
            Chunk[] keys,
            Chunk[] columns,
            int rowCount,
            boolean isNothing,
            int vectorRows,
            Workspace workspace) {
        this.kind = build.kind();
        this.isSet = build.isSet();
        this.partition = partition;
        this.numeric = build.areNumeric();
        this.columns = columns;
        this.rowCount = rowCount;
        this.isNothing = isNothing;
        int[] keyIds = new int[rowCount];
        this.keys = keys == null ? null : JoinKeys.of(keys, numeric, keyIds, vectorRows, workspace);
        int keyCount = keys == null ? 0 : this.keys.keyCount();
        assert keyCount <= rowCount : keyCount + " of " + rowCount;
        assert keys == null || keys.length == build.keys().size() : keys.length;
        if (keys == null || isSet) {
            starts = null;
            order = null;
        } else if (keyCount < rowCount) {
            starts = starts(keyIds, keyCount);
            order = ordered(keyIds, starts.clone());
            assert starts[keyCount] == rowCount : rowCount;
        } else {
            starts = null;
            order = areOrdered(keyIds) ? null : ordered(keyIds, identity(keyCount));
        }
        assert order == null || Checks.isPermutation(order) : rowCount;
    }

    private JoinTable(JoinTable shared) {
        kind = shared.kind;
        isSet = shared.isSet;
        partition = shared.partition;
        numeric = shared.numeric;
        rowCount = shared.rowCount;
        isNothing = shared.isNothing;
        columns = shared.columns;
        keys = shared.keys == null ? null : shared.keys.forThread();
        order = shared.order;
        starts = shared.starts;
    }

    /** Returns a view of this table for another thread, which must not release it. */
    public JoinTable forThread() {
        return new JoinTable(this);
    }

    private static int[] starts(int[] keyIds, int keyCount) {
        int[] starts = new int[keyCount + 1];
        for (int keyId : keyIds) {
            starts[keyId + 1]++;
        }
        for (int i = 0; i < keyCount; i++) {
            starts[i + 1] += starts[i];
        }
        return starts;
    }

    /**
     * Sorts the rows by the ids of their keys.
     *
     * @param next by id: where its next row goes; changed
     */
    private static int[] ordered(int[] keyIds, int[] next) {
        int[] order = new int[keyIds.length];
        for (int row = 0; row < keyIds.length; row++) {
            order[next[keyIds[row]]++] = row;
        }
        return order;
    }

    private static boolean areOrdered(int[] keyIds) {
        for (int row = 0; row < keyIds.length; row++) {
            if (keyIds[row] != row) {
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

    /** The kind of the join. */
    public HashJoinKind kind() {
        return kind;
    }

    /**
     * The radix partition that this is: only probe rows of the same partition may be matched with
     * it.
     */
    RadixPartition partition() {
        return partition;
    }

    /**
     * Selects the probe rows of this table's radix partition: see {@link RadixPartition#select}.
     */
    int selectPartition(Vector[] values, int count, int[] hits) {
        return partition.select(values, numeric, count, hits);
    }

    /** Whether a key is NULL, in any radix partition. */
    boolean hasNull() {
        return keys == null;
    }

    /** Whether the whole build side is empty, in all radix partitions. */
    boolean isNothing() {
        return isNothing;
    }

    /** The number of the row of NULLs that unmatched rows of a LEFT JOIN are paired with. */
    int nullRow() {
        assert kind == HashJoinKind.LEFT : kind;
        return rowCount;
    }

    /** The number of rows that probe rows can be paired with; a set counts as one. */
    int pairedRows() {
        return Math.max(1, kind == HashJoinKind.LEFT ? rowCount + 1 : rowCount);
    }

    /** Whether at most one row has each key, or it does not matter which one is found. */
    boolean isUnique() {
        return starts == null;
    }

    /**
     * Finds the keys of probe rows: see {@link JoinKeys#probe}. If the table is unique, the ids are
     * replaced by the build rows.
     */
    int probe(Vector[] values, int count, int[] hits, int[] keyIds) {
        if (rowCount == 0 || keys == null) {
            return 0;
        }
        int found = keys.probe(values, count, hits, isSet ? null : keyIds);
        assert Checks.isAscending(hits, found, count) : count;
        assert isSet || Checks.areBelow(keyIds, found, keys.keyCount()) : keys.keyCount();
        if (starts == null && order != null) {
            for (int i = 0; i < found; i++) {
                keyIds[i] = order[keyIds[i]];
            }
        }
        return found;
    }

    /** The number of rows with a key. */
    int rowCount(int keyId) {
        return starts[keyId + 1] - starts[keyId];
    }

    /** The {@code number}-th row with a key. */
    int row(int keyId, int number) {
        return order[starts[keyId] + number];
    }

    /** Releases the memory. */
    public void release() {
        if (keys != null) {
            keys.release();
        }
    }
}
