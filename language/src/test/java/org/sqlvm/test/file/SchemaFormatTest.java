package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files of the schema formats before 4, in which DESC in an index means nothing. */
final class SchemaFormatTest {
    private static final int FORMAT = 47;

    private static final List<String> QUERIES = List.of(
            "PRAGMA integrity_check",
            "SELECT count(*) FROM u WHERE b > 5",
            "SELECT count(*) FROM u WHERE b = 3",
            "SELECT a FROM u WHERE b BETWEEN 2 AND 4 ORDER BY b DESC, a",
            "SELECT a FROM u ORDER BY b DESC, a LIMIT 5",
            "SELECT v FROM w WHERE k = 7",
            "SELECT count(*) FROM w WHERE k > 20",
            "SELECT k FROM w ORDER BY k LIMIT 4",
            "SELECT seqno, name, \"desc\" FROM pragma_index_xinfo('ud')");

    private static final List<String> CHANGES = List.of(
            "INSERT INTO u SELECT value, value % 7 FROM generate_series(100, 300)",
            "INSERT INTO w VALUES (100, 1), (0, 2)",
            "DELETE FROM u WHERE b = 5",
            "UPDATE u SET b = b + 1 WHERE a % 3",
            "CREATE INDEX more ON u(a DESC, b)",
            "REINDEX");

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("t.db");
    }

    private static List<String> run(TestEngine engine, List<String> statements) {
        List<String> lines = new ArrayList<>();
        for (String sql : statements) {
            Outcome outcome = engine.execute(sql);
            lines.add(sql);
            if (outcome.failed()) {
                lines.add(outcome.failure().toString());
            }
            outcome.rows().forEach(row -> lines.add(ValueText.row(row)));
        }
        return lines;
    }

    private List<String> sqlite(String... statements) {
        try (TestEngine engine = SqliteEngine.onFile(file)) {
            return run(engine, List.of(statements));
        }
    }

    private List<String> sqlvm(List<String> statements) {
        try (TestEngine engine = SqlvmEngine.onFile(file)) {
            return run(engine, statements);
        }
    }

    private int format() throws IOException {
        return Files.readAllBytes(file)[FORMAT];
    }

    private void fill(int format, String... indexed) throws IOException {
        sqlite("CREATE TABLE u(a, b)");
        byte[] bytes = Files.readAllBytes(file);
        bytes[FORMAT] = (byte) format;
        Files.write(file, bytes);
        sqlite(
                "INSERT INTO u WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)"
                        + " SELECT i, i * 7 % 11 FROM n",
                "CREATE TABLE w(k, v, PRIMARY KEY(k)) WITHOUT ROWID");
        sqlite(indexed);
    }

    private void compare() {
        List<String> expected = sqlite(QUERIES.toArray(String[]::new));
        assertEquals("'ok'", expected.get(1));
        assertEquals(String.join("\n", expected), String.join("\n", sqlvm(QUERIES)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void isReadAndWritten(int format) throws IOException {
        fill(
                format,
                "DROP TABLE w",
                "CREATE TABLE w(k, v, PRIMARY KEY(k DESC)) WITHOUT ROWID",
                "INSERT INTO w SELECT a, b FROM u",
                "CREATE INDEX ud ON u(b DESC, a)");
        assertEquals(format, format());
        compare();
        assertEquals(CHANGES, sqlvm(CHANGES), "nothing fails");
        assertEquals(format, format());
        compare();
        sqlvm(List.of("VACUUM"));
        compare();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void vacuumMakesItNew(int format) throws IOException {
        fill(format, "CREATE INDEX ud ON u(b, a)", "INSERT INTO w SELECT a, b FROM u");
        sqlvm(List.of("VACUUM"));
        assertEquals(4, format());
        compare();
    }

    @Test
    void isFourOnceThereIsATable() throws IOException {
        sqlite("PRAGMA user_version = 1");
        assertEquals(0, format());
        sqlvm(List.of(
                "CREATE TABLE u(a, b)",
                "CREATE TABLE w(k, v, PRIMARY KEY(k DESC)) WITHOUT ROWID",
                "INSERT INTO u VALUES (1, 2), (2, 3), (3, 1)",
                "INSERT INTO w SELECT * FROM u",
                "CREATE INDEX ud ON u(b DESC, a)"));
        assertEquals(4, format());
        compare();
    }
}
