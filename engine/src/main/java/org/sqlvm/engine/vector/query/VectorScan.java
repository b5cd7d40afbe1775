package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * P4 of the instruction VectorScan.
 *
 * @param inputs the tables that are read; the first is scanned last, and of the others each after
 *     those that it looks up. Of a UNION ALL those of each SELECT, one SELECT behind the other
 * @param queries one; of a UNION ALL one for each SELECT, with as many keys and the same aggregates
 * @param waits groups become rows with VectorHaving
 */
public record VectorScan(List<Input> inputs, List<VectorQuery> queries, boolean waits) {
    /**
     * A table.
     *
     * @param table its name, for those who look at the mirror
     * @param stored how its rows are stored; null for a temporary one of the program
     * @param columns what is read of each row
     * @param build how its rows are found; null for the one that is scanned last
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

    /** Whether rows become groups. */
    public boolean grouped() {
        return queries.getFirst().grouped();
    }

    /** Whether an input is scanned last, of all or of those of a SELECT. */
    public boolean isRoot(int input) {
        return inputs.get(input).build() == null;
    }

    /** The number of the query whose input this is. */
    public int query(int input) {
        int query = -1;
        for (int i = 0; i <= input; i++) {
            query += isRoot(i) ? 1 : 0;
        }
        return query;
    }

    /** Which rows come of an input. */
    public VectorPipeline rows(int input) {
        VectorBuild build = inputs.get(input).build();
        return build == null ? queries.get(query(input)).rows() : build.rows();
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
