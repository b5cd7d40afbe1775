package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr.Comparison;

import java.util.ArrayList;
import java.util.List;

/**
 * A condition that all rows must meet, and how an index could use it.
 *
 * @param sources the tables it reads, as a bit set
 * @param uses what it says of single columns, if it has a form that an index can use
 * @param branches of conditions joined by OR: for each the conditions that it joins by AND; else
 *     empty
 * @param implied it follows from other conditions, so that it need not be tested
 */
public record Term(
        Expr condition, long sources, List<Use> uses, List<List<Term>> branches, boolean implied) {

    /** What a condition asks of a column's value. */
    public enum Kind {
        EQUAL,
        IN,
        LOW,
        HIGH,
        /** Both ends, of BETWEEN. */
        RANGE
    }

    /** Whether the rows that a use finds are those that the condition wants. */
    public enum Precision {
        EXACT,
        /** It finds more, so that the condition is tested, too. */
        WIDER,
        /** As WIDER, of the texts among the values; BLOBs of the same bytes are wanted, too. */
        PATTERN
    }

    /**
     * {@code column kind values}: one value for EQUAL, LOW and HIGH, two for RANGE, any number for
     * IN. LOW without a value is IS NOT NULL.
     *
     * @param query of IN, whose values are a query's rows; else null
     * @param others the tables that the values read
     * @param matchNull EQUAL where NULL finds NULL
     */
    public record Use(
            Expr.Column column,
            Kind kind,
            List<Expr> values,
            Expr.InQuery query,
            boolean inclusive,
            boolean matchNull,
            Precision precision,
            Comparison comparison,
            long others) {

        /** Whether an index over a column with this affinity and collation finds the same rows. */
        public boolean fits(Affinity affinity, Collation collation) {
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

    public static Term of(Expr condition, SourcePlaces places) {
        TermUses uses = new TermUses(places);
        uses.add(condition);
        List<List<Term>> branches = new ArrayList<>();
        if (condition instanceof Expr.Or or) {
            for (Expr branch : Exprs.disjuncts(or)) {
                List<Term> terms = new ArrayList<>();
                Exprs.conjuncts(branch).forEach(part -> terms.add(of(part, places)));
                branches.add(List.copyOf(terms));
            }
        }
        return new Term(
                condition,
                Exprs.sources(condition, places),
                uses.found(),
                List.copyOf(branches),
                false);
    }

    /** The same, known to hold where the others do. */
    public Term asImplied() {
        return new Term(condition, sources, uses, branches, true);
    }
}
