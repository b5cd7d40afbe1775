package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.aggregate.CountAggregates;
import org.sqlvm.engine.row.function.NumberFunctions;
import org.sqlvm.engine.vector.group.VectorAggregates;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Operator;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;

/**
 * The expressions of one scan on vectors: what is known there becomes steps and conditions, and
 * what is not leaves the whole query to the row engine.
 */
final class VectorExpressions {
    /** A longer list is not tested value by value. */
    private static final int LIST_MAX = 32;

    private final List<Step> steps = new ArrayList<>();
    private final List<Condition> filters = new ArrayList<>();
    private final List<Expr> constants;
    private final Columns columns;

    /** The register that {@link Expr.CaseBase} is; -1 outside of such a CASE. */
    private int base = -1;

    /** In how many forms of which a row may not need the result: it must not fail there. */
    private int unneeded;

    /**
     * Whether all rows that come need the value that is made now, in the row engine's order: then
     * it may fail.
     */
    private boolean mayFail;

    /** Whether something does that may fail. */
    private boolean fails;

    /** Everything so far is known. */
    private boolean fits = true;

    /** Where columns come from, and what else is a column of what is scanned. */
    interface Columns {
        /** Null if it is not known on vectors. */
        Step.Load load(Expr column);
    }

    /** @param constants takes the values that are the same for all rows */
    VectorExpressions(List<Expr> constants, Columns columns) {
        this.constants = constants;
        this.columns = columns;
    }

    /** Whether all expressions so far are known. */
    boolean fit() {
        return fits;
    }

    /** Rows must pass {@code condition}. */
    void filter(Expr condition) {
        filters.add(condition(condition, true));
    }

    /**
     * As {@link #filter}. A condition that may fail is tested for the rows that pass those before,
     * and before those behind.
     */
    void filterInOrder(Expr condition) {
        mayFail = true;
        filters.add(part(condition, true));
        mayFail = false;
    }

    /** The register of a value that may fail: what reads it takes such rows as they are. */
    int failingValue(Expr expression) {
        mayFail = true;
        int register = value(expression);
        mayFail = false;
        return register;
    }

    /** As {@link #filter}, if the condition is known: otherwise nothing changes. */
    boolean filterIfKnown(Expr condition) {
        int stepCount = steps.size();
        int constantCount = constants.size();
        boolean before = fits;
        fits = true;
        Condition made = condition(condition, true);
        boolean known = fits;
        fits = before;
        if (known) {
            filters.add(made);
        } else {
            steps.subList(stepCount, steps.size()).clear();
            constants.subList(constantCount, constants.size()).clear();
            base = -1;
            unneeded = 0;
        }
        return known;
    }

    /** The rows for which {@code expression} is true. */
    Condition condition(Expr expression) {
        return condition(expression, true);
    }

    /** Rows must have a value there that is not NULL. */
    void filterNull(int register) {
        filters.add(new Condition.NullTest(register, false));
    }

    VectorPipeline pipeline(List<VectorPipeline.Probe> probes) {
        return new VectorPipeline(List.copyOf(steps), List.copyOf(filters), probes);
    }

    // ------------------------------------------------------------------ groups

    /** The registers of the keys. */
    List<Integer> keys(Grouping grouping) {
        List<Integer> keys = new ArrayList<>();
        grouping.keys().forEach(key -> keys.add(value(key)));
        grouping.keyCollations().forEach(this::checkCollation);
        return keys;
    }

    /**
     * The aggregates.
     *
     * @param ordered rows come as the row engine has them, so that what fails first here fails
     *     first there
     */
    List<VectorQuery.Call> calls(Grouping grouping, boolean ordered) {
        List<VectorQuery.Call> calls = new ArrayList<>();
        for (Expr.Aggregate aggregate : grouping.aggregates()) {
            mayFail = ordered && aggregate.filter() == null;
            calls.add(call(aggregate, ordered));
        }
        mayFail = false;
        return calls;
    }

    /** Whether an argument of an aggregate or a condition may fail. */
    boolean fail() {
        return fails;
    }

    private void checkCollation(Collation collation) {
        fits &= collation == null || collation == Collation.BINARY;
    }

    private VectorQuery.Call call(Expr.Aggregate aggregate, boolean ordered) {
        fits &= aggregate.order().isEmpty();
        checkCollation(aggregate.collation());
        List<Expr> arguments = aggregate.arguments();
        boolean distinct = aggregate.distinct() && !arguments.isEmpty();
        if (distinct) {
            checkCollation(Typing.collation(arguments.get(0)));
        }
        boolean filtered = aggregate.filter() != null;
        AggregateFunction function = aggregate.function();
        List<Integer> registers = new ArrayList<>();
        if (filtered) {
            // All of them leave NULL out.
            Condition condition = condition(aggregate.filter(), true);
            Expr value = arguments.isEmpty() ? new Expr.Constant(1L) : arguments.get(0);
            registers.add(step(new Step.Choice(
                    List.of(condition), List.of(unneeded(value)), constant(SqlNull.NULL))));
            function = function == CountAggregates.ROWS ? CountAggregates.VALUES : function;
        } else if (!arguments.isEmpty()) {
            registers.add(value(arguments.get(0)));
        }
        for (Expr argument : arguments.subList(Math.min(1, arguments.size()), arguments.size())) {
            fits &= isConstant(argument);
            registers.add(value(argument));
        }
        fits &= VectorAggregates.of(function) != null && (ordered || isOfSomeOrder(function));
        boolean counted = distinct && !function.is(FunctionFact.IGNORES_REPEATS);
        return new VectorQuery.Call(function, List.copyOf(registers), counted);
    }

    private static boolean isOfSomeOrder(AggregateFunction function) {
        return function.is(FunctionFact.ANY_ORDER)
                || function.is(FunctionFact.ANY_ORDER_OF_INTEGERS);
    }

    // ------------------------------------------------------------------ values

    /** The register of a value. */
    int value(Expr expression) {
        if (isConstant(expression)) {
            return step(new Step.Constant(place(constants, expression)));
        }
        return switch (expression) {
            case Expr.Column _, Expr.GroupKey _, Expr.AggregateResult _ -> {
                Step.Load load = columns.load(expression);
                yield load == null ? unknown() : step(load);
            }
            case Expr.Plus plus -> value(plus.operand());
            case Expr.Collate collate -> value(collate.operand());
            case Expr.Unary unary
            when unary.operator() == Expr.UnaryOperator.NEGATE ->
                step(new Step.Negation(value(unary.operand())));
            case Expr.Unary unary
            when unary.operator() == Expr.UnaryOperator.BIT_NOT ->
                step(new Step.Apply(NumberFunctions.BIT_NOT, List.of(value(unary.operand()))));
            case Expr.Binary binary -> arithmetic(binary);
            case Expr.Case choice -> choice(choice);
            case Expr.CaseBase _ -> base < 0 ? unknown() : base;
            case Expr.Coalesce coalesce -> coalesce(coalesce);
            case Expr.Cast cast -> step(new Step.Conversion(value(cast.operand()), cast.target()));
            case Expr.Call call
            when call.function().is(FunctionFact.ON_VECTORS) && !isPattern(call) -> {
                fits &= mayFail || call.function().is(FunctionFact.NEVER_FAILS);
                fails |= !call.function().is(FunctionFact.NEVER_FAILS);
                if (call.function().is(FunctionFact.COMPARES)) {
                    checkCollation(call.collation());
                }
                List<Integer> arguments = new ArrayList<>();
                call.arguments().forEach(argument -> arguments.add(value(argument)));
                yield step(new Step.Apply(call.function(), List.copyOf(arguments)));
            }
            default -> isCondition(expression) ? truth(expression) : unknown();
        };
    }

    /** What cannot fail and is the same for all rows: it is computed before the scan. */
    private static boolean isConstant(Expr expression) {
        return switch (expression) {
            case Expr.Constant _, Expr.Parameter _, Expr.TriggerValue _ -> true;
            case Expr.ScalarQuery scalar -> !scalar.nested().isCorrelated();
            case Expr.Exists exists -> !exists.nested().isCorrelated();
            case Expr.InQuery in ->
                !in.nested().isCorrelated()
                        && in.operands().stream().allMatch(VectorExpressions::isConstant);
            case Expr.Unary _, Expr.Binary _, Expr.Cast _, Expr.Collate _, Expr.Plus _ ->
                Exprs.children(expression).stream().allMatch(VectorExpressions::isConstant);
            case Expr.Call call ->
                call.function().is(FunctionFact.ON_VECTORS)
                        && call.function().is(FunctionFact.NEVER_FAILS)
                        && call.arguments().stream().allMatch(VectorExpressions::isConstant);
            default -> false;
        };
    }

    private int constant(Object value) {
        return value(new Expr.Constant(value));
    }

    /** The register of a value that some rows may not need. */
    private int unneeded(Expr expression) {
        boolean needed = mayFail;
        mayFail = false;
        unneeded++;
        int register = value(expression);
        unneeded--;
        mayFail = needed;
        return register;
    }

    private int arithmetic(Expr.Binary binary) {
        Operator operator = switch (binary.operator()) {
            case ADD -> Operator.ADD;
            case SUBTRACT -> Operator.SUBTRACT;
            case MULTIPLY -> Operator.MULTIPLY;
            case DIVIDE -> Operator.DIVIDE;
            case REMAINDER -> Operator.REMAINDER;
            case CONCAT -> Operator.CONCAT;
            case BIT_AND -> Operator.BIT_AND;
            case BIT_OR -> Operator.BIT_OR;
            case SHIFT_LEFT -> Operator.SHIFT_LEFT;
            case SHIFT_RIGHT -> Operator.SHIFT_RIGHT;
        };
        int left = value(binary.left());
        int right = value(binary.right());
        return step(new Step.Arithmetic(operator, left, right));
    }

    private int choice(Expr.Case choice) {
        int outer = base;
        List<Condition> conditions = new ArrayList<>();
        List<Integer> results = new ArrayList<>();
        int operand = choice.base() == null ? -1 : value(choice.base());
        for (Expr.When branch : choice.branches()) {
            base = operand;
            conditions.add(condition(branch.condition(), true));
            base = outer;
            results.add(unneeded(branch.result()));
        }
        int otherwise =
                choice.otherwise() == null ? constant(SqlNull.NULL) : unneeded(choice.otherwise());
        return step(new Step.Choice(List.copyOf(conditions), List.copyOf(results), otherwise));
    }

    private int coalesce(Expr.Coalesce coalesce) {
        List<Condition> conditions = new ArrayList<>();
        List<Integer> results = new ArrayList<>();
        for (Expr argument : coalesce.arguments()) {
            int register = unneeded(argument);
            results.add(register);
            conditions.add(new Condition.NullTest(register, false));
        }
        return step(new Step.Choice(
                List.copyOf(conditions), List.copyOf(results), constant(SqlNull.NULL)));
    }

    /** The register of 1, 0 or NULL. */
    private int truth(Expr condition) {
        List<Condition> conditions =
                List.of(condition(condition, true), condition(condition, false));
        List<Integer> results = List.of(constant(1L), constant(0L));
        return step(new Step.Choice(conditions, results, constant(SqlNull.NULL)));
    }

    private static boolean isCondition(Expr expression) {
        return switch (expression) {
            case Expr.And _,
                    Expr.Or _,
                    Expr.Compare _,
                    Expr.IsNull _,
                    Expr.IsTruth _,
                    Expr.Between _,
                    Expr.In _ -> true;
            case Expr.Unary unary -> unary.operator() == Expr.UnaryOperator.NOT;
            case Expr.Call call -> isPattern(call);
            default -> false;
        };
    }

    private int unknown() {
        fits = false;
        return 0;
    }

    /** The register of a step, the same for equal ones: what occurs twice is computed once. */
    private int step(Step step) {
        return place(steps, step);
    }

    /** The place of a value in a list, at whose end it comes if it is not there. */
    static <T> int place(List<T> known, T value) {
        int place = known.indexOf(value);
        if (place < 0) {
            known.add(value);
            place = known.size() - 1;
        }
        return place;
    }

    // ------------------------------------------------------------------ conditions

    /** The rows for which {@code expression} is true, or, not {@code wanted}, false. */
    private Condition condition(Expr expression, boolean wanted) {
        boolean needed = mayFail;
        mayFail = false; // The parts of a condition are tested in another order.
        Condition made = part(expression, wanted);
        mayFail = needed;
        return made;
    }

    private Condition part(Expr expression, boolean wanted) {
        return switch (expression) {
            case Expr.And and -> connective(and.left(), and.right(), wanted, wanted);
            case Expr.Or or -> connective(or.left(), or.right(), wanted, !wanted);
            case Expr.Unary not
            when not.operator() == Expr.UnaryOperator.NOT -> condition(not.operand(), !wanted);
            case Expr.Compare compare -> {
                Comparator comparator = comparator(compare.operator());
                yield compare(
                        wanted ? comparator : inverse(comparator),
                        compare.left(),
                        compare.right(),
                        compare.comparison());
            }
            case Expr.IsNull isNull ->
                new Condition.NullTest(value(isNull.operand()), wanted != isNull.negated());
            case Expr.IsTruth isTruth -> {
                Condition part = condition(isTruth.operand(), isTruth.truth());
                yield wanted != isTruth.negated() ? part : new Condition.Untrue(part);
            }
            case Expr.Between between -> between(between, wanted != between.negated());
            case Expr.In in -> in(in, wanted != in.negated());
            case Expr.Call call
            when isPattern(call) -> {
                fits &= unneeded == 0;
                List<Integer> arguments = new ArrayList<>();
                call.arguments().forEach(argument -> arguments.add(value(argument)));
                yield new Condition.Pattern(call.function(), arguments, wanted);
            }
            default -> new Condition.Truth(value(expression), wanted);
        };
    }

    private static boolean isPattern(Expr.Call call) {
        return call.function().is(FunctionFact.PATTERN);
    }

    private Condition connective(Expr left, Expr right, boolean wanted, boolean all) {
        List<Condition> parts = List.of(condition(left, wanted), condition(right, wanted));
        return all ? new Condition.All(parts) : new Condition.Any(parts);
    }

    private Condition compare(
            Comparator comparator, Expr left, Expr right, Expr.Comparison comparison) {
        checkCollation(comparison.collation());
        return new Condition.Compare(comparator, value(left), value(right), comparison.affinity());
    }

    private Condition between(Expr.Between between, boolean inside) {
        mayFail &= isConstant(between.low()) && isConstant(between.high());
        Expr operand = between.operand();
        Condition low = compare(
                inside ? Comparator.GE : Comparator.LT,
                operand,
                between.low(),
                between.lowComparison());
        Condition high = compare(
                inside ? Comparator.LE : Comparator.GT,
                operand,
                between.high(),
                between.highComparison());
        return inside
                ? new Condition.All(List.of(low, high))
                : new Condition.Any(List.of(low, high));
    }

    private Condition in(Expr.In in, boolean found) {
        List<Condition> parts = new ArrayList<>();
        if (in.values().size() > LIST_MAX) {
            fits = false;
            return new Condition.Any(parts);
        }
        mayFail &= in.values().stream().allMatch(VectorExpressions::isConstant);
        for (Expr value : in.values()) {
            Comparator comparator = found ? Comparator.EQ : Comparator.NE;
            parts.add(compare(comparator, in.operand(), value, in.comparison()));
        }
        if (in.values().isEmpty()) {
            value(in.operand());
        }
        return found ? new Condition.Any(parts) : new Condition.All(parts);
    }

    private static Comparator comparator(Expr.CompareOperator operator) {
        return switch (operator) {
            case EQ -> Comparator.EQ;
            case NE -> Comparator.NE;
            case LT -> Comparator.LT;
            case LE -> Comparator.LE;
            case GT -> Comparator.GT;
            case GE -> Comparator.GE;
            case IS -> Comparator.IS;
            case IS_NOT -> Comparator.IS_NOT;
        };
    }

    private static Comparator inverse(Comparator comparator) {
        return switch (comparator) {
            case EQ -> Comparator.NE;
            case NE -> Comparator.EQ;
            case LT -> Comparator.GE;
            case LE -> Comparator.GT;
            case GT -> Comparator.LE;
            case GE -> Comparator.LT;
            case IS -> Comparator.IS_NOT;
            case IS_NOT -> Comparator.IS;
        };
    }
}
