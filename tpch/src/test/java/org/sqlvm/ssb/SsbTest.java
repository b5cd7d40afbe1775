package org.sqlvm.ssb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.workload.Answers;

import java.nio.file.Path;

class SsbTest {
    private static final double SCALE = 0.02;

    @TempDir
    static Path folder;

    @Test
    void allAnswersAreSqlites() {
        Answers.assertAreSqlites(new Ssb(folder, SCALE), "sqlvm");
    }

    @Test
    @Tag("full")
    void enginesAgree() {
        String[] arguments = {
            "--sf",
            Double.toString(SCALE),
            "--engines",
            "sqlvm,sqlite,duckdb2",
            "--queries",
            "1,11",
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
