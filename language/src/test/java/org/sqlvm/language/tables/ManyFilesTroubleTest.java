package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One of many files is damaged, locked, replaced, deleted, or of another schema, before a query and
 * while one runs. A query gives the rows that the file has or had, or an error that names it.
 */
@Timeout(300)
final class ManyFilesTroubleTest {
    private static final int FILES = 5;
    private static final int ROWS = 40;
    private static final int PAGE = 512;

    /** The file that has the trouble. */
    private static final int BAD = 3;

    /** A file that is older has another state when it is written again. */
    private static final int AGE_MS = 10;

    private static final String TABLE =
            "CREATE TABLE r(id INTEGER PRIMARY KEY, v INT, s TEXT, day TEXT)";

    /** The questions; FILES is the table. */
    private static final List<String> QUERIES = List.of(
            "SELECT id, v, s, day FROM FILES ORDER BY id",
            "SELECT count(*) FROM FILES",
            "SELECT count(*), sum(v), max(s) FROM FILES",
            "SELECT day, count(*), sum(v), min(s) FROM FILES GROUP BY day ORDER BY day",
            "SELECT count(*), sum(a.v + b.v) FROM FILES a JOIN FILES b ON a.id = b.id",
            "SELECT f.id, m.s FROM FILES f JOIN main.m ON m.id = f.id WHERE f.v > 5 ORDER BY 1",
            "SELECT m.id, f.s FROM main.m LEFT JOIN FILES f ON m.id = f.id ORDER BY 1",
            "SELECT v, id FROM FILES ORDER BY v DESC, id LIMIT 7",
            "SELECT count(*) FROM main.m WHERE id IN (SELECT id FROM FILES WHERE v < 50)",
            "SELECT id FROM main.m WHERE EXISTS (SELECT 1 FROM FILES f WHERE f.id = m.id)",
            "SELECT max(v) FROM FILES WHERE id > 150",
            "SELECT count(v) FROM FILES WHERE day >= '2026-04'",
            "SELECT DISTINCT v % 3 FROM FILES ORDER BY 1");

    @TempDir
    Path folder;

    private Context context;
    private Database database;
    private final Map<Path, byte[]> whole = new LinkedHashMap<>();

    /** Changes the bad file. */
    private interface Trouble {
        void make() throws IOException;
    }

    private void use(String vectors, int threads) throws IOException {
        context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", vectors)
                .option("sqlvm.Threads", Integer.toString(threads))
                .option("sqlvm.PartitionRows", "25")
                .option("sqlvm.MirrorAge", Integer.toString(AGE_MS))
                .build();
        database = open(":memory:");
        database.execute("PRAGMA busy_timeout = 1");
        make();
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

    private Path path(int file) {
        return folder.resolve("2026-%02d.db".formatted(file));
    }

    private static String row(int file, int row, int version) {
        int id = file * ROWS + row;
        // Some texts are on overflow pages.
        String text = "t" + id % 7 + (row % 13 == 5 ? "x".repeat(700) : "");
        return "(%d, %d, '%s', '2026-%02d-%02d')"
                .formatted(id, version + id % 11, text, file, 1 + row % 28);
    }

    private static String values(int file, int version) {
        return IntStream.range(0, ROWS)
                .mapToObj(row -> row(file, row, version))
                .collect(Collectors.joining(","));
    }

    private void fill(Path path, int file, int version, String... before) {
        try (Database made = open(path.toString())) {
            for (String statement : before) {
                made.execute(statement);
            }
            made.execute(TABLE);
            made.execute("INSERT INTO r VALUES " + values(file, version));
            made.execute("CREATE INDEX byDay ON r(day)");
        }
    }

    private void make() throws IOException {
        for (int file = 1; file <= FILES; file++) {
            fill(path(file), file, 0, "PRAGMA page_size = " + PAGE);
            whole.put(path(file), Files.readAllBytes(path(file)));
        }
        database.execute(TABLE.replace("TABLE r", "TABLE m"));
        for (int file = 1; file <= FILES; file++) {
            database.execute("INSERT INTO m VALUES " + values(file, 0));
        }
        database.execute("CREATE TABLE known AS SELECT * FROM m");
        database.execute("ATTACH '" + folder + "/2026-*.db' AS days");
        age();
    }

    private static void age() {
        try {
            Thread.sleep(2 * AGE_MS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> rows(String sql) {
        List<String> found = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                found.add(row(rows));
            }
        }
        return found;
    }

    private static String row(Rows rows) {
        Object[] row = new Object[rows.columnCount()];
        Arrays.setAll(row, rows::getObject);
        return Arrays.toString(row);
    }

    /** Returns what the queries give of these rows. */
    private List<List<String>> answers(String table) {
        return QUERIES.stream().map(sql -> rows(sql.replace("FILES", table))).toList();
    }

    /** Whether the bad file can be read alone; its rows are then in {@code known}. */
    private boolean isReadable() {
        database.execute("DELETE FROM known");
        boolean readable = !Files.isSymbolicLink(path(BAD));
        database.execute("INSERT INTO known SELECT * FROM m WHERE id / " + ROWS + " < " + BAD);
        // Patterns find no folders.
        if (Files.isRegularFile(path(BAD))) {
            try {
                database.execute("ATTACH '" + path(BAD) + "' AS bad");
                database.execute("INSERT INTO known SELECT * FROM bad.r ORDER BY id");
            } catch (SqlvmException e) {
                readable = false;
            }
            if (!rows("SELECT 1 FROM pragma_database_list WHERE name = 'bad'").isEmpty()) {
                database.execute("DETACH bad");
            }
        }
        database.execute("INSERT INTO known SELECT * FROM m WHERE id / " + ROWS + " > " + BAD);
        return readable;
    }

    private void restore() throws IOException {
        for (Path each : list()) {
            if (Files.isDirectory(each) || !whole.containsKey(each)) {
                Files.delete(each);
            }
        }
        for (Map.Entry<Path, byte[]> each : whole.entrySet()) {
            if (!Files.exists(each.getKey())
                    || !Arrays.equals(Files.readAllBytes(each.getKey()), each.getValue())) {
                Files.write(each.getKey(), each.getValue());
            }
        }
        age();
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    /** Damages of bytes, each with its name. */
    private Map<String, Trouble> damages() {
        Map<String, Trouble> all = new LinkedHashMap<>();
        byte[] bytes = whole.get(path(BAD));
        Random random = new Random(11);
        for (int page = 0; page < bytes.length / PAGE; page++) {
            int at = page * PAGE;
            all.put("zeros in page " + (page + 1), () -> write(at, new byte[PAGE]));
            byte[] ones = new byte[PAGE];
            Arrays.fill(ones, (byte) 0xff);
            all.put("ones in page " + (page + 1), () -> write(at, ones));
            byte[] head = new byte[12];
            random.nextBytes(head);
            all.put("another head of page " + (page + 1), () -> write(at, head));
            all.put("cut within page " + (page + 1), () -> cut(at + PAGE / 3));
            all.put("cut behind page " + (page + 1), () -> cut(at + PAGE));
        }
        all.put("empty", () -> cut(0));
        all.put("text", () -> Files.writeString(path(BAD), "no database\n".repeat(300)));
        all.put("later format", () -> write(18, new byte[] {9, 9}));
        all.put("other encoding", () -> write(56, new byte[] {0, 0, 0, 2}));
        all.put("other page size", () -> write(16, new byte[] {16, 0}));
        all.put("a folder", () -> {
            Files.delete(path(BAD));
            Files.createDirectory(path(BAD));
        });
        all.put("a link to nothing", () -> {
            Files.delete(path(BAD));
            Files.createSymbolicLink(path(BAD), folder.resolve("nothing"));
        });
        all.put("deleted", () -> Files.delete(path(BAD)));
        all.put("a journal of nothing", () -> Files.write(beside("-journal"), new byte[600]));
        all.put("a log of nothing", () -> Files.write(beside("-wal"), new byte[600]));
        return all;
    }

    /** Returns every n-th trouble; other ones in the next turn. */
    private static Map<String, Trouble> some(Map<String, Trouble> all, int turn, int n) {
        Map<String, Trouble> found = new LinkedHashMap<>();
        int i = turn;
        for (Map.Entry<String, Trouble> each : all.entrySet()) {
            if (i++ % n == 0) {
                found.put(each.getKey(), each.getValue());
            }
        }
        return found;
    }

    private Path beside(String suffix) {
        return Path.of(path(BAD) + suffix);
    }

    private void write(int at, byte[] bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path(BAD).toFile(), "rw")) {
            file.seek(at);
            file.write(bytes);
        }
    }

    private void cut(int size) throws IOException {
        try (FileChannel file = FileChannel.open(path(BAD), StandardOpenOption.WRITE)) {
            file.truncate(size);
        }
    }

    /** An error must name the file, and be one of SQL. */
    private void checkError(String what, SqlvmException error) {
        assertTrue(error.getMessage().contains(path(BAD).toString()), what + ": " + error);
        for (String internal : List.of("Exception", "AssertionError", "internal", "null")) {
            assertFalse(error.getMessage().contains(internal), what + ": " + error);
        }
    }

    @ParameterizedTest
    @CsvSource({"always, 1", "always, 2", "never, 3"})
    void damagedBeforeAQuery(String vectors, int threads) throws IOException {
        use(vectors, threads);
        List<List<String>> before = answers("main.m");
        assertEquals(before, answers("days.r"));
        int errors = 0;
        for (Map.Entry<String, Trouble> each : some(damages(), threads, 5).entrySet()) {
            each.getValue().make();
            age();
            boolean readable = isReadable();
            List<List<String>> now = readable ? answers("main.known") : before;
            for (int i = 0; i < QUERIES.size(); i++) {
                String what = each.getKey() + ", " + QUERIES.get(i);
                try {
                    assertEquals(now.get(i), rows(QUERIES.get(i).replace("FILES", "days.r")), what);
                } catch (SqlvmException e) {
                    checkError(what, e);
                    assertFalse(readable, what + ": " + e);
                    errors++;
                }
            }
            restore();
            String all = QUERIES.getFirst().replace("FILES", "days.r");
            assertEquals(before.getFirst(), rows(all), "after " + each.getKey());
        }
        assertTrue(errors > 30, "errors: " + errors);
    }

    /** The schemas that the bad file may have. */
    @ParameterizedTest
    @CsvSource({"always, 2", "never, 1"})
    void ofAnotherSchema(String vectors, int threads) throws IOException {
        use(vectors, threads);
        List<List<String>> before = answers("main.m");
        for (String change : List.of(
                "DROP TABLE r",
                "ALTER TABLE r RENAME TO q",
                "ALTER TABLE r ADD COLUMN extra",
                "ALTER TABLE r DROP COLUMN v",
                "ALTER TABLE r RENAME COLUMN v TO w",
                "ALTER TABLE r RENAME TO q; CREATE VIEW r AS SELECT * FROM q",
                "DROP TABLE r; CREATE VIRTUAL TABLE r USING fts5(v, s, day)",
                "DROP TABLE r; CREATE TABLE r(id INTEGER PRIMARY KEY, v TEXT, s TEXT, day TEXT)",
                "DROP TABLE r; CREATE TABLE r(id INTEGER PRIMARY KEY, v INT, s TEXT COLLATE NOCASE,"
                        + " day TEXT)",
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE r('"
                        + " WHERE name = 'r'",
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 99999"
                        + " WHERE name = 'r'",
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage"
                        + " FROM sqlite_schema WHERE name = 'byDay') WHERE name = 'r'")) {
            try (Database bad = open(path(BAD).toString())) {
                for (String statement : change.split("; ")) {
                    bad.execute(statement);
                }
            }
            age();
            for (String query : QUERIES) {
                try {
                    List<String> rows = rows(query.replace("FILES", "days.r"));
                    // Bounds of the key may say that the file is not wanted.
                    assertTrue(
                            query.contains("WHERE id > 150") || query.contains("2026-04"),
                            change + ", " + query + ": " + rows);
                } catch (SqlvmException e) {
                    checkError(change + ", " + query, e);
                }
            }
            restore();
            assertEquals(before, answers("days.r"), "after " + change);
        }
    }

    /** Tables that have the same rows in another form. */
    @ParameterizedTest
    @CsvSource({"always, 2", "never, 1"})
    void ofAnotherForm(String vectors, int threads) throws IOException {
        use(vectors, threads);
        List<List<String>> before = answers("main.m");
        for (List<String> changes : List.of(
                List.of("PRAGMA page_size = 4096", "VACUUM"),
                List.of("PRAGMA journal_mode = WAL", "UPDATE r SET v = v"),
                List.of("PRAGMA auto_vacuum = FULL", "VACUUM"),
                List.of(
                        "ALTER TABLE r RENAME TO q",
                        "CREATE TABLE r(day TEXT, s TEXT, id INT PRIMARY KEY, v INT) WITHOUT ROWID",
                        "INSERT INTO r(id, v, s, day) SELECT * FROM q"))) {
            try (Database bad = open(path(BAD).toString())) {
                changes.forEach(bad::execute);
                age();
                assertEquals(before, answers("days.r"), changes.toString());
            }
            age();
            assertEquals(before, answers("days.r"), changes.toString());
            restore();
        }
    }

    /** Readers leave the log of a program that has died where it is. */
    @ParameterizedTest
    @CsvSource({"always, 2", "never, 1"})
    void readsALogThatWasLeft(String vectors, int threads) throws IOException {
        use(vectors, threads);
        byte[] copied;
        byte[] log;
        try (Database bad = open(path(BAD).toString())) {
            bad.execute("PRAGMA journal_mode = WAL");
            bad.execute("UPDATE r SET s = s || '!'");
            copied = Files.readAllBytes(path(BAD));
            log = Files.readAllBytes(beside("-wal"));
        }
        Files.write(path(BAD), copied);
        Files.write(beside("-wal"), log);
        age();
        database.execute("UPDATE m SET s = s || '!' WHERE id / " + ROWS + " = " + BAD);
        List<List<String>> expected = answers("main.m");
        assertEquals(expected, answers("days.r"));
        assertEquals(expected, answers("days.r"));
        assertEquals(log.length, Files.size(beside("-wal")));
    }

    @ParameterizedTest
    @CsvSource({"always, 1", "always, 2", "never, 1"})
    void locked(String vectors, int threads) throws IOException {
        use(vectors, threads);
        try (Database writer = open(path(BAD).toString())) {
            writer.execute("BEGIN EXCLUSIVE");
            for (String query : QUERIES) {
                try {
                    rows(query.replace("FILES", "days.r"));
                    fail(query);
                } catch (SqlvmException e) {
                    checkError(query, e);
                    assertTrue(e.getMessage().contains("locked"), e.toString());
                }
            }
            writer.execute("ROLLBACK");
            assertEquals(answers("main.m"), answers("days.r"));
            // The columns in memory are those of a file whose writer has not written yet.
            writer.execute("BEGIN IMMEDIATE");
            writer.execute("UPDATE r SET v = v + 1");
            assertEquals(answers("main.m"), answers("days.r"));
        }
    }

    /** Troubles of the bad file while a query runs that has read some rows. */
    private Map<String, Trouble> changes() throws IOException {
        Map<String, Trouble> all = damages();
        all.keySet().removeIf(name -> name.contains("head") || name.contains("ones"));
        Path other = folder.resolve("other");
        fill(other, BAD, 100, "PRAGMA page_size = " + PAGE);
        byte[] later = Files.readAllBytes(other);
        Files.delete(other);
        all.put("replaced", () -> {
            Files.write(other, later);
            Files.move(other, path(BAD), StandardCopyOption.REPLACE_EXISTING);
        });
        all.put("written over", () -> Files.write(path(BAD), later));
        all.put("written over half", () -> write(0, Arrays.copyOf(later, later.length / 2)));
        all.put("changed", () -> {
            try (Database writer = open(path(BAD).toString())) {
                writer.execute("PRAGMA busy_timeout = 1");
                writer.execute("UPDATE r SET v = v + 100");
            } catch (SqlvmException e) {
                assertTrue(e.getMessage().contains("locked"), e.toString());
            }
        });
        return all;
    }

    /**
     * A query that has begun gives the file's old rows, its new ones, none if it is gone, or an
     * error.
     */
    @ParameterizedTest
    @CsvSource({"always, 1", "always, 2", "never, 1"})
    void changedWhileAQueryRuns(String vectors, int threads) throws IOException {
        use(vectors, threads);
        database.execute("CREATE TABLE n AS SELECT id, v + 100 * (id / " + ROWS + " = " + BAD
                + ") AS v, s, day FROM m");
        database.execute("CREATE TABLE gone AS SELECT * FROM m WHERE id / " + ROWS + " <> " + BAD);
        int turn = threads;
        for (String query : List.of(
                "SELECT id, v, s FROM FILES",
                "SELECT id, v FROM FILES WHERE v >= 0",
                "SELECT f.id, f.v, m.id FROM FILES f CROSS JOIN main.m ON m.id = f.id",
                "SELECT m.id, f.v FROM main.m CROSS JOIN FILES f ON m.id = f.id",
                "SELECT a.id, a.v, b.v FROM FILES a JOIN FILES b ON a.id = b.id")) {
            List<List<String>> right = Stream.of("main.m", "main.n", "main.gone")
                    .map(table -> rows(query.replace("FILES", table)))
                    .toList();
            for (int before : new int[] {1, (BAD - 1) * ROWS + 10}) {
                turn++;
                for (Map.Entry<String, Trouble> each : some(changes(), turn, 7).entrySet()) {
                    String what = each.getKey() + " after " + before + ", " + query;
                    List<String> found = new ArrayList<>();
                    try (Rows rows = database.query(query.replace("FILES", "days.r"))) {
                        while (rows.next()) {
                            found.add(row(rows));
                            if (found.size() == before) {
                                each.getValue().make();
                            }
                        }
                        // Texts on pages of zeros are wrong, in SQLite, too.
                        assertTrue(
                                right.contains(found)
                                        || (isReadable()
                                                && found.equals(rows(
                                                        query.replace("FILES", "main.known")))),
                                what + ": " + found);
                    } catch (SqlvmException e) {
                        checkError(what, e);
                    }
                    restore();
                }
            }
        }
        assertEquals(answers("main.m"), answers("days.r"));
    }

    /** The rows of a file are always those of one of its commits, in all parts of a query. */
    @ParameterizedTest
    @CsvSource({"always, 2, WAL", "always, 2, DELETE", "never, 1, WAL", "never, 1, DELETE"})
    void seesOneCommitOfAFile(String vectors, int threads, String journal) throws Exception {
        use(vectors, threads);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger commits = new AtomicInteger();
        Thread writer = new Thread(() -> {
            try (Database own = open(path(BAD).toString())) {
                own.execute("PRAGMA busy_timeout = 1000");
                own.execute("PRAGMA journal_mode = " + journal);
                while (!over.get()) {
                    own.execute("UPDATE r SET v = v + 1");
                    commits.incrementAndGet();
                    age();
                }
            }
        });
        writer.start();
        int rights = 0;
        int errors = 0;
        try {
            database.execute("PRAGMA busy_timeout = 1000");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
            for (int i = 0; System.nanoTime() < end || commits.get() < 5; i++) {
                String query = List.of(
                                "SELECT count(DISTINCT f.v - m.v) FROM FILES f JOIN main.m"
                                        + " ON m.id = f.id WHERE f.day LIKE '2026-03%'",
                                "SELECT 1 + count(*) FROM FILES a JOIN FILES b ON a.id = b.id"
                                        + " WHERE a.v <> b.v",
                                "SELECT 1 + count(*) FROM FILES a WHERE v <> (SELECT v FROM FILES b"
                                        + " WHERE b.id = a.id)",
                                "SELECT 1 + ((SELECT sum(v) FROM FILES) <>"
                                        + " (SELECT total(v + 0) FROM FILES))")
                        .get(i % 4);
                try {
                    assertEquals(List.of("[1]"), rows(query.replace("FILES", "days.r")), query);
                    rights++;
                } catch (SqlvmException e) {
                    checkError(query, e);
                    errors++;
                }
            }
        } finally {
            over.set(true);
            writer.join();
        }
        assertTrue(rights > 0, errors + " errors");
    }
}
