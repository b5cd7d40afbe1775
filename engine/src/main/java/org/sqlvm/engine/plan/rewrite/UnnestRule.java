package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.plan.resolve.DerivedTable;
import org.sqlvm.engine.plan.resolve.FromClause;
import org.sqlvm.engine.plan.rewrite.Correlation.Key;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.cache.ColumnCache;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Queries in expressions that would run for each row run once: those that read of the row around
 * them only what a column of theirs must equal.
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
    private final RewriteContext context;
    private final Query.Block block;
    private final List<FromItem> from;
    /** How many rows the other conditions leave. */
    private double runs = -1;
    /** What has been made of the queries: one that is named by an alias stands twice. */
    private final Map<Expr, Expr> columns = new IdentityHashMap<>();

    private UnnestRule(RewriteContext context, Query.Block block) {
        this.context = context;
        this.block = block;
        this.from = new ArrayList<>(block.from());
    }

    static Query.Block apply(Query.Block block, RewriteContext context) {
        Query.Block changed = unnested(block, context);
        // An equality that lets INDEXED BY name a partial index has to stay one.
        boolean lost = block.from().stream().anyMatch(FromItem::wantsPartialIndex)
                && context.loops(block).isPossible()
                && !context.loops(changed).isPossible();
        return lost ? block : changed;
    }

    private static Query.Block unnested(Query.Block block, RewriteContext context) {
        List<Expr> all = new ArrayList<>(block.values());
        block.order().forEach(key -> all.add(key.value()));
        for (Expr condition : new Expr[] {block.where(), block.having()}) {
            if (condition != null) {
                all.add(condition);
            }
        }
        boolean concerned = !block.from().isEmpty() && all.stream().anyMatch(Exprs::hasQuery);
        return concerned ? new UnnestRule(context, block).apply() : block;
    }

    private static boolean hasCorrelated(Expr expression) {
        Expr.Nested nested = Exprs.nested(expression);
        return (nested != null && nested.isCorrelated())
                || Exprs.children(expression).stream().anyMatch(UnnestRule::hasCorrelated);
    }

    private Query.Block apply() {
        Expr where = null;
        for (Expr condition : Exprs.conjuncts(block.where())) {
            Expr changed = condition(condition);
            where = Exprs.and(where, changed != null ? changed : replaced(condition));
        }
        // Values are not computed for rows behind LIMIT; but a sort has computed them before.
        if (block.order().isEmpty() && !block.distinct() && !block.grouped()) {
            runs = Sizes.limited(runs(), block.limit());
        }
        UnaryOperator<Expr> change = block.grouped() ? this::aggregated : this::replaced;
        List<Expr> values = Exprs.mapAll(block.values(), change);
        List<SortKey> order = Exprs.mapOrder(block.order(), change);
        Expr having = block.having() == null ? null : aggregated(block.having());
        return block.with(from, where).withValues(values).withOrder(order).withHaving(having);
    }

    private Expr replaced(Expr expression) {
        Expr changed = switch (expression) {
            case Expr.ScalarQuery scalar -> columns.computeIfAbsent(scalar, _ -> joined(scalar));
            case Expr.Exists exists -> asSet(exists.nested(), List.of());
            case Expr.InQuery in
            when isNeverNull(in) -> {
                Expr set = asSet(in.nested(), keys(in));
                yield set == null || !in.negated()
                        ? set
                        : new Expr.Unary(Expr.UnaryOperator.NOT, set);
            }
            default -> null;
        };
        return changed != null ? changed : Exprs.mapChildren(expression, this::replaced);
    }

    /** Of an expression over groups, what is evaluated for every row: inside of aggregates. */
    private Expr aggregated(Expr expression) {
        return Exprs.mapChildren(
                expression,
                expression instanceof Expr.Aggregate ? this::replaced : this::aggregated);
    }

    /** A whole condition of WHERE, for which NULL is as good as false; null if nothing changes. */
    private Expr condition(Expr condition) {
        Expr set = switch (condition) {
            case Expr.Exists exists -> asSet(exists.nested(), List.of());
            case Expr.InQuery in
            when !in.negated() ->
                in.nested().isCorrelated() ? asSet(in.nested(), keys(in)) : asExists(in);
            default -> null;
        };
        // A query for one column may find the rows of another loop.
        return set instanceof Expr.IsTruth is
                        && is.operand() instanceof Expr.InQuery in
                        && in.operands().size() == 1
                ? in
                : set;
    }

    private static List<Key> keys(Expr.InQuery in) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < in.operands().size(); i++) {
            keys.add(new Key(null, in.operands().get(i), in.comparisons().get(i)));
        }
        return keys;
    }

    /** Whether IN is either true or false. */
    private boolean isNeverNull(Expr.InQuery in) {
        return in.nested().isCorrelated()
                && in.nested().query() instanceof Query.Block inner
                && in.operands().stream().allMatch(value -> isNeverNull(value, block))
                && inner.values().stream().allMatch(value -> isNeverNull(value, inner));
    }

    private static boolean isNeverNull(Expr value, Query.Block of) {
        if (!(value instanceof Expr.Column column)) {
            return value instanceof Expr.Constant constant && !constant.isNull();
        }
        return of.from().stream()
                .anyMatch(item -> item.source().number() == column.source()
                        && !item.leftJoin()
                        && item.source().relation() instanceof Relation.Stored
                        && (Sizes.isRowid(item.source().table(), column.index())
                                || item.source()
                                        .table()
                                        .columns()
                                        .get(column.index())
                                        .notNull()));
    }

    /**
     * IN as a query for each row that looks for the one value, where that costs less than all
     * values at once; else null.
     */
    private Expr asExists(Expr.InQuery in) {
        boolean plain = in.nested().query() instanceof Query.Block raw
                && !raw.grouped()
                && !raw.from().isEmpty()
                && raw.limit() == null
                && in.operands().stream()
                        .allMatch(value -> Exprs.isDeterministic(value) && !Exprs.hasQuery(value));
        if (!plain) {
            return null;
        }
        Query.Block inner = context.rewritten((Query.Block) in.nested().query());
        boolean known = inner.from().stream()
                        .allMatch(item -> context.sizes().isKnown(item.source()))
                && block.from().stream().allMatch(item -> context.sizes().isKnown(item.source()))
                && Queries.expressions(inner).stream()
                        .allMatch(value -> Correlation.isMovable(value) && !Exprs.hasQuery(value))
                && context.loops(inner).isPossible();
        if (!known) {
            return null;
        }
        List<Expr.Argument> arguments = new ArrayList<>();
        Expr where = inner.where();
        for (int i = 0; i < in.operands().size(); i++) {
            Expr operand = in.operands().get(i);
            Comparison comparison = in.comparisons().get(i);
            Expr.Argument argument = new Expr.Argument(context.numbering().slot(), operand);
            arguments.add(argument);
            Expr.Outer outer = new Expr.Outer(
                    argument.slot(),
                    Typing.affinity(operand),
                    Typing.collation(operand, comparison.collation()));
            Expr value = inner.values().get(i);
            where = Exprs.and(
                    where, new Expr.Compare(CompareOperator.EQ, value, outer, comparison));
        }
        Query.Block each = inner.withWhere(where);
        return isCheaper(firstRow(each), inner)
                ? null
                : new Expr.Exists(new Expr.Nested(each, List.copyOf(arguments)));
    }

    /** What it costs to find out whether a query has a row. */
    private double firstRow(Query.Block query) {
        LoopPlanner each = context.loops(query);
        return CostModel.firstRow(each.cost(), each.rows());
    }

    /** The value as a column of a left join, or null if it has to stay a query. */
    private Expr joined(Expr.ScalarQuery scalar) {
        Correlation correlation = Correlation.of(scalar.nested(), context);
        if (correlation == null
                || !correlation.isOneRow()
                || from.size() >= FromClause.TABLE_COUNT_MAX) {
            return null;
        }
        Query.Block inner = correlation.block();
        Expr value = inner.values().get(scalar.column());
        if (hasBareColumn(value)
                || hasRegisteredAggregate(value)
                || !correlation.keys().stream().allMatch(Key::isGroupable)) {
            return null;
        }
        List<Expr> keys = correlation.keys().stream().map(Key::inner).toList();
        List<Expr> values = new ArrayList<>(keys);
        values.add(value);
        Query.Block grouped = Query.Block.grouped(
                inner.from(), correlation.rest(), keys, values, columns(values.size()));
        double risk = isCounted(inner) ? 1 : CostModel.GUESS_RISK;
        boolean vectors = isOnVectors(inner);
        VectorUse use = context.options().vectors();
        boolean cheaper = (vectors && use != VectorUse.AUTO)
                ? use == VectorUse.ALWAYS || isCheaperOnVectors(inner)
                : isCheaper(risk * context.loops(inner).cost(), grouped);
        if (!cheaper) {
            return null;
        }
        if (vectors) {
            grouped = grouped.withWhere(asked(correlation));
        }
        int number = context.numbering().source();
        Table table = DerivedTable.of(
                "(subquery)",
                List.of(),
                grouped,
                Collation.binary(context.options().encoding()));
        List<Expr> on = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            Key key = correlation.keys().get(i);
            on.add(new Expr.Compare(
                    CompareOperator.EQ, column(number, i, table), key.outer(), key.comparison()));
        }
        Source source = Source.ofQuery(number, table, new Relation.Derived(grouped, true));
        from.add(new FromItem(source, true, false, List.copyOf(on)));
        // A key that was found is not NULL.
        Expr missing = new Expr.IsNull(column(number, 0, table), false);
        return new Expr.Case(
                null,
                List.of(new Expr.When(missing, ofNoRows(value))),
                column(number, keys.size(), table));
    }

    /** Whether the query is one that vectors compute for all rows at once. */
    private boolean isOnVectors(Query.Block query) {
        return switch (context.options().vectors()) {
            case NEVER -> false;
            case ALWAYS -> true;
            case AUTO, LARGE ->
                query.from().stream().allMatch(item -> context.sizes().isKnown(item.source()))
                        && query.from().stream()
                                .anyMatch(item -> context.sizes().rows(item.source())
                                        >= ColumnCache.ROWS_MIN);
        };
    }

    /** Whether reading all tables on vectors is less than the runs it saves. */
    private boolean isCheaperOnVectors(Query.Block query) {
        double rows = 0;
        for (FromItem item : query.from()) {
            rows += context.sizes().rows(item.source());
        }
        return CostModel.vectorGroups(rows) < context.loops(query).cost() * runs();
    }

    /** The conditions of a query, and that somebody asks for its rows. */
    private Expr asked(Correlation correlation) {
        KeyDomain domain = new KeyDomain(context, block);
        Expr where = correlation.rest();
        for (Key key : correlation.keys()) {
            Expr condition = domain.condition(key);
            where = condition == null ? where : Exprs.and(where, condition);
        }
        return where;
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

    /** What such an aggregate is of no rows, only its own code can say. */
    private static boolean hasRegisteredAggregate(Expr value) {
        return value instanceof Expr.Aggregate aggregate
                ? aggregate.function() instanceof RegisteredAggregate
                : Exprs.children(value).stream().anyMatch(UnnestRule::hasRegisteredAggregate);
    }

    /** What an expression over aggregates is where there are no rows. */
    private static Expr ofNoRows(Expr value) {
        return value instanceof Expr.Aggregate aggregate
                ? new Expr.Constant(
                        aggregate.function().accumulator(aggregate.collation()).result())
                : Exprs.mapChildren(value, UnnestRule::ofNoRows);
    }

    /**
     * EXISTS, or IN, as a look into a set, or null if it has to stay a query.
     *
     * @param values what the query's columns must equal
     */
    private Expr asSet(Expr.Nested query, List<Key> values) {
        Correlation correlation = Correlation.of(query, context);
        if (correlation == null || correlation.block().grouped()) {
            return null;
        }
        Query.Block inner = correlation.block();
        List<Key> all = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Key key = values.get(i);
            all.add(new Key(inner.values().get(i), key.outer(), key.comparison()));
        }
        all.addAll(correlation.keys());
        List<Expr> keys = all.stream().map(Key::inner).toList();
        Query.Block set =
                Query.Block.of(inner.from(), correlation.rest(), keys, columns(keys.size()));
        // Of EXISTS the first row decides.
        double each = values.isEmpty() ? firstRow(inner) : context.loops(inner).cost();
        if (!isCheaper(each, set)) {
            return null;
        }
        List<Expr> operands = all.stream().map(Key::outer).toList();
        List<Comparison> comparisons = all.stream().map(Key::comparison).toList();
        Expr.Nested nested = new Expr.Nested(set, List.of());
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
        LoopPlanner all = context.loops(once);
        double set = all.cost() + CostModel.group(all.rows());
        return set + CostModel.setProbes(runs()) < each * runs();
    }

    private double runs() {
        if (runs < 0) {
            Expr others = null;
            for (Expr condition : Exprs.conjuncts(block.where())) {
                others = hasCorrelated(condition) ? others : Exprs.and(others, condition);
            }
            runs = context.loops(block.withWhere(others)).rows();
        }
        return runs;
    }
}
