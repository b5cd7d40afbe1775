package org.sqlvm.test.cliffs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.queries.Comparison;
import org.sqlvm.test.queries.RandomQuery;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The statements of {@code ./sqlvm cliffs} at a small size: both engines take them and give the
 * same rows. Their times are no matter for a test.
 */
final class CliffsTest {
    private static final int SIZE = 11;

    @Test
    void sameRows() {
        List<String> wrong = Cliffs.ALL.stream()
                .map(CliffsTest::difference)
                .filter(Objects::nonNull)
                .toList();
        assertEquals(List.of(), wrong);
    }

    private static String difference(Cliff cliff) {
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine sqlvm = Engines.INTERPRETED.inMemory()) {
            int size = Math.min(SIZE, cliff.largest());
            List<String> setup = new ArrayList<>(cliff.setup().apply(size));
            setup.addAll(cliff.before().apply(size));
            for (String sql : setup) {
                if (sqlite.execute(sql).failed() || sqlvm.execute(sql).failed()) {
                    return cliff + ": " + sql;
                }
            }
            String sql = cliff.sql(size, 1);
            List<Object> parameters = cliff.parameters().apply(size);
            Outcome expected = sqlite.execute(sql, parameters);
            Outcome found = sqlvm.execute(sql, parameters);
            if (expected.failed() || found.failed()) {
                return cliff + ": " + expected.failure() + ", " + found.failure();
            }
            // A comment behind a column is a part of its name in SQLite.
            Outcome named = Outcome.rows(expected.columns(), found.rows());
            String difference = Comparison.difference(expected, named, RandomQuery.Answer.ROWS);
            return difference == null ? null : cliff + ": " + difference;
        }
    }
}
