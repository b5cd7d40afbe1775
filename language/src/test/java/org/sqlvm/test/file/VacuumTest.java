package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The files that VACUUM and VACUUM INTO leave have SQLite's pages. */
final class VacuumTest {
    /** The number of forms of a file that are tried: any two neighbours differ in everything. */
    private static final int FORM_STEP = 7;

    private static final int PHASES = 4;

    /** With a log, SQLite may count a change more. */
    private static final int CHANGE_COUNTER = 24;

    /** The same number again, and the version of the library that has written. */
    private static final int VERSION_VALID_FOR = 92;

    private static final int FILE_HEADER = 100;

    private static final byte INDEX_INTERIOR = 2;
    private static final byte TABLE_INTERIOR = 5;
    private static final byte INDEX_LEAF = 10;
    private static final byte TABLE_LEAF = 13;

    private static final String LARGER = "PRAGMA page_size = 2048";

    @TempDir
    private Path folder;

    /** The statements before VACUUM; none of them changes the page size of a file with a log. */
    private static final List<List<String>> CHANGES = List.of(
            List.of(),
            List.of(LARGER),
            List.of("PRAGMA auto_vacuum = 2"),
            List.of("PRAGMA auto_vacuum = 0", LARGER),
            List.of("PRAGMA auto_vacuum = 1"));

    @TestFactory
    Stream<DynamicTest> samePages() {
        List<DynamicTest> tests = new ArrayList<>();
        List<TurnsForm> forms = TurnsFile.all();
        for (int i = 0; i < forms.size(); i += TestMode.COMPILED ? forms.size() : FORM_STEP) {
            TurnsForm form = forms.get(i);
            List<String> changes = CHANGES.get(i % CHANGES.size());
            tests.add(
                    DynamicTest.dynamicTest(form + " " + changes, () -> samePages(form, changes)));
        }
        return tests.stream();
    }

    private void samePages(TurnsForm form, List<String> changes) throws IOException {
        Path own = Files.createTempDirectory(folder, "form");
        Path original = own.resolve("original.db");
        try (TestEngine sqlite = Engines.SQLITE.onFile(original)) {
            form.file().creation().forEach(sql -> run(sqlite, sql));
            form.file().settings().forEach(sql -> run(sqlite, sql));
            for (int phase = 0; phase < PHASES; phase++) {
                form.phase(phase, new Random(phase)).forEach(sqlite::execute);
            }
            run(sqlite, "CREATE VIEW v AS SELECT id FROM t");
            run(sqlite, "PRAGMA user_version = 12");
        }
        List<byte[]> files = new ArrayList<>();
        for (Engines engine : List.of(Engines.SQLITE, Engines.SQLVM)) {
            Path copy = SampleFile.copy(original, own.resolve(engine.name() + ".db"));
            Path into = own.resolve(engine.name() + "-into.db");
            try (TestEngine opened = engine.onFile(copy)) {
                changes.forEach(sql -> run(opened, sql));
                run(opened, "VACUUM INTO '" + into + "'");
                run(opened, "VACUUM");
            }
            for (Path file : List.of(copy, into)) {
                files.add(Files.readAllBytes(file));
                try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
                    Outcome verdict = sqlite.execute("PRAGMA integrity_check");
                    assertEquals("ok", verdict.rows().getFirst()[0], file::toString);
                }
            }
        }
        same(files.get(0), files.get(2), "VACUUM");
        same(files.get(1), files.get(3), "VACUUM INTO");
    }

    private static void same(byte[] expected, byte[] actual, String what) {
        assertEquals(expected.length, actual.length, what);
        for (byte[] file : List.of(expected, actual)) {
            Arrays.fill(file, CHANGE_COUNTER, CHANGE_COUNTER + 4, (byte) 0);
            Arrays.fill(file, VERSION_VALID_FOR, VERSION_VALID_FOR + 8, (byte) 0);
        }
        ByteBuffer sizes = ByteBuffer.wrap(expected);
        int pageSize = sizes.getShort(16) == 1 ? 65_536 : sizes.getShort(16);
        for (int start = 0; start < expected.length; start += pageSize) {
            assertArrayEquals(
                    used(expected, start),
                    used(actual, start),
                    what + ", page " + (start / pageSize + 1));
        }
    }

    /**
     * Returns the bytes of a page that must be equal: in a page of a tree its kind, the number of
     * cells, the start of a table leaf's cells, and the rightmost child; in an overflow page the
     * next one. Where in the page a cell is after a balance is each engine's own affair.
     */
    private static byte[] used(byte[] file, int start) {
        int header = start == 0 ? FILE_HEADER : start;
        ByteBuffer used = ByteBuffer.allocate(16);
        switch (file[header]) {
            case TABLE_LEAF -> used.put(file, header, 1).put(file, header + 3, 4);
            case INDEX_LEAF -> used.put(file, header, 1).put(file, header + 3, 2);
            case TABLE_INTERIOR, INDEX_INTERIOR ->
                used.put(file, header, 1).put(file, header + 3, 2).put(file, header + 8, 4);
            default -> used.put(file, start, 4);
        }
        return used.array();
    }

    private static void run(TestEngine engine, String sql) {
        Outcome outcome = engine.execute(sql);
        assertFalse(outcome.failed(), () -> sql + ": " + outcome.failure());
    }

    @Test
    void anExistingFileStays() throws IOException {
        Path file = folder.resolve("existing.db");
        try (TestEngine engine = Engines.SQLVM.onFile(folder.resolve("main.db"))) {
            run(engine, "CREATE TABLE t AS SELECT 1 AS a");
            run(engine, "VACUUM INTO '" + file + "'");
            byte[] before = Files.readAllBytes(file);
            assertEquals(
                    "1 output file already exists",
                    engine.execute("VACUUM INTO '" + file + "'").failure().toString());
            assertEquals(-1, Arrays.mismatch(before, Files.readAllBytes(file)));
            Path empty = Files.createFile(folder.resolve("empty.db"));
            run(engine, "VACUUM INTO '" + empty + "'");
            assertEquals(before.length, Files.size(empty));
        }
    }

    @Test
    void aReadOnlyDatabase() {
        Path file = folder.resolve("readonly.db");
        try (TestEngine engine = Engines.SQLVM.onFile(file)) {
            run(engine, "CREATE TABLE t AS SELECT 1 AS a");
        }
        try (TestEngine engine = Engines.SQLVM.onFile(folder.resolve("main.db"))) {
            run(engine, "ATTACH 'file:" + file + "?mode=ro' AS ro");
            assertEquals(
                    "8 attempt to write a readonly database",
                    engine.execute("VACUUM ro").failure().toString());
            run(engine, "VACUUM ro INTO '" + folder.resolve("copy.db") + "'");
            run(engine, "ATTACH '" + folder.resolve("copy.db") + "' AS copy");
            assertEquals(1L, engine.execute("SELECT a FROM copy.t").rows().getFirst()[0]);
        }
    }

    @Test
    void anotherConnectionIsInTheWay() {
        Path file = folder.resolve("busy.db");
        try (TestEngine engine = Engines.SQLVM.onFile(file);
                TestEngine other = Engines.SQLVM.onFile(file)) {
            run(engine, "CREATE TABLE t AS SELECT 1 AS a");
            run(other, "BEGIN");
            run(other, "SELECT * FROM t");
            assertEquals(
                    "5 database is locked", engine.execute("VACUUM").failure().toString());
            run(other, "COMMIT");
            run(engine, "PRAGMA page_size = 512");
            run(engine, "VACUUM");
            assertEquals(1L, other.execute("SELECT a FROM t").rows().getFirst()[0]);
            assertEquals(512L, other.execute("PRAGMA page_size").rows().getFirst()[0]);
            run(other, "INSERT INTO t VALUES(2)");
            assertEquals(2L, engine.execute("SELECT count(*) FROM t").rows().getFirst()[0]);
        }
    }

    @Test
    void aDatabaseLargerThanTheMemoryForIt() throws IOException {
        Path file = folder.resolve("large.db");
        try (TestEngine engine = SqlvmEngine.onFile(file, SqlvmEngine.Mode.SPILLING)) {
            run(engine, "CREATE TABLE t(a, b)");
            run(engine, "CREATE INDEX t_b ON t(b)");
            run(
                    engine,
                    "INSERT INTO t WITH RECURSIVE n(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM n"
                            + " WHERE n < 30000) SELECT n, printf('%d-%.*c', n * 7919 % 30000, 90,"
                            + " 'x') FROM n");
            run(engine, "DELETE FROM t WHERE a % 3 > 0");
            long before = Files.size(file);
            run(engine, "VACUUM");
            assertTrue(Files.size(file) < before / 2, () -> before + " bytes before");
            assertEquals(
                    10_000L, engine.execute("SELECT count(*) FROM t").rows().getFirst()[0]);
        }
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            assertEquals("ok", sqlite.execute("PRAGMA integrity_check").rows().getFirst()[0]);
        }
    }
}
