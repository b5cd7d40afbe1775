package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.UnaryOperator;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Span;

import java.util.ArrayList;
import java.util.List;

/** Row values: what compares several values at once becomes comparisons of single ones. */
final class RowValues {
    private final Resolver resolver;

    RowValues(Resolver resolver) {
        this.resolver = resolver;
    }

    /** {@code left operator right}, one of which is a row. */
    Expr compare(CompareOperator operator, Expression.Binary tree, Scope scope) {
        List<Expr> lefts = row(tree.left(), scope);
        List<Expr> rights = row(tree.right(), scope);
        checkWidths(lefts, rights, tree.span());
        return compare(operator, lefts, rights);
    }

    /** A row value, a query of several columns, or a single value. */
    List<Expr> row(Expression expression, Scope scope) {
        switch (expression) {
            case Expression.RowValue row -> {
                return resolver.all(row.values(), scope);
            }
            case Expression.Subquery subquery -> {
                Expr.Nested nested = resolver.nested(subquery.select(), scope, subquery.span());
                List<Expr> columns = new ArrayList<>();
                for (int i = 0; i < nested.query().columns().size(); i++) {
                    columns.add(new Expr.ScalarQuery(nested, i));
                }
                return List.copyOf(columns);
            }
            default -> {
                return List.of(resolver.resolve(expression, scope));
            }
        }
    }

    static boolean isRow(Expression expression) {
        return expression instanceof Expression.RowValue
                || expression instanceof Expression.Subquery;
    }

    private static void checkWidths(List<Expr> lefts, List<Expr> rights, Span span) {
        if (lefts.size() != rights.size()) {
            throw SqlException.error("row value misused", span.start());
        }
    }

    /**
     * {@code (a, b) < (c, d)} is {@code a < c OR (a = c AND b < d)}; equality is equality of all.
     */
    Expr compare(CompareOperator operator, List<Expr> lefts, List<Expr> rights) {
        if (lefts.size() == 1) {
            return resolver.compare(operator, lefts.get(0), rights.get(0));
        }
        return switch (operator) {
            case EQ, IS -> everyEqual(operator, lefts, rights);
            case NE ->
                new Expr.Unary(UnaryOperator.NOT, everyEqual(CompareOperator.EQ, lefts, rights));
            case IS_NOT ->
                new Expr.Unary(UnaryOperator.NOT, everyEqual(CompareOperator.IS, lefts, rights));
            default -> lexicographic(operator, lefts, rights, 0);
        };
    }

    private Expr everyEqual(CompareOperator operator, List<Expr> lefts, List<Expr> rights) {
        Expr result = resolver.compare(operator, lefts.get(0), rights.get(0));
        for (int i = 1; i < lefts.size(); i++) {
            result = new Expr.And(result, resolver.compare(operator, lefts.get(i), rights.get(i)));
        }
        return result;
    }

    private Expr lexicographic(
            CompareOperator operator, List<Expr> lefts, List<Expr> rights, int from) {
        Expr left = lefts.get(from);
        Expr right = rights.get(from);
        if (from == lefts.size() - 1) {
            return resolver.compare(operator, left, right);
        }
        boolean less = operator == CompareOperator.LT || operator == CompareOperator.LE;
        Expr strict = resolver.compare(less ? CompareOperator.LT : CompareOperator.GT, left, right);
        Expr equal = resolver.compare(CompareOperator.EQ, left, right);
        return new Expr.Or(
                strict, new Expr.And(equal, lexicographic(operator, lefts, rights, from + 1)));
    }

    Expr between(Expression.Between between, Scope scope) {
        List<Expr> operand = row(between.operand(), scope);
        List<Expr> low = row(between.low(), scope);
        List<Expr> high = row(between.high(), scope);
        checkWidths(operand, low, between.span());
        checkWidths(operand, high, between.span());
        Expr inside = new Expr.And(
                compare(CompareOperator.GE, operand, low),
                compare(CompareOperator.LE, operand, high));
        return between.negated() ? new Expr.Unary(UnaryOperator.NOT, inside) : inside;
    }

    /** {@code (a, b) IN ((1, 2), (3, 4))}: the row equals one of the list. */
    Expr in(Expression.InList in, Scope scope) {
        List<Expr> operand = row(in.operand(), scope);
        Expr any = null;
        for (Expression element : in.values()) {
            List<Expr> values = element instanceof Expression.RowValue row
                    ? resolver.all(row.values(), scope)
                    : null;
            assert values != null && values.size() == operand.size() : element;
            Expr equal = everyEqual(CompareOperator.EQ, operand, values);
            any = any == null ? equal : new Expr.Or(any, equal);
        }
        return in.negated() ? new Expr.Unary(UnaryOperator.NOT, any) : any;
    }
}
