package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.Expr.CompareOperator;
import org.sqlvm.engine.plan.Expr.Comparison;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Queries in WHERE that would run for each row run once: those that read of the row around them
 * only what a column of theirs must equal.
 *
 * <p>{@code x > (SELECT avg(b) FROM t WHERE t.k = o.k)} becomes a left join with {@code SELECT k,
 * avg(b) FROM t GROUP BY k}, and {@code EXISTS (SELECT * FROM t WHERE t.k = o.k)} becomes
 * {@code o.k IN (SELECT k FROM t) IS TRUE}. That is done where it costs less: an index may find the
 * few rows of t that few rows of o ask for sooner.
 *
 * <p>The idea of pulling the dependent condition up into a join is from T. Neumann and A. Kemper,
 * Unnesting Arbitrary Queries, BTW 2015.
 */
final class UnnestRule {
    static final String NAME = "unnest";

    /** Looking a row up in a hash table. */
    private static final double PROBE_COST = 2;

    private static final double HASH_COST = 1.5;

    /** Finding the first row in an index. */
    private static final double SEEK_COST = 12;

    /**
     * Without statistics an index may find many times more rows than the usual few. A table read
     * once too often costs less than a query that is slow for every row.
     */
    private static final double GUESS_RISK = 1.5;

    /**
     * Functions that no value makes fail. Another would report the error of a row that nobody has
     * asked for.
     */
    private static final Set<String> HARMLESS = Set.of(
            "like",
            "glob",
            "length",
            "lower",
            "upper",
            "substr",
            "substring",
            "instr",
            "trim",
            "ltrim",
            "rtrim",
            "round",
            "typeof",
            "date",
            "datetime",
            "strftime",
            "julianday");

    private final Planner planner;
    private final Query.Block block;
    private final List<FromClause.Item> from;
    /** How many rows the other conditions leave. */
    private double runs = -1;

    private UnnestRule(Planner planner, Query.Block block) {
        this.planner = planner;
        this.block = block;
        this.from = new ArrayList<>(block.from());
    }

    static Query.Block apply(Query.Block block, Planner planner) {
        boolean concerned = block.where() != null
                && !block.from().isEmpty()
                && Exprs.conjuncts(block.where()).stream().anyMatch(UnnestRule::hasCorrelated);
        return concerned ? new UnnestRule(planner, block).apply() : block;
    }

    private static boolean hasCorrelated(Expr expression) {
        Expr.Nested nested = Exprs.nested(expression);
        return (nested != null && nested.isCorrelated())
                || Exprs.children(expression).stream().anyMatch(UnnestRule::hasCorrelated);
    }

    private Query.Block apply() {
        Expr where = null;
        for (Expr condition : Exprs.conjuncts(block.where())) {
            where = Exprs.and(where, replaced(condition));
        }
        return block.with(from, where);
    }

    private Expr replaced(Expr expression) {
        Expr changed = switch (expression) {
            case Expr.ScalarQuery scalar -> joined(scalar);
            case Expr.Exists exists -> asSet(exists);
            default -> null;
        };
        return changed != null ? changed : Exprs.mapChildren(expression, this::replaced);
    }

    /** The value as a column of a left join, or null if it has to stay a query. */
    private Expr joined(Expr.ScalarQuery scalar) {
        Correlation correlation = correlation(scalar.nested());
        if (correlation == null || !correlation.isOneRow()) {
            return null;
        }
        Query.Block inner = correlation.block;
        Expr value = inner.values().get(scalar.column());
        if (hasBareColumn(value) || !correlation.keys.stream().allMatch(Key::isGroupable)) {
            return null;
        }
        List<Expr> keys = correlation.keys.stream().map(Key::inner).toList();
        List<Expr> values = new ArrayList<>(keys);
        values.add(value);
        Query.Block grouped = Query.Block.grouped(
                inner.from(), correlation.rest, keys, values, columns(values.size()));
        double risk = isCounted(inner) ? 1 : GUESS_RISK;
        if (!isCheaper(risk * loops(inner).cost(), grouped)) {
            return null;
        }
        int number = planner.numbering().source();
        Table table = DerivedTable.of(
                "(subquery)", List.of(), grouped, Collation.binary(planner.encoding()));
        List<Expr> on = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            Key key = correlation.keys.get(i);
            on.add(new Expr.Compare(
                    CompareOperator.EQ, column(number, i, table), key.outer, key.comparison));
        }
        Scope.Source source =
                Scope.Source.ofQuery(number, table, new Relation.Derived(grouped, true));
        from.add(new FromClause.Item(source, true, false, List.copyOf(on)));
        // A key that was found is not NULL.
        Expr missing = new Expr.IsNull(column(number, 0, table), false);
        return new Expr.Case(
                null,
                List.of(new Expr.When(missing, ofNoRows(value))),
                column(number, keys.size(), table));
    }

    private static Expr.Column column(int source, int index, Table table) {
        return new Expr.Column(
                source,
                index,
                table.columns().get(index).name(),
                table.columns().get(index).affinity(),
                table.columns().get(index).collation());
    }

    private static List<ResultColumn> columns(int count) {
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(new ResultColumn("column" + i, null, null, null, null));
        }
        return List.copyOf(columns);
    }

    private static boolean hasBareColumn(Expr value) {
        return value instanceof Expr.Column
                || (!(value instanceof Expr.Aggregate)
                        && Exprs.children(value).stream().anyMatch(UnnestRule::hasBareColumn));
    }

    /** What an expression over aggregates is where there are no rows. */
    private static Expr ofNoRows(Expr value) {
        return value instanceof Expr.Aggregate aggregate
                ? new Expr.Constant(
                        aggregate.function().accumulator(aggregate.collation()).result())
                : Exprs.mapChildren(value, UnnestRule::ofNoRows);
    }

    /** EXISTS as a look into a set, or null if it has to stay a query. */
    private Expr asSet(Expr.Exists exists) {
        Correlation correlation = correlation(exists.nested());
        if (correlation == null || correlation.block.grouped()) {
            return null;
        }
        Query.Block inner = correlation.block;
        List<Expr> keys = correlation.keys.stream().map(Key::inner).toList();
        Query.Block set =
                Query.Block.of(inner.from(), correlation.rest, keys, columns(keys.size()));
        // The first row decides.
        LoopPlanner each = loops(inner);
        double first = SEEK_COST + each.cost() / Math.max(1, each.rows());
        if (!isCheaper(Math.min(each.cost(), first), set)) {
            return null;
        }
        List<Expr> operands = correlation.keys.stream().map(Key::outer).toList();
        List<Comparison> comparisons =
                correlation.keys.stream().map(Key::comparison).toList();
        Expr.Nested nested = new Expr.Nested(set, null, List.of());
        return new Expr.IsTruth(
                new Expr.InQuery(operands, nested, comparisons, false), true, false);
    }

    /** Whether ANALYZE has seen the tables. */
    private static boolean isCounted(Query.Block query) {
        return query.from().stream()
                .allMatch(item -> item.source().table().indexes().stream()
                        .allMatch(index -> index.statistics() != null));
    }

    /**
     * Whether one run of {@code once} and looking up its rows is less than the runs it saves.
     *
     * @param each what one of those costs
     */
    private boolean isCheaper(double each, Query.Block once) {
        LoopPlanner all = loops(once);
        if (runs < 0) {
            Expr others = null;
            for (Expr condition : Exprs.conjuncts(block.where())) {
                others = hasCorrelated(condition) ? others : Exprs.and(others, condition);
            }
            runs = loops(block.withWhere(others)).rows();
        }
        return all.cost() + HASH_COST * all.rows() + PROBE_COST * runs < each * runs;
    }

    private LoopPlanner loops(Query.Block query) {
        return new LoopPlanner(
                query.from(), query.where(), QueryPlanner.everything(query), planner.sizes());
    }

    /**
     * An equality that ties a query to the row around it.
     *
     * @param inner an expression over the query's own sources
     * @param outer one over the sources around it
     */
    private record Key(Expr inner, Expr outer, Comparison comparison) {
        /** Whether values that are different to GROUP BY are different to the comparison. */
        boolean isGroupable() {
            Affinity affinity = Typing.affinity(inner);
            Collation collation = Typing.collation(inner, comparison.collation());
            return collation.equals(comparison.collation())
                    && switch (comparison.affinity()) {
                        case NONE, BLOB -> true;
                        case TEXT -> affinity == Affinity.TEXT;
                        default -> affinity.isNumeric();
                    };
        }
    }

    /**
     * How a query depends on the row around it.
     *
     * @param rest the conditions that do not
     */
    private record Correlation(Query.Block block, List<Key> keys, Expr rest) {
        /** One row for each value of the keys, whatever there is in the tables. */
        boolean isOneRow() {
            return block.grouped() && block.keys().isEmpty() && block.having() == null;
        }
    }

    /** What ties the query, if it is equalities alone and nothing else stands against it. */
    private Correlation correlation(Expr.Nested nested) {
        if (!nested.isCorrelated() || !(nested.query() instanceof Query.Block raw)) {
            return null;
        }
        Query.Block inner = planner.rewritten(raw);
        boolean whole = inner.limit() == null
                && inner.offset() == null
                && !inner.from().isEmpty()
                && (!inner.grouped() || inner.keys().isEmpty())
                && Queries.expressions(inner).stream().allMatch(UnnestRule::isMovable);
        if (!whole) {
            return null;
        }
        List<Key> keys = new ArrayList<>();
        Expr rest = null;
        for (Expr condition : Exprs.conjuncts(inner.where())) {
            Key key = key(condition, nested);
            if (key != null && isArgument(key.inner, inner.from())) {
                return null;
            }
            if (key != null) {
                keys.add(key);
            } else {
                rest = Exprs.and(rest, condition);
            }
        }
        return keys.isEmpty() || Queries.isCorrelated(inner.withWhere(rest))
                ? null
                : new Correlation(inner, List.copyOf(keys), rest);
    }

    /** Whether a value is one that a virtual table cannot do without. */
    private static boolean isArgument(Expr value, List<FromClause.Item> from) {
        return value instanceof Expr.Column column
                && column.index() >= 0
                && from.stream()
                        .map(FromClause.Item::source)
                        .anyMatch(source -> source.number() == column.source()
                                && source.relation() instanceof Relation.Virtual
                                && source.table().columns().get(column.index()).hidden());
    }

    private static Key key(Expr condition, Expr.Nested nested) {
        if (!(condition instanceof Expr.Compare compare)
                || compare.operator() != CompareOperator.EQ) {
            return null;
        }
        Expr.Argument left = argument(compare.left(), nested);
        Expr.Argument right = argument(compare.right(), nested);
        if ((left == null) == (right == null)) {
            return null;
        }
        Expr inner = left == null ? compare.left() : compare.right();
        Expr outer = left == null ? right.value() : left.value();
        boolean apart = !Queries.isCorrelated(inner)
                && Exprs.isDeterministic(outer)
                && !(inner instanceof Expr.Constant)
                && !Exprs.hasQuery(inner)
                && !Exprs.hasQuery(outer);
        return apart ? new Key(inner, outer, compare.comparison()) : null;
    }

    private static Expr.Argument argument(Expr side, Expr.Nested nested) {
        if (side instanceof Expr.Outer outer) {
            for (Expr.Argument argument : nested.arguments()) {
                if (argument.slot() == outer.slot()) {
                    return argument;
                }
            }
        }
        return null;
    }

    /** Whether it can be evaluated where it would not have been: it does not fail. */
    static boolean isMovable(Expr expression) {
        boolean movable = switch (expression) {
            case Expr.Call call -> HARMLESS.contains(call.function().name());
            case Expr.WindowCall _ -> false;
            default -> true;
        };
        return movable && Exprs.children(expression).stream().allMatch(UnnestRule::isMovable);
    }
}
