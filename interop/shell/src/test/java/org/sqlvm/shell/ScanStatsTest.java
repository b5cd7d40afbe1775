package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The command .scanstats. */
final class ScanStatsTest {
    private static final String TABLES = """
        CREATE TABLE t(a INTEGER PRIMARY KEY, b INT);
        INSERT INTO t VALUES (1, 10), (2, 20), (3, 30), (4, 10);
        CREATE INDEX tb ON t(b);
        """;

    /** Returns the shell's output, with every time replaced by {@code T}. */
    private static String run(String input) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(written);
        try (Databases databases = new Databases()) {
            byte[] bytes = (TABLES + input).getBytes(StandardCharsets.UTF_8);
            new Main("sqlvm", databases, new ByteArrayInputStream(bytes), sink, sink)
                    .run(new String[0], false);
        }
        sink.flush();
        String text = written.toString(StandardCharsets.UTF_8);
        return text.replaceAll("\\d+\\.\\d{3}ms", "T");
    }

    @Test
    void showsATreeBehindTheRows() {
        assertEquals(
                """
                1
                1
                2
                3
                QUERY PLAN (time=T rows=4)
                |--SCAN x (loops=1 rows=4)
                `--SEARCH y USING COVERING INDEX tb (b=?) (loops=4 rows=4)
                """,
                run(".scanstats on\n" + "SELECT x.a FROM t x CROSS JOIN t y ON y.b = x.a * 10;\n"));
    }

    @Test
    void showsTheProgramWithCounts() {
        String shown = run(".scanstats vm\nSELECT count(*) FROM t WHERE b = 10;\n");
        assertTrue(shown.startsWith("2\nPROGRAM (time=T rows=1)\naddr "), shown);
        assertTrue(
                shown.lines().anyMatch(line -> line.matches(" +\\d+ +2 +T .* AggStep .*")), shown);
    }

    @Test
    void showsNothingOtherwise() {
        assertEquals("4\n", run("SELECT count(*) FROM t;\n"));
        assertEquals("4\n", run(".scanstats on\n.scanstats off\nSELECT count(*) FROM t;\n"));
        String plan = run(".scanstats on\nEXPLAIN QUERY PLAN SELECT b FROM t;\n");
        assertEquals("QUERY PLAN\n`--SCAN t\n", plan);
    }

    @Test
    void showsWhatAStatementDidThatFailed() {
        String shown = run(".scanstats on\nSELECT abs(-9223372036854775807 - b / 30) FROM t;\n");
        assertTrue(shown.contains("integer overflow"), shown);
        assertTrue(shown.contains("SCAN t"), shown);
    }

    @Test
    void refusesWhatThereIsNot() {
        assertEquals("Usage: .scanstats on|off|vm\n", run(".scanstats\n"));
        assertEquals(
                "Error: .scanstats est is not supported: no estimates are kept\n",
                run(".scanstats est\n"));
    }
}
