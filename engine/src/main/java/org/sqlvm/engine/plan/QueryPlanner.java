package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.SelectPlan.Distinct;
import org.sqlvm.engine.plan.SelectPlan.Grouping;
import org.sqlvm.engine.plan.SelectPlan.Loop;
import org.sqlvm.engine.plan.SelectPlan.SortKey;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.Select;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One SELECT without subqueries: names resolved, conditions sorted to the loops that can decide
 * them.
 */
final class QueryPlanner {
    private final String sql;
    private final Schema schema;
    private final Resolver resolver;
    private FromClause from;
    private ResultColumns result;
    private boolean grouped;

    QueryPlanner(String sql, Schema schema, PlanOptions options) {
        this.sql = sql;
        this.schema = schema;
        this.resolver = new Resolver(options.encoding());
    }

    SelectPlan plan(Select tree, Select.Core core) {
        if (!core.windows().isEmpty()) {
            throw SqlException.notSupported("window functions", core.span().start());
        }
        from = new FromClause(schema, resolver);
        from.add(core.from());
        Scope scope = from.scope();
        result = new ResultColumns(sql, resolver, scope.withAggregates(Scope.Aggregates.ALLOWED));
        result.add(core.columns());
        boolean aggregates = result.values().stream().anyMatch(Exprs::hasAggregate);
        grouped = aggregates || !core.groupBy().isEmpty();
        if (core.having() != null && !grouped) {
            throw SqlException.error("HAVING clause on a non-aggregate query");
        }
        Scope.Aggregates misplaced =
                grouped ? Scope.Aggregates.MISPLACED : Scope.Aggregates.FORBIDDEN;
        Scope below = scope.withAliases(result.aliases()).withAggregates(misplaced);
        Expr where = core.where() == null ? null : resolver.resolve(core.where(), below);
        List<Expr> keys = new ArrayList<>();
        for (int i = 0; i < core.groupBy().size(); i++) {
            keys.add(groupKey(core.groupBy().get(i), i, below));
        }
        Scope above = scope.withAliases(result.aliases())
                .withAggregates(grouped ? Scope.Aggregates.ALLOWED : Scope.Aggregates.MISPLACED);
        Expr having = core.having() == null ? null : resolver.resolve(core.having(), above);
        List<SortKey> order = new ArrayList<>();
        for (int i = 0; i < tree.orderBy().size(); i++) {
            order.add(sortKey(tree.orderBy().get(i), i, above));
        }
        Expr limit =
                tree.limit() == null ? null : resolver.resolve(tree.limit().count(), Scope.EMPTY);
        Expr offset = tree.limit() == null || tree.limit().offset() == null
                ? null
                : resolver.resolve(tree.limit().offset(), Scope.EMPTY);
        return assemble(core.distinct(), where, keys, having, withoutRepeats(order), limit, offset);
    }

    private Expr groupKey(Expression tree, int index, Scope scope) {
        Integer ordinal = ordinal(tree);
        Expr key = ordinal != null
                ? resultValue(ordinal, index, "GROUP")
                : resolver.resolve(tree, scope.withAggregates(Scope.Aggregates.ALLOWED));
        if (Exprs.hasAggregate(key)) {
            throw SqlException.error(
                    "aggregate functions are not allowed in the GROUP BY clause",
                    tree.span().start());
        }
        return key;
    }

    /** A literal integer names a result column by its place. */
    private static Integer ordinal(Expression tree) {
        return switch (tree) {
            case Expression.IntegerLiteral number ->
                number.value() == (int) number.value()
                        ? Integer.valueOf((int) number.value())
                        : null;
            case Expression.Collate collate -> ordinal(collate.operand());
            case Expression.Unary unary
            when unary.operator() == Expression.UnaryOperator.PLUS -> ordinal(unary.operand());
            case Expression.Unary unary
            when unary.operator() == Expression.UnaryOperator.NEGATE -> {
                Integer positive = ordinal(unary.operand());
                yield positive == null ? null : Integer.valueOf(-positive);
            }
            default -> null;
        };
    }

    private Expr resultValue(int ordinal, int index, String clause) {
        int count = result.values().size();
        if (ordinal < 1 || ordinal > count) {
            throw SqlException.error(nth(index + 1) + " " + clause
                    + " BY term out of range - should be between 1 and " + count);
        }
        return result.values().get(ordinal - 1);
    }

    private static String nth(int number) {
        int tens = number % 100;
        String ending = switch (tens >= 11 && tens <= 13 ? 0 : number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
        return number + ending;
    }

    private SortKey sortKey(OrderingTerm term, int index, Scope scope) {
        Expression tree = term.expression();
        Collation explicit = null;
        Expression inner = tree;
        while (inner instanceof Expression.Collate collate) {
            if (explicit == null) {
                explicit = resolver.collation(collate);
            }
            inner = collate.operand();
        }
        Integer ordinal = ordinal(inner);
        Expr value = ordinal != null ? resultValue(ordinal, index, "ORDER") : aliased(inner);
        if (value == null) {
            value = resolver.resolve(inner, scope);
        }
        Collation collation =
                explicit != null ? explicit : Typing.collation(value, resolver.binary());
        boolean descending = term.descending();
        boolean bigNull = switch (term.nulls()) {
            case UNSPECIFIED -> false;
            case FIRST -> descending;
            case LAST -> !descending;
        };
        return new SortKey(value, collation, descending, bigNull);
    }

    /** ORDER BY looks at the result's names before the tables'. */
    private Expr aliased(Expression tree) {
        if (tree instanceof Expression.ColumnName name && name.table() == null) {
            for (Scope.Alias alias : result.aliases()) {
                if (name.column().matches(alias.name())) {
                    return alias.value();
                }
            }
        }
        return null;
    }

    /** A key that stands further left already decides nothing; neither does a constant. */
    private static List<SortKey> withoutRepeats(List<SortKey> order) {
        List<SortKey> keys = new ArrayList<>();
        for (SortKey key : order) {
            boolean repeated = keys.stream()
                    .anyMatch(other -> other.value().equals(key.value())
                            && other.collation().equals(key.collation()));
            if (!repeated && !(key.value() instanceof Expr.Constant)) {
                keys.add(key);
            }
        }
        return List.copyOf(keys);
    }

    private SelectPlan assemble(
            boolean distinct,
            Expr where,
            List<Expr> keys,
            Expr having,
            List<SortKey> order,
            Expr limit,
            Expr offset) {
        List<Table> tables = new ArrayList<>();
        from.items().forEach(item -> tables.add(item.source().table()));
        List<Expr> everything = new ArrayList<>(result.values());
        everything.addAll(keys);
        order.forEach(key -> everything.add(key.value()));
        if (having != null) {
            everything.add(having);
        }
        LoopPlanner planner = new LoopPlanner(from.items(), where, everything);
        List<Loop> loops = planner.loops();
        List<Expr> values = List.copyOf(result.values());
        Grouping group = null;
        List<SortKey> sort = order;
        if (grouped) {
            GroupingPlanner grouping = new GroupingPlanner(keys, resolver);
            values = values.stream().map(grouping::above).toList();
            sort = order.stream()
                    .map(key -> new SortKey(
                            grouping.above(key.value()),
                            key.collation(),
                            key.descending(),
                            key.bigNull()))
                    .toList();
            Expr filter = having == null ? null : grouping.above(having);
            boolean sorted = !keys.isEmpty() && planner.orderBy(grouping.asOrder());
            boolean count = grouping.isPlainCount()
                    && having == null
                    && from.items().size() == 1
                    && where == null
                    && planner.constantFilters().isEmpty();
            group = grouping.grouping(filter, sorted, sort, count);
            loops = planner.loops();
            if (grouping.gives(sort, group)) {
                sort = List.of();
            }
            if (keys.isEmpty()) {
                sort = List.of(); // One row.
            }
        } else if (!order.isEmpty() && planner.orderBy(order)) {
            sort = List.of();
            loops = planner.loops();
        }
        boolean repeats = distinct && !(grouped && keys.isEmpty());
        Distinct how = repeats ? Distinct.UNORDERED : Distinct.NONE;
        QueryPlanText text = new QueryPlanText(from.items(), loops);
        return new SelectPlan(
                tables,
                planner.constantFilters(),
                loops,
                group,
                values,
                List.copyOf(result.columns()),
                how,
                sort,
                limit,
                offset,
                text.lines(group, how, sort));
    }

    /** The columns of {@code source} that any of the expressions reads. */
    static Set<Integer> columns(List<Expr> expressions, int source) {
        Set<Integer> columns = new HashSet<>();
        for (Expr expression : expressions) {
            Exprs.walk(expression, part -> {
                if (part instanceof Expr.Column column && column.source() == source) {
                    columns.add(column.index());
                }
            });
        }
        return columns;
    }
}
