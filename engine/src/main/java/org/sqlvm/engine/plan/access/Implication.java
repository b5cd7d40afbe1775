package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.row.FunctionFact;

import java.util.List;

/**
 * Whether conditions of a query hold for no more rows than a partial index has
 * (sqlite.org/partialindex.html section 2): every part of the index's condition must be one of the
 * query's, or follow from one.
 */
final class Implication {
    private Implication() {}

    /**
     * Whether every row that meets all of {@code terms} meets {@code condition}, as far as can be
     * seen.
     */
    static boolean holds(List<Term> terms, Expr condition) {
        if (hasLiteral(condition)) {
            // One text may have the index's literal, and another one not.
            terms.forEach(term -> Exprs.walk(term.condition(), Implication::ask));
        }
        for (Expr part : Exprs.conjuncts(condition)) {
            if (terms.stream().noneMatch(term -> implies(term.condition(), part))) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasLiteral(Expr condition) {
        boolean[] found = {false};
        Exprs.walk(
                condition,
                part -> found[0] |= (part instanceof Expr.Constant constant && !constant.isNull())
                        || (part instanceof Expr.In in && in.values() instanceof ConstantList));
        return found[0];
    }

    private static void ask(Expr part) {
        if (part instanceof Expr.Constant constant && !constant.isKnown()) {
            constant.shared().literals().ask();
        }
        if (part instanceof Expr.In in && in.values() instanceof ConstantList list) {
            list.forEach(Implication::ask);
        }
    }

    /** Whether {@code left} being true means that {@code right} is. */
    static boolean implies(Expr left, Expr right) {
        if (same(left, right)) {
            return true;
        }
        if (left instanceof Expr.And and) {
            return implies(and.left(), right) || implies(and.right(), right);
        }
        if (right instanceof Expr.Or or) {
            return implies(left, or.left()) || implies(left, or.right());
        }
        return right instanceof Expr.IsNull isNull
                && isNull.negated()
                && impliesNotNull(left, isNull.operand(), false);
    }

    /** Equal, or a comparison written the other way round. */
    static boolean same(Expr left, Expr right) {
        return left.equals(right)
                || (left instanceof Expr.Compare compare && flipped(compare).equals(right));
    }

    private static Expr flipped(Expr.Compare compare) {
        CompareOperator operator = switch (compare.operator()) {
            case LT -> CompareOperator.GT;
            case LE -> CompareOperator.GE;
            case GT -> CompareOperator.LT;
            case GE -> CompareOperator.LE;
            default -> compare.operator();
        };
        return new Expr.Compare(operator, compare.right(), compare.left(), compare.comparison());
    }

    /**
     * Whether {@code value} is true only if {@code operand} is not NULL.
     *
     * @param known of {@code value} it is known only that it is not NULL
     */
    private static boolean impliesNotNull(Expr value, Expr operand, boolean known) {
        if (value.equals(operand)) {
            return !(value instanceof Expr.Constant constant && constant.isNull());
        }
        return switch (value) {
            case Expr.In in ->
                !in.values().isEmpty() && impliesNotNull(in.operand(), operand, true);
            case Expr.InQuery in ->
                // NULL IN (SELECT …) without rows is false. Of row values SQLite does not ask.
                !known
                        && !in.negated()
                        && in.operands().size() == 1
                        && impliesNotNull(in.operands().getFirst(), operand, true);
            case Expr.Between between ->
                !known
                        && !between.negated()
                        && Exprs.children(between).stream()
                                .anyMatch(child -> impliesNotNull(child, operand, true));
            case Expr.Compare compare ->
                compare.operator() != CompareOperator.IS
                        && compare.operator() != CompareOperator.IS_NOT
                        && (impliesNotNull(compare.left(), operand, true)
                                || impliesNotNull(compare.right(), operand, true));
            case Expr.Binary binary ->
                impliesNotNull(binary.left(), operand, true)
                        || impliesNotNull(binary.right(), operand, true);
            case Expr.Collate collate -> impliesNotNull(collate.operand(), operand, known);
            case Expr.Plus plus -> impliesNotNull(plus.operand(), operand, known);
            case Expr.Unary unary -> impliesNotNull(unary.operand(), operand, true);
            case Expr.IsTruth truth ->
                !known && !truth.negated() && impliesNotNull(truth.operand(), operand, true);
            case Expr.Call call ->
                // The pattern and the text of LIKE and GLOB: with a NULL they are NULL.
                call.function().is(FunctionFact.PATTERN)
                        && call.arguments().stream()
                                .anyMatch(argument -> impliesNotNull(argument, operand, true));
            default -> false;
        };
    }
}
