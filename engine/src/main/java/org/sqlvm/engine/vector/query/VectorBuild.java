package org.sqlvm.engine.vector.query;

import java.util.List;

/**
 * The build side of a hash join: an input that becomes a table in memory before its probe side is
 * scanned.
 *
 * @param kind the kind of the join
 * @param rows the rows of the build side; no key is NULL, except for {@link HashJoinKind#NOT_IN}
 * @param keys registers of columns that probe rows are compared with
 * @param numeric as {@code keys}: whether texts that are numbers are compared as numbers
 * @param outputs registers of the columns that are kept: those of the scanned table and of the
 *     build sides below it
 */
public record VectorBuild(
        HashJoinKind kind,
        VectorPipeline rows,
        List<Integer> keys,
        List<Boolean> numeric,
        List<Integer> outputs) {
    /** {@link #numeric}, as an array. */
    public boolean[] areNumeric() {
        boolean[] flags = new boolean[numeric.size()];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = numeric.get(i);
        }
        return flags;
    }

    /** Whether the set of keys is all that is needed. */
    public boolean isSet() {
        return !kind.givesColumns() && outputs.isEmpty();
    }
}
