package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.sql.tree.ConflictAction;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Expressions to instructions that leave their value in a register. */
public final class ExpressionCode {
    private final Assembler assembler;
    private final RowReader rows;
    private final ConditionCode conditions;
    private final NestedCode nested;
    /** Registers of the bases of the CASEs being compiled, innermost first. */
    private final Deque<Integer> caseBases = new ArrayDeque<>();
    /** Operators, and whether they are loop-invariant: a long chain is not walked at each link. */
    private final Map<Expr, Boolean> loopInvariant = new IdentityHashMap<>(0);

    /** For expressions without queries. */
    public ExpressionCode(Assembler assembler, RowReader rows) {
        this(assembler, NestedPlans.NONE, rows);
    }

    /** @param plans the plans of the queries in the expressions */
    public ExpressionCode(Assembler assembler, NestedPlans plans, RowReader rows) {
        this.assembler = assembler;
        this.rows = rows;
        this.conditions = new ConditionCode(assembler, this);
        this.nested = new NestedCode(assembler, plans, this);
    }

    public ConditionCode conditions() {
        return conditions;
    }

    public NestedCode nested() {
        return nested;
    }

    /** The register that holds the value: a literal's own, a grouping's, or a new one. */
    int evaluate(Expr expression) {
        switch (expression) {
            case Expr.Constant constant
            when constant.isKnown() -> {
                return assembler.literal(constant.value());
            }
            case Expr.GroupKey key -> {
                return rows.key(key.index());
            }
            case Expr.AggregateResult result -> {
                return rows.aggregate(result.index());
            }
            case Expr.BareColumn column -> {
                return rows.bareColumn(column.index());
            }
            case Expr.CaseBase _ -> {
                return caseBases.element();
            }
            case Expr.WindowColumn column -> {
                return rows.window(column.index());
            }
            case Expr.Outer outer -> {
                return NestedCode.outer(assembler, outer);
            }
            case Expr.ScalarQuery query -> {
                return nested.scalar(query);
            }
            case Expr.Exists query -> {
                return nested.exists(query);
            }
            case Expr.InQuery in -> {
                return nested.in(in);
            }
            case Expr.Collate collate -> {
                return evaluate(collate.operand());
            }
            case Expr.Plus plus -> {
                return evaluate(plus.operand());
            }
            default -> {}
        }
        int target = assembler.register();
        if (isLoopInvariant(expression)) {
            assembler.once(() -> emit(expression, target));
        } else {
            emit(expression, target);
        }
        return target;
    }

    /** The values in consecutive new registers; gives the first. */
    public int evaluateAll(List<Expr> expressions) {
        int first = assembler.registers(expressions.size());
        for (int i = 0; i < expressions.size(); i++) {
            evaluateInto(expressions.get(i), first + i);
        }
        return first;
    }

    /** Puts the value into a register of the caller's. */
    public void evaluateInto(Expr expression, int target) {
        switch (expression) {
            case Expr.Constant constant -> constant(constant, target);
            case Expr.Column column -> rows.read(column, target);
            case Expr.Parameter parameter ->
                assembler.add(Opcode.Variable, parameter.number(), target, 0);
            case Expr.TriggerValue value -> assembler.add(Opcode.Param, value.place(), target, 0);
            case Expr.GroupKey _,
                    Expr.AggregateResult _,
                    Expr.BareColumn _,
                    Expr.CaseBase _,
                    Expr.Outer _,
                    Expr.ScalarQuery _,
                    Expr.Exists _,
                    Expr.InQuery _ -> assembler.add(Opcode.Copy, evaluate(expression), target, 0);
            // The value lasts until the next row, like the columns of a table.
            case Expr.WindowColumn _ ->
                assembler.add(Opcode.SCopy, evaluate(expression), target, 0);
            case Expr.Collate collate -> evaluateInto(collate.operand(), target);
            case Expr.Plus plus -> evaluateInto(plus.operand(), target);
            default -> {
                if (isLoopInvariant(expression)) {
                    assembler.add(Opcode.SCopy, evaluate(expression), target, 0);
                } else {
                    emit(expression, target);
                }
            }
        }
    }

    /**
     * Emits a constant; a literal that may differ between texts of one shape is read like a
     * parameter.
     */
    private void constant(Expr.Constant constant, int target) {
        if (constant.isKnown()) {
            assembler.load(constant.value(), target);
        } else {
            assembler.add(Opcode.Variable, constant.shared().place(), target, 0);
        }
    }

    /**
     * Constant, and unable to fail: it is computed once, before the loops. A function may fail, so
     * it waits until a row asks for it.
     */
    boolean isLoopInvariant(Expr expression) {
        return switch (expression) {
            case Expr.Constant _, Expr.Parameter _, Expr.TriggerValue _ -> true;
            case Expr.Unary _, Expr.Binary _, Expr.Cast _, Expr.Collate _, Expr.Plus _ -> {
                Boolean known = loopInvariant.get(expression);
                if (known == null) {
                    known = areLoopInvariant(Exprs.children(expression));
                    loopInvariant.put(expression, known);
                }
                yield known;
            }
            default -> false;
        };
    }

    private boolean areLoopInvariant(List<Expr> expressions) {
        for (Expr expression : expressions) {
            if (!isLoopInvariant(expression)) {
                return false;
            }
        }
        return true;
    }

    private void emit(Expr expression, int target) {
        switch (expression) {
            case Expr.Constant constant -> constant(constant, target);
            case Expr.Column column -> rows.read(column, target);
            case Expr.Parameter parameter ->
                assembler.add(Opcode.Variable, parameter.number(), target, 0);
            case Expr.TriggerValue value -> assembler.add(Opcode.Param, value.place(), target, 0);
            case Expr.Raise raise -> emitRaise(raise, target);
            case Expr.Unary unary -> emitUnary(unary, target);
            case Expr.Binary binary -> emitBinary(binary, target);
            case Expr.And and -> emitConnective(Opcode.And, and.left(), and.right(), target);
            case Expr.Or or -> emitConnective(Opcode.Or, or.left(), or.right(), target);
            case Expr.Compare compare ->
                emitComparison(
                        compare.operator(),
                        evaluate(compare.left()),
                        evaluate(compare.right()),
                        compare.comparison(),
                        target);
            case Expr.IsNull isNull ->
                emitFlag(
                        target,
                        label -> assembler.add(
                                isNull.negated() ? Opcode.NotNull : Opcode.IsNull,
                                evaluate(isNull.operand()),
                                label,
                                0));
            case Expr.IsTruth isTruth -> {
                int operand = truthOperand(isTruth);
                long inversion = isTruth.truth() == isTruth.negated() ? 1 : 0;
                // NULL IS TRUE and NULL IS FALSE are both false.
                int ifNull = (isTruth.negated() ? 1 : 0) ^ (int) inversion;
                assembler.add(Opcode.IsTrue, operand, target, ifNull, inversion, 0);
            }
            case Expr.Between between -> emitBetween(between, target);
            case Expr.In in -> conditions.emitIn(in, target);
            case Expr.Case c -> emitCase(c, target);
            case Expr.Cast cast -> {
                evaluateInto(cast.operand(), target);
                assembler.add(Opcode.Cast, target, cast.target().code, 0);
            }
            case Expr.Call call -> emitCall(call, target);
            case Expr.Coalesce coalesce -> emitCoalesce(coalesce, target);
            default -> throw new AssertionError(expression);
        }
    }

    /** RAISE has no value, but the code behind it needs one. */
    private void emitRaise(Expr.Raise raise, int target) {
        ConflictAction action = ConflictAction.valueOf(raise.action().name());
        boolean ignores = action == ConflictAction.IGNORE;
        int message = ignores ? 0 : evaluate(raise.message());
        assembler.add(
                Opcode.Halt,
                ignores ? ResultCode.OK : ResultCode.CONSTRAINT_TRIGGER,
                Conflicts.halt(action),
                message);
        assembler.add(Opcode.Null, 0, target, 0);
    }

    private void emitUnary(Expr.Unary unary, int target) {
        int operand = evaluate(unary.operand());
        Opcode opcode = switch (unary.operator()) {
            case NEGATE -> Opcode.Negative;
            case BIT_NOT -> Opcode.BitNot;
            case NOT -> Opcode.Not;
        };
        assembler.add(opcode, operand, target, 0);
    }

    private void emitBinary(Expr.Binary binary, int target) {
        int left = evaluate(binary.left());
        int right = evaluate(binary.right());
        Opcode opcode = switch (binary.operator()) {
            case ADD -> Opcode.Add;
            case SUBTRACT -> Opcode.Subtract;
            case MULTIPLY -> Opcode.Multiply;
            case DIVIDE -> Opcode.Divide;
            case REMAINDER -> Opcode.Remainder;
            case CONCAT -> Opcode.Concat;
            case BIT_AND -> Opcode.BitAnd;
            case BIT_OR -> Opcode.BitOr;
            case SHIFT_LEFT -> Opcode.ShiftLeft;
            case SHIFT_RIGHT -> Opcode.ShiftRight;
        };
        assembler.add(opcode, right, left, target);
    }

    private void emitConnective(Opcode opcode, Expr left, Expr right, int target) {
        int a = evaluate(left);
        int b = evaluate(right);
        assembler.add(opcode, a, b, target);
    }

    /** A comparison as a value: 1, 0 or NULL. */
    void emitComparison(
            CompareOperator operator, int left, int right, Expr.Comparison comparison, int target) {
        int result = target == left || target == right ? assembler.register() : target;
        assembler.add(Opcode.Integer, 1, result, 0);
        int end = assembler.label();
        conditions.compare(operator, left, right, comparison, end, false);
        if (operator == CompareOperator.IS || operator == CompareOperator.IS_NOT) {
            assembler.add(Opcode.Integer, 0, result, 0);
        } else {
            assembler.add(Opcode.ZeroOrNull, left, result, right);
        }
        assembler.bind(end);
        if (result != target) {
            assembler.add(Opcode.SCopy, result, target, 0);
        }
    }

    /** 1 if the jump is taken, else 0. */
    private void emitFlag(int target, java.util.function.IntConsumer jump) {
        int end = assembler.label();
        int no = assembler.label();
        int yes = assembler.label();
        jump.accept(yes);
        assembler.bind(no);
        assembler.add(Opcode.Integer, 0, target, 0);
        assembler.jump(end);
        assembler.bind(yes);
        assembler.add(Opcode.Integer, 1, target, 0);
        assembler.bind(end);
    }

    /**
     * Returns the operand's register; NULL and false are the same if the difference does not
     * matter.
     */
    int truthOperand(Expr.IsTruth isTruth) {
        return isTruth.truth()
                        && isTruth.operand() instanceof Expr.InQuery in
                        && !in.negated()
                        && in.nested().arguments().isEmpty()
                ? nested.found(in)
                : evaluate(isTruth.operand());
    }

    private void emitBetween(Expr.Between between, int target) {
        int operand = evaluate(between.operand());
        int low = assembler.register();
        emitComparison(
                CompareOperator.GE, operand, evaluate(between.low()), between.lowComparison(), low);
        int high = assembler.register();
        emitComparison(
                CompareOperator.LE,
                operand,
                evaluate(between.high()),
                between.highComparison(),
                high);
        assembler.add(Opcode.And, low, high, target);
        if (between.negated()) {
            assembler.add(Opcode.Not, target, target, 0);
        }
    }

    private void emitCase(Expr.Case c, int target) {
        int end = assembler.label();
        if (c.base() != null) {
            caseBases.push(evaluate(c.base()));
        }
        for (Expr.When branch : c.branches()) {
            int next = assembler.label();
            conditions.jumpIfFalse(branch.condition(), next, true);
            evaluateInto(branch.result(), target);
            assembler.jump(end);
            assembler.bind(next);
        }
        if (c.base() != null) {
            caseBases.pop();
        }
        if (c.otherwise() == null) {
            assembler.add(Opcode.Null, 0, target, 0);
        } else {
            evaluateInto(c.otherwise(), target);
        }
        assembler.bind(end);
    }

    private void emitCoalesce(Expr.Coalesce coalesce, int target) {
        int end = assembler.label();
        List<Expr> arguments = coalesce.arguments();
        for (int i = 0; i < arguments.size(); i++) {
            evaluateInto(arguments.get(i), target);
            if (i + 1 < arguments.size()) {
                assembler.add(Opcode.NotNull, target, end, 0);
            }
        }
        assembler.bind(end);
    }

    private void emitCall(Expr.Call call, int target) {
        List<Expr> arguments = call.arguments();
        int first = arguments.isEmpty() ? 0 : evaluateAll(arguments);
        int constants = 0;
        for (int i = 0; i < Math.min(arguments.size(), Integer.SIZE - 1); i++) {
            constants |= isLoopInvariant(arguments.get(i)) ? 1 << i : 0;
        }
        ScalarFunction function = call.function();
        Collation collation = call.collation() == null ? Collation.BINARY : call.collation();
        FunctionCall p4 = new FunctionCall(function, arguments.size(), collation, false);
        assembler.add(Opcode.Function, constants, first, target, p4, arguments.size());
    }

    /**
     * Applies affinities to consecutive registers; nothing is emitted if none would change a value.
     */
    public void affinity(int first, List<Affinity> affinities) {
        StringBuilder letters = new StringBuilder();
        boolean changes = false;
        for (Affinity affinity : affinities) {
            boolean idle = affinity == Affinity.NONE || affinity == Affinity.BLOB;
            letters.append(idle ? Affinity.BLOB.code : affinity.code);
            changes |= !idle;
        }
        if (changes) {
            assembler.add(Opcode.Affinity, first, affinities.size(), 0, letters.toString(), 0);
        }
    }
}
