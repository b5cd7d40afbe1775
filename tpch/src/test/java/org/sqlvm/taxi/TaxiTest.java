package org.sqlvm.taxi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.workload.Answers;

import java.nio.file.Path;

class TaxiTest {
    /** More than a partition of columns, and the last one not whole. */
    private static final int TRIPS = 100_000;

    @TempDir
    static Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sqlvm", "sqlvm-files"})
    void allAnswersAreSqlites(String engine) {
        Answers.assertAreSqlites(new Taxi(folder, TRIPS, 7), engine);
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
