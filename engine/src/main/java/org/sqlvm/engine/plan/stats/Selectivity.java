package org.sqlvm.engine.plan.stats;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.row.FunctionFact;

import java.util.List;

/**
 * The share of rows that a condition is guessed to leave where no index and no statistics tell. The
 * guesses are those of System R (P. Selinger and others, Access Path Selection in a Relational
 * Database Management System, SIGMOD 1979, table 1) and of SQLite (where.c,
 * {@code whereRangeScanEst}).
 */
public final class Selectivity {
    /** column = value: System R's. LIKE and GLOB, too: ours. */
    public static final double EQUAL = 0.1;

    /** column &gt; value: SQLite's. System R has a third. */
    public static final double RANGE = 0.25;

    /** column BETWEEN low AND high: SQLite's, for both ends at once. System R has a quarter. */
    public static final double BETWEEN = RANGE * RANGE * RANGE;

    /** column IN (…) leaves at most this: System R's. IN with a query: ours. */
    static final double IN_MAX = 0.5;

    /** Any other condition: ours. */
    private static final double OTHER = 0.5;

    /** The rows of a partial index: ours, as if its condition were a range. */
    public static final double PARTIAL_INDEX = RANGE;

    /** HAVING asks for the few groups that are extraordinary: ours. */
    static final double HAVING = 0.01;

    /**
     * Where in a gap between two samples of sqlite_stat4 a value lies, from the end that makes a
     * range smaller: SQLite's ({@code whereKeyStats}).
     */
    static final double SAMPLE_GAP = 1 / 3.0;

    private Selectivity() {}

    /** The share of rows that pass a condition of which no index tells. */
    public static double of(Term term) {
        double share = switch (term.condition()) {
            case Expr.IsNull _ -> 1;
            case Expr.Call call when call.function().is(FunctionFact.PATTERN) -> EQUAL;
            default -> OTHER;
        };
        for (Term.Use use : term.uses()) {
            share = Math.min(
                    share,
                    switch (use.kind()) {
                        case EQUAL -> EQUAL;
                        case IN ->
                            use.query() != null
                                    ? IN_MAX
                                    : Math.min(IN_MAX, EQUAL * use.values().size());
                        case LOW, HIGH -> use.values().isEmpty() ? 1 : RANGE;
                        case RANGE -> BETWEEN;
                    });
        }
        return term.branches().isEmpty() ? share : Math.min(share, ofAny(term.branches()));
    }

    /** OR is the sum: System R's. */
    private static double ofAny(List<List<Term>> branches) {
        double share = 0;
        for (List<Term> branch : branches) {
            share += ofAll(branch);
        }
        return share;
    }

    /** AND is the product, as if conditions were independent: System R's. */
    public static double ofAll(List<Term> terms) {
        double share = 1;
        for (Term term : terms) {
            share *= of(term);
        }
        return share;
    }
}
