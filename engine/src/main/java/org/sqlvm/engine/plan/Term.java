package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.Expr.CompareOperator;
import org.sqlvm.engine.plan.Expr.Comparison;

import java.util.ArrayList;
import java.util.List;

/**
 * A condition that all rows must meet, and how an index could use it.
 *
 * @param sources the tables it reads, as a bit set
 * @param uses what it says of single columns, if it has a form that an index can use
 * @param implied it follows from other conditions, so that it need not be tested
 */
record Term(Expr condition, long sources, List<Use> uses, boolean implied) {

    /** What a condition asks of a column's value. */
    enum Kind {
        EQUAL,
        IN,
        LOW,
        HIGH,
        /** Both ends, of BETWEEN. */
        RANGE
    }

    /**
     * {@code column kind values}: one value for EQUAL, LOW and HIGH, two for RANGE, any number for
     * IN.
     *
     * @param others the tables that the values read
     * @param matchNull EQUAL where NULL finds NULL
     */
    record Use(
            Expr.Column column,
            Kind kind,
            List<Expr> values,
            boolean inclusive,
            boolean matchNull,
            Comparison comparison,
            long others) {

        /** Whether an index over a column with this affinity and collation finds the same rows. */
        boolean fits(Affinity affinity, Collation collation) {
            if (!comparison.collation().equals(collation)) {
                return false;
            }
            return switch (comparison.affinity()) {
                case NONE, BLOB -> true;
                case TEXT -> affinity == Affinity.TEXT;
                default -> affinity.isNumeric();
            };
        }
    }

    /** The same, known to hold where the others do. */
    Term asImplied() {
        return new Term(condition, sources, uses, true);
    }

    static Term of(Expr condition, SourcePlaces places) {
        List<Use> uses = new ArrayList<>();
        switch (condition) {
            case Expr.Compare compare -> {
                addComparison(
                        uses,
                        places,
                        compare.left(),
                        compare.operator(),
                        compare.right(),
                        compare.comparison());
                addComparison(
                        uses,
                        places,
                        compare.right(),
                        flipped(compare.operator()),
                        compare.left(),
                        compare.comparison());
            }
            case Expr.In in
            when !in.negated() && !in.values().isEmpty() -> {
                if (in.operand() instanceof Expr.Column column) {
                    Kind kind = in.values().size() == 1 ? Kind.EQUAL : Kind.IN;
                    add(uses, places, column, kind, in.values(), true, false, in.comparison());
                }
            }
            case Expr.IsNull isNull
            when !isNull.negated() -> {
                if (isNull.operand() instanceof Expr.Column column) {
                    List<Expr> nothing = List.of(new Expr.Constant(SqlNull.NULL));
                    Comparison plain = new Comparison(Affinity.NONE, column.collation());
                    add(uses, places, column, Kind.EQUAL, nothing, true, true, plain);
                }
            }
            case Expr.Between between
            when !between.negated() -> {
                boolean same = between.lowComparison().equals(between.highComparison());
                if (same && between.operand() instanceof Expr.Column column) {
                    List<Expr> ends = List.of(between.low(), between.high());
                    add(
                            uses,
                            places,
                            column,
                            Kind.RANGE,
                            ends,
                            true,
                            false,
                            between.lowComparison());
                }
            }
            default -> {}
        }
        return new Term(condition, Exprs.sources(condition, places), List.copyOf(uses), false);
    }

    private static void addComparison(
            List<Use> uses,
            SourcePlaces places,
            Expr side,
            CompareOperator operator,
            Expr other,
            Comparison comparison) {
        if (!(side instanceof Expr.Column column)) {
            return;
        }
        List<Expr> value = List.of(other);
        switch (operator) {
            case EQ -> add(uses, places, column, Kind.EQUAL, value, true, false, comparison);
            case IS -> add(uses, places, column, Kind.EQUAL, value, true, true, comparison);
            case LT, LE ->
                add(
                        uses,
                        places,
                        column,
                        Kind.HIGH,
                        value,
                        operator == CompareOperator.LE,
                        false,
                        comparison);
            case GT, GE ->
                add(
                        uses,
                        places,
                        column,
                        Kind.LOW,
                        value,
                        operator == CompareOperator.GE,
                        false,
                        comparison);
            default -> {}
        }
    }

    private static void add(
            List<Use> uses,
            SourcePlaces places,
            Expr.Column column,
            Kind kind,
            List<Expr> values,
            boolean inclusive,
            boolean matchNull,
            Comparison comparison) {
        long others = 0;
        boolean stable = true;
        for (Expr value : values) {
            others |= Exprs.sources(value, places);
            stable &= Exprs.isDeterministic(value);
        }
        long own = places.bit(column.source());
        // A virtual table gets its values once, however they are made.
        if ((stable || places.isVirtual(column.source())) && own != 0 && (others & own) == 0) {
            uses.add(new Use(column, kind, values, inclusive, matchNull, comparison, others));
        }
    }

    private static CompareOperator flipped(CompareOperator operator) {
        return switch (operator) {
            case LT -> CompareOperator.GT;
            case LE -> CompareOperator.GE;
            case GT -> CompareOperator.LT;
            case GE -> CompareOperator.LE;
            default -> operator;
        };
    }
}
