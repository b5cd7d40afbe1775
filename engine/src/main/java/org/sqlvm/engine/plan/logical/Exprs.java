package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.PureDate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Walking and rebuilding expressions: the one place that knows the children of every kind. */
public final class Exprs {
    private Exprs() {}

    /** The operands of {@code expression}, from left to right, but those of a ConstantList. */
    public static List<Expr> children(Expr expression) {
        return switch (expression) {
            case Expr.Constant _,
                    Expr.Parameter _,
                    Expr.TriggerValue _,
                    Expr.Column _,
                    Expr.AggregateResult _,
                    Expr.GroupKey _,
                    Expr.BareColumn _,
                    Expr.Outer _,
                    Expr.WindowColumn _,
                    Expr.CaseBase _ -> List.of();
            case Expr.WindowCall call -> windowChildren(call);
            case Expr.ScalarQuery scalar -> scalar.nested().values();
            case Expr.Exists exists -> exists.nested().values();
            case Expr.InQuery in -> {
                List<Expr> all = new ArrayList<>(in.operands());
                all.addAll(in.nested().values());
                yield all;
            }
            case Expr.Raise raise -> raise.message() == null ? List.of() : List.of(raise.message());
            case Expr.Plus plus -> List.of(plus.operand());
            case Expr.Unary unary -> List.of(unary.operand());
            case Expr.Binary binary -> List.of(binary.left(), binary.right());
            case Expr.And and -> List.of(and.left(), and.right());
            case Expr.Or or -> List.of(or.left(), or.right());
            case Expr.Compare compare -> List.of(compare.left(), compare.right());
            case Expr.IsNull isNull -> List.of(isNull.operand());
            case Expr.IsTruth isTruth -> List.of(isTruth.operand());
            case Expr.Between between -> List.of(between.operand(), between.low(), between.high());
            case Expr.In in ->
                in.values() instanceof ConstantList
                        ? List.of(in.operand())
                        : prepend(in.operand(), in.values());
            case Expr.Case c -> caseChildren(c);
            case Expr.Cast cast -> List.of(cast.operand());
            case Expr.Collate collate -> List.of(collate.operand());
            case Expr.Call call -> call.arguments();
            case Expr.Coalesce coalesce -> coalesce.arguments();
            case Expr.Aggregate aggregate -> {
                List<Expr> all = new ArrayList<>();
                if (aggregate.filter() != null) {
                    all.add(aggregate.filter());
                }
                all.addAll(aggregate.arguments());
                aggregate.order().forEach(key -> all.add(key.value()));
                yield all;
            }
        };
    }

    /** Whether a function is called, which may fail whatever its value is for. */
    public static boolean hasCall(Expr expression) {
        return expression instanceof Expr.Call || anyChild(expression, Exprs::hasCall);
    }

    /** Whether a child passes; there may be 100,000 that have none themselves. */
    public static boolean anyChild(Expr expression, Predicate<Expr> test) {
        if (isLeaf(expression)) {
            return false;
        }
        for (Expr child : children(expression)) {
            if (test.test(child)) {
                return true;
            }
        }
        return false;
    }

    private static boolean everyChild(Expr expression, Predicate<Expr> test) {
        return !anyChild(expression, test.negate());
    }

    /** Whether it is of the kinds that most expressions without children are. */
    public static boolean isLeaf(Expr expression) {
        return expression instanceof Expr.Constant
                || expression instanceof Expr.Column
                || expression instanceof Expr.Parameter;
    }

    /** {@code expression} with every operand replaced by what {@code change} makes of it. */
    public static Expr mapChildren(Expr expression, UnaryOperator<Expr> change) {
        return switch (expression) {
            case Expr.Constant _,
                    Expr.Parameter _,
                    Expr.TriggerValue _,
                    Expr.Column _,
                    Expr.AggregateResult _,
                    Expr.GroupKey _,
                    Expr.BareColumn _,
                    Expr.Outer _,
                    Expr.WindowColumn _,
                    Expr.CaseBase _ -> expression;
            case Expr.WindowCall call -> mapWindow(call, change);
            case Expr.ScalarQuery scalar ->
                new Expr.ScalarQuery(mapNested(scalar.nested(), change), scalar.column());
            case Expr.Exists exists -> new Expr.Exists(mapNested(exists.nested(), change));
            case Expr.InQuery in ->
                new Expr.InQuery(
                        mapAll(in.operands(), change),
                        mapNested(in.nested(), change),
                        in.comparisons(),
                        in.negated());
            case Expr.Raise raise ->
                raise.message() == null
                        ? raise
                        : new Expr.Raise(raise.action(), change.apply(raise.message()));
            case Expr.Plus plus -> new Expr.Plus(change.apply(plus.operand()));
            case Expr.Unary unary ->
                new Expr.Unary(unary.operator(), change.apply(unary.operand()));
            case Expr.Binary binary ->
                new Expr.Binary(
                        binary.operator(),
                        change.apply(binary.left()),
                        change.apply(binary.right()));
            case Expr.And and -> new Expr.And(change.apply(and.left()), change.apply(and.right()));
            case Expr.Or or -> new Expr.Or(change.apply(or.left()), change.apply(or.right()));
            case Expr.Compare compare ->
                new Expr.Compare(
                        compare.operator(),
                        change.apply(compare.left()),
                        change.apply(compare.right()),
                        compare.comparison());
            case Expr.IsNull isNull ->
                new Expr.IsNull(change.apply(isNull.operand()), isNull.negated());
            case Expr.IsTruth isTruth ->
                new Expr.IsTruth(
                        change.apply(isTruth.operand()), isTruth.truth(), isTruth.negated());
            case Expr.Between between ->
                new Expr.Between(
                        change.apply(between.operand()),
                        change.apply(between.low()),
                        between.lowComparison(),
                        change.apply(between.high()),
                        between.highComparison(),
                        between.negated());
            case Expr.In in ->
                new Expr.In(
                        change.apply(in.operand()),
                        in.values() instanceof ConstantList
                                ? in.values()
                                : mapAll(in.values(), change),
                        in.comparison(),
                        in.negated());
            case Expr.Case c -> mapCase(c, change);
            case Expr.Cast cast -> new Expr.Cast(change.apply(cast.operand()), cast.target());
            case Expr.Collate collate ->
                new Expr.Collate(change.apply(collate.operand()), collate.collation());
            case Expr.Call call ->
                new Expr.Call(call.function(), mapAll(call.arguments(), change), call.collation());
            case Expr.Coalesce coalesce -> new Expr.Coalesce(mapAll(coalesce.arguments(), change));
            case Expr.Aggregate aggregate ->
                new Expr.Aggregate(
                        aggregate.function(),
                        mapAll(aggregate.arguments(), change),
                        aggregate.distinct(),
                        aggregate.filter() == null ? null : change.apply(aggregate.filter()),
                        aggregate.collation(),
                        mapOrder(aggregate.order(), change));
        };
    }

    /** Every element changed. */
    public static List<Expr> mapAll(List<Expr> expressions, UnaryOperator<Expr> change) {
        List<Expr> result = new ArrayList<>(expressions.size());
        expressions.forEach(expression -> result.add(change.apply(expression)));
        return List.copyOf(result);
    }

    private static List<Expr> windowChildren(Expr.WindowCall call) {
        List<Expr> result = new ArrayList<>(call.arguments());
        result.addAll(call.window().partition());
        call.window().order().forEach(key -> result.add(key.value()));
        for (Expr part :
                new Expr[] {call.filter(), call.window().start(), call.window().end()}) {
            if (part != null) {
                result.add(part);
            }
        }
        return result;
    }

    /** Every key changed. */
    public static List<SortKey> mapOrder(List<SortKey> order, UnaryOperator<Expr> change) {
        List<SortKey> result = new ArrayList<>();
        for (SortKey key : order) {
            result.add(new SortKey(
                    change.apply(key.value()), key.collation(), key.descending(), key.bigNull()));
        }
        return List.copyOf(result);
    }

    private static Expr mapWindow(Expr.WindowCall call, UnaryOperator<Expr> change) {
        Expr.Window window = call.window();
        return new Expr.WindowCall(
                call.function(),
                call.aggregate(),
                mapAll(call.arguments(), change),
                call.filter() == null ? null : change.apply(call.filter()),
                call.collation(),
                new Expr.Window(
                        mapAll(window.partition(), change),
                        mapOrder(window.order(), change),
                        window.unit(),
                        window.startKind(),
                        window.start() == null ? null : change.apply(window.start()),
                        window.endKind(),
                        window.end() == null ? null : change.apply(window.end()),
                        window.exclusion()));
    }

    /** Whether a window function is called in {@code expression}. */
    public static boolean hasWindow(Expr expression) {
        return expression instanceof Expr.WindowCall || anyChild(expression, Exprs::hasWindow);
    }

    /** Whether a window function is called in a result or in its order. */
    public static boolean hasWindow(List<Expr> values, List<SortKey> order) {
        return values.stream().anyMatch(Exprs::hasWindow)
                || order.stream().anyMatch(key -> hasWindow(key.value()));
    }

    private static Expr.Nested mapNested(Expr.Nested nested, UnaryOperator<Expr> change) {
        return nested.withValues(mapAll(nested.values(), change));
    }

    /** The query in {@code expression} itself, not deeper; null if it has none. */
    public static Expr.Nested nested(Expr expression) {
        return switch (expression) {
            case Expr.ScalarQuery scalar -> scalar.nested();
            case Expr.Exists exists -> exists.nested();
            case Expr.InQuery in -> in.nested();
            default -> null;
        };
    }

    /** Whether a query runs to evaluate {@code expression}. */
    public static boolean hasQuery(Expr expression) {
        return nested(expression) != null || anyChild(expression, Exprs::hasQuery);
    }

    /** Gives {@code expression} and everything in it to {@code visitor}, parents first. */
    public static void walk(Expr expression, Consumer<Expr> visitor) {
        visitor.accept(expression);
        if (isLeaf(expression)) {
            return;
        }
        for (Expr child : children(expression)) {
            walk(child, visitor);
        }
    }

    /** The sources of {@code places} that {@code expression} reads, as a bit set. */
    public static long sources(Expr expression, SourcePlaces places) {
        if (expression instanceof Expr.Column column) {
            return places.bit(column.source());
        }
        long mask = 0;
        if (isLeaf(expression)) {
            return mask;
        }
        for (Expr child : children(expression)) {
            mask |= sources(child, places);
        }
        return mask;
    }

    /** Whether the same row always gives the same value: no random() and the like. */
    public static boolean isDeterministic(Expr expression) {
        return isDeterministicItself(expression) && everyChild(expression, Exprs::isDeterministic);
    }

    private static boolean isDeterministicItself(Expr expression) {
        return !(expression instanceof Expr.Raise)
                && !(expression instanceof Expr.Call call && !isDeterministic(call.function()));
    }

    /**
     * Whether the same row always gives the same value in one run of a statement: now is the same
     * moment there.
     */
    public static boolean isStable(Expr expression) {
        if (expression instanceof Expr.Call call && PureDate.isDate(call.function())) {
            return call.arguments().stream().allMatch(Exprs::isStable);
        }
        return isDeterministicItself(expression) && everyChild(expression, Exprs::isStable);
    }

    /** Whether a value is one before the statement runs, as far as SQLite's parser can tell. */
    public static boolean isConstant(Expr value) {
        return !hasQuery(value) && isStable(value) && readsNothing(value);
    }

    private static boolean readsNothing(Expr value) {
        return !(value instanceof Expr.Column || value instanceof Expr.Outer)
                && everyChild(value, Exprs::readsNothing);
    }

    private static boolean isDeterministic(ScalarFunction function) {
        return function.isDeterministic();
    }

    public static boolean hasAggregate(Expr expression) {
        return expression instanceof Expr.Aggregate || anyChild(expression, Exprs::hasAggregate);
    }

    /** Both conditions; either may be null for none. */
    public static Expr and(Expr left, Expr right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        return new Expr.And(left, right);
    }

    /** The conditions that {@code condition} ANDs, in the order of the text. */
    public static List<Expr> conjuncts(Expr condition) {
        List<Expr> result = new ArrayList<>();
        addConjuncts(condition, result);
        return result;
    }

    private static void addConjuncts(Expr condition, List<Expr> into) {
        if (condition instanceof Expr.And and) {
            addConjuncts(and.left(), into);
            addConjuncts(and.right(), into);
        } else if (condition != null) {
            into.add(condition);
        }
    }

    private static List<Expr> caseChildren(Expr.Case c) {
        List<Expr> result = new ArrayList<>();
        if (c.base() != null) {
            result.add(c.base());
        }
        for (Expr.When branch : c.branches()) {
            result.add(branch.condition());
            result.add(branch.result());
        }
        if (c.otherwise() != null) {
            result.add(c.otherwise());
        }
        return result;
    }

    private static Expr mapCase(Expr.Case c, UnaryOperator<Expr> change) {
        List<Expr.When> branches = new ArrayList<>();
        Expr base = c.base() == null ? null : change.apply(c.base());
        for (Expr.When branch : c.branches()) {
            branches.add(
                    new Expr.When(change.apply(branch.condition()), change.apply(branch.result())));
        }
        return new Expr.Case(
                base,
                List.copyOf(branches),
                c.otherwise() == null ? null : change.apply(c.otherwise()));
    }

    private static List<Expr> prepend(Expr first, List<Expr> rest) {
        List<Expr> result = new ArrayList<>(rest.size() + 1);
        result.add(first);
        result.addAll(rest);
        return result;
    }

    /** The conditions that {@code or} ORs, in the order of the text. A chain may be long. */
    public static List<Expr> disjuncts(Expr.Or or) {
        List<Expr> parts = new ArrayList<>();
        Deque<Expr> open = new ArrayDeque<>();
        open.push(or);
        while (!open.isEmpty()) {
            Expr part = open.pop();
            if (part instanceof Expr.Or inner) {
                open.push(inner.right());
                open.push(inner.left());
            } else {
                parts.add(part);
            }
        }
        return parts;
    }

    /** The columns of {@code source} that any of the expressions reads. */
    public static Set<Integer> columns(List<Expr> expressions, int source) {
        Set<Integer> columns = new HashSet<>();
        for (Expr expression : expressions) {
            Exprs.walk(expression, part -> {
                if (part instanceof Expr.Column column && column.source() == source) {
                    columns.add(column.index());
                }
            });
        }
        return columns;
    }
}
