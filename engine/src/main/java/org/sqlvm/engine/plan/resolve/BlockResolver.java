package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** One SELECT's tree to what it means. */
final class BlockResolver {
    private final String sql;
    private final Resolver resolver;
    private final QueryResolver queries;
    private final Scope outer;
    private ResultColumns result;
    private Scope above;

    /** @param outer what can be named beside the block's own tables */
    BlockResolver(String sql, Resolver resolver, QueryResolver queries, Scope outer) {
        this.sql = sql;
        this.resolver = resolver;
        this.queries = queries;
        this.outer = outer;
    }

    /** @param tree whose ORDER BY and LIMIT are the block's, or null */
    Query.Block resolve(Select.Core core, Select tree) {
        boolean permitted = !Span.isWritten(core.span())
                || resolver.authorization().allows(Authorization.Action.SELECT, null, null, null);
        resolver.beginWindows(core.windows());
        queries.checkTables(core.windows());
        FromClause from = new FromClause(queries, resolver, outer);
        from.add(core.from());
        Expr limit = queries.limit(tree);
        Expr offset = queries.offset(tree);
        resolver.allowWindows(true);
        Scope scope = from.scope();
        result = new ResultColumns(sql, resolver, scope.withAggregates(Scope.Aggregates.ALLOWED));
        result.add(core.columns());
        resolver.allowWindows(false);
        boolean aggregates = result.values().stream().anyMatch(Exprs::hasAggregate);
        boolean grouped = aggregates || !core.groupBy().isEmpty();
        if (core.having() != null && !grouped) {
            throw SqlException.error("HAVING clause on a non-aggregate query");
        }
        Scope named = scope.withAliases(result.aliases());
        Scope below = named.withAggregates(
                grouped ? Scope.Aggregates.MISPLACED : Scope.Aggregates.FORBIDDEN);
        above = named.withAggregates(
                grouped ? Scope.Aggregates.ALLOWED : Scope.Aggregates.MISPLACED);
        Expr having = core.having() == null ? null : resolver.resolve(core.having(), above);
        Expr where = core.where() == null ? null : resolver.condition(core.where(), below);
        from.resolveConditions(below);
        resolver.allowWindows(true);
        List<SortKey> order = new ArrayList<>();
        List<OrderingTerm> orderBy = tree == null ? List.of() : tree.orderBy();
        checkCount(orderBy, "ORDER");
        boolean single = !queries.isOrdered()
                || (grouped && core.groupBy().isEmpty())
                || SingleRow.is(from.items(), where);
        for (int i = 0; i < orderBy.size(); i++) {
            SortKey key = sortKey(orderBy.get(i), i, above, single);
            if (key != null) {
                order.add(key);
            }
        }
        resolver.allowWindows(false);
        List<Expr> keys = new ArrayList<>();
        checkCount(core.groupBy(), "GROUP");
        for (int i = 0; i < core.groupBy().size(); i++) {
            keys.add(groupKey(core.groupBy().get(i), i, below));
        }
        if (resolver.purpose().isNames()) {
            core.windows().forEach(window -> NamedCall.names(window.definition(), above, resolver));
        }
        Misuse.checkWindows(result.values(), order);
        checkCollations(core.distinct(), order);
        if (resolver.authorization().isOn() && Span.isWritten(core.span())) {
            askForUnread(from.items(), where, having, keys, order);
        }
        if (single) {
            order.removeIf(key -> !isComputed(key));
        }
        if (!permitted) {
            limit = new Expr.Constant(0L);
        }
        boolean counts =
                where == null && having == null && keys.isEmpty() && isCount(result.values());
        return new Query.Block(
                counts ? withoutHint(from.items()) : from.items(),
                where,
                grouped,
                List.copyOf(keys),
                having,
                List.copyOf(result.values()),
                List.copyOf(result.columns()),
                core.distinct(),
                withoutRepeats(order),
                limit,
                offset);
    }

    /**
     * Where SQLite asks whether collations are registered, though no program may compare by them:
     * ORDER BY of a single row needs no sort. Arguments of windows are columns to SQLite.
     */
    private void checkCollations(boolean distinct, List<SortKey> order) {
        order.forEach(key -> Collations.check(key.collation()));
        for (Expr value : result.values()) {
            if (distinct) {
                Collations.check(Typing.collation(value));
            }
            Exprs.walk(value, part -> {
                if (part instanceof Expr.WindowCall call) {
                    call.arguments().forEach(each -> Collations.check(Typing.collation(each)));
                }
            });
        }
    }

    /** Whether there is nothing to find but the number of rows. */
    private static boolean isCount(List<Expr> values) {
        return values.size() == 1
                && values.getFirst() instanceof Expr.Aggregate aggregate
                && aggregate.isRowCount();
    }

    /** As in SQLite, the index that INDEXED BY names does not matter for the number of all rows. */
    private static List<FromItem> withoutHint(List<FromItem> items) {
        if (items.size() != 1) {
            return items;
        }
        FromItem item = items.getFirst();
        Source source = item.source();
        return source.relation() instanceof Relation.Stored stored && stored.index() != null
                ? List.of(item.withSource(source.with(source.table(), Relation.Stored.TABLE)))
                : items;
    }

    /** Of a table none of whose columns is read, the user must still permit to read the rows. */
    private void askForUnread(
            List<FromItem> items, Expr where, Expr having, List<Expr> keys, List<SortKey> order) {
        List<Expr> all = new ArrayList<>(result.values());
        all.addAll(keys);
        order.forEach(key -> all.add(key.value()));
        items.forEach(item -> all.addAll(item.on()));
        all.addAll(Stream.of(where, having).filter(Objects::nonNull).toList());
        Set<Integer> read = new HashSet<>();
        all.forEach(expression -> Exprs.walk(expression, part -> {
            if (part instanceof Expr.Column column) {
                read.add(column.source());
            }
        }));
        for (FromItem item : items) {
            Table table = item.source().table();
            if (item.source().relation() instanceof Relation.Stored
                    && !read.contains(item.source().number())) {
                resolver.authorization().checkUse(table.name());
            }
        }
    }

    /** The result column that an expression is, or -1; once the block is resolved. */
    int resultOf(Expression tree) {
        int found;
        try {
            found = resolver.purpose()
                    .guessed(() -> result.values().indexOf(resolver.resolve(tree, above)));
        } catch (SqlException _) {
            return -1; // It means nothing here: another SELECT of the compound may know it.
        }
        if (found >= 0 && resolver.purpose().isNames()) {
            resolver.resolve(tree, above);
        }
        return found;
    }

    private Expr groupKey(Expression tree, int index, Scope scope) {
        Integer ordinal = ordinal(tree);
        Expr key = ordinal != null ? resultValue(ordinal, index, "GROUP") : null;
        if (key == null || Exprs.hasWindow(key)) {
            // No window may stand here, so that one in the result is an error.
            Expression written = key == null ? tree : result.tree(ordinal - 1);
            key = resolver.resolve(written, scope.withAggregates(Scope.Aggregates.ALLOWED));
        } else if (tree instanceof Expression.Collate collate) {
            key = new Expr.Collate(key, resolver.collation(collate));
        }
        if (Exprs.hasAggregate(key)) {
            Misuse.checkGroupKey(tree, key, scope, resolver);
            throw SqlException.error(
                    "aggregate functions are not allowed in the GROUP BY clause",
                    tree.span().start());
        }
        return key;
    }

    /** A literal integer names a result column by its place, with or without COLLATE behind it. */
    static Integer ordinal(Expression tree) {
        return integer(Resolver.withoutCollate(tree));
    }

    private static Integer integer(Expression tree) {
        return switch (tree) {
            case Expression.IntegerLiteral number ->
                number.value() == (int) number.value()
                        ? Integer.valueOf((int) number.value())
                        : null;
            // SQLite's parser makes a number of it.
            case Expression.IsNull isNull
            when ConstantConditions.isLiteral(isNull.operand()) ->
                Integer.valueOf(isNull.negated() ? 1 : 0);
            case Expression.Unary unary
            when unary.operator() == Expression.UnaryOperator.PLUS -> integer(unary.operand());
            case Expression.Unary unary
            when unary.operator() == Expression.UnaryOperator.NEGATE -> {
                Integer positive = integer(unary.operand());
                yield positive == null ? null : Integer.valueOf(-positive);
            }
            default -> null;
        };
    }

    static void checkOrdinal(int ordinal, int index, String clause, int count) {
        if (ordinal < 1 || ordinal > count) {
            throw SqlException.error(nth(index + 1) + " " + clause
                    + " BY term out of range - should be between 1 and " + count);
        }
    }

    private Expr resultValue(int ordinal, int index, String clause) {
        if (resolver.purpose().isNames()) {
            return new Expr.Constant((long) ordinal); // It names nothing.
        }
        checkOrdinal(ordinal, index, clause, result.values().size());
        return result.values().get(ordinal - 1);
    }

    static String nth(int number) {
        int tens = number % 100;
        String ending = switch (tens >= 11 && tens <= 13 ? 0 : number % 10) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
        return number + ending;
    }

    /**
     * A key of ORDER BY.
     *
     * @param single no code is made of it, since there is one row at most
     * @return null for one of which no code could be made
     */
    private SortKey sortKey(OrderingTerm term, int index, Scope scope, boolean single) {
        if (!single) {
            return sortKey(term, index, scope);
        }
        try {
            return sortKey(term, index, scope);
        } catch (SqlException e) {
            SortKey key = resolver.purpose().uncoded(() -> sortKey(term, index, scope));
            if (isComputed(key)) {
                throw e;
            }
            return null;
        }
    }

    /** Whether a key is computed from all rows, before their order is asked for. */
    private static boolean isComputed(SortKey key) {
        return Exprs.hasAggregate(key.value()) || Exprs.hasWindow(key.value());
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
        return new SortKey(value, collation, term.descending(), bigNull(term));
    }

    /** Whether NULL comes where the greatest value would. */
    static boolean bigNull(OrderingTerm term) {
        return switch (term.nulls()) {
            case UNSPECIFIED -> false;
            case FIRST -> term.descending();
            case LAST -> !term.descending();
        };
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

    private static void checkCount(List<?> terms, String clause) {
        if (terms.size() > ResultColumns.COUNT_MAX) {
            throw SqlException.error("too many terms in " + clause + " BY clause");
        }
    }
}
