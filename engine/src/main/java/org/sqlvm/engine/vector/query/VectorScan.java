package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * P4 of the instruction VectorScan.
 *
 * @param inputs the tables that are read: the build sides, each after those that it probes, then
 *     the root, which is scanned last. UNION ALL has those of each SELECT in turn
 * @param queries one for each SELECT of a UNION ALL, with as many keys and the same aggregates;
 *     else one
 * @param waits whether VectorHaving makes rows of the groups
 */
public record VectorScan(List<Input> inputs, List<VectorQuery> queries, boolean waits) {
    /**
     * A table.
     *
     * @param table the name that {@code PRAGMA sqlvm_mirror} shows
     * @param stored how its rows are stored; null for a temporary table of the program, and where
     *     something else gives columns
     * @param given how something else than a b-tree is asked for the columns; or null
     * @param columns the columns that are read
     * @param build how its rows are found; null for a root
     * @param index what is read instead of the table if the column cache does not have the columns;
     *     or null
     */
    public record Input(
            String table,
            StoredTable stored,
            GivenColumns given,
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
            return build.kind() == HashJoinKind.INNER
                    ? " by "
                    : " " + build.kind().words.toLowerCase(Locale.ROOT) + " by ";
        }

        /** The table with the columns of its keys. */
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

    /** Whether an input is a root: the one that is scanned last, of all or of those of a SELECT. */
    public boolean isRoot(int input) {
        return inputs.get(input).build() == null;
    }

    /** The number of the query that an input belongs to. */
    public int query(int input) {
        int query = -1;
        for (int i = 0; i <= input; i++) {
            query += isRoot(i) ? 1 : 0;
        }
        return query;
    }

    /** The pipeline that gives the rows of an input. */
    public VectorPipeline rows(int input) {
        VectorBuild build = inputs.get(input).build();
        return build == null ? queries.get(query(input)).rows() : build.rows();
    }

    /** The number of the probe by which {@code from} probes {@code input}; -1 for none. */
    public int probe(int from, int input) {
        List<VectorPipeline.Probe> probes = rows(from).probes();
        for (int i = 0; i < probes.size(); i++) {
            if (probes.get(i).input() == input) {
                return i;
            }
        }
        return -1;
    }

    /** The text in EXPLAIN: the columns; of a join the tables with theirs. */
    @Override
    public String toString() {
        return inputs.size() == 1
                ? inputs.get(0).names()
                : inputs.stream().map(Input::description).collect(Collectors.joining(" "));
    }
}
