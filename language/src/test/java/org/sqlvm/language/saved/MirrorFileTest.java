package org.sqlvm.language.saved;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.saved.MirrorForm;
import org.sqlvm.engine.vector.saved.MirrorWriter;
import org.sqlvm.engine.vector.saved.SavedMirror;
import org.sqlvm.engine.vector.saved.SavedPages;
import org.sqlvm.engine.vector.saved.SavedTable;
import org.sqlvm.language.RowLists;
import org.sqlvm.language.SqlvmLanguage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Columns that one connection has decoded are there for the next one, if they are still right. */
final class MirrorFileTest {
    private static final String ID = SqlvmLanguage.ID;

    /** Sums of two columns that tell rows apart. */
    private static final String SUMS = "SELECT sum(a), sum(length(b)), max(b), count(*) FROM t";

    @TempDir
    private Path directory;

    private Path file;
    private Path mirror;

    @BeforeEach
    void makeTable() {
        file = directory.resolve("t.db");
        mirror = directory.resolve("t.mirror");
        run(
                "off",
                "PRAGMA page_size = 512",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c REAL)",
                "INSERT INTO t SELECT 2 * value, value, 'b' || value, value / 4.0"
                        + " FROM generate_series(1, 1000)");
    }

    private static Context context(String mirrorFile) {
        return Context.newBuilder(ID)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Vectors", "always")
                .option("sqlvm.VectorRows", "5")
                .option("sqlvm.PartitionRows", "100")
                .option("sqlvm.MirrorFile", mirrorFile)
                .allowAllAccess(true)
                .build();
    }

    private Database open(Context context) {
        return context.getBindings(ID)
                .getMember("open")
                .execute(file.toString())
                .getMember("host")
                .asHostObject();
    }

    /** Runs statements in a connection of their own. */
    private void run(String mirrorFile, String... statements) {
        try (Context context = context(mirrorFile);
                Database database = open(context)) {
            for (String statement : statements) {
                RowLists.query(database, statement);
            }
        }
    }

    /** By column: how many partitions have been loaded. */
    private static Map<String, Long> loaded(Database database) {
        Map<String, Long> loaded = new TreeMap<>();
        for (List<Object> row : RowLists.query(database, "PRAGMA sqlvm_mirror")) {
            loaded.put(row.get(1).toString(), (Long) row.get(6));
        }
        return loaded;
    }

    /** The answer of a query is that without a mirror; returns what has been loaded. */
    private Map<String, Long> check(String query) {
        List<List<Object>> right;
        try (Context context = context("off");
                Database database = open(context)) {
            right = RowLists.query(database, query);
        }
        try (Context context = context(mirror.toString());
                Database database = open(context)) {
            assertEquals(right, RowLists.query(database, query));
            return loaded(database);
        }
    }

    @Test
    void columnsAreLoaded() {
        assertEquals(Map.of("a", 0L, "b", 0L), check(SUMS));
        assertEquals(Map.of("a", 10L, "b", 10L), check(SUMS));
        // Only what is asked for.
        assertEquals(Map.of("a", 10L), check("SELECT sum(a) FROM t"));
        // One that is new is decoded and saved with the others.
        Map<String, Long> loaded = check("SELECT sum(a + c) FROM t");
        assertEquals(List.of(10L, 0L), List.of(loaded.get("a"), loaded.get("c")));
        assertFalse(loaded.containsKey("b"));
        assertEquals(
                Map.of("a", 10L, "b", 10L, "c", 10L), check("SELECT sum(a + c), max(b) FROM t"));
    }

    @Test
    void nothingIsSavedWithoutTheOption() throws IOException {
        run("off", SUMS);
        try (var files = Files.list(directory)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void changedPartitionsAreDecoded() {
        check(SUMS);
        run("off", "UPDATE t SET a = a + 1 WHERE id = 700");
        // A page with rows of two partitions may be among those that have changed.
        Map<String, Long> loaded = check(SUMS);
        assertTrue(loaded.get("a") >= 8 && loaded.get("a") < 10, loaded::toString);
        assertEquals(Map.of("a", 10L, "b", 10L), check(SUMS));
    }

    @Test
    void rowsAreNotLostBetweenPartitions() {
        for (String change : List.of(
                "INSERT INTO t VALUES (201, -1, 'between', 0)",
                "INSERT INTO t SELECT 401, -1, 'long' || hex(zeroblob(300)), 0",
                "INSERT INTO t VALUES (-5, -1, 'before', 0)",
                "INSERT INTO t VALUES (5000, -1, 'behind', 0)",
                "INSERT INTO t SELECT NULL, value, 'x' || value, 1 FROM generate_series(1, 333)",
                "INSERT INTO t SELECT 601 + 2 * value, 1, 'm', 1 FROM generate_series(1, 90)",
                "DELETE FROM t WHERE id BETWEEN 180 AND 220",
                "DELETE FROM t WHERE id BETWEEN 900 AND 1500",
                "DELETE FROM t WHERE id < 50",
                "DELETE FROM t WHERE id > 1900",
                "VACUUM",
                "DELETE FROM t")) {
            check(SUMS);
            run("off", change);
            check(SUMS);
            check("SELECT sum(id), sum(c) FROM t");
            check("SELECT sum(id), sum(c), sum(a) FROM t");
        }
    }

    /**
     * As if the rows of some partitions had been inserted since, into pages of their own: all
     * others are valid.
     */
    @Test
    void pagesBetweenPartitionsAreDecoded() throws IOException {
        check(SUMS);
        byte[] whole = Files.readAllBytes(mirror);
        for (List<Integer> missing : List.of(
                List.of(0), List.of(4), List.of(9), List.of(0, 1), List.of(3, 4), List.of(2, 5))) {
            Files.write(mirror, whole);
            saveAgain(missing, false);
            Map<String, Long> loaded = check(SUMS);
            assertTrue(loaded.get("a") >= 5 && loaded.get("a") < 10, loaded::toString);
            Files.write(mirror, whole);
            saveAgain(missing, true);
            loaded = check(SUMS);
            assertTrue(loaded.get("a") >= 5 && loaded.get("a") < 10, loaded::toString);
        }
    }

    /**
     * Saves the mirror without some partitions.
     *
     * @param known whether it is known that they were there, with fewer rows
     */
    private void saveAgain(List<Integer> missing, boolean known) throws IOException {
        MirrorForm form = new MirrorForm(512, 512, 1);
        try (SavedMirror old = SavedMirror.open(mirror, form);
                MirrorWriter writer = MirrorWriter.open(mirror, form, Long.MAX_VALUE, null)) {
            SavedTable table = old.tables().iterator().next();
            int[] kept = IntStream.range(0, table.partitionCount())
                    .filter(i -> known || !missing.contains(i))
                    .toArray();
            int[] rows = new int[kept.length];
            long[] first = new long[kept.length];
            long[] last = new long[kept.length];
            SavedPages[] pages = new SavedPages[kept.length];
            for (int i = 0; i < kept.length; i++) {
                boolean changed = missing.contains(kept[i]);
                rows[i] = changed ? 1 : table.rows()[kept[i]];
                first[i] = table.firstRowid(kept[i]) + (changed ? 80 : 0);
                last[i] = changed ? first[i] : table.lastRowids()[kept[i]];
                pages[i] = changed ? SavedPages.NONE : old.pages(table)[kept[i]];
            }
            SavedTable next = writer.addTable(
                    table.root(), table.name(), 9_000, rows, first, last, false, pages);
            for (StoredColumn column : table.columns()) {
                writer.addColumn(next, column, null, old, table, kept);
            }
            writer.finish();
        }
    }

    @Test
    void ownChangesAreSaved() {
        check(SUMS);
        run(
                mirror.toString(),
                "UPDATE t SET b = 'other' WHERE id < 300",
                SUMS,
                "UPDATE t SET b = 'later' WHERE id = 1200");
        Map<String, Long> loaded = check(SUMS);
        assertTrue(loaded.getOrDefault("b", 0L) >= 5, loaded::toString);
        run(mirror.toString(), SUMS, "BEGIN", "UPDATE t SET a = 0", SUMS);
        check(SUMS);
    }

    @Test
    void overflowPagesCount() {
        run("off", "UPDATE t SET b = b || hex(zeroblob(400)) WHERE id % 20 = 0");
        check(SUMS);
        assertEquals(Map.of("a", 10L, "b", 10L), check(SUMS));
        // The leaf stays as it is.
        run("off", "UPDATE t SET b = substr(b, 1, 700) || 'x' || substr(b, 702) WHERE id = 800");
        check("SELECT a, b FROM t WHERE id BETWEEN 790 AND 810 AND b > ''");
        check(SUMS);
    }

    /** The change counter and the size stay as they were, but the content does not. */
    @Test
    void aLogDoesNotCountChanges() throws IOException {
        run("off", "PRAGMA journal_mode = WAL", "PRAGMA wal_checkpoint(truncate)");
        check(SUMS);
        byte[] before = Files.readAllBytes(file);
        run("off", "UPDATE t SET a = a + 100 WHERE id = 500", "PRAGMA wal_checkpoint(truncate)");
        byte[] after = Files.readAllBytes(file);
        assertEquals(before.length, after.length);
        check(SUMS);
        // The change is in the log alone.
        try (Context context = context("off");
                Database database = open(context)) {
            RowLists.query(database, "UPDATE t SET a = a + 1000 WHERE id = 600");
            check(SUMS);
            check(SUMS);
        }
        check(SUMS);
    }

    /**
     * SQLite's change counter does not tell what is in a file: it changes if a checkpoint happens
     * to write the first page (sqlite.org/fileformat2.html#file_change_counter).
     */
    @Test
    void theCounterOfAFileWithALogStaysTheSame() throws IOException, SQLException {
        runSqlite("PRAGMA journal_mode = WAL");
        check(SUMS);
        int counter = changeCounter();
        byte[] before = Files.readAllBytes(file);
        String url = "jdbc:sqlite:" + file;
        try (Connection sqlite = DriverManager.getConnection(url);
                Statement statement = sqlite.createStatement()) {
            // The file becomes longer, which is written in the first page.
            statement.execute("INSERT INTO t VALUES (5001, 1, hex(zeroblob(2000)), 0)");
            // It is in the log alone.
            assertArrayEquals(before, Files.readAllBytes(file));
            statement.execute("PRAGMA wal_checkpoint(truncate)");
        }
        assertEquals(counter + 1, changeCounter());
        check(SUMS);
        check(SUMS);
        before = Files.readAllBytes(file);
        runSqlite("INSERT INTO t VALUES (5002, 1, 'second', 0)", "PRAGMA wal_checkpoint(truncate)");
        byte[] after = Files.readAllBytes(file);
        assertEquals(counter + 1, changeCounter());
        assertEquals(before.length, after.length);
        assertFalse(Arrays.equals(before, after));
        check(SUMS);
    }

    private void runSqlite(String... statements) throws SQLException {
        try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = sqlite.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private int changeCounter() throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file)).getInt(24);
    }

    @Test
    void anEarlierCopyHasItsOwnRows() throws IOException {
        check(SUMS);
        byte[] earlier = Files.readAllBytes(file);
        run(mirror.toString(), "UPDATE t SET a = a + 7 WHERE id > 1000", SUMS);
        byte[] later = Files.readAllBytes(file);
        check(SUMS);
        Files.write(file, earlier);
        check(SUMS);
        Files.write(file, later);
        check(SUMS);
    }

    @Test
    void aDamagedFileIsDecodedAgain() throws IOException {
        check(SUMS);
        byte[] whole = Files.readAllBytes(mirror);
        for (int i = 0; i < whole.length; i += whole.length / 40) {
            byte[] damaged = whole.clone();
            damaged[i] ^= 4;
            Files.write(mirror, damaged);
            check(SUMS);
        }
    }

    @Test
    void nothingIsLeftWithSecureDelete() {
        check(SUMS);
        assertTrue(Files.exists(mirror));
        run(mirror.toString(), "PRAGMA secure_delete = ON", SUMS);
        assertFalse(Files.exists(mirror));
    }

    @Test
    void aPragmaDeletesTheFile() {
        check(SUMS);
        run(mirror.toString(), SUMS, "PRAGMA sqlvm_mirror_drop");
        assertFalse(Files.exists(mirror));
        assertEquals(Map.of("a", 0L, "b", 0L), check(SUMS));
    }

    @Test
    void theDatabaseIsNotTakenForAMirror() throws IOException {
        byte[] before = Files.readAllBytes(file);
        run(file.toString(), SUMS, "PRAGMA sqlvm_mirror_drop", SUMS);
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void aFolderHasAFileForEachDatabase() throws IOException {
        Path folder = Files.createDirectory(directory.resolve("mirrors"));
        String other = directory.resolve("other.db").toString();
        run(
                folder.toString(),
                "ATTACH '" + other + "' AS o",
                "CREATE TABLE o.u AS SELECT * FROM t",
                SUMS,
                "SELECT sum(a) FROM o.u");
        try (var files = Files.list(folder)) {
            assertEquals(
                    2, files.filter(path -> path.toString().endsWith(".mirror")).count());
        }
    }
}
