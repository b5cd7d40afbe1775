package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Limit;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Tables of many database files: they have the rows that one file with all of them has. */
final class ManyFilesTest {
    private static final int FILES = 11;
    private static final int ROWS = 60;
    private static final String TABLE =
            "CREATE TABLE rides(id INTEGER PRIMARY KEY, day TEXT, who TEXT COLLATE NOCASE,"
                    + " dist REAL, n INT, any)";

    private static final List<String> QUERIES = List.of(
            "SELECT count(*) FROM rides",
            "SELECT count(*), sum(n), total(dist), min(day), max(day), count(any) FROM rides",
            "SELECT who, count(*), sum(n) FROM rides GROUP BY who ORDER BY 2, 1",
            "SELECT typeof(any), count(*), min(any) FROM rides GROUP BY 1 ORDER BY 1",
            "SELECT substr(day, 1, 7) AS m, count(*) FROM rides WHERE n > 100 GROUP BY m",
            "SELECT id, day, who, dist, n, any FROM rides ORDER BY id",
            "SELECT id, typeof(dist) FROM rides WHERE day = '2026-03-05' ORDER BY id",
            "SELECT id FROM rides WHERE id BETWEEN 110 AND 130 ORDER BY 1",
            "SELECT sum(n) FROM rides WHERE id >= 400 AND dist < 5.5",
            "SELECT sum(n) FROM rides WHERE day < '2026-02'",
            "SELECT count(*) FROM rides WHERE n = 7.0",
            "SELECT count(*) FROM rides WHERE n = '7'",
            "SELECT count(*) FROM rides WHERE n > 'x' OR day > 5",
            "SELECT count(*) FROM rides WHERE day > 5 AND n < 'x'",
            "SELECT count(*) FROM rides WHERE n = NULL",
            "SELECT count(*) FROM rides WHERE who = 'ANN'",
            "SELECT count(*) FROM rides WHERE any = 'x1'",
            "SELECT id FROM rides WHERE id IN (1, 65, 500) ORDER BY 1",
            "SELECT id FROM rides ORDER BY dist DESC, id LIMIT 12",
            "SELECT n, typeof(n) FROM rides ORDER BY n LIMIT 90",
            "SELECT n, id, any FROM rides WHERE id > 99 ORDER BY n DESC LIMIT 5 OFFSET 3",
            "SELECT DISTINCT n % 5 FROM rides ORDER BY 1",
            "SELECT count(*) FROM rides a JOIN rides b ON a.id = b.n WHERE b.dist > 3",
            "SELECT count(*) FROM rides WHERE n IN (SELECT id FROM rides WHERE id < 20)",
            "SELECT k, count(*), sum(v) FROM kv GROUP BY k ORDER BY k",
            "SELECT k FROM kv WHERE v = 12 ORDER BY k");

    @TempDir
    Path folder;

    private Context context;
    private Database database;

    @BeforeEach
    void openDatabase() {
        use("auto", 200);
    }

    /** @param partitionRows more or fewer than a file has */
    private void use(String vectors, int partitionRows) {
        context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", vectors)
                .option("sqlvm.PartitionRows", Integer.toString(partitionRows))
                .option("sqlvm.MirrorAge", "0")
                .build();
        database = open(":memory:");
    }

    @AfterEach
    void closeDatabase() {
        database.close();
        context.close();
    }

    private Database open(String path) {
        return context.getBindings("sqlvm")
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
    }

    private static List<String> rows(Database database, String sql) {
        List<String> found = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                Object[] row = new Object[rows.columnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getObject(i);
                    if (row[i] instanceof byte[] bytes) {
                        row[i] = Arrays.toString(bytes);
                    }
                }
                found.add(Arrays.toString(row));
            }
        }
        return found;
    }

    private List<String> rows(String sql) {
        return rows(database, sql);
    }

    private String error(String sql) {
        String message = assertThrows(SqlvmException.class, () -> rows(sql)).getMessage();
        return message.replace(folder + "/", "");
    }

    private Path path(int file) {
        return folder.resolve("2026-%02d.db".formatted(file));
    }

    private void run(Path path, String... statements) {
        try (Database file = open(path.toString())) {
            for (String statement : statements) {
                file.execute(statement);
            }
        }
    }

    /** Makes the files, and main with all of their rows. */
    private void make(String pragma) {
        database.execute(TABLE);
        database.execute("CREATE TABLE kv(k TEXT, v)");
        Random random = new Random(7);
        for (int file = 1; file <= FILES; file++) {
            List<String> statements = new ArrayList<>(List.of(pragma, TABLE));
            statements.add("CREATE TABLE kv(v, k TEXT PRIMARY KEY) WITHOUT ROWID");
            for (int i = 0; i < 4; i++) {
                int v = random.nextInt(20);
                statements.add("INSERT INTO kv(k, v) VALUES ('k" + i + "', " + v + ")");
                database.execute("INSERT INTO kv(k, v) VALUES ('k" + i + "', " + v + ")");
            }
            StringBuilder values = new StringBuilder();
            for (int row = 0; row < ROWS; row++) {
                values.append(row == 0 ? "" : ",").append(row(random, file, file * ROWS + row));
            }
            statements.add("INSERT INTO rides VALUES " + values);
            database.execute(statements.getLast());
            run(path(file), statements.toArray(String[]::new));
        }
    }

    private static String row(Random random, int file, int id) {
        String who = List.of("'Ann'", "'ann'", "'Bob'", "NULL").get(random.nextInt(4));
        String any = List.of("x'01'", "'x" + random.nextInt(3) + "'", "1.5", "2", "NULL")
                .get(random.nextInt(5));
        return "(%d,'2026-%02d-%02d',%s,%s,%s,%s)"
                .formatted(
                        id,
                        file,
                        1 + random.nextInt(28),
                        who,
                        random.nextInt(3) == 0 ? "3" : random.nextInt(1000) / 100.0,
                        random.nextInt(9) == 0
                                ? List.of("NULL", "'x'", "2.5").get(random.nextInt(3))
                                : random.nextInt(300),
                        any);
    }

    private void attach() {
        database.execute("ATTACH '" + folder + "/2026-*.db' AS days");
    }

    /** Compares each query with main's answer, twice: from the files, then from memory. */
    private void assertSame() {
        for (String query : QUERIES) {
            List<String> expected = rows(query.replaceAll("(FROM|JOIN) (rides|kv)", "$1 main.$2"));
            String many = query.replaceAll("(FROM|JOIN) (rides|kv)", "$1 days.$2");
            assertEquals(expected, rows(many), many);
            assertEquals(expected, rows(many), many);
        }
    }

    @ParameterizedTest
    @CsvSource({"always, 25", "always, 200", "never, 25", "never, 200"})
    void hasTheRowsOfOneFile(String vectors, int partitionRows) {
        closeDatabase();
        use(vectors, partitionRows);
        make("PRAGMA page_size = 1024");
        attach();
        assertSame();
    }

    @Test
    void readsFilesWithLogs() {
        make("PRAGMA journal_mode = WAL");
        try (Database writer = open(path(3).toString())) {
            writer.execute("INSERT INTO rides(id, n) VALUES (100000, 1)");
            database.execute("INSERT INTO main.rides(id, n) VALUES (100000, 1)");
            attach();
            assertSame();
            writer.execute("INSERT INTO rides(id, n) VALUES (100001, 7)");
            database.execute("INSERT INTO main.rides(id, n) VALUES (100001, 7)");
            assertSame();
        }
        assertSame();
    }

    @Test
    void tellsTheFile() {
        make("PRAGMA user_version = 1");
        attach();
        assertEquals(
                List.of("[" + path(10) + ", 2026-10, 60]", "[" + path(11) + ", 2026-11, 60]"),
                rows("SELECT _file, _database, count(*) FROM days.rides WHERE _database > '2026-09'"
                        + " GROUP BY 1, 2"));
        assertEquals(
                List.of("[60]"),
                rows("SELECT count(*) FROM days.rides WHERE _file LIKE '%/2026-05.DB'"));
        assertEquals(
                List.of("[120]"),
                rows("SELECT count(*) FROM days.rides WHERE _database GLOB '2026-1?'"));
        assertEquals(
                List.of("[660, 660]"),
                rows("SELECT count(*), count(DISTINCT rowid) FROM" + " days.rides"));
        assertTrue(rows("SELECT * FROM days.rides LIMIT 1").getFirst().split(",").length == 6);
    }

    /** Rows of several files that are in memory come together, each with its own rowid. */
    @Test
    void rowidsAreTheSameFromMemory() {
        closeDatabase();
        use("never", 200);
        make("PRAGMA user_version = 1");
        attach();
        for (String condition : List.of(
                "",
                "WHERE n > 100",
                "WHERE id BETWEEN 130 AND 500 AND dist < 5",
                "WHERE _database <> '2026-02'",
                "WHERE n < 5 OR _database = '2026-11'")) {
            String query = "SELECT rowid, id, n, _database FROM days.rides " + condition;
            List<String> fromFiles = rows(query);
            assertEquals(fromFiles, rows(query), query);
            assertEquals(fromFiles, rows(query), query);
            assertEquals(List.of(fromFiles.getFirst()), rows(query + " LIMIT 1"), query);
        }
        List<String> before = rows("SELECT rowid, id FROM days.rides");
        run(path(5), "DELETE FROM rides WHERE id % 2");
        List<String> after = rows("SELECT rowid, id FROM days.rides");
        assertEquals(before.size() - ROWS / 2, after.size());
        assertEquals(after, rows("SELECT rowid, id FROM days.rides"));
    }

    /** A file that is locked shows whether it is opened. */
    @Test
    void leavesOutFiles() {
        make("PRAGMA user_version = 1");
        attach();
        database.execute("PRAGMA busy_timeout = 1");
        String late = "SELECT count(*) FROM days.rides WHERE day >= '2026-11' AND dist >= 0";
        List<String> expected = rows(late);
        rows("SELECT max(n) FROM days.rides");
        try (Database writer = open(path(2).toString())) {
            writer.execute("BEGIN EXCLUSIVE");
            assertEquals(
                    List.of("[" + ROWS + "]"),
                    rows("SELECT count(any) + sum(any IS NULL) FROM days.rides WHERE _file > '"
                            + path(10) + "'"));
            assertEquals(
                    "2026-02.db: database is locked",
                    error("SELECT count(*) FROM days.rides WHERE who > 'B'"));
            // The bounds of what was read before.
            assertEquals(
                    expected,
                    rows("SELECT count(*) FROM days.rides WHERE day >= '2026-11' AND dist >= 0"
                            + " AND coalesce(who, '') >= ''"));
            assertEquals(
                    List.of("[" + ROWS + "]"),
                    rows("SELECT count(*) FROM (SELECT who FROM days.rides WHERE day >= '2026-11'"
                            + " ORDER BY who)"));
        }
    }

    @Test
    void findsFilesByPatternListAndFolder() throws IOException {
        make("PRAGMA user_version = 1");
        String count = "SELECT count(*) FROM ";
        assertEquals(List.of("[660]"), rows(count + "read_sqlite('" + folder + "/*', 'rides')"));
        assertEquals(List.of("[660]"), rows(count + "read_sqlite('" + folder + "', 'RIDES')"));
        assertEquals(
                List.of("[120]"),
                rows(count + "read_sqlite('" + path(1) + "', '" + path(2) + "', 'rides')"));
        database.execute("ATTACH json_array('" + path(1) + "', '" + path(4) + "') AS two");
        assertEquals(List.of("[120]"), rows(count + "two.rides"));
        database.execute("ATTACH '" + folder + "' AS everything");
        assertEquals(List.of("[660]"), rows(count + "everything.rides"));
        Files.copy(path(1), folder.resolve("2027.db"));
        assertEquals(List.of("[720]"), rows(count + "everything.rides"));
        database.execute("DETACH everything");
        assertEquals("no such table: everything.rides", error(count + "everything.rides"));
        Files.copy(path(1), folder.resolve("*.db"));
        database.execute("ATTACH '" + folder + "/*.db' AS one");
        assertEquals(List.of("[60]"), rows(count + "one.rides"));
        database.execute("INSERT INTO one.rides(id) VALUES (0)");
        assertEquals(List.of("[61]"), rows(count + "one.rides"));
    }

    @Test
    void canOnlyBeRead() {
        make("PRAGMA user_version = 1");
        attach();
        assertEquals("table rides may not be modified", error("DELETE FROM days.rides"));
        assertEquals("attempt to write a readonly database", error("CREATE TABLE days.t(x)"));
        assertEquals("no files match 'x*.db'", error("ATTACH '" + folder + "/x*.db' AS x"));
        assertEquals(
                "no such option of read_sqlite: x",
                error("SELECT * FROM read_sqlite('a.db', 't', x = 1)"));
        assertEquals(
                "read_sqlite needs the path of a file and the name of a table",
                error("SELECT * FROM read_sqlite('a.db')"));
        assertEquals(
                "2026-01.db: no such table: none",
                error("SELECT * FROM read_sqlite('" + path(1) + "', 'none')"));
        int limit = database.setLimit(Limit.ATTACHED, 0);
        assertEquals(
                "2026-01.db: too many attached databases - max 0",
                error("SELECT max(any) FROM read_sqlite('" + path(1) + "', 'rides')"));
        database.setLimit(Limit.ATTACHED, limit);
        // A file may not choose which others are read.
        run(folder.resolve("own.db"), "CREATE TABLE t(x)");
        try (Database own = open(folder.resolve("own.db").toString())) {
            own.execute("PRAGMA writable_schema = ON");
            own.execute("INSERT INTO sqlite_schema VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL"
                    + " TABLE v USING read_sqlite(''" + path(1) + "'', ''rides'')')");
        }
        database.execute("ATTACH '" + folder.resolve("own.db") + "' AS own");
        assertTrue(error("SELECT * FROM own.v").startsWith("only tables of temp may read files"));
    }

    @Test
    void comparesSchemas() {
        for (int file = 1; file <= 3; file++) {
            run(path(file), "CREATE TABLE t(a INTEGER, b TEXT)", "INSERT INTO t VALUES (1, 'x')");
        }
        attach();
        String sum = "SELECT count(*), sum(a), max(b) FROM days.t";
        assertEquals(List.of("[3, 3, x]"), rows(sum));
        run(path(2), "ALTER TABLE t ADD COLUMN c DEFAULT 5");
        assertEquals(
                "2026-02.db: table t has a column c, which other files do not have"
                        + " (union_by_name allows it)",
                error(sum));
        String byName = "read_sqlite('" + folder + "/*.db', 't', union_by_name = 1)";
        assertEquals(
                List.of("[1, x, null]", "[1, x, 5]", "[1, x, null]"),
                rows("SELECT * FROM " + byName));
        database.execute("ATTACH 'file:" + folder + "/*.db?union_by_name=1' AS named");
        assertEquals(List.of("[3, 5]"), rows("SELECT sum(a), sum(c) FROM named.t"));
        run(path(2), "ALTER TABLE t DROP COLUMN c", "ALTER TABLE t DROP COLUMN b");
        assertEquals(
                "2026-02.db: table t has no column b, which other files have (union_by_name allows"
                        + " it)",
                error(sum));
        assertEquals(List.of("[3, 2]"), rows("SELECT count(a), count(b) FROM " + byName));
        run(path(2), "ALTER TABLE t ADD COLUMN b INTEGER");
        assertEquals("2026-02.db: column b is INTEGER, but TEXT in other files", error(sum));
        run(path(2), "DROP TABLE t");
        assertEquals("2026-02.db: no such table: t", error(sum));
    }

    @Test
    void readsColumnsOfAllKinds() {
        for (int file = 1; file <= 2; file++) {
            run(
                    path(file),
                    "CREATE TABLE t(a, \"b c\" VARCHAR(10), s AS (a * 2) STORED, v AS (a + 1))",
                    "INSERT INTO t VALUES (" + file + ", 'x')",
                    "ALTER TABLE t ADD COLUMN d REAL DEFAULT 7",
                    "INSERT INTO t VALUES (" + file + ", 'y', 2)",
                    "CREATE TABLE q(_file, x ANY) STRICT".replace("_file,", "_file TEXT,"),
                    "INSERT INTO q VALUES ('own', '5')");
        }
        attach();
        assertEquals(
                List.of("[1, x, 2, 7.0]", "[1, y, 2, 2.0]", "[2, x, 4, 7.0]", "[2, y, 4, 2.0]"),
                rows("SELECT * FROM days.t"));
        assertEquals(
                List.of("[own, 5, text, 2026-01]", "[own, 5, text, 2026-02]"),
                rows("SELECT *, typeof(x), _database FROM days.q WHERE x = '5'"));
    }

    @Test
    void seesChanges() throws IOException {
        make("PRAGMA user_version = 1");
        attach();
        assertSame();
        run(path(4), "UPDATE rides SET n = 5 WHERE id % 3 = 0", "DELETE FROM rides WHERE n > 250");
        database.execute("UPDATE main.rides SET n = 5 WHERE id % 3 = 0 AND id / 60 = 4");
        database.execute("DELETE FROM main.rides WHERE n > 250 AND id / 60 = 4");
        assertSame();
        // A copy with the size and the time of the file that it replaces.
        Path copy = Files.copy(path(4), folder.resolve("copy"));
        run(copy, "UPDATE rides SET n = 6 WHERE n = 5");
        database.execute("UPDATE main.rides SET n = 6 WHERE n = 5 AND id / 60 = 4");
        Files.setLastModifiedTime(copy, Files.getLastModifiedTime(path(4)));
        Files.move(copy, path(4), StandardCopyOption.REPLACE_EXISTING);
        assertSame();
        Files.delete(path(11));
        database.execute("DELETE FROM main.rides WHERE id / 60 = 11");
        assertEquals(rows("SELECT * FROM main.rides"), rows("SELECT * FROM days.rides"));
    }

    @Test
    void namesFilesThatCannotBeRead() throws IOException {
        make("PRAGMA page_size = 512");
        attach();
        String sum = "SELECT sum(n), max(day) FROM days.rides";
        List<String> expected = rows(sum);
        try (Database writer = open(path(5).toString())) {
            writer.execute("BEGIN EXCLUSIVE");
            writer.execute("UPDATE rides SET n = n");
            database.execute("PRAGMA busy_timeout = 1");
            assertEquals(
                    "2026-05.db: database is locked",
                    error("SELECT count(DISTINCT any) FROM days.rides"));
            writer.execute("ROLLBACK");
        }
        assertEquals(expected, rows(sum));
        long size = Files.size(path(6));
        try (RandomAccessFile file = new RandomAccessFile(path(6).toFile(), "rw")) {
            file.seek(512 * 4);
            file.write(new byte[(int) size - 512 * 4]);
        }
        assertTrue(
                error(sum).startsWith("2026-06.db: database disk image is malformed"), error(sum));
        Files.writeString(path(6), "no database, but a text of some length".repeat(100));
        assertEquals("2026-06.db: file is not a database", error(sum));
        Files.delete(path(6));
        Files.createDirectory(path(6));
        assertEquals(List.of("[600]"), rows("SELECT count(*) FROM days.rides"));
    }

    /** A leaf in the middle is damaged, which shows whether the rows are read. */
    @Test
    void leavesOutFilesByTheirTrees() throws IOException {
        make("PRAGMA page_size = 512");
        for (int file = 1; file <= FILES; file++) {
            run(
                    path(file),
                    "CREATE INDEX byDay ON rides(day DESC)",
                    "CREATE INDEX byN ON rides(n)");
        }
        int page;
        try (Database file = open(path(2).toString())) {
            file.execute("DELETE FROM rides WHERE n > 200");
            page = Integer.parseInt(rows(
                            file,
                            "SELECT pageno FROM dbstat WHERE name = 'rides'"
                                    + " AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 1")
                    .getFirst()
                    .replaceAll("\\D", ""));
        }
        database.execute("DELETE FROM main.rides WHERE id / 60 = 2 AND n > 200");
        try (RandomAccessFile file = new RandomAccessFile(path(2).toFile(), "rw")) {
            file.seek(512L * (page - 1));
            file.write(new byte[512]);
        }
        attach();
        for (String condition : List.of(
                "id >= 180",
                "day >= '2026-03'",
                "day BETWEEN '2026-05' AND '2026-06' AND dist > 1",
                "n > 200",
                "id < 100 AND n = 7.5")) {
            String query = "SELECT count(*), total(dist), max(any) FROM main.rides WHERE ";
            String many = query.replace("main.", "days.");
            assertEquals(rows(query + condition), rows(many + condition), condition);
            assertEquals(rows(query + condition), rows(many + condition), condition);
        }
        String error = error("SELECT count(any) FROM days.rides WHERE n < 200");
        assertTrue(error.startsWith("2026-02.db: database disk image is malformed"), error);
    }

    /** A program that copies over a file without its locks. */
    @Test
    void refusesFilesThatChangeWhileTheyAreRead() throws IOException {
        make("PRAGMA page_size = 512");
        attach();
        try (Rows rows = database.query("SELECT id, n FROM days.rides")) {
            assertTrue(rows.next());
            Files.write(path(1), Files.readAllBytes(path(2)));
            String message = assertThrows(SqlvmException.class, () -> {
                        while (rows.next()) {
                            rows.getObject(0);
                        }
                    })
                    .getMessage();
            assertTrue(
                    message.endsWith("2026-01.db: changed without a lock while it was read"),
                    message);
        }
    }

    /** A query that has begun to read a file reads it to the end as it was. */
    @Test
    void readsOneStateOfEachFile() throws IOException {
        make("PRAGMA page_size = 512");
        attach();
        List<String> expected = rows("SELECT id, n FROM main.rides");
        List<String> found = new ArrayList<>();
        try (Rows rows = database.query("SELECT id, n FROM days.rides")) {
            for (int i = 0; i < 10; i++) {
                rows.next();
                found.add("[" + rows.getObject(0) + ", " + rows.getObject(1) + "]");
            }
            Path copy = Files.copy(path(1), folder.resolve("copy"));
            run(copy, "UPDATE rides SET n = 1000");
            Files.move(copy, path(1), StandardCopyOption.REPLACE_EXISTING);
            while (rows.next()) {
                found.add("[" + rows.getObject(0) + ", " + rows.getObject(1) + "]");
            }
        }
        assertEquals(expected, found);
        assertEquals(List.of("[60000]"), rows("SELECT sum(n) FROM days.rides WHERE n = 1000"));
    }
}
