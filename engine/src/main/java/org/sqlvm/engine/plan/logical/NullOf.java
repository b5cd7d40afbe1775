package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.UnaryOperator;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.function.ChoiceFunctions;

/**
 * What expressions are where a source stands on a row of NULLs.
 *
 * @param source its number
 */
public record NullOf(int source) {
    /** For expressions in which the NULLs have been put already. */
    public static final int NOTHING = -1;

    /** Whether a condition is false or NULL whatever the other sources stand on. */
    public boolean isNeverTrue(Expr condition) {
        return isNull(condition)
                || switch (condition) {
                    case Expr.Constant constant -> !Casts.isTrue(constant.value());
                    case Expr.And and -> isNeverTrue(and.left()) || isNeverTrue(and.right());
                    case Expr.Or or -> isNeverTrue(or.left()) && isNeverTrue(or.right());
                    case Expr.Unary not ->
                        not.operator() == UnaryOperator.NOT && isNeverFalse(not.operand());
                    case Expr.IsNull isNull -> isNull.negated() && isNull(isNull.operand());
                    case Expr.IsTruth is ->
                        !is.negated()
                                && (is.truth() ? isNeverTrue(is.operand()) : isNull(is.operand()));
                    case Expr.Compare compare -> isNeverEqual(compare);
                    case Expr.Between between ->
                        !between.negated() && (isNull(between.low()) || isNull(between.high()));
                    case Expr.In in -> isNeverTrue(in);
                    case Expr.InQuery in ->
                        !in.negated() && in.operands().stream().anyMatch(this::isNull);
                    default -> false;
                };
    }

    private boolean isNeverTrue(Expr.In in) {
        if (in.negated()) {
            return false;
        }
        return isNull(in.operand())
                || (isTypeOfNull(in.operand(), in.comparison())
                        && in.values().stream().allMatch(NullOf::isOtherType));
    }

    /** The type of a NULL, compared as texts are without a collation. */
    private boolean isTypeOfNull(Expr expression, Expr.Comparison comparison) {
        return expression instanceof Expr.Call call
                && call.function() == ChoiceFunctions.TYPE_OF
                && isNull(call.arguments().getFirst())
                && comparison.collation() == Collation.BINARY;
    }

    private static boolean isOtherType(Expr value) {
        return value instanceof Expr.Constant constant
                && constant.isText()
                && !constant.value().toString().equals("null");
    }

    /** Whether a condition is true or NULL. */
    private boolean isNeverFalse(Expr condition) {
        return isNull(condition)
                || switch (condition) {
                    case Expr.And and -> isNeverFalse(and.left()) && isNeverFalse(and.right());
                    case Expr.Or or -> isNeverFalse(or.left()) || isNeverFalse(or.right());
                    case Expr.Unary not ->
                        not.operator() == UnaryOperator.NOT && isNeverTrue(not.operand());
                    case Expr.IsNull isNull -> !isNull.negated() && isNull(isNull.operand());
                    default -> false;
                };
    }

    /** {@code x IS 5}, {@code x IS NOT NULL}, {@code typeof(x) = 'real'}. */
    private boolean isNeverEqual(Expr.Compare compare) {
        boolean left = isNull(compare.left());
        boolean right = isNull(compare.right());
        boolean otherType =
                (isTypeOfNull(compare.left(), compare.comparison()) && isOtherType(compare.right()))
                        || (isTypeOfNull(compare.right(), compare.comparison())
                                && isOtherType(compare.left()));
        return switch (compare.operator()) {
            case EQ -> otherType;
            case IS ->
                otherType
                        || (left && isValue(compare.right()))
                        || (right && isValue(compare.left()));
            case IS_NOT -> left && right;
            default -> false;
        };
    }

    private static boolean isValue(Expr expression) {
        return expression instanceof Expr.Constant constant && !constant.isNull();
    }

    private boolean isNull(Expr expression) {
        return switch (expression) {
            case Expr.Column column -> column.source() == source;
            case Expr.Constant constant -> constant.isNull();
            case Expr.Plus plus -> isNull(plus.operand());
            case Expr.Unary unary -> isNull(unary.operand());
            case Expr.Binary binary -> isNull(binary.left()) || isNull(binary.right());
            case Expr.And and -> isNull(and.left()) && isNull(and.right());
            case Expr.Or or -> isNull(or.left()) && isNull(or.right());
            case Expr.Compare compare ->
                compare.operator() != CompareOperator.IS
                        && compare.operator() != CompareOperator.IS_NOT
                        && (isNull(compare.left()) || isNull(compare.right()));
            case Expr.Between between -> isNull(between.operand());
            case Expr.In in -> !in.values().isEmpty() && isNull(in.operand());
            case Expr.Cast cast -> isNull(cast.operand());
            case Expr.Collate collate -> isNull(collate.operand());
            case Expr.Coalesce coalesce -> coalesce.arguments().stream().allMatch(this::isNull);
            case Expr.Call call ->
                call.function().is(FunctionFact.STRICT)
                        && call.arguments().stream().anyMatch(this::isNull);
            default -> false;
        };
    }
}
