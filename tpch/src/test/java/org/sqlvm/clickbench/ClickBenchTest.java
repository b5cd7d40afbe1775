package org.sqlvm.clickbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.workload.Answers;

import java.nio.file.Path;

class ClickBenchTest {
    private static final int ROWS = 100_000;

    @TempDir
    static Path folder;

    @Test
    void allAnswersAreSqlites() {
        Answers.assertAreSqlites(new ClickBench(folder, ROWS), "sqlvm");
    }

    @Test
    @Tag("full")
    void enginesAgree() {
        String[] arguments = {
            "--rows",
            Integer.toString(ROWS),
            "--engines",
            "sqlvm,sqlite,duckdb2",
            "--queries",
            "6,12",
            "--runs",
            "2",
            "--warm-up",
            "0",
            "--data",
            folder.toString()
        };
        assertEquals(0, Main.run(arguments));
    }
}
