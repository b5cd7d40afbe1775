package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Expression.BinaryOperator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What SQLite's parser knows of expressions before it looks up names: which are constant, and which
 * conditions are false. It never looks at what is joined to those by AND, so that names in there
 * may mean nothing.
 */
final class ConstantConditions {
    private ConstantConditions() {}

    /** Whether {@code tree} is an AND with a false side, and no function on either side. */
    static boolean isDropped(Expression.Binary tree) {
        return tree.operator() == BinaryOperator.AND
                && (isFalse(tree.left()) || isFalse(tree.right()))
                && !mayCall(tree.left())
                && !mayCall(tree.right());
    }

    /**
     * Returns the value of an AND or OR that a number or a keyword on one side decides; the other
     * side is then not evaluated. Null if none does, or the other side belongs to the query as a
     * whole.
     *
     * @param left the meaning of the tree's left side
     * @param right that of its right side
     */
    static Expr decided(Expression.Binary tree, Expr left, Expr right) {
        boolean or = tree.operator() == BinaryOperator.OR;
        boolean decides = (or || tree.operator() == BinaryOperator.AND)
                && (is(or, tree.left(), left) || is(or, tree.right(), right))
                && !Exprs.hasAggregate(left)
                && !Exprs.hasAggregate(right)
                && !Exprs.hasWindow(left)
                && !Exprs.hasWindow(right);
        return decides ? new Expr.Constant(or ? 1L : 0L) : null;
    }

    /** Whether an operand is a constant of that truth for SQLite, which has numbers of 32 bits. */
    private static boolean is(boolean truth, Expression tree, Expr meaning) {
        boolean known = switch (tree) {
            case Expression.IntegerLiteral number -> number.value() == (int) number.value();
            case Expression.ColumnName _ -> true;
            case Expression.Binary binary ->
                binary.operator() == BinaryOperator.AND || binary.operator() == BinaryOperator.OR;
            default -> false;
        };
        return known
                && meaning instanceof Expr.Constant constant
                && constant.value() instanceof Long number
                && truth == (number != 0);
    }

    private static boolean isFalse(Expression tree) {
        return switch (tree) {
            case Expression.IntegerLiteral number -> number.value() == 0;
            case Expression.InList in ->
                in.values().isEmpty() && !in.negated() && !mayCall(in.operand());
            case Expression.IsNull isNull -> !isNull.negated() && isLiteral(isNull.operand());
            case Expression.Binary binary -> isDropped(binary);
            default -> false;
        };
    }

    /** A literal other than NULL, with or without a sign. */
    static boolean isLiteral(Expression tree) {
        return switch (tree) {
            case Expression.IntegerLiteral _,
                    Expression.HugeHexLiteral _,
                    Expression.RealLiteral _,
                    Expression.StringLiteral _,
                    Expression.BlobLiteral _,
                    Expression.SharedLiteral _ -> true;
            case Expression.Unary unary ->
                (unary.operator() == Expression.UnaryOperator.PLUS
                                || unary.operator() == Expression.UnaryOperator.NEGATE)
                        && isLiteral(unary.operand());
            default -> false;
        };
    }

    /** Whether an expression has the same value everywhere: no column, function or query. */
    static boolean isConstant(Expression tree) {
        return switch (tree) {
            case Expression.NullLiteral _,
                    Expression.IntegerLiteral _,
                    Expression.HugeHexLiteral _,
                    Expression.RealLiteral _,
                    Expression.StringLiteral _,
                    Expression.BlobLiteral _,
                    Expression.SharedLiteral _,
                    Expression.Parameter _ -> true;
            case Expression.ColumnName name ->
                name.table() == null && NameResolver.truth(name.column()) != null;
            case Expression.Binary binary ->
                switch (binary.operator()) {
                    case EXTRACT_JSON, EXTRACT_VALUE -> false;
                    default ->
                        isDropped(binary)
                                || (isConstant(binary.left()) && isConstant(binary.right()));
                };
            case Expression.InList in ->
                (in.values().isEmpty() && !mayCall(in.operand()))
                        || (isConstant(in.operand()) && areConstant(in.values()));
            default -> {
                List<Expression> operands = operands(tree);
                yield operands != null && areConstant(operands);
            }
        };
    }

    private static boolean areConstant(List<Expression> trees) {
        return trees.stream().allMatch(ConstantConditions::isConstant);
    }

    /** What an expression is made of, if its operands say whether it is constant; else null. */
    private static List<Expression> operands(Expression tree) {
        return switch (tree) {
            case Expression.Unary unary -> List.of(unary.operand());
            case Expression.IsNull isNull -> List.of(isNull.operand());
            case Expression.Collate collate -> List.of(collate.operand());
            case Expression.Cast cast -> List.of(cast.operand());
            case Expression.Case c -> parts(c);
            case Expression.RowValue row -> row.values();
            case Expression.Between between ->
                List.of(between.operand(), between.low(), between.high());
            default -> null;
        };
    }

    private static List<Expression> parts(Expression.Case c) {
        List<Expression> parts = new ArrayList<>();
        for (Expression.When when : c.branches()) {
            parts.add(when.condition());
            parts.add(when.result());
        }
        Stream.of(c.base(), c.otherwise()).filter(Objects::nonNull).forEach(parts::add);
        return parts;
    }

    /** Whether a function is called, outside of subqueries. */
    static boolean mayCall(Expression tree) {
        return switch (tree) {
            case Expression.NullLiteral _,
                    Expression.IntegerLiteral _,
                    Expression.HugeHexLiteral _,
                    Expression.RealLiteral _,
                    Expression.StringLiteral _,
                    Expression.BlobLiteral _,
                    Expression.SharedLiteral _,
                    Expression.Parameter _,
                    Expression.ColumnName _,
                    Expression.Subquery _,
                    Expression.Exists _ -> false;
            case Expression.InSelect in -> mayCall(in.operand());
            case Expression.Binary binary -> mayCall(binary.left()) || mayCall(binary.right());
            case Expression.InList in -> mayCall(in.operand()) || anyMayCall(in.values());
            default -> {
                List<Expression> operands = operands(tree);
                yield operands == null || anyMayCall(operands);
            }
        };
    }

    private static boolean anyMayCall(List<Expression> trees) {
        return trees.stream().anyMatch(ConstantConditions::mayCall);
    }
}
