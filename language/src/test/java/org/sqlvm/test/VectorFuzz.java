package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random aggregations over one table, all of which run on vectors, give SQLite's answers: whatever
 * the columns hold, wherever vectors and partitions end, with and without memory, decoded or from
 * the mirror.
 */
final class VectorFuzz {
    private static final int TABLES = 12;
    private static final int QUERIES = 60;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 64, 100})
    void sameAsSqlite(int vectorRows) {
        int onVectors = 0;
        for (int table = 0; table < TABLES; table++) {
            RandomAggregation random = new RandomAggregation(1000L * vectorRows + table);
            boolean spilling = table % 4 == 3;
            try (TestEngine sqlite = Engines.SQLITE.inMemory();
                    TestEngine vectors = SqlvmEngine.onVectors(spilling, vectorRows, 13)) {
                for (String statement : random.table()) {
                    sqlite.execute(statement);
                    Outcome made = vectors.execute(statement);
                    assertFalse(made.failed(), statement);
                }
                for (int i = 0; i < QUERIES; i++) {
                    onVectors += compare(random.query(), sqlite, vectors);
                }
            }
        }
        // Some are known to give nothing, or have constants for keys.
        int queries = TABLES * QUERIES;
        int counted = onVectors;
        assertTrue(counted > queries / 2, () -> counted + " of " + queries);
    }

    /** Gives 1 if the query has run on vectors. */
    private static int compare(String sql, TestEngine sqlite, TestEngine vectors) {
        Outcome plan = vectors.execute("EXPLAIN QUERY PLAN " + sql);
        boolean used = !plan.failed()
                && plan.rows().stream()
                        .anyMatch(row -> row[3].toString().startsWith("VECTOR SCAN"));
        Outcome expected = sqlite.execute(sql);
        // The second time the columns come from the mirror.
        for (int run = 0; run < 2; run++) {
            Outcome actual = vectors.execute(sql);
            Comparison.Kind kind = Comparison.kind(expected, actual, RandomQuery.Answer.ROWS);
            boolean same = kind == null || Comparison.hasEqualValues(expected, actual);
            assertTrue(same, () -> sql + "\n" + Comparison.show(expected, actual));
        }
        return used ? 1 : 0;
    }
}
