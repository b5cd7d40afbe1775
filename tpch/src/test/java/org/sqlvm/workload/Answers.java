package org.sqlvm.workload;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;

/** Compares the answers of an engine to a workload's queries with SQLite's. */
public final class Answers {
    private Answers() {}

    /** Fails at the first query whose answer is another. */
    public static void assertAreSqlites(Workload workload, String engine) {
        Comparison comparison = new Comparison(true);
        try (Engine sqlite = Engine.open("sqlite", workload.database("sqlite"));
                Engine sqlvm = Engine.open(engine, workload.database(engine))) {
            for (int number = 1; number <= workload.queryCount(); number++) {
                String sql = workload.query(number);
                Engine.Answer expected = sqlite.run(sql);
                Engine.Answer actual = sqlvm.run(sql);
                List<Integer> order = Comparison.sortColumns(sql, expected.columns());
                String candidates = workload.candidates(number, actual);
                assertNull(
                        candidates == null
                                ? comparison.difference(expected, actual, order)
                                : comparison.difference(
                                        expected, sqlite.run(candidates), actual, order),
                        "Q" + number);
            }
        }
    }
}
