package org.sqlvm.taxi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.workload.Comparison;
import org.sqlvm.workload.Engine;

import java.nio.file.Path;
import java.util.List;

class TaxiTest {
    /** More than a partition of columns, and the last one not whole. */
    private static final int TRIPS = 100_000;

    @TempDir
    static Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sqlvm", "sqlvm-files"})
    void allAnswersAreSqlites(String engine) {
        Taxi taxi = new Taxi(folder, TRIPS, 7);
        Comparison comparison = new Comparison(true);
        try (Engine sqlite = Engine.open("sqlite", taxi.database("sqlite"));
                Engine sqlvm = Engine.open(engine, taxi.database(engine))) {
            for (int number = 1; number <= Taxi.COUNT; number++) {
                String sql = taxi.query(number);
                Engine.Answer expected = sqlite.run(sql);
                Engine.Answer actual = sqlvm.run(sql);
                List<Integer> order = Comparison.sortColumns(sql, expected.columns());
                String candidates = taxi.candidates(number, actual);
                assertNull(
                        candidates == null
                                ? comparison.difference(expected, actual, order)
                                : comparison.difference(
                                        expected, sqlite.run(candidates), actual, order),
                        "Q" + number);
            }
        }
    }

    /** Years, division, and groups that are left open. */
    @Test
    @Tag("full")
    void enginesAgree() {
        String[] arguments = {
            "--trips",
            Integer.toString(TRIPS),
            "--engines",
            "sqlvm,sqlite,duckdb2",
            "--queries",
            "4,8",
            "--runs",
            "2",
            "--warm-up",
            "0",
            "--data",
            folder.toString(),
            "--results",
            folder.resolve("results").toString()
        };
        assertEquals(0, Main.run(arguments));
    }
}
