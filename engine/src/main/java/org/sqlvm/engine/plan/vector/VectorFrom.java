package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.access.GivenPath;
import org.sqlvm.engine.plan.access.LoopPlanner;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.resolve.DerivedTable;
import org.sqlvm.engine.plan.rewrite.RewriteContext;
import org.sqlvm.engine.plan.rewrite.SemijoinRule;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.query.HashJoinKind;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What an aggregation on vectors reads: the tables of FROM, and those of queries in WHERE that ask
 * whether there is a row. {@code x IN (SELECT y FROM t WHERE c)} and {@code EXISTS (SELECT * FROM t
 * WHERE y = x AND c)} are joins with t here, of which each row takes part once at most.
 */
final class VectorFrom {
    private final RewriteContext context;
    private final Query.Block block;
    private final List<Part> parts = new ArrayList<>();
    private final List<Expr> conditions = new ArrayList<>();

    /** The plans of the block's queries. */
    private final NestedPlans plans;

    /** The plans of queries whose rows are kept. */
    private final NestedPlans.Builder kept = new NestedPlans.Builder(NestedPlans.NONE);

    private boolean fits = true;
    private double queryCost;

    /**
     * A table or a query; the conditions of the item are those of an outer join or of a set.
     *
     * @param given how columns of a virtual table are asked for; null for anything else
     */
    public record Part(FromItem item, HashJoinKind kind, GivenPath given) {
        Part(FromItem item, HashJoinKind kind) {
            this(item, kind, null);
        }

        Source source() {
            return item.source();
        }

        boolean isStored() {
            return item.source().relation() instanceof Relation.Stored;
        }

        /** Whether it can be what others are joined to. The rows of a query cannot. */
        boolean mayBeRoot() {
            return isStored() || given != null;
        }
    }

    private VectorFrom(Query.Block block, NestedPlans plans, RewriteContext context) {
        this.block = block;
        this.plans = plans;
        this.context = context;
    }

    /**
     * What {@code block} reads; null if one of its sources is not known.
     *
     * @param plans of its queries
     */
    static VectorFrom of(Query.Block block, NestedPlans plans, RewriteContext context) {
        VectorFrom from = new VectorFrom(block, plans, context);
        block.from().forEach(from::add);
        Exprs.conjuncts(block.where()).forEach(from::add);
        for (Part part : from.fits ? from.parts : List.<Part>of()) {
            if (part.given() != null && part.kind() == HashJoinKind.INNER) {
                from.conditions.removeAll(part.given().decided());
            }
        }
        return from.fits && from.parts.size() < Long.SIZE ? from : null;
    }

    List<Part> parts() {
        return parts;
    }

    /** What is left of WHERE, with the conditions of inner joins. */
    List<Expr> conditions() {
        return conditions;
    }

    void mapConditions(UnaryOperator<Expr> change) {
        conditions.replaceAll(change);
    }

    /** The block as this reads it. */
    Query.Block block() {
        Expr where = null;
        for (Expr condition : conditions) {
            where = Exprs.and(where, condition);
        }
        return block.with(parts.stream().map(Part::item).toList(), where);
    }

    /** The plans of the queries that are sources here. */
    NestedPlans kept() {
        return kept.build();
    }

    /** What rows are guessed to cost in the queries that are joins here. */
    double queryCost() {
        return queryCost;
    }

    /** What loops of rows are guessed to cost. */
    double loopCost() {
        return context.loops(block).cost();
    }

    // ------------------------------------------------------------------ FROM

    private void add(FromItem item) {
        GivenPath given = given(item);
        fits &= switch (item.source().relation()) {
            case Relation.Stored stored -> stored.index() == null;
            case Relation.Derived derived -> !Queries.isCorrelated(derived.query());
            case Relation.Virtual _ -> given != null;
            case Relation.Working _ -> false;
        };
        if (item.leftJoin()) {
            List<Expr> on = new ArrayList<>(item.on());
            if (given != null) {
                on.removeAll(given.decided());
            }
            parts.add(new Part(item.withOn(List.copyOf(on)), HashJoinKind.LEFT, given));
        } else {
            item.on().forEach(condition -> conditions.addAll(Exprs.conjuncts(condition)));
            parts.add(new Part(item.withOn(List.of()), HashJoinKind.INNER, given));
        }
    }

    /** How a virtual table gives columns; null if it does not. */
    private GivenPath given(FromItem item) {
        boolean gives = item.source().relation() instanceof Relation.Virtual virtual
                && virtual.table().hasBatches(context.sizes().preparation().registered());
        return gives ? context.loops(block).given(block.from().indexOf(item)) : null;
    }

    // ------------------------------------------------------------------ WHERE

    private void add(Expr condition) {
        if (!addSet(condition)) {
            conditions.add(condition);
        }
    }

    /** Whether a condition asks for a row of a query that is a join now. */
    private boolean addSet(Expr condition) {
        Expr asked = condition;
        boolean wanted = true;
        while (asked instanceof Expr.Unary not && not.operator() == Expr.UnaryOperator.NOT) {
            wanted = !wanted;
            asked = not.operand();
        }
        boolean definite = asked instanceof Expr.IsTruth is && is.truth();
        if (definite) {
            wanted ^= ((Expr.IsTruth) asked).negated();
            asked = ((Expr.IsTruth) asked).operand();
        }
        return switch (asked) {
            case Expr.Exists exists
            when exists.nested().isCorrelated() ->
                addExists(exists.nested(), wanted ? HashJoinKind.SEMI : HashJoinKind.ANTI);
            case Expr.InQuery in
            when !(definite && in.negated()) -> {
                HashJoinKind negative = definite ? HashJoinKind.ANTI : HashJoinKind.NOT_IN;
                yield addIn(in, wanted != in.negated() ? HashJoinKind.SEMI : negative);
            }
            default -> false;
        };
    }

    private boolean addExists(Expr.Nested nested, HashJoinKind kind) {
        Query.Block inner = plain(nested.query());
        if (inner == null) {
            return false;
        }
        List<Expr> on = new ArrayList<>();
        for (Expr condition : Exprs.conjuncts(inner.where())) {
            on.add(SemijoinRule.outside(condition, nested));
        }
        LoopPlanner each = context.loops(inner);
        double first = CostModel.firstRow(each.cost(), each.rows());
        queryCost += first * context.loops(block).rows();
        parts.add(new Part(inner.from().get(0).withOn(List.copyOf(on)), kind));
        return true;
    }

    private boolean addIn(Expr.InQuery in, HashJoinKind kind) {
        boolean possible = !in.nested().isCorrelated()
                && (kind != HashJoinKind.NOT_IN || in.operands().size() == 1)
                && in.operands().stream().noneMatch(Exprs::hasQuery)
                && in.operands().stream().anyMatch(VectorFrom::hasColumn);
        if (!possible) {
            return false;
        }
        Query query = in.nested().query();
        Query.Block inner = plain(query);
        if (inner != null && inner.order().stream().anyMatch(key -> Exprs.hasCall(key.value()))) {
            inner = null; // Its rows are sorted, since an error of a key counts.
        }
        FromItem item;
        List<Expr> values;
        List<Expr> on = new ArrayList<>();
        if (inner != null && inner.values().stream().allMatch(Expr.Column.class::isInstance)) {
            item = inner.from().get(0);
            values = inner.values();
            on.addAll(Exprs.conjuncts(inner.where()));
            queryCost += context.loops(inner).cost();
        } else {
            int number = context.numbering().source();
            Table table = DerivedTable.of(
                    "(subquery)",
                    List.of(),
                    query,
                    Collation.binary(context.options().encoding()));
            Relation.Derived rows = new Relation.Derived(query, true);
            item = new FromItem(Source.ofQuery(number, table, rows), false, false, List.of());
            values = columns(number, table);
            if (!kept.has(query)) {
                kept.add(query, plans.of(query));
            }
        }
        for (int i = 0; i < in.operands().size(); i++) {
            on.add(new Expr.Compare(
                    Expr.CompareOperator.EQ,
                    values.get(i),
                    in.operands().get(i),
                    in.comparisons().get(i)));
        }
        parts.add(new Part(item.withOn(List.copyOf(on)), kind));
        return true;
    }

    private static boolean hasColumn(Expr expression) {
        return expression instanceof Expr.Column
                || Exprs.children(expression).stream().anyMatch(VectorFrom::hasColumn);
    }

    private static List<Expr> columns(int number, Table table) {
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            columns.add(new Expr.Column(
                    number,
                    i,
                    table.columns().get(i).name(),
                    table.columns().get(i).affinity(),
                    table.columns().get(i).collation()));
        }
        return columns;
    }

    /** The rows of one table that conditions choose; null if a query is more than that. */
    private Query.Block plain(Query query) {
        if (!(query instanceof Query.Block raw)) {
            return null;
        }
        Query.Block inner = context.rewritten(raw);
        boolean plain = !inner.grouped()
                && inner.limit() == null
                && inner.offset() == null
                && inner.from().size() == 1
                && !inner.from().get(0).leftJoin()
                && inner.from().get(0).on().isEmpty()
                && inner.from().get(0).source().relation() instanceof Relation.Stored stored
                && stored.index() == null
                && inner.values().stream().noneMatch(VectorFrom::isMore)
                && (inner.where() == null || !Exprs.hasQuery(inner.where()))
                && parts.stream()
                        .noneMatch(part -> part.source().number()
                                == inner.from().get(0).source().number());
        return plain ? inner : null;
    }

    private static boolean isMore(Expr value) {
        return Exprs.hasQuery(value) || Exprs.hasAggregate(value) || Exprs.hasWindow(value);
    }
}
