package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.resolve.FromClause;
import org.sqlvm.engine.plan.stats.Sizes;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code WHERE o.c IN (SELECT id FROM c WHERE …)} and {@code WHERE EXISTS (SELECT * FROM c WHERE
 * c.id = o.c AND …)} are {@code o JOIN c ON c.id = o.c AND …} where {@code id} is a key: then no
 * row of o finds two. {@code (SELECT name FROM c WHERE c.id = o.c)} is a column of a LEFT JOIN. So
 * the order of the tables is free, and a query costs the same however it is written.
 */
public final class SemijoinRule {
    private final RewriteContext context;
    private final Query.Block block;
    private final List<FromItem> from;
    /** Conditions of queries that are joins now. */
    private Expr joined;

    private SemijoinRule(RewriteContext context, Query.Block block) {
        this.context = context;
        this.block = block;
        this.from = new ArrayList<>(block.from());
    }

    static Query.Block apply(Query.Block block, RewriteContext context) {
        return block.from().isEmpty() ? block : new SemijoinRule(context, block).apply();
    }

    private Query.Block apply() {
        Expr where = null;
        for (Expr condition : Exprs.conjuncts(block.where())) {
            boolean isJoin = switch (condition) {
                case Expr.Exists exists -> join(exists.nested(), List.of());
                case Expr.InQuery in -> !in.negated() && join(in.nested(), equalities(in));
                default -> false;
            };
            where = isJoin ? where : Exprs.and(where, withColumns(condition));
        }
        // A LIMIT ends the loops early, before many values have been asked for.
        boolean all = !block.grouped() && block.limit() == null;
        List<Expr> values = all ? Exprs.mapAll(block.values(), this::withColumns) : block.values();
        List<SortKey> order =
                all ? Exprs.mapOrder(block.order(), this::withColumns) : block.order();
        return from.size() == block.from().size()
                ? block
                : block.with(from, Exprs.and(where, joined)).withValues(values).withOrder(order);
    }

    /** What IN says: each operand equals a column of the query. */
    private static List<Expr> equalities(Expr.InQuery in) {
        List<Expr> equal = new ArrayList<>();
        if (in.nested().query() instanceof Query.Block inner && !inner.grouped()) {
            for (int i = 0; i < in.operands().size(); i++) {
                equal.add(new Expr.Compare(
                        CompareOperator.EQ,
                        inner.values().get(i),
                        in.operands().get(i),
                        in.comparisons().get(i)));
            }
        }
        return equal;
    }

    /**
     * Joins the tables of a query of which only matters whether it has a row.
     *
     * @param equal further conditions, over its values as they are written
     * @return false if it has to stay a query
     */
    private boolean join(Expr.Nested nested, List<Expr> equal) {
        Query.Block inner = plain(nested);
        if (inner == null || equal.stream().anyMatch(SemijoinRule::mayNotMove)) {
            return false;
        }
        // The rules may have put other columns for those of a view.
        List<Expr> conditions = new ArrayList<>(Exprs.conjuncts(inner.where()));
        for (int i = 0; i < equal.size(); i++) {
            Expr.Compare written = (Expr.Compare) equal.get(i);
            conditions.add(new Expr.Compare(
                    written.operator(),
                    inner.values().get(i),
                    written.right(),
                    written.comparison()));
        }
        List<Expr> own = Exprs.mapAll(conditions, condition -> outside(condition, nested));
        if (!isKeyed(inner.from(), own)) {
            return false;
        }
        boolean there = from.stream()
                .anyMatch(item ->
                        item.source().number() == inner.from().get(0).source().number());
        if (there) {
            return true; // The same condition again, by the name of a result column.
        }
        from.addAll(inner.from());
        for (Expr condition : own) {
            joined = Exprs.and(joined, condition);
        }
        return true;
    }

    /** Queries of one row as columns, where they are evaluated for every row. */
    private Expr withColumns(Expr expression) {
        if (expression instanceof Expr.Case
                || expression instanceof Expr.Or
                || expression instanceof Expr.Coalesce) {
            return expression;
        }
        Expr column = expression instanceof Expr.ScalarQuery scalar ? column(scalar) : null;
        return column != null ? column : Exprs.mapChildren(expression, this::withColumns);
    }

    private Expr column(Expr.ScalarQuery scalar) {
        Query.Block inner = plain(scalar.nested());
        boolean single = inner != null
                && scalar.nested().isCorrelated()
                && inner.from().size() == 1
                && inner.values().get(scalar.column()) instanceof Expr.Column;
        if (!single) {
            return null;
        }
        FromItem item = inner.from().get(0);
        Expr.Column value = (Expr.Column) inner.values().get(scalar.column());
        boolean there = from.stream()
                .anyMatch(other -> other.source().number() == item.source().number());
        if (there) {
            return asValue(value); // Another column of a row value.
        }
        List<Expr> on = Exprs.mapAll(
                Exprs.conjuncts(inner.where()), condition -> outside(condition, scalar.nested()));
        boolean keyed = on.stream().noneMatch(Exprs::hasQuery) && isKeyed(inner.from(), on);
        if (!keyed) {
            return null;
        }
        from.add(new FromItem(item.source(), true, false, on));
        return asValue(value);
    }

    /**
     * The column as the value of a query, which has its affinity but not its collation: DISTINCT
     * and windows compare such values as they are written.
     */
    private Expr.Column asValue(Expr.Column column) {
        return new Expr.Column(
                column.source(),
                column.index(),
                column.name(),
                column.affinity(),
                Collation.binary(context.options().encoding()));
    }

    /** The query of {@code nested}, if its tables may join others; else null. */
    private Query.Block plain(Expr.Nested nested) {
        if (!(nested.query() instanceof Query.Block raw) || raw.grouped() || raw.limit() != null) {
            return null;
        }
        Query.Block inner = context.rewritten(raw);
        boolean plain = !inner.grouped()
                && inner.limit() == null
                && !inner.from().isEmpty()
                && from.size() + inner.from().size() <= FromClause.TABLE_COUNT_MAX
                && inner.from().stream().allMatch(SemijoinRule::isTable)
                && Queries.expressions(inner).stream().noneMatch(SemijoinRule::mayNotMove)
                && nested.values().stream().noneMatch(SemijoinRule::mayNotMove);
        return plain ? inner : null;
    }

    private static boolean isTable(FromItem item) {
        return !item.leftJoin()
                && !item.fixed()
                && item.source().relation() instanceof Relation.Stored;
    }

    private static boolean mayNotMove(Expr expression) {
        return !Correlation.isMovable(expression)
                || !Exprs.isDeterministic(expression)
                || Exprs.hasAggregate(expression);
    }

    /** The expression of a nested query as one of the query around. */
    public static Expr outside(Expr expression, Expr.Nested nested) {
        if (expression instanceof Expr.Outer outer) {
            for (Expr.Argument argument : nested.arguments()) {
                if (argument.slot() == outer.slot()) {
                    return argument.value();
                }
            }
        }
        return Exprs.mapChildren(expression, child -> outside(child, nested));
    }

    /** Whether at most one row of the inner tables meets a row of those that are there already. */
    private boolean isKeyed(List<FromItem> inner, List<Expr> conditions) {
        SourcePlaces places = new SourcePlaces();
        from.forEach(item -> places.add(item.source()));
        inner.forEach(item -> places.add(item.source()));
        List<Term.Use> equal = new ArrayList<>();
        for (Expr condition : conditions) {
            for (Term.Use use : Term.of(condition, places).uses()) {
                if (use.kind() == Term.Kind.EQUAL && !use.matchNull()) {
                    equal.add(use);
                }
            }
        }
        long known = (1L << from.size()) - 1;
        List<FromItem> open = new ArrayList<>(inner);
        while (!open.isEmpty()) {
            int before = open.size();
            for (FromItem item : List.copyOf(open)) {
                if (isKeyed(item.source(), equal, known)) {
                    known |= places.bit(item.source().number());
                    open.remove(item);
                }
            }
            if (open.size() == before) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKeyed(Source source, List<Term.Use> equal, long known) {
        Table table = source.table();
        List<Term.Use> own = equal.stream()
                .filter(use ->
                        use.column().source() == source.number() && (use.others() & ~known) == 0)
                .toList();
        boolean rowid = table.hasRowid()
                && own.stream()
                        .anyMatch(use -> Sizes.isRowid(table, use.column().index())
                                && use.comparison().affinity() != Affinity.TEXT);
        if (rowid || (table.withoutRowid() && isKeyed(table, table.primaryKey(), own))) {
            return true;
        }
        return table.indexes().stream().anyMatch(index -> isKeyed(table, index, own));
    }

    /** Whether all columns of a unique index are held equal as the index compares them. */
    private static boolean isKeyed(Table table, Index index, List<Term.Use> equal) {
        if (!index.unique() || index.where() != null) {
            return false;
        }
        for (Index.IndexColumn column : index.columns().subList(0, index.keyCount())) {
            int place = column.tableColumn();
            boolean held = place >= 0
                    && equal.stream()
                            .anyMatch(use -> use.column().index() == place
                                    && use.fits(
                                            table.columns().get(place).affinity(),
                                            column.collation()));
            if (!held) {
                return false;
            }
        }
        return true;
    }
}
