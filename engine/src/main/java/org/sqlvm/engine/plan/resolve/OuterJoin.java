package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * RIGHT and FULL JOIN, said with what there is already. {@code a RIGHT JOIN b} is {@code b LEFT
 * JOIN a}; {@code a FULL JOIN b} is {@code a LEFT JOIN b} and, behind it, the rows of b that no row
 * of a joins. Its columns are everything that can be read of both sides, and what USING makes of
 * them.
 */
public final class OuterJoin {
    private final JoinKind kind;
    private final List<FromItem> left;
    private final List<FromItem> right;
    private final List<Expr> values;
    private final List<Expr> conditions = new ArrayList<>();
    private final Numbering numbering;
    private final Resolver resolver;
    private final Source source;

    /**
     * Its rows are known when its conditions are, but its columns at once.
     *
     * @param places the values it delivers, over both sides; gets the columns that they are in it
     */
    OuterJoin(
            JoinKind kind,
            List<FromItem> left,
            List<FromItem> right,
            Map<Expr, Expr> places,
            Numbering numbering,
            Resolver resolver) {
        this.kind = kind;
        this.left = left;
        this.right = right;
        this.values = List.copyOf(places.keySet());
        this.numbering = numbering;
        this.resolver = resolver;
        Table table = DerivedTable.of(
                "",
                List.of(),
                FromClause.unnamed(values.size()),
                values.stream().map(Query.Type::of).toList(),
                resolver.binary());
        this.source = Source.ofQuery(numbering.source(), table, null);
        for (int i = 0; i < values.size(); i++) {
            places.put(values.get(i), column(i, values.get(i)));
        }
    }

    List<FromItem> left() {
        return left;
    }

    /** Where a condition can be added until {@link #joined} is asked for. */
    List<Expr> conditions() {
        return conditions;
    }

    /** The source of its rows, which has no query yet. */
    Source source() {
        return source;
    }

    /** The column that {@code value} is, which compares as {@code first} does. */
    Expr.Column column(Expr value, Expr first) {
        return column(values.indexOf(value), first);
    }

    /** Likewise, by its index; a rowid has no collation in a join, either. */
    private Expr.Column column(int index, Expr first) {
        Expr.Column column = NameResolver.ownColumn(source, index);
        return new Expr.Column(
                column.source(),
                column.index(),
                column.name(),
                Typing.affinity(first),
                Typing.collation(first));
    }

    /** An expression over the join's columns as one over both sides. */
    Expr inside(Expr expression) {
        return expression instanceof Expr.Column column && column.source() == source.number()
                ? values.get(column.index())
                : Exprs.mapChildren(expression, this::inside);
    }

    /** The source with its query. */
    Source joined() {
        Query query = kind == JoinKind.RIGHT ? leftJoin(right, left) : fullJoin();
        return source.with(source.table(), new Relation.Derived(query, false));
    }

    private Query fullJoin() {
        Query unmatched = unmatched();
        Query matched = leftJoin(left, right);
        return new Query.Compound(
                matched,
                CompoundOperator.UNION_ALL,
                unmatched,
                matched.columns(),
                matched.types(),
                leftJoin(right, left));
    }

    /** Every row of {@code kept}, with the rows of {@code joined} that the conditions find. */
    private Query leftJoin(List<FromItem> kept, List<FromItem> joined) {
        List<FromItem> from = new ArrayList<>(kept);
        if (joined.size() == 1) {
            FromItem item = joined.getFirst();
            List<Expr> on = new ArrayList<>(conditions);
            on.addAll(item.on());
            from.add(new FromItem(item.source(), true, true, on));
            return block(from, null, values);
        }
        // Several tables are one source, whose columns stand in for theirs.
        List<Expr> inner = columnsOf(joined);
        Query group = block(joined, null, inner);
        Table table = DerivedTable.of("", List.of(), group, resolver.binary());
        Source rows = Source.ofQuery(numbering.source(), table, new Relation.Derived(group, false));
        List<Expr> on = new ArrayList<>();
        conditions.forEach(condition -> on.add(overGroup(condition, inner, rows)));
        from.add(new FromItem(rows, true, true, on));
        List<Expr> result = new ArrayList<>();
        values.forEach(value -> result.add(overGroup(value, inner, rows)));
        return block(from, null, result);
    }

    /** The columns of these tables that the join reads. */
    private List<Expr> columnsOf(List<FromItem> side) {
        Set<Expr> columns = new LinkedHashSet<>();
        List<Expr> all = new ArrayList<>(values);
        all.addAll(conditions);
        all.forEach(expression -> Exprs.walk(expression, part -> {
            if (part instanceof Expr.Column column && isOf(side, column)) {
                columns.add(column);
            }
        }));
        return List.copyOf(columns);
    }

    private static Expr overGroup(Expr expression, List<Expr> columns, Source group) {
        int place = columns.indexOf(expression);
        if (place >= 0) {
            return NameResolver.ownColumn(group, place);
        }
        return Exprs.mapChildren(expression, child -> overGroup(child, columns, group));
    }

    /** The rows of the right side for which no row of the left fulfils the conditions. */
    private Query unmatched() {
        Enclosing around = new Enclosing(Scope.EMPTY, numbering, resolver.binary());
        Expr where = null;
        for (Expr condition : conditions) {
            where = Exprs.and(where, captured(condition, around));
        }
        Query matches = block(left, where, List.of(new Expr.Constant(1L)));
        // What it reads of rows farther out makes it depend on them, too.
        Set<Integer> own =
                around.arguments().stream().map(Expr.Argument::slot).collect(Collectors.toSet());
        Queries.outers(matches).stream()
                .filter(outer -> !own.contains(outer.slot()))
                .forEach(around::capture);
        Expr none = new Expr.Unary(
                Expr.UnaryOperator.NOT,
                new Expr.Exists(new Expr.Nested(matches, around.arguments())));
        List<Expr> result = new ArrayList<>();
        values.forEach(value -> result.add(withoutLeft(value)));
        return block(right, none, result);
    }

    private Expr captured(Expr expression, Enclosing around) {
        if (expression instanceof Expr.Column column) {
            return isOf(right, column) ? around.capture(column) : column;
        }
        return Exprs.mapChildren(expression, child -> captured(child, around));
    }

    private Expr withoutLeft(Expr value) {
        if (value instanceof Expr.Column column) {
            return isOf(left, column) ? new Expr.Constant(SqlNull.NULL) : column;
        }
        return Exprs.mapChildren(value, this::withoutLeft);
    }

    private static boolean isOf(List<FromItem> side, Expr.Column column) {
        return side.stream().anyMatch(item -> item.source().number() == column.source());
    }

    private static Query.Block block(List<FromItem> from, Expr where, List<Expr> shown) {
        return Query.Block.of(List.copyOf(from), where, shown, FromClause.unnamed(shown.size()));
    }
}
