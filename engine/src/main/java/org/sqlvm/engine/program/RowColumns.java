package org.sqlvm.engine.program;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * P4 of an instruction that reads some columns of a row.
 *
 * @param columns their numbers, from 0
 */
public record RowColumns(List<Integer> columns) {
    /** The first columns. */
    public static RowColumns upTo(int count) {
        return new RowColumns(IntStream.range(0, count).boxed().toList());
    }

    /** What EXPLAIN shows. */
    @Override
    public String toString() {
        return columns.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
