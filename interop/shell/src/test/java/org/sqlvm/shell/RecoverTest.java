package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Damaged files: what .recover prints, sqlite3 and sqlvm run, and the rows are there again. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoverTest {
    private static final Path SQLITE = Path.of("/usr/bin/sqlite3");

    private static final String SCHEMA = """
        CREATE TABLE a(x INTEGER PRIMARY KEY, y TEXT, z BLOB, w REAL);
        INSERT INTO a VALUES(1, 'it''s', x'01', 1.5), (5, 'two' || char(10) || 'lines', NULL, -2e50);
        INSERT INTO a VALUES(-9, 'höhe 日本', zeroblob(9000), 9e999), (6, 'nul' || char(0) || 'x', 7, 8);
        CREATE INDEX ai ON a(y);
        CREATE VIEW v AS SELECT * FROM a;
        CREATE TABLE b(m, k TEXT, g AS (m+1) STORED, h AS (m+2), n, PRIMARY KEY(k, n)) WITHOUT ROWID;
        INSERT INTO b(k, m, n) VALUES('p', 1, 'first'), ('q', 's', 'second');
        CREATE TABLE c(d, e);
        INSERT INTO c(rowid, d, e) VALUES(7, 1, 2), (90, 3, 4);
        ALTER TABLE c ADD COLUMN f DEFAULT 'added';
        CREATE TABLE s(i INTEGER PRIMARY KEY AUTOINCREMENT, n);
        INSERT INTO s(n) VALUES('one'), ('two');
        DELETE FROM s WHERE i = 2;
        CREATE TABLE log(t);
        CREATE TRIGGER tr AFTER INSERT ON c BEGIN INSERT INTO log VALUES (new.d); END;
        CREATE TABLE many(n INTEGER PRIMARY KEY, t TEXT, UNIQUE(t));
        WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3000)
          INSERT INTO many SELECT n, 'text number ' || n FROM r;
        ANALYZE;
        PRAGMA user_version = 42;
        """;

    /** All that the schema above has. */
    private static final String CONTENT = "PRAGMA user_version; PRAGMA encoding; SELECT type,"
        + " name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2; SELECT x, quote(y), quote(z), w"
        + " FROM a; SELECT * FROM b; SELECT rowid, * FROM c; SELECT * FROM s; SELECT * FROM"
        + " sqlite_sequence; SELECT * FROM log; SELECT count(*), sum(n), max(t) FROM many; SELECT"
        + " * FROM sqlite_stat1 ORDER BY 1, 2; PRAGMA integrity_check;";

    @TempDir
    private Path folder;

    private final Databases databases = new Databases();

    @BeforeEach
    void findSqlite() {
        Assumptions.assumeTrue(Files.isExecutable(SQLITE), "there is no " + SQLITE);
    }

    @AfterAll
    void closeDatabases() {
        databases.close();
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private String sqlite(String name, String input) throws IOException, InterruptedException {
        Path in = file("in.sql");
        Path out = file("out.txt");
        Files.writeString(in, input);
        new ProcessBuilder(SQLITE.toString(), file(name).toString())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectErrorStream(true)
                .start()
                .waitFor();
        return Files.readString(out);
    }

    private String shell(String... arguments) {
        return run("", arguments);
    }

    private String run(String input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(out);
        new Main(
                        "sqlvm",
                        databases,
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        sink,
                        sink)
                .run(arguments, false);
        return out.toString(StandardCharsets.UTF_8);
    }

    private byte[] make(String name, String pragmas) throws IOException, InterruptedException {
        assertEquals("", sqlite(name, pragmas + SCHEMA).replace("wal\n", ""));
        return Files.readAllBytes(file(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "PRAGMA page_size = 512;",
                "PRAGMA page_size = 65536;",
                "PRAGMA encoding = 'UTF-16le';",
                "PRAGMA encoding = 'UTF-16be';",
                "PRAGMA auto_vacuum = INCREMENTAL;",
                "PRAGMA journal_mode = WAL;"
            })
    void whatIsWholeIsThereAgain(String pragmas) throws IOException, InterruptedException {
        Files.deleteIfExists(file("whole.db"));
        make("whole.db", pragmas);
        String expected = sqlite("whole.db", CONTENT);
        String sql = shell(file("whole.db").toString(), ".recover");
        for (String engine : new String[] {"sqlite", "sqlvm"}) {
            String name = "again-" + engine + ".db";
            Files.deleteIfExists(file(name));
            String said = engine.equals("sqlite")
                    ? sqlite(name, sql)
                    : run(sql, file(name).toString());
            assertEquals("", said, engine);
            assertEquals(expected, sqlite(name, CONTENT), engine);
        }
    }

    /** Tables that sqlite_schema has forgotten, and pages that are free. */
    @Test
    void lostRowsAreFound() throws IOException, InterruptedException {
        make("lost.db", "");
        sqlite(
                "lost.db",
                "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name IN ('b', 'c',"
                        + " 'tr'); DELETE FROM sqlite_stat1; CREATE TABLE lost_and_found(x);"
                        + " PRAGMA secure_delete = OFF; DROP TABLE many;");
        String again = shell(file("lost.db").toString(), ".recover");
        sqlite("found.db", again);
        assertEquals(
                "2|7|1|2\n2|90|3|4\n",
                sqlite(
                        "found.db",
                        "SELECT nfield, id, c0, c1 FROM lost_and_found_0"
                                + " WHERE id IN (7, 90) AND c0 IS NOT NULL;"));
        assertEquals(
                "4||p|first|1|2\n4||q|second|s|1\n",
                sqlite(
                        "found.db",
                        "SELECT nfield, id, c0, c1, c2, c3 FROM lost_and_found_0"
                                + " WHERE c1 IN ('first', 'second');"));
        String texts = " WHERE c1 LIKE 'text number%';";
        String found = sqlite("found.db", "SELECT count(*) FROM lost_and_found_0" + texts);
        assertTrue(Integer.parseInt(found.strip()) > 2000, found);
        String less = shell(
                file("lost.db").toString(), ".recover --ignore-freelist --lost-and-found laf");
        sqlite("less.db", less);
        assertEquals("7\n90\n", sqlite("less.db", "SELECT id FROM laf WHERE id IN (7, 90);"));
        assertEquals("0\n", sqlite("less.db", "SELECT count(*) FROM laf" + texts));
    }

    @Test
    void aFileWithoutHeaderIsRead() throws IOException, InterruptedException {
        byte[] bytes = make("headless.db", "PRAGMA page_size = 1024;");
        Arrays.fill(bytes, 0, 1024, (byte) 0);
        Files.write(file("headless.db"), bytes);
        sqlite("guessed.db", shell(file("headless.db").toString(), ".recover"));
        assertEquals(
                "3000|4501500\n",
                sqlite(
                        "guessed.db",
                        "SELECT count(*), sum(id) FROM lost_and_found"
                                + " WHERE c1 LIKE 'text number%' AND c0 IS NULL;"));
    }

    @Test
    void noRowids() throws IOException, InterruptedException {
        make("rowids.db", "");
        sqlite("without.db", shell(file("rowids.db").toString(), ".recover --no-rowids"));
        assertEquals("1|1\n2|3\n", sqlite("without.db", "SELECT rowid, d FROM c;"));
    }

    @Test
    void unknownOptions() throws IOException, InterruptedException {
        make("options.db", "");
        String said = shell(file("options.db").toString(), ".recover -x");
        assertTrue(said.startsWith("unexpected option: -x\n.recover"), said);
    }

    /** Whatever is damaged: it ends, and what it prints is SQL that runs. */
    @Test
    void anyDamageIsSurvived() throws IOException, InterruptedException {
        byte[] whole = make("damaged.db", "PRAGMA page_size = 512;");
        int most = 0;
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(1, 200); i > 0; i--) {
                bytes[random.nextInt(seed % 2 == 0 ? 0 : 512, bytes.length)] =
                        (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            Files.write(file("damaged.db"), bytes);
            String sql = shell(file("damaged.db").toString(), ".recover");
            assertTrue(sql.endsWith("COMMIT;\n"), "seed " + seed);
            Files.deleteIfExists(file("rest.db"));
            run(sql, file("rest.db").toString());
            assertEquals("ok\n", sqlite("rest.db", "PRAGMA integrity_check;"), "seed " + seed);
            String count = sqlite("rest.db", "SELECT count(*) FROM many;").strip();
            most = Math.max(most, count.matches("[0-9]+") ? Integer.parseInt(count) : 0);
        }
        assertTrue(most > 2500, "rows of the luckiest " + most);
    }
}
