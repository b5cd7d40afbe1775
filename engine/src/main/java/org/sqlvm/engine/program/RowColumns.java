package org.sqlvm.engine.program;

import java.util.List;
import java.util.stream.Collectors;

/**
 * P4 of an instruction that reads some columns of a row.
 *
 * @param columns their numbers, from 0
 */
public record RowColumns(List<Integer> columns) {
    /** Returns the columns as EXPLAIN shows them. */
    @Override
    public String toString() {
        return columns.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
