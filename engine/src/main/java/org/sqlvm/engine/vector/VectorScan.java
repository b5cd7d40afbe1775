package org.sqlvm.engine.vector;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * P4 of the instruction VectorScan.
 *
 * @param inputs the tables that are read; the first is scanned last, and of the others each after
 *     those that it looks up
 * @param waits groups become rows with VectorHaving
 */
public record VectorScan(List<Input> inputs, VectorQuery query, boolean waits) {
    /**
     * A table.
     *
     * @param table its name, for those who look at the mirror
     * @param stored how its rows are stored; null for a temporary one of the program
     * @param columns what is read of each row
     * @param build how its rows are found; null for the first
     * @param index what is read instead of the table if the mirror does not have the columns; null
     *     for nothing
     */
    public record Input(
            String table,
            StoredTable stored,
            List<StoredColumn> columns,
            VectorBuild build,
            StoredIndex index) {
        private String names() {
            return columns.stream()
                    .map(StoredColumn::name)
                    .collect(Collectors.joining(
                            ",", "(", index == null ? ")" : ") of " + index.name()));
        }

        private String by() {
            return build.kind() == LookupKind.INNER
                    ? " by "
                    : " " + build.kind().words.toLowerCase(Locale.ROOT) + " by ";
        }

        /** The table with the columns by which its rows are found. */
        private String description() {
            String keys = build == null
                    ? ""
                    : build.keys().stream()
                            .map(key ->
                                    (VectorQuery.Step.Load) build.rows().steps().get(key))
                            .map(load -> columns.get(load.column()).name())
                            .collect(Collectors.joining(",", by(), ""));
            return table + names() + keys;
        }
    }

    /** Which rows come of an input. */
    VectorPipeline rows(int input) {
        VectorBuild build = inputs.get(input).build();
        return build == null ? query.rows() : build.rows();
    }

    /** The number of the lookup by which rows of an input find those of another; -1 for none. */
    public int lookup(int from, int input) {
        List<VectorPipeline.Lookup> lookups = rows(from).lookups();
        for (int i = 0; i < lookups.size(); i++) {
            if (lookups.get(i).input() == input) {
                return i;
            }
        }
        return -1;
    }

    /** What EXPLAIN shows: the columns; of a join the tables with theirs. */
    @Override
    public String toString() {
        return inputs.size() == 1
                ? inputs.get(0).names()
                : inputs.stream().map(Input::description).collect(Collectors.joining(" "));
    }
}
