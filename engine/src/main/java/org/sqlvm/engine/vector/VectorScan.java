package org.sqlvm.engine.vector;

import java.util.List;
import java.util.stream.Collectors;

/**
 * P4 of the instruction VectorScan.
 *
 * @param table its name, for those who look at the mirror
 * @param columns what is read of each row
 */
public record VectorScan(String table, List<StoredColumn> columns, VectorQuery query) {
    /** What EXPLAIN shows: the columns. */
    @Override
    public String toString() {
        return columns.stream().map(StoredColumn::name).collect(Collectors.joining(",", "(", ")"));
    }
}
