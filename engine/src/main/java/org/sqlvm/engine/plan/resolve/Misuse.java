package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.sql.tree.Expression;

import java.util.ArrayList;
import java.util.List;

/** SQLite's complaints about functions in places where they cannot be. */
final class Misuse {
    private Misuse() {}

    /** An aggregate call stands in {@code scope}, which does not forbid all of them. */
    static void checkAggregate(String name, Scope scope, int position) {
        if (scope.aggregates() == Scope.Aggregates.MISPLACED) {
            throw SqlException.error("misuse of aggregate: " + name + "()", position);
        }
    }

    /**
     * An aggregate call in a nested query belongs to a query around it, which is at {@code scope}.
     */
    static void checkOuterAggregate(String name, Scope scope, int position) {
        if (scope.aggregates() != Scope.Aggregates.ALLOWED) {
            throw SqlException.error("misuse of aggregate: " + name + "()", position);
        }
    }

    /** A query with window functions takes no aggregate calls out of queries inside of it. */
    static void checkWindows(List<Expr> values, List<SortKey> order) {
        List<Expr> all = new ArrayList<>(values);
        order.forEach(key -> all.add(key.value()));
        if (all.stream().noneMatch(Exprs::hasWindow)) {
            return;
        }
        for (Expr expression : all) {
            Exprs.walk(expression, part -> {
                Expr.Nested nested = Exprs.nested(part);
                if (nested == null) {
                    return;
                }
                for (Expr.Argument argument : nested.arguments()) {
                    if (Exprs.hasAggregate(argument.value())) {
                        throw SqlException.error(
                                "misuse of aggregate: " + firstAggregate(argument.value()) + "()");
                    }
                }
            });
        }
    }

    /**
     * Aggregates in VALUES. SQLite runs its rows as the SELECTs of a compound, and knows aggregates
     * in them, if one has a window or some are a list of literals; else it evaluates them one by
     * one, and knows none. A row goes into a list of literals if it is constant, as long as the one
     * before it is, too, or has been put there.
     *
     * @param closed there are no lists of literals
     */
    static void checkValues(List<List<Expr>> rows, boolean closed) {
        if (rows.stream().flatMap(List::stream).anyMatch(Exprs::hasWindow)) {
            return;
        }
        boolean oneByOne = false;
        boolean listed = false;
        boolean follows = false;
        for (int i = 1; i < rows.size(); i++) {
            if (!closed && isConstant(rows.get(i)) && (listed || isLiteral(rows.get(i - 1)))) {
                listed = true;
                oneByOne = false;
            } else {
                oneByOne = !listed && (!follows || oneByOne);
                listed = false;
                follows = true;
            }
        }
        if (oneByOne) {
            for (List<Expr> row : rows.reversed()) {
                for (Expr value : row) {
                    if (Exprs.hasAggregate(value)) {
                        throw SqlException.error(
                                "misuse of aggregate: " + firstAggregate(value) + "()");
                    }
                }
            }
        }
    }

    private static boolean isConstant(List<Expr> row) {
        return row.stream()
                .allMatch(value -> Exprs.isDeterministic(value)
                        && Exprs.isConstant(value)
                        && !Exprs.hasQuery(value)
                        && !Exprs.hasAggregate(value));
    }

    private static boolean isLiteral(List<Expr> row) {
        return isConstant(row)
                && row.stream().allMatch(value -> Typing.affinity(value) == Affinity.NONE);
    }

    /** In GROUP BY an aggregate call inside an expression may come from an alias. */
    static void checkGroupKey(Expression tree, Expr key, Scope scope, Resolver resolver) {
        if (tree instanceof Expression.Collate && BlockResolver.ordinal(tree) != null) {
            throw SqlException.error("misuse of aggregate: " + firstAggregate(key) + "()");
        }
        boolean whole = tree instanceof Expression.ColumnName
                || tree instanceof Expression.IntegerLiteral
                || key instanceof Expr.Aggregate;
        if (whole) {
            return;
        }
        try {
            resolver.resolve(
                    tree, scope.withAliases(List.of()).withAggregates(Scope.Aggregates.ALLOWED));
        } catch (SqlException _) {
            throw SqlException.error("misuse of aggregate: " + firstAggregate(key) + "()");
        }
    }

    /** An alias that stands for an expression with an aggregate call is used in {@code scope}. */
    static void checkAlias(Scope.Alias alias, Scope scope, int position) {
        switch (scope.aggregates()) {
            case ALLOWED -> {}
            case FORBIDDEN ->
                throw SqlException.error("misuse of aliased aggregate " + alias.name(), position);
            case MISPLACED ->
                throw SqlException.error(
                        "misuse of aggregate: " + firstAggregate(alias.value()) + "()", position);
        }
    }

    private static String firstAggregate(Expr expression) {
        if (expression instanceof Expr.Aggregate aggregate) {
            return aggregate.function().name();
        }
        for (Expr child : Exprs.children(expression)) {
            if (Exprs.hasAggregate(child)) {
                return firstAggregate(child);
            }
        }
        throw new AssertionError(expression);
    }
}
