package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * RIGHT and FULL JOIN, said with what there is already. {@code a RIGHT JOIN b} is {@code b LEFT
 * JOIN a}; {@code a FULL JOIN b} is {@code a LEFT JOIN b} and, behind it, the rows of b that no row
 * of a joins. The columns are those of a, those of b, and the ones that USING makes of both.
 */
final class OuterJoin {
    private final FromClause left;
    private final FromClause right;
    private final List<Expr> conditions;
    private final Numbering numbering;
    private final Resolver resolver;
    private final List<Expr> values = new ArrayList<>();
    private final List<ResultColumn> columns = new ArrayList<>();

    /** @param merged the columns that USING makes: the left value, or the right one for NULL */
    OuterJoin(
            FromClause left,
            FromClause right,
            List<Expr> conditions,
            List<Expr> merged,
            Numbering numbering,
            Resolver resolver) {
        this.left = left;
        this.right = right;
        this.conditions = conditions;
        this.numbering = numbering;
        this.resolver = resolver;
        addColumns(left);
        addColumns(right);
        for (Expr value : merged) {
            values.add(value);
            columns.add(new ResultColumn("", null, null, null, null));
        }
    }

    private void addColumns(FromClause side) {
        for (Scope.Source source : side.scope().sources()) {
            values.addAll(side.columns(source));
            for (int i = 0; i < source.table().columns().size(); i++) {
                columns.add(
                        ResultColumns.described(source.table().columns().get(i).name(), source, i));
            }
        }
    }

    Query rightJoin() {
        return leftJoin(right, left);
    }

    Query fullJoin() {
        Query unmatched = unmatched();
        Query matched = leftJoin(left, right);
        return new Query.Compound(
                matched,
                CompoundOperator.UNION_ALL,
                unmatched,
                columns,
                matched.types(),
                rightJoin());
    }

    /** Every row of {@code kept}, with the rows of {@code joined} that the conditions find. */
    private Query leftJoin(FromClause kept, FromClause joined) {
        List<FromClause.Item> from = new ArrayList<>(kept.items());
        if (joined.items().size() == 1) {
            FromClause.Item item = joined.items().get(0);
            List<Expr> on = new ArrayList<>(conditions);
            on.addAll(item.on());
            from.add(new FromClause.Item(item.source(), true, true, on));
            return block(from, null, values);
        }
        // Several tables are one source, whose columns stand in for theirs.
        List<Expr> inner = joined.deliveredColumns();
        Query group = block(joined.items(), null, inner);
        Table table = DerivedTable.of("", List.of(), group, resolver.binary());
        int number = numbering.source();
        Scope.Source source =
                Scope.Source.ofQuery(number, table, new Relation.Derived(group, false));
        List<Expr> on = new ArrayList<>();
        conditions.forEach(condition -> on.add(overGroup(condition, inner, source)));
        from.add(new FromClause.Item(source, true, true, on));
        List<Expr> result = new ArrayList<>();
        values.forEach(value -> result.add(overGroup(value, inner, source)));
        return block(from, null, result);
    }

    private Expr overGroup(Expr expression, List<Expr> columns, Scope.Source group) {
        int place = columns.indexOf(expression);
        if (place >= 0) {
            return resolver.names().reference(group, place);
        }
        return Exprs.mapChildren(expression, child -> overGroup(child, columns, group));
    }

    /** The rows of the right side for which no row of the left fulfils the conditions. */
    private Query unmatched() {
        Scope scope = right.scope();
        Enclosing around = new Enclosing(scope, numbering, resolver.binary());
        Expr where = null;
        for (Expr condition : conditions) {
            where = Exprs.and(where, captured(condition, around));
        }
        Query matches = block(left.items(), where, List.of(new Expr.Constant(1L)));
        // What it reads of rows farther out makes it depend on them, too.
        Set<Integer> own =
                around.arguments().stream().map(Expr.Argument::slot).collect(Collectors.toSet());
        Queries.outers(matches).stream()
                .filter(outer -> !own.contains(outer.slot()))
                .forEach(around::capture);
        Expr none = new Expr.Unary(
                Expr.UnaryOperator.NOT,
                new Expr.Exists(new Expr.Nested(matches, null, around.arguments())));
        List<Expr> result = new ArrayList<>();
        values.forEach(value -> result.add(withoutLeft(value)));
        return block(right.items(), none, result);
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

    private static boolean isOf(FromClause side, Expr.Column column) {
        return side.items().stream().anyMatch(item -> item.source().number() == column.source());
    }

    private Query.Block block(List<FromClause.Item> from, Expr where, List<Expr> shown) {
        List<ResultColumn> named = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            named.add(
                    shown.size() == columns.size()
                            ? columns.get(i)
                            : new ResultColumn("", null, null, null, null));
        }
        return Query.Block.of(from, where, shown, named);
    }
}
