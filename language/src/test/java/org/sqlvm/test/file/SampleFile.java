package org.sqlvm.test.file;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A database file that SQLite writes, in one of the forms that the file format has: two tables and
 * their indexes, with values from one byte to several pages.
 *
 * @param encoding as PRAGMA encoding takes it
 * @param autoVacuum 0 none, 1 full, 2 incremental
 * @param reservedBytes unused bytes at the end of each page
 * @param wal whether the last rows are only in the write-ahead log
 */
record SampleFile(int pageSize, String encoding, int autoVacuum, int reservedBytes, boolean wal) {
    /**
     * Offsets in the header (file format, section 1.3), and of the content start in page 1's
     * header.
     */
    private static final int RESERVED_OFFSET = 20;

    private static final int CONTENT_START_OFFSET = 105;

    /** Every row, every index, both ends, and a value in the middle of a long one. */
    static final List<String> QUERIES = List.of(
            "SELECT * FROM t ORDER BY id",
            "SELECT * FROM t",
            "SELECT id, n FROM t WHERE n > 20 ORDER BY n, id",
            "SELECT n, id FROM t WHERE n BETWEEN 5 AND 60",
            "SELECT id FROM t WHERE s > 'm' ORDER BY s DESC, id LIMIT 20",
            "SELECT s FROM t ORDER BY s",
            "SELECT count(*), sum(n), min(r), max(r) FROM t",
            "SELECT s, r FROM t WHERE id = 77",
            "SELECT * FROM w",
            "SELECT k, v FROM w WHERE k > 'k5'",
            "SELECT v FROM w WHERE k = 'k33'",
            "SELECT v, k FROM w WHERE v = 3 ORDER BY k",
            "SELECT t.id, w.k FROM t JOIN w ON w.v = t.n ORDER BY 1, 2",
            "SELECT count(*) FROM t LEFT JOIN w ON w.k = t.s",
            "SELECT type, name, tbl_name, sql FROM sqlite_schema");

    /** Changes of rows, of whole trees, of the schema and of where pages are. */
    static final List<String> CHANGES = List.of(
            "INSERT INTO t(n, r, s, b) VALUES(7, 1.5, 'new', zeroblob(5000))",
            "INSERT INTO t SELECT id + 1000, n, r, s, b FROM t",
            "INSERT INTO t(s) SELECT 'row ' || id FROM t",
            "UPDATE t SET n = n + 1",
            "UPDATE t SET s = s || 'x', b = NULL WHERE id % 3 = 0",
            "UPDATE t SET b = zeroblob(3000) WHERE id % 7 = 1",
            "UPDATE t SET id = id + 5000 WHERE id > 90",
            "DELETE FROM t WHERE id % 2 = 1",
            "DELETE FROM t WHERE n BETWEEN 20 AND 40",
            "DELETE FROM t",
            "INSERT INTO w SELECT k || ' new', v, long FROM w",
            "REPLACE INTO w VALUES('k33', 1, zeroblob(2000)), ('k5', 2, NULL)",
            "UPDATE w SET long = long || long WHERE v = 2",
            "DELETE FROM w WHERE v = 3",
            "CREATE INDEX new ON t(r, s)",
            "CREATE TABLE n AS SELECT * FROM t ORDER BY s",
            "CREATE UNIQUE INDEX one ON w(k, v)",
            "DROP INDEX tn",
            "DROP TABLE w",
            "DROP TABLE t",
            "REINDEX",
            "ALTER TABLE t ADD COLUMN z DEFAULT 5",
            "ALTER TABLE w DROP COLUMN long",
            "PRAGMA incremental_vacuum(3)",
            "VACUUM",
            "BEGIN",
            "SAVEPOINT s",
            "ROLLBACK TO s",
            "ROLLBACK",
            "COMMIT");

    @Override
    public String toString() {
        return pageSize + " bytes, " + encoding + ", auto_vacuum " + autoVacuum + ", reserved "
                + reservedBytes + (wal ? ", wal" : "");
    }

    /** Writes it as the file {@code name}, with its log beside it if it has one. */
    Path write(Path folder, String name) throws IOException {
        Path made = folder.resolve("made-" + name);
        try (TestEngine sqlite = SqliteEngine.onFile(made)) {
            run(sqlite, "PRAGMA page_size = " + pageSize);
            run(sqlite, "PRAGMA encoding = '" + encoding + "'");
            run(sqlite, "PRAGMA auto_vacuum = " + autoVacuum);
            run(sqlite, "VACUUM");
        }
        if (reservedBytes > 0) {
            reserve(made);
        }
        try (TestEngine sqlite = SqliteEngine.onFile(made)) {
            run(sqlite, "PRAGMA synchronous = OFF");
            run(
                    sqlite,
                    "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT, b BLOB)");
            run(sqlite, "CREATE INDEX tn ON t(n DESC)");
            run(sqlite, "CREATE TABLE w(k TEXT PRIMARY KEY, v, long TEXT) WITHOUT ROWID");
            insert(sqlite, 0, 100);
            run(sqlite, "CREATE INDEX ts ON t(s COLLATE NOCASE, r)");
            run(sqlite, "CREATE INDEX tsb ON t(s)");
            run(sqlite, "CREATE INDEX wv ON w(v, k)");
            run(sqlite, "DELETE FROM t WHERE id % 9 = 4");
            if (wal) {
                run(sqlite, "PRAGMA journal_mode = WAL");
                run(sqlite, "PRAGMA wal_autocheckpoint = 0");
            }
            insert(sqlite, 100, 140);
            return copy(made, folder.resolve(name));
        }
    }

    private static void run(TestEngine engine, String sql, Object... parameters) {
        Outcome outcome = engine.execute(sql, List.of(parameters));
        if (outcome.failed()) {
            throw new IllegalStateException(
                    sql + ": " + outcome.failure(), outcome.failure().cause());
        }
    }

    /** SQLite goes by the header: of an empty database page 1 alone has to fit to it. */
    private void reserve(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[RESERVED_OFFSET] = (byte) reservedBytes;
        int contentStart = pageSize - reservedBytes;
        bytes[CONTENT_START_OFFSET] = (byte) (contentStart >> 8);
        bytes[CONTENT_START_OFFSET + 1] = (byte) contentStart;
        Files.write(file, bytes);
    }

    private void insert(TestEngine sqlite, int from, int to) {
        Random random = new Random(from);
        run(sqlite, "BEGIN");
        for (int i = from; i < to; i++) {
            String text = text(random, size(random));
            byte[] blob = new byte[size(random)];
            random.nextBytes(blob);
            run(
                    sqlite,
                    "INSERT INTO t VALUES(?, ?, ?, ?, ?)",
                    (long) i,
                    (long) (i * 37 % 101),
                    i / 4.0,
                    text,
                    blob);
            run(
                    sqlite,
                    "INSERT INTO w VALUES(?, ?, ?)",
                    "k" + i,
                    (long) (i % 7),
                    text(random, size(random)));
        }
        run(sqlite, "COMMIT");
    }

    /** Mostly short; some fill a page to the byte, some need a chain of pages. */
    private int size(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> pageSize - reservedBytes - 40 + random.nextInt(20);
            case 1 -> Math.min(3 * pageSize, 70_000) + random.nextInt(50);
            case 2, 3 -> pageSize / 4 + random.nextInt(10);
            default -> random.nextInt(30);
        };
    }

    private static String text(Random random, int size) {
        StringBuilder text = new StringBuilder(size);
        for (int i = 0; i < size; i++) {
            text.append((char) (' ' + random.nextInt(95)));
        }
        return text.toString();
    }

    /** Copies a database and its log. */
    static Path copy(Path from, Path to) throws IOException {
        Files.write(to, Files.readAllBytes(from));
        Path log = Path.of(from + "-wal");
        Path logTo = Path.of(to + "-wal");
        Files.deleteIfExists(logTo);
        if (Files.exists(log)) {
            Files.write(logTo, Files.readAllBytes(log));
        }
        return to;
    }

    static List<Outcome> runQueries(TestEngine engine) {
        List<Outcome> outcomes = new ArrayList<>();
        for (String query : QUERIES) {
            outcomes.add(engine.execute(query));
        }
        return outcomes;
    }
}
