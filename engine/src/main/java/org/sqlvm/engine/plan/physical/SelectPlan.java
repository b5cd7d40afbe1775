package org.sqlvm.engine.plan.physical;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.SharedQuery;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.program.Program.LargeTable;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.aggregate.MinMaxAggregates;
import org.sqlvm.engine.row.window.WindowSpec;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.query.GivenColumns;
import org.sqlvm.engine.vector.query.VectorBuild;
import org.sqlvm.engine.vector.query.VectorHaving;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.virtual.VirtualTable;

import java.util.List;

/**
 * The physical plan of one SELECT: everything the assembler needs, every choice made. Rows flow in
 * the order of the components: loops, grouping, distinct, order, limit.
 *
 * @param sources what the FROM clause names; empty without FROM
 * @param constantFilters conditions that no source takes part in; if one is not true there are no
 *     rows
 * @param loops the sources in nesting order, outermost first
 * @param grouping null without aggregation
 * @param vectors what is computed on vectors, the groups of {@code grouping} or the rows that come
 *     from the sources; null if rows flow through the loops instead
 * @param largeTables what vectors would read if rows were not guessed to cost less; empty if they
 *     cannot, or do
 * @param allCost what going through all rows of the outermost loop's table would cost, with all
 *     loops inside, in nanoseconds, where how many a run goes through is to be found out before it
 *     begins: a run that costs more than vectors would is theirs; else 0
 * @param windows null without window functions
 * @param values the result's columns, over the loops' columns or, with a grouping, over its keys,
 *     bare columns and aggregates
 * @param distinct how DISTINCT is done
 * @param order the sort still to be done; empty if none was asked or the loops give the order
 * @param sorted the number of first keys of {@code order} by which the rows are sorted already
 * @param limit null for none; not NULL-safe: it must be an integer without loss ("datatype
 *     mismatch")
 * @param offset null for none
 * @param nested the plans of the queries in its expressions
 * @param queryPlan the lines of EXPLAIN QUERY PLAN
 */
public record SelectPlan(
        List<Source> sources,
        List<Expr> constantFilters,
        List<Loop> loops,
        Grouping grouping,
        Vectors vectors,
        List<LargeTable> largeTables,
        double allCost,
        Windows windows,
        List<Expr> values,
        List<ResultColumn> columns,
        Distinct distinct,
        List<SortKey> order,
        int sorted,
        Expr limit,
        Expr offset,
        NestedPlans nested,
        List<PlanLine> queryPlan)
        implements RowPlan {
    public SelectPlan {
        assert loops.size() == sources.size() : loops;
        assert values.size() == columns.size() : values;
        assert sorted <= order.size() : sorted + " of " + order;
        assert vectors == null || largeTables.isEmpty() : "on vectors already: " + largeTables;
        assert limit != null || offset == null : offset;
    }

    /** Whether the query, or one it is made of, reads the table with this root page. */
    @Override
    public boolean reads(int rootPage) {
        for (Source source : sources) {
            boolean found = source instanceof DerivedSource derived
                    ? derived.plan().reads(rootPage)
                    : source.table().rootPage() == rootPage;
            if (found) {
                return true;
            }
        }
        return Plans.nested(this).stream().anyMatch(plan -> plan.reads(rootPage));
    }

    /** The plan with other loops over the same sources. */
    public SelectPlan withLoops(List<Loop> changed) {
        return new SelectPlan(
                sources,
                constantFilters,
                changed,
                grouping,
                vectors,
                largeTables,
                allCost,
                windows,
                values,
                columns,
                distinct,
                order,
                sorted,
                limit,
                offset,
                nested,
                queryPlan);
    }

    /** The plan for the first columns of its rows alone. */
    public SelectPlan withColumns(int count) {
        return new SelectPlan(
                sources,
                constantFilters,
                loops,
                grouping,
                vectors,
                largeTables,
                allCost,
                windows,
                values.subList(0, count),
                columns.subList(0, count),
                distinct,
                order,
                sorted,
                limit,
                offset,
                nested,
                queryPlan);
    }

    /** Whether queries stand in the expressions. */
    public boolean hasQueries() {
        return !Plans.nested(this).isEmpty();
    }

    /**
     * Something that gives rows to a loop. {@code number} is that of {@link Expr.Column#source}.
     */
    public sealed interface Source {
        int number();

        /** The columns; for a table of the schema, the table. */
        Table table();
    }

    /** A table of the schema. */
    public record StoredSource(int number, Table table) implements Source {}

    /**
     * A query.
     *
     * @param coroutine its rows are made as the loop asks for them; otherwise they are kept in a
     *     temporary table
     * @param correlated its rows depend on the row of a query around, so that they are made anew
     *     every time the loops begin
     * @param shared what the rows are kept for, if several places read them: they all have this
     *     plan; else null
     */
    public record DerivedSource(
            int number,
            Table table,
            RowPlan plan,
            boolean coroutine,
            boolean correlated,
            SharedQuery shared)
            implements Source {}

    /**
     * The virtual table whose plan gives exactly the rows that the query counts, if nothing else is
     * asked for; else null.
     */
    public VirtualTable counted() {
        boolean counts = grouping != null
                && vectors == null
                && windows == null
                && constantFilters.isEmpty()
                && loops.size() == 1
                && grouping.keys().isEmpty()
                && grouping.having() == null
                && grouping.bareColumns().isEmpty()
                && grouping.aggregates().size() == 1
                && grouping.aggregates().getFirst().isRowCount();
        return counts
                        && loops.getFirst().access() instanceof VirtualScan scan
                        && !scan.skips()
                        && !loops.getFirst().leftJoin()
                        && loops.getFirst().filters().isEmpty()
                        && sources.get(loops.getFirst().source()) instanceof VirtualSource source
                ? source.module()
                : null;
    }

    /** A table whose rows are computed. */
    public record VirtualSource(int number, Table table, VirtualTable module) implements Source {}

    /** The row that recursion {@code working} has taken from its queue. */
    public record WorkingSource(int number, Table table, int working) implements Source {}

    /**
     * One loop of the nest.
     *
     * @param source the place of its source in {@link #sources}
     * @param leftJoin the source is the right side of a LEFT JOIN: when no row passes
     *     {@code onFilters}, it gives one row of NULLs
     * @param onFilters for a left join, the ON conditions not already expressed by the access; else
     *     empty
     * @param filters the conditions that can be decided once this loop stands on a row, cheapest
     *     first; for a left join they are tested after the row of NULLs has been supplied
     */
    public record Loop(
            int source,
            Access access,
            boolean leftJoin,
            List<Expr> onFilters,
            List<Expr> filters) {}

    /** How a loop finds its rows. */
    public sealed interface Access {}

    /** Every row in rowid (or, WITHOUT ROWID, primary key) order. */
    public record FullScan(boolean reverse) implements Access {}

    /**
     * The row with this rowid, if any; the value takes NUMERIC affinity, a value without integer
     * finds nothing.
     */
    public record RowidEqual(Expr rowid) implements Access {}

    /**
     * The rows with the rowids of an IN list, or, if {@code query} is not null, of an IN query;
     * each row once.
     */
    public record RowidIn(List<Expr> rowids, Expr.InQuery query) implements Access {
        public RowidIn {
            assert query == null || rowids.isEmpty() : rowids;
        }
    }

    /** A range of rowids; a bound may be null. */
    public record RowidRange(Bound low, Bound high, boolean reverse) implements Access {}

    /**
     * Entries of an index (of a WITHOUT ROWID table also its primary key).
     *
     * @param equal values of the first index columns
     * @param low lower bound of the next column, or null
     * @param high upper bound of the next column, or null
     * @param pattern the bounds are texts; the entries between the same bytes as BLOBs are wanted,
     *     too
     * @param covering the index alone holds every column the statement needs
     * @param reverse from the end
     */
    public record IndexScan(
            Index index,
            List<KeyPart> equal,
            Bound low,
            Bound high,
            boolean pattern,
            boolean covering,
            boolean reverse)
            implements Access {
        public IndexScan {
            int range = low == null && high == null ? 0 : 1;
            assert equal.size() + range <= index.columns().size() : equal + " of " + index.name();
            assert !pattern || range == 1 : "a pattern without bounds: " + index.name();
        }

        /** Whether all entries are read. */
        public boolean isWhole() {
            return equal.isEmpty() && low == null && high == null;
        }

        /** Whether a run of the loop reads one entry at most. */
        public boolean isOfOne() {
            return index.unique()
                    && equal.size() >= index.keyCount()
                    && equal.stream().allMatch(part -> part.isSingle() && !part.matchNull());
        }
    }

    /** The rows that at least one of the branches finds, each once. */
    public record IndexUnion(List<UnionBranch> branches) implements Access {
        /** How each branch finds its rows. */
        public List<Access> accesses() {
            return branches.stream().map(UnionBranch::access).toList();
        }
    }

    /**
     * One of the conditions of an OR.
     *
     * @param filters those parts of it that the access does not express
     */
    public record UnionBranch(Access access, List<Expr> filters) {
        public UnionBranch {
            assert !(access instanceof IndexUnion) : access;
        }
    }

    /**
     * A hash table over the source's rows, made by the statement itself before the loop is run
     * first.
     *
     * @param keys the columns whose values are looked up
     * @param equal the value of each
     * @param columns what is kept of each row
     * @param filters conditions on the source alone, which rows must pass to be in the table
     */
    public record HashJoin(
            List<Integer> keys,
            List<KeyPart> equal,
            List<Collation> collations,
            List<Integer> columns,
            List<Expr> filters)
            implements Access {
        public HashJoin {
            assert !keys.isEmpty() : "a hash join without keys";
            assert equal.size() == keys.size() : equal + " for " + keys;
            assert collations.size() == keys.size() : collations + " for " + keys;
        }
    }

    /**
     * The rows that a virtual table gives.
     *
     * @param plan the table's own
     * @param arguments the values that belong to it; a NULL is a value like others. For a list the
     *     table is read once for each of its distinct values that are not NULL
     * @param skips the rows that OFFSET leaves out do not come
     */
    public record VirtualScan(ScanPlan plan, List<VirtualArgument> arguments, boolean skips)
            implements Access {
        /** All rows. */
        public static final VirtualScan ALL = new VirtualScan(ScanPlan.all(), List.of(), false);
    }

    /**
     * A value that a virtual table is given.
     *
     * @param values one, or those of an IN list
     * @param query IN (SELECT …) instead of values; else null
     * @param whole the table gets all of them at once
     */
    public record VirtualArgument(List<Expr> values, Expr.InQuery query, boolean whole) {
        /** Whether the table is read once for it. */
        public boolean isOne() {
            return whole || (query == null && values.size() == 1);
        }
    }

    /**
     * Values that an index column must equal: one for {@code =}, several for an IN list, or the
     * rows of a query.
     *
     * @param query null for values
     * @param matchNull the condition was IS: NULL finds NULL; otherwise a NULL finds nothing
     * @param affinity applied to each value before the seek: the comparison's, which need not be
     *     the column's (NONE and BLOB change nothing)
     */
    public record KeyPart(
            List<Expr> values, Expr.InQuery query, boolean matchNull, Affinity affinity) {
        public KeyPart {
            assert query == null || values.isEmpty() : values;
        }

        /** Whatever value the column has. */
        public static final KeyPart ANY = new KeyPart(List.of(), null, true, Affinity.NONE);

        /** Whether the column has one value in a run of the loop. */
        public boolean isSingle() {
            return query == null && values.size() == 1;
        }
    }

    /**
     * An end of a range; a NULL value makes the range empty. A range never holds NULLs of the index
     * column: one with an upper bound alone starts behind them.
     *
     * @param affinity applied to the value before the seek, as in {@link KeyPart}; NUMERIC for a
     *     rowid, where the value may then still be REAL or, greater than every rowid, TEXT or BLOB
     */
    public record Bound(Expr value, boolean inclusive, Affinity affinity) {
        /** The lower end of everything but NULLs: it has no value. */
        public static final Bound BEHIND_NULL = new Bound(null, false, Affinity.NONE);
    }

    /**
     * GROUP BY, or aggregation of everything into one row.
     *
     * @param keys empty for one group of all rows (which exists even without rows)
     * @param gathering how the rows of a group come together
     * @param keyDirections the direction in which the groups should come, so that ORDER BY can use
     *     it: true is descending; as many as keys
     * @param inKeyOrder the groups come in the order of their keys, though they need not
     * @param aggregates the calls, in the numbering of {@link Expr.AggregateResult}; their
     *     arguments, filters are over the loops' columns
     * @param bareColumns other columns used above the grouping: from the group's first row, or, if
     *     some of {@code aggregates} are min or max ({@code bareFromExtreme}), from the row that
     *     one of them has chosen: of those that have seen the row, the last
     * @param distinctTogether there is one aggregate, a DISTINCT one without keys, and the loops
     *     give equal arguments next to each other
     * @param having null for none; over keys, bare columns and aggregates
     * @param countShortcut the query is SELECT count(*) FROM one table: the Count instruction
     *     answers
     * @param firstRowDecides the only aggregate is a min or max whose argument the loops deliver
     *     best value first: all loops end after the first row whose argument is not NULL
     */
    public record Grouping(
            List<Expr> keys,
            List<Collation> keyCollations,
            List<Boolean> keyDirections,
            Gathering gathering,
            boolean inKeyOrder,
            List<Expr.Aggregate> aggregates,
            List<Expr> bareColumns,
            boolean bareFromExtreme,
            boolean distinctTogether,
            Expr having,
            boolean countShortcut,
            boolean firstRowDecides) {
        public Grouping {
            assert keyCollations.size() == keys.size() : keyCollations + " for " + keys;
            assert keyDirections.size() == keys.size() : keyDirections + " for " + keys;
            assert keys.isEmpty() || !(countShortcut || firstRowDecides) : keys;
            assert !distinctTogether || (keys.isEmpty() && aggregates.size() == 1) : aggregates;
        }

        /**
         * Whether a min or max of the only group has no FILTER: then no other one need see a row.
         */
        public boolean extremeSeesAll() {
            return keys.isEmpty()
                    && aggregates.stream()
                            .anyMatch(call -> isExtreme(call) && call.filter() == null);
        }

        /** Whether rows may come in whatever order: there is one group, or each finds its own. */
        public boolean isHashed() {
            return keys.isEmpty() || gathering == Gathering.HASH;
        }

        /** The same of other rows, without a condition. */
        public Grouping of(List<Expr> otherKeys, List<Expr.Aggregate> otherAggregates) {
            return new Grouping(
                    otherKeys,
                    keyCollations,
                    keyDirections,
                    gathering,
                    inKeyOrder,
                    otherAggregates,
                    bareColumns,
                    bareFromExtreme,
                    distinctTogether,
                    null,
                    countShortcut,
                    firstRowDecides);
        }
    }

    /** Whether an aggregate is min or max, which choose a row. */
    public static boolean isExtreme(Expr.Aggregate aggregate) {
        AggregateFunction function = aggregate.function();
        return function == MinMaxAggregates.MIN || function == MinMaxAggregates.MAX;
    }

    /**
     * All sources, read on vectors. The loops are then scans of the inputs, in their order, without
     * conditions.
     *
     * @param inputs the first is scanned last; of the others each comes behind those that it looks
     *     up. Of a UNION ALL those of each SELECT, one SELECT behind the other
     * @param queries one; of a UNION ALL one for each SELECT
     * @param constants values that are the same for all rows
     * @param rows what comes of the sources; null if groups do
     * @param having what is known of HAVING; null if nothing is, or there is none
     */
    public record Vectors(
            List<VectorInput> inputs,
            List<VectorQuery> queries,
            List<Expr> constants,
            VectorRows rows,
            GroupTest having) {
        public Vectors(
                List<VectorInput> inputs,
                List<VectorQuery> queries,
                List<Expr> constants,
                VectorRows rows) {
            this(inputs, queries, constants, rows, null);
        }

        /** Whether rows go to the windows as they are. */
        public boolean areForWindows() {
            return rows != null && rows.forWindows();
        }

        public Vectors with(GroupTest having) {
            return new Vectors(inputs, queries, constants, rows, having);
        }
    }

    /**
     * What is tested of groups before they are rows.
     *
     * @param constants values that are the same for all groups, to be computed when there is one
     */
    public record GroupTest(VectorHaving having, List<Expr> constants) {}

    /**
     * Rows that vectors hand on.
     *
     * @param columns what is known of each
     * @param filters the conditions that vectors do not know, to be tested for each row
     * @param forWindows they are the inputs of the windows, and nothing is left to be tested
     */
    public record VectorRows(List<Expr.Column> columns, List<Expr> filters, boolean forWindows) {
        /** The inputs of the windows. */
        public static final VectorRows FOR_WINDOWS = new VectorRows(List.of(), List.of(), true);

        public VectorRows(List<Expr.Column> columns, List<Expr> filters) {
            this(columns, filters, false);
        }
    }

    /**
     * A table.
     *
     * @param source its place in {@link SelectPlan#sources}
     * @param columns what is read of it, by place in the table, or {@link Expr.Column#ROWID}
     * @param build how its rows are found; null for the first
     * @param index an index that has these columns, and much less to read than the table; or null
     * @param given how a virtual table is asked for them; null for any other
     */
    public record VectorInput(
            int source, List<Integer> columns, VectorBuild build, Index index, GivenColumns given) {
        public VectorInput {
            assert columns.stream().distinct().count() == columns.size() : columns;
        }
    }

    /** How the rows of a group come together. */
    public enum Gathering {
        /** The loops give equal keys next to each other. */
        ORDERED,
        /** A sorter brings them next to each other. */
        SORTER,
        /** Each row finds its group in a hash table. */
        HASH
    }

    /**
     * Window functions: rows of {@code width} columns, the first of which are computed below.
     *
     * @param specs one after the other; each adds its columns
     */
    public record Windows(List<Expr> inputs, List<WindowSpec> specs, int width) {
        public Windows {
            assert width >= inputs.size() : width + " for " + inputs;
        }
    }

    /** How repeated rows are dropped. */
    public enum Distinct {
        /** No DISTINCT, or rows cannot repeat. */
        NONE,
        /** Equal rows come next to each other: compare with the row before. */
        ORDERED,
        /** Rows seen are kept in a temporary index. */
        UNORDERED
    }
}
