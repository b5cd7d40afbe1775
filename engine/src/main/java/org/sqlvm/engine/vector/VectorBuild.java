package org.sqlvm.engine.vector;

import java.util.List;

/**
 * An input of a join that is made before another one is scanned, whose rows find its rows.
 *
 * @param rows which; none has NULL for a key
 * @param keys registers of columns, equal values of which are looked for
 * @param numeric as {@code keys}: texts that are numbers are compared as those
 * @param outputs registers of the columns that are kept: those of the scanned table, and those of
 *     its lookups
 */
public record VectorBuild(
        VectorPipeline rows, List<Integer> keys, List<Boolean> numeric, List<Integer> outputs) {}
