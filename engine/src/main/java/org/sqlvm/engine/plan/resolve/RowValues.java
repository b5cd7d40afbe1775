package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.UnaryOperator;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
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

    /**
     * Whether a row is equal to another one.
     *
     * @param types how the left row's values compare
     */
    Expr equal(List<Expr> types, List<Expr> lefts, Expression right, Scope scope) {
        List<Expr> rights = row(right, scope);
        if (lefts.size() != rights.size() && resolver.purpose().isUncoded()) {
            return new Expr.Coalesce(rights);
        }
        checkWidths(lefts, rights, right.span());
        return everyEqual(CompareOperator.EQ, types, lefts, rights);
    }

    /**
     * How the values of a row compare that is computed once and then compared several times: those
     * of a query as its columns do, though elsewhere they have neither affinity nor collation.
     */
    static List<Expr> types(List<Expr> row) {
        List<Expr> types = new ArrayList<>();
        for (Expr value : row) {
            types.add(value instanceof Expr.ScalarQuery query ? column(query) : value);
        }
        return List.copyOf(types);
    }

    private static Expr column(Expr.ScalarQuery query) {
        Query.Type type = Queries.lastTypes(query.nested().query()).get(query.column());
        Expr value = new Expr.CaseBase(type.affinity(), type.collation());
        return type.collated() ? new Expr.Collate(value, type.collation()) : value;
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
        return compare(operator, lefts, lefts, rights);
    }

    private Expr compare(
            CompareOperator operator, List<Expr> types, List<Expr> lefts, List<Expr> rights) {
        if (lefts.size() == 1) {
            return resolver.compareAs(operator, types.get(0), lefts.get(0), rights.get(0));
        }
        return switch (operator) {
            case EQ, IS -> everyEqual(operator, types, lefts, rights);
            case NE -> not(everyEqual(CompareOperator.EQ, types, lefts, rights));
            case IS_NOT -> not(everyEqual(CompareOperator.IS, types, lefts, rights));
            default -> lexicographic(operator, types, lefts, rights, 0);
        };
    }

    private static Expr not(Expr value) {
        return new Expr.Unary(UnaryOperator.NOT, value);
    }

    private Expr everyEqual(
            CompareOperator operator, List<Expr> types, List<Expr> lefts, List<Expr> rights) {
        Expr result = null;
        for (int i = 0; i < lefts.size(); i++) {
            Expr equal = resolver.compareAs(operator, types.get(i), lefts.get(i), rights.get(i));
            result = result == null ? equal : new Expr.And(result, equal);
        }
        return result;
    }

    private Expr lexicographic(
            CompareOperator operator,
            List<Expr> types,
            List<Expr> lefts,
            List<Expr> rights,
            int from) {
        Expr type = types.get(from);
        Expr left = lefts.get(from);
        Expr right = rights.get(from);
        if (from == lefts.size() - 1) {
            return resolver.compareAs(operator, type, left, right);
        }
        boolean less = operator == CompareOperator.LT || operator == CompareOperator.LE;
        CompareOperator strictly = less ? CompareOperator.LT : CompareOperator.GT;
        Expr strict = resolver.compareAs(strictly, type, left, right);
        Expr equal = resolver.compareAs(CompareOperator.EQ, type, left, right);
        return new Expr.Or(
                strict,
                new Expr.And(equal, lexicographic(operator, types, lefts, rights, from + 1)));
    }

    Expr between(Expression.Between between, Scope scope) {
        List<Expr> operand = row(between.operand(), scope);
        List<Expr> low = row(between.low(), scope);
        List<Expr> high = row(between.high(), scope);
        checkWidths(operand, low, between.span());
        checkWidths(operand, high, between.span());
        if (operand.size() == 1) {
            return resolver.between(
                    operand.getFirst(), low.getFirst(), high.getFirst(), between.negated());
        }
        List<Expr> types = types(operand);
        Expr inside = new Expr.And(
                compare(CompareOperator.GE, types, operand, low),
                compare(CompareOperator.LE, types, operand, high));
        return between.negated() ? not(inside) : inside;
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
            Expr equal = everyEqual(CompareOperator.EQ, operand, operand, values);
            any = any == null ? equal : new Expr.Or(any, equal);
        }
        return in.negated() ? not(any) : any;
    }
}
