package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.SelectPlan.Grouping;
import org.sqlvm.engine.plan.SelectPlan.Loop;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.VectorQuery;
import org.sqlvm.engine.vector.VectorQuery.Aggregation;
import org.sqlvm.engine.vector.VectorQuery.Comparator;
import org.sqlvm.engine.vector.VectorQuery.Condition;
import org.sqlvm.engine.vector.VectorQuery.Operator;
import org.sqlvm.engine.vector.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;

/**
 * An aggregation over all rows of one table runs on vectors if everything in it is known there:
 * arithmetic, comparisons under BINARY, LIKE and GLOB, and the usual aggregates. What is not known
 * leaves the whole query to the row engine; HAVING and all that stands above the groups is the row
 * engine's anyway.
 */
final class VectorRule {
    /** A table of fewer rows is done before an array has been made. */
    static final double ROWS_MIN = 16_384;

    /** A longer list is not tested value by value. */
    private static final int LIST_MAX = 32;

    private final List<Integer> columns = new ArrayList<>();
    private final List<Expr> constants = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Table table;

    /** Everything so far is known. */
    private boolean fits = true;

    private VectorRule(Table table) {
        this.table = table;
    }

    /**
     * What a scan computes, or null if the row engine does.
     *
     * @param source the only one
     */
    static SelectPlan.Vectors of(
            Scope.Source source, List<Loop> loops, Grouping grouping, List<Expr> constantFilters) {
        if (grouping == null || loops.size() != 1 || !constantFilters.isEmpty()) {
            return null;
        }
        Loop loop = loops.get(0);
        boolean scans = source.relation() instanceof Relation.Stored
                && source.table().hasRowid()
                && loop.access() instanceof SelectPlan.FullScan scan
                && !scan.reverse()
                && !loop.leftJoin();
        boolean groups = !grouping.countShortcut()
                && !grouping.firstRowDecides()
                && !grouping.distinctTogether()
                && grouping.bareColumns().isEmpty()
                && (grouping.keys().isEmpty() || grouping.gathering() == SelectPlan.Gathering.HASH);
        if (!scans || !groups) {
            return null;
        }
        VectorRule rule = new VectorRule(source.table());
        VectorQuery query = rule.query(loop.filters(), grouping);
        return rule.fits
                ? new SelectPlan.Vectors(
                        query, List.copyOf(rule.columns), List.copyOf(rule.constants))
                : null;
    }

    private VectorQuery query(List<Expr> filters, Grouping grouping) {
        List<Condition> conditions = new ArrayList<>();
        filters.forEach(filter -> conditions.add(condition(filter, true)));
        List<Integer> keys = new ArrayList<>();
        grouping.keys().forEach(key -> keys.add(value(key)));
        grouping.keyCollations().forEach(this::checkCollation);
        List<VectorQuery.Call> calls = new ArrayList<>();
        grouping.aggregates().forEach(aggregate -> calls.add(call(aggregate)));
        return new VectorQuery(List.copyOf(steps), conditions, keys, calls);
    }

    private void checkCollation(Collation collation) {
        fits &= collation == null || collation == Collation.BINARY;
    }

    private VectorQuery.Call call(Expr.Aggregate aggregate) {
        fits &= !aggregate.distinct()
                && aggregate.filter() == null
                && aggregate.order().isEmpty();
        checkCollation(aggregate.collation());
        List<Expr> arguments = aggregate.arguments();
        Aggregation aggregation = switch (aggregate.function().builtIn()) {
            case "count" -> arguments.isEmpty() ? Aggregation.COUNT_ROWS : Aggregation.COUNT;
            case "sum" -> Aggregation.SUM;
            case "total" -> Aggregation.TOTAL;
            case "avg" -> Aggregation.AVG;
            case "min" -> Aggregation.MIN;
            case "max" -> Aggregation.MAX;
            default -> null;
        };
        fits &= aggregation != null;
        int argument = arguments.isEmpty() ? -1 : value(arguments.get(0));
        return new VectorQuery.Call(aggregation, argument, aggregate.function());
    }

    // ------------------------------------------------------------------ values

    private int value(Expr expression) {
        if (isConstant(expression)) {
            return step(new Step.Constant(place(constants, expression)));
        }
        return switch (expression) {
            case Expr.Column column -> {
                boolean stored = column.index() == Expr.Column.ROWID
                        || !table.columns().get(column.index()).isVirtual();
                fits &= stored;
                int index =
                        column.index() == table.rowidAlias() ? Expr.Column.ROWID : column.index();
                yield step(new Step.Load(place(columns, index)));
            }
            case Expr.Plus plus -> value(plus.operand());
            case Expr.Collate collate -> value(collate.operand());
            case Expr.Unary unary
            when unary.operator() == Expr.UnaryOperator.NEGATE ->
                step(new Step.Negation(value(unary.operand())));
            case Expr.Binary binary -> arithmetic(binary);
            default -> unknown();
        };
    }

    /** What cannot fail and is the same for all rows: it is computed before the scan. */
    private static boolean isConstant(Expr expression) {
        return switch (expression) {
            case Expr.Constant _, Expr.Parameter _, Expr.TriggerValue _ -> true;
            case Expr.Unary _, Expr.Binary _, Expr.Cast _, Expr.Collate _, Expr.Plus _ ->
                Exprs.children(expression).stream().allMatch(VectorRule::isConstant);
            default -> false;
        };
    }

    private int arithmetic(Expr.Binary binary) {
        Operator operator = switch (binary.operator()) {
            case ADD -> Operator.ADD;
            case SUBTRACT -> Operator.SUBTRACT;
            case MULTIPLY -> Operator.MULTIPLY;
            case DIVIDE -> Operator.DIVIDE;
            case REMAINDER -> Operator.REMAINDER;
            default -> null;
        };
        if (operator == null) {
            return unknown();
        }
        int left = value(binary.left());
        int right = value(binary.right());
        return step(new Step.Arithmetic(operator, left, right));
    }

    private int unknown() {
        fits = false;
        return 0;
    }

    /** The register of a step, the same for equal ones: what occurs twice is computed once. */
    private int step(Step step) {
        return place(steps, step);
    }

    private static <T> int place(List<T> known, T value) {
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
                List<Integer> arguments = new ArrayList<>();
                call.arguments().forEach(argument -> arguments.add(value(argument)));
                yield new Condition.Pattern(call.function(), arguments, wanted);
            }
            default -> new Condition.Truth(value(expression), wanted);
        };
    }

    private static boolean isPattern(Expr.Call call) {
        String name = call.function().builtIn();
        return name.equals("like") || name.equals("glob");
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
        fits &= in.values().size() <= LIST_MAX;
        List<Condition> parts = new ArrayList<>();
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
