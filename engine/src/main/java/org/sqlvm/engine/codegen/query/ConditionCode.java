package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

import java.util.ArrayList;
import java.util.List;

/**
 * Conditions to jumps. Every method takes a label and the treatment of NULL: with {@code onNull} it
 * jumps, too; without, it falls through.
 */
public final class ConditionCode {
    private final Assembler assembler;
    private final ExpressionCode values;

    ConditionCode(Assembler assembler, ExpressionCode values) {
        this.assembler = assembler;
        this.values = values;
    }

    public void jumpIfTrue(Expr condition, int label, boolean onNull) {
        switch (condition) {
            case Expr.And and -> {
                int skip = assembler.label();
                jumpIfFalse(and.left(), skip, !onNull);
                jumpIfTrue(and.right(), label, onNull);
                assembler.bind(skip);
            }
            case Expr.Or or -> {
                jumpIfTrue(or.left(), label, onNull);
                jumpIfTrue(or.right(), label, onNull);
            }
            case Expr.Unary not
            when not.operator() == Expr.UnaryOperator.NOT ->
                jumpIfFalse(not.operand(), label, onNull);
            case Expr.Compare compare -> compare(compare, compare.operator(), label, onNull);
            case Expr.IsNull isNull ->
                assembler.add(
                        isNull.negated() ? Opcode.NotNull : Opcode.IsNull,
                        values.evaluate(isNull.operand()),
                        label,
                        0);
            case Expr.IsTruth isTruth -> truth(isTruth, label, !isTruth.negated());
            case Expr.Between between when between.negated() -> outside(between, label, onNull);
            case Expr.Between between -> inside(between, label, onNull);
            case Expr.In in -> in(in, label, onNull, !in.negated());
            default -> assembler.add(Opcode.If, values.evaluate(condition), label, onNull ? 1 : 0);
        }
    }

    public void jumpIfFalse(Expr condition, int label, boolean onNull) {
        switch (condition) {
            case Expr.And and -> {
                jumpIfFalse(and.left(), label, onNull);
                jumpIfFalse(and.right(), label, onNull);
            }
            case Expr.Or or -> {
                int skip = assembler.label();
                jumpIfTrue(or.left(), skip, !onNull);
                jumpIfFalse(or.right(), label, onNull);
                assembler.bind(skip);
            }
            case Expr.Unary not
            when not.operator() == Expr.UnaryOperator.NOT ->
                jumpIfTrue(not.operand(), label, onNull);
            case Expr.Compare compare ->
                compare(compare, inverse(compare.operator()), label, onNull);
            case Expr.IsNull isNull ->
                assembler.add(
                        isNull.negated() ? Opcode.IsNull : Opcode.NotNull,
                        values.evaluate(isNull.operand()),
                        label,
                        0);
            case Expr.IsTruth isTruth -> truth(isTruth, label, isTruth.negated());
            case Expr.Between between when between.negated() -> inside(between, label, onNull);
            case Expr.Between between -> outside(between, label, onNull);
            case Expr.In in -> in(in, label, onNull, in.negated());
            default ->
                assembler.add(Opcode.IfNot, values.evaluate(condition), label, onNull ? 1 : 0);
        }
    }

    private void compare(
            Expr.Compare compare, CompareOperator operator, int label, boolean onNull) {
        int left = values.evaluate(compare.left());
        int right = values.evaluate(compare.right());
        compare(operator, left, right, compare.comparison(), label, onNull);
    }

    /** Jumps if {@code left operator right}. */
    void compare(
            CompareOperator operator,
            int left,
            int right,
            Expr.Comparison comparison,
            int label,
            boolean onNull) {
        Opcode opcode = switch (operator) {
            case EQ, IS -> Opcode.Eq;
            case NE, IS_NOT -> Opcode.Ne;
            case LT -> Opcode.Lt;
            case LE -> Opcode.Le;
            case GT -> Opcode.Gt;
            case GE -> Opcode.Ge;
        };
        boolean nullEqual = operator == CompareOperator.IS || operator == CompareOperator.IS_NOT;
        Affinity affinity =
                comparison.affinity() == Affinity.NONE ? Affinity.BLOB : comparison.affinity();
        int flags =
                affinity.code | (nullEqual ? Opcode.NULL_EQUAL : onNull ? Opcode.JUMP_IF_NULL : 0);
        assembler.add(opcode, right, label, left, comparison.collation(), flags);
    }

    static CompareOperator inverse(CompareOperator operator) {
        return switch (operator) {
            case EQ -> CompareOperator.NE;
            case NE -> CompareOperator.EQ;
            case LT -> CompareOperator.GE;
            case LE -> CompareOperator.GT;
            case GT -> CompareOperator.LE;
            case GE -> CompareOperator.LT;
            case IS -> CompareOperator.IS_NOT;
            case IS_NOT -> CompareOperator.IS;
        };
    }

    /**
     * Jumps if the operand has the wanted truth ({@code is}) or has not; NULL is neither true nor
     * false.
     */
    private void truth(Expr.IsTruth isTruth, int label, boolean is) {
        int operand = values.truthOperand(isTruth);
        boolean wanted = isTruth.truth() == is;
        assembler.add(wanted ? Opcode.If : Opcode.IfNot, operand, label, is ? 0 : 1);
    }

    private void inside(Expr.Between between, int label, boolean onNull) {
        int operand = values.evaluate(between.operand());
        int skip = assembler.label();
        int low = values.evaluate(between.low());
        compare(CompareOperator.LT, operand, low, between.lowComparison(), skip, !onNull);
        int high = values.evaluate(between.high());
        compare(CompareOperator.LE, operand, high, between.highComparison(), label, onNull);
        assembler.bind(skip);
    }

    private void outside(Expr.Between between, int label, boolean onNull) {
        int operand = values.evaluate(between.operand());
        int low = values.evaluate(between.low());
        compare(CompareOperator.LT, operand, low, between.lowComparison(), label, onNull);
        int high = values.evaluate(between.high());
        compare(CompareOperator.GT, operand, high, between.highComparison(), label, onNull);
    }

    /** Jumps if the operand is in the list ({@code found}), or if it is not. */
    private void in(Expr.In in, int label, boolean onNull, boolean found) {
        if (in.values().isEmpty()) {
            values.evaluate(in.operand());
            if (!found) {
                assembler.jump(label);
            }
            return;
        }
        int end = assembler.label();
        In test = test(in, found ? label : end);
        if (found) {
            if (onNull) {
                test.jumpIfUnknown(label);
            }
        } else {
            if (!onNull) {
                test.jumpIfUnknown(end);
            }
            assembler.jump(label);
        }
        assembler.bind(end);
    }

    /** IN as a value: 1, 0 or NULL. */
    void emitIn(Expr.In in, int target) {
        int yes = in.negated() ? 0 : 1;
        if (in.values().isEmpty()) {
            values.evaluate(in.operand());
            assembler.add(Opcode.Integer, 1 - yes, target, 0);
            return;
        }
        int result = assembler.register();
        int end = assembler.label();
        assembler.add(Opcode.Integer, yes, result, 0);
        In test = test(in, end);
        assembler.add(Opcode.Null, 0, result, 0);
        test.jumpIfUnknown(end);
        assembler.add(Opcode.Integer, 1 - yes, result, 0);
        assembler.bind(end);
        assembler.add(Opcode.SCopy, result, target, 0);
    }

    /**
     * The state after no element of a list has matched: the registers that may make the result
     * NULL.
     */
    private record In(Assembler assembler, int operand, List<Integer> nullable, boolean holdsNull) {
        void jumpIfUnknown(int label) {
            if (holdsNull) {
                assembler.jump(label);
                return;
            }
            assembler.add(Opcode.IsNull, operand, label, 0);
            for (int register : nullable) {
                assembler.add(Opcode.IsNull, register, label, 0);
            }
        }
    }

    /** Jumps to {@code match} if an element equals the operand. */
    private In test(Expr.In in, int match) {
        int operand = values.evaluate(in.operand());
        if (in.values() instanceof ConstantList) {
            return lookUp(in, operand, match);
        }
        boolean holdsNull = in.values().contains(new Expr.Constant(SqlNull.NULL));
        List<Integer> nullable = new ArrayList<>();
        for (Expr value : in.values()) {
            int register = values.evaluate(value);
            compare(CompareOperator.EQ, operand, register, in.comparison(), match, false);
            if (!(value instanceof Expr.Constant)) {
                nullable.add(register);
            }
        }
        return new In(assembler, operand, nullable, holdsNull);
    }

    /** The list is a set that is made once; the operand is looked up in it. */
    private In lookUp(Expr.In in, int operand, int match) {
        int filled = assembler.label();
        assembler.add(Opcode.Once, 0, filled, 0);
        Affinity affinity = ListCode.affinity(in.comparison().affinity());
        KeyField field = new KeyField(in.comparison().collation(), false, false);
        int hasNull = assembler.register();
        int table = ListCode.open(assembler, in.values(), affinity, field, hasNull);
        assembler.bind(filled);
        int key = assembler.register();
        int unknown = assembler.label();
        assembler.add(Opcode.IsNull, operand, unknown, 0);
        assembler.add(Opcode.SCopy, operand, key, 0);
        values.affinity(key, List.of(affinity));
        assembler.add(Opcode.HashFind, table, unknown, key);
        assembler.jump(match);
        assembler.bind(unknown);
        return new In(assembler, operand, List.of(hasNull), false);
    }
}
