package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.ConnectionFunctions;
import org.sqlvm.engine.virtual.OverloadedFunction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Columns of virtual tables that a query holds equal to constants. Other comparisons get the
 * constant in the column's place, as in SQLite, so that {@code start = ?1 AND stop = start} tells a
 * table {@code stop = ?1}. Without it the table would not know its argument, and might have
 * billions of rows that a condition then rejects one by one.
 */
final class KnownColumns {
    private final SourcePlaces places;
    private final Map<Expr.Column, Expr> values = new HashMap<>();

    /** @param conditions that all hold */
    private KnownColumns(List<Expr> conditions, SourcePlaces places) {
        this.places = places;
        for (Expr condition : conditions) {
            if (condition instanceof Expr.Compare compare && isDefinition(compare)) {
                boolean isLeft = compare.left() instanceof Expr.Column;
                Expr column = isLeft ? compare.left() : compare.right();
                Expr constant = isLeft ? compare.right() : compare.left();
                values.putIfAbsent((Expr.Column) column, converted(constant, column));
            }
        }
    }

    /** The conditions, with constants in the places of known columns. */
    static List<Expr> replaced(List<Expr> conditions, SourcePlaces places) {
        if (!places.hasVirtual()) {
            return conditions;
        }
        KnownColumns known = new KnownColumns(conditions, places);
        if (known.values.isEmpty()) {
            return conditions;
        }
        List<Expr> replaced = new ArrayList<>();
        conditions.forEach(condition -> replaced.add(known.replaced(condition)));
        return replaced;
    }

    private boolean isDefinition(Expr.Compare compare) {
        return compare.operator() == Expr.CompareOperator.EQ
                && compare.comparison().collation().equals(Collation.BINARY)
                && (isDefinition(compare.left(), compare.right())
                        || isDefinition(compare.right(), compare.left()));
    }

    /** Whether a table can be told the comparison as it stands: with a constant. */
    private boolean isTold(Expr left, Expr right) {
        return (values.containsKey(left) && Exprs.isConstant(right))
                || (values.containsKey(right) && Exprs.isConstant(left));
    }

    private boolean isDefinition(Expr column, Expr value) {
        return column instanceof Expr.Column known
                && places.isVirtual(known.source())
                && Typing.affinity(value) == Affinity.NONE
                && Exprs.isConstant(value);
    }

    /** The column's value: the constant with the column's affinity applied. */
    private static Expr converted(Expr constant, Expr column) {
        Affinity affinity = Typing.affinity(column);
        boolean same = !isConverting(affinity)
                || (constant instanceof Expr.Constant literal
                        && (affinity.isNumeric()
                                ? literal.isNumber() && !literal.isReal()
                                : literal.isText()));
        return same
                ? constant
                : new Expr.Call(new AppliedAffinity(affinity), List.of(constant), Collation.BINARY);
    }

    private static boolean isConverting(Affinity affinity) {
        return affinity.isNumeric() || affinity == Affinity.TEXT;
    }

    private Expr replaced(Expr condition) {
        return switch (condition) {
            case Expr.Compare compare
            when isDefinition(compare) || isTold(compare.left(), compare.right()) -> condition;
            case Expr.In in
            when in.values().stream().allMatch(value -> isTold(in.operand(), value)) -> condition;
            case Expr.Compare compare
            when isEquality(compare.operator()) ->
                new Expr.Compare(
                        compare.operator(),
                        operand(compare.left()),
                        Typing.affinity(compare.left()) == Affinity.TEXT
                                ? inner(compare.right())
                                : operand(compare.right()),
                        compare.comparison());
            case Expr.In in
            when in.values().size() == 1 ->
                new Expr.In(
                        operand(in.operand()),
                        List.of(operand(in.values().getFirst())),
                        in.comparison(),
                        in.negated());
            default -> inner(condition);
        };
    }

    /** Operands of != and IS NOT without affinity stay, as in SQLite. */
    private static boolean isEquality(Expr.CompareOperator operator) {
        return operator != Expr.CompareOperator.NE && operator != Expr.CompareOperator.IS_NOT;
    }

    private Expr operand(Expr operand) {
        return operand instanceof Expr.Column column
                ? values.getOrDefault(column, column)
                : inner(operand);
    }

    /**
     * A column with affinity holds what that makes of the constant. One without may hold 7 where
     * the constant is 7.0, and half of that is another value; so it stays.
     */
    private Expr inner(Expr value) {
        if (value instanceof Expr.Column column) {
            return isConverting(column.affinity()) ? values.getOrDefault(column, column) : column;
        }
        if (value instanceof Expr.Call call && isOfColumn(call)) {
            return value;
        }
        return Exprs.nested(value) != null || Exprs.isLeaf(value)
                ? value
                : Exprs.mapChildren(value, this::inner);
    }

    /** Whether a call is a condition that a table may take, or that it alone can test. */
    private static boolean isOfColumn(Expr.Call call) {
        return call.function() instanceof OverloadedFunction
                || call.function() == ConnectionFunctions.MATCH;
    }

    /** Gives a value an affinity. */
    private record AppliedAffinity(Affinity affinity) implements ScalarFunction {
        @Override
        public String name() {
            return "affinity";
        }

        @Override
        public int argumentCountMin() {
            return 1;
        }

        @Override
        public int argumentCountMax() {
            return 1;
        }

        @Override
        public Set<FunctionFact> facts() {
            return Set.of(FunctionFact.DETERMINISTIC);
        }

        @Override
        public Object call(CallContext context, Object[] arguments) {
            return Affinities.apply(arguments[0], affinity);
        }
    }
}
