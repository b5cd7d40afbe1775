package org.sqlvm.engine.vector.query;

import java.util.List;

/**
 * An input of a join that is made before another one is scanned, whose rows find its rows.
 *
 * @param kind what becomes of rows that look for its rows
 * @param rows which; none has NULL for a key, but for {@link LookupKind#NOT_IN}
 * @param keys registers of columns, equal values of which are looked for
 * @param numeric as {@code keys}: texts that are numbers are compared as those
 * @param outputs registers of the columns that are kept: those of the scanned table, and those of
 *     its lookups
 */
public record VectorBuild(
        LookupKind kind,
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

    /** Whether it only matters which keys there are. */
    public boolean isSet() {
        return !kind.givesColumns() && outputs.isEmpty();
    }
}
