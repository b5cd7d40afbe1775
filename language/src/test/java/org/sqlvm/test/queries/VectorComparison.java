package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

/**
 * A query on vectors beside SQLite.
 *
 * @param onVectors it has run on vectors
 * @param difference null if there is none
 */
record VectorComparison(boolean onVectors, String difference) {
    static VectorComparison of(String sql, TestEngine sqlite, TestEngine vectors) {
        Outcome plan = vectors.execute("EXPLAIN QUERY PLAN " + sql);
        boolean used = !plan.failed()
                && plan.rows().stream()
                        .anyMatch(row -> row[3].toString().startsWith("VECTOR SCAN"));
        Outcome expected = sqlite.execute(sql);
        if (expected.failed() && expected.failure().message().contains("GROUP BY term out of")) {
            // It has folded a key, and takes the number for that of a column.
            return new VectorComparison(false, null);
        }
        // The second time the columns come from the cache.
        for (int run = 0; run < 2; run++) {
            Outcome actual = vectors.execute(sql);
            Comparison.Kind kind = Comparison.kind(expected, actual, RandomQuery.Answer.ROWS);
            // A query that orders its rows orders by the ids, too.
            boolean ordered = sql.lastIndexOf(" ORDER BY ") > sql.lastIndexOf(')');
            boolean same = (kind == null && (!ordered || expected.failed()))
                    || (ordered
                            ? Comparison.hasEqualRows(expected, actual)
                            : Comparison.hasEqualValues(expected, actual))
                    || (sql.contains("t1") && (overflows(expected) || overflows(actual)));
            if (!same) {
                return new VectorComparison(used, sql + "\n" + Comparison.show(expected, actual));
            }
        }
        return new VectorComparison(used, null);
    }

    /** Whether integers do not add up: in a join that depends on the order in which they come. */
    private static boolean overflows(Outcome outcome) {
        return outcome.failed() && outcome.failure().message().equals("integer overflow");
    }
}
