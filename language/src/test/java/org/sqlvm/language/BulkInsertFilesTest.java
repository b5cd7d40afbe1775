package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.BulkInsert;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A file that insertAll has written is that which single INSERTs make of the same rows, byte for
 * byte but for the counters in its header, if it has no index. Those of SQLite make one with the
 * same rows, and of the same size if it has no index.
 */
final class BulkInsertFilesTest {
    /** With code that is compiled before its first run, each takes seconds. */
    private static final int ROUNDS =
            Boolean.getBoolean("sqlvm.full") && !"compiled".equals(System.getProperty("sqlvm.mode"))
                    ? 40
                    : 4;

    @TempDir
    private Path folder;

    private Context context;

    @BeforeEach
    void openContext() {
        context = Context.newBuilder("sqlvm").allowAllAccess(true).build();
    }

    @AfterEach
    void closeContext() {
        context.close();
    }

    private Database open(Path file) {
        return context.getBindings("sqlvm")
                .getMember("open")
                .execute(file.toString())
                .getMember("host")
                .asHostObject();
    }

    /** One file in both ways. */
    private final class Case {
        final Random random;
        final Path ours;
        final Path single;
        final Path theirs;
        final List<String> schema = new ArrayList<>();
        final boolean alias;
        final int widthMax;
        private long rowid;

        Case(int seed) {
            random = new Random(seed);
            ours = folder.resolve(seed + "-sqlvm.db");
            single = folder.resolve(seed + "-single.db");
            theirs = folder.resolve(seed + "-sqlite.db");
            alias = random.nextBoolean();
            int pageSize = 512 << random.nextInt(8);
            schema.add("PRAGMA page_size = " + pageSize);
            if (random.nextInt(4) == 0) {
                schema.add("PRAGMA auto_vacuum = " + (1 + random.nextInt(2)));
            }
            if (random.nextInt(4) == 0) {
                schema.add("PRAGMA journal_mode = " + (random.nextBoolean() ? "WAL" : "OFF"));
            }
            schema.add("CREATE TABLE t(" + (alias ? "id INTEGER PRIMARY KEY, " : "")
                    + "a TEXT, b REAL, c, d INTEGER"
                    + (random.nextInt(4) == 0 ? " NOT NULL)" : ")"));
            if (random.nextInt(3) == 0) {
                schema.add("CREATE INDEX i ON t(c, a)");
            }
            if (random.nextInt(4) == 0) {
                schema.add("INSERT INTO t(a, d) VALUES ('first', 1), ('second', 2)");
                schema.add("CREATE TABLE u(x)");
                schema.add("INSERT INTO u VALUES (zeroblob(" + 3 * pageSize + "))");
                schema.add("DELETE FROM u");
            }
            widthMax = new int[] {8, 40, 300, pageSize, 3 * pageSize}[random.nextInt(5)];
        }

        Object[] row() {
            Object[] row = {text(), number(), value(), random.nextInt(1000)};
            if (!alias) {
                return row;
            }
            Object[] all = new Object[row.length + 1];
            System.arraycopy(row, 0, all, 1, row.length);
            rowid += 1 + (random.nextInt(20) == 0 ? random.nextInt(1 << 20) : 0);
            all[0] = random.nextInt(50) == 0 ? null : (Object) (rowid + 10);
            return all;
        }

        private String text() {
            char first = random.nextInt(10) == 0 ? 'ä' : 'x';
            return first + "y".repeat(random.nextInt(widthMax));
        }

        private Object number() {
            return switch (random.nextInt(4)) {
                case 0 -> null;
                case 1 -> random.nextInt(100);
                case 2 -> (double) random.nextInt();
                default -> random.nextGaussian();
            };
        }

        private Object value() {
            return switch (random.nextInt(4)) {
                case 0 -> random.nextLong() >> random.nextInt(64);
                case 1 -> new byte[random.nextInt(widthMax)];
                case 2 -> null;
                default -> "v" + random.nextInt(100);
            };
        }
    }

    @Test
    void filesAreThoseOfSqlite() throws IOException, SQLException {
        int rounds = Integer.getInteger("sqlvm.rounds", ROUNDS);
        int first = Integer.getInteger("sqlvm.seed", 0);
        for (int seed = first; seed < first + rounds; seed++) {
            Case one = new Case(seed);
            List<List<Object[]>> parts = new ArrayList<>();
            for (int part = 1 + one.random.nextInt(3); part > 0; part--) {
                int count = one.random.nextInt(one.widthMax > 300 ? 300 : 6000);
                List<Object[]> rows = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    rows.add(one.row());
                }
                parts.add(rows);
            }
            write(one, parts);
            writeSingly(one, parts);
            writeWithSqlite(one, parts);
            check(one.ours, seed);
            String schema = one.schema.toString(); // The entries of an index come in their order.
            if (!schema.contains("CREATE INDEX")) {
                compare(one, seed);
            }
            if (!schema.contains("CREATE INDEX") && !schema.contains("auto_vacuum")) {
                assertEquals(
                        Files.size(one.theirs),
                        Files.size(one.ours),
                        "size with seed " + seed + ": " + schema);
            }
            compareRows(one, seed);
        }
    }

    private void write(Case one, List<List<Object[]>> parts) {
        try (Database database = open(one.ours)) {
            one.schema.forEach(database::execute);
            for (List<Object[]> rows : parts) {
                assertEquals(rows.size(), database.insertAll("t", rows));
            }
        }
    }

    private void writeSingly(Case one, List<List<Object[]>> parts) {
        try (Database database = open(one.single)) {
            one.schema.forEach(database::execute);
            String values = one.alias ? "(?, ?, ?, ?, ?)" : "(?, ?, ?, ?)";
            for (List<Object[]> rows : parts) {
                database.execute("BEGIN");
                try (var insert = database.prepare("INSERT INTO t VALUES " + values)) {
                    rows.forEach(row -> insert.bindAll(row).execute());
                }
                database.execute("COMMIT");
            }
        }
    }

    private static void writeWithSqlite(Case one, List<List<Object[]>> parts) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + one.theirs);
                Statement statement = connection.createStatement()) {
            for (String sql : one.schema) {
                statement.execute(sql);
            }
            String values = one.alias ? "(?, ?, ?, ?, ?)" : "(?, ?, ?, ?)";
            for (List<Object[]> rows : parts) {
                connection.setAutoCommit(false);
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t VALUES " + values)) {
                    for (Object[] row : rows) {
                        for (int i = 0; i < row.length; i++) {
                            insert.setObject(i + 1, row[i]);
                        }
                        insert.execute();
                    }
                }
                connection.commit();
                connection.setAutoCommit(true);
            }
        }
    }

    private static void check(Path file, int seed) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("PRAGMA integrity_check")) {
            assertEquals("ok", result.getString(1), "seed " + seed);
        }
    }

    private static void compare(Case one, int seed) throws IOException {
        String what = "with seed " + seed + ": " + one.schema;
        byte[] ours = content(one.ours);
        byte[] single = content(one.single);
        assertEquals(-1, Arrays.mismatch(single, ours), what);
    }

    private static void compareRows(Case one, int seed) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + one.ours);
                Statement statement = connection.createStatement()) {
            statement.execute("ATTACH '" + one.theirs + "' AS theirs");
            try (ResultSet result = statement.executeQuery("SELECT count(*) FROM (SELECT rowid, *"
                    + " FROM main.t EXCEPT SELECT rowid, * FROM theirs.t)")) {
                assertEquals(0, result.getInt(1), "rows with seed " + seed);
            }
            try (ResultSet result = statement.executeQuery(
                    "SELECT (SELECT count(*) FROM main.t) - (SELECT count(*) FROM theirs.t)")) {
                assertEquals(0, result.getInt(1), "rows with seed " + seed);
            }
        }
    }

    /** Without what says how often it was written. */
    private static byte[] content(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        Arrays.fill(content, 24, 28, (byte) 0);
        Arrays.fill(content, 92, 96, (byte) 0);
        return content;
    }

    /** A row in the middle cannot be inserted: the rows are those from before. */
    @Test
    void failuresLeaveNothing() throws IOException, SQLException {
        for (int seed = 100; seed < 110; seed++) {
            Case one = new Case(seed);
            try (Database database = open(one.ours)) {
                one.schema.forEach(database::execute);
                List<Object[]> rows = new ArrayList<>();
                for (int i = 0; i < 5000; i++) {
                    rows.add(one.row());
                }
                rows.add(new Object[] {new Object(), 1, 1, 1});
                assertThrows(SqlvmException.class, () -> database.insertAll("t", rows));
            }
            writeWithSqlite(one, List.of());
            compareRows(one, seed);
            check(one.ours, seed);
        }
    }

    private static final List<String> INDEXES = List.of(
            "CREATE INDEX i1 ON t(a COLLATE NOCASE, b DESC)",
            "CREATE UNIQUE INDEX i2 ON t(b, c)",
            "CREATE INDEX i3 ON t(id, d)",
            "CREATE UNIQUE INDEX i4 ON t(d DESC, a)",
            "CREATE INDEX i5 ON t(c) WHERE c > 3",
            "CREATE INDEX i6 ON t(a || c)");

    /**
     * Keys that are not unique, in any of the conflict modes, in tables with all sorts of indexes.
     */
    @Test
    void conflictsOfIndexes() throws SQLException {
        int rounds = Integer.getInteger("sqlvm.rounds", ROUNDS);
        int first = Integer.getInteger("sqlvm.seed", 0);
        for (int seed = first; seed < first + rounds; seed++) {
            Random random = new Random(seed);
            List<String> schema = new ArrayList<>();
            schema.add("PRAGMA page_size = " + (512 << random.nextInt(5)));
            schema.add("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b REAL, c"
                    + (random.nextInt(4) == 0 ? " UNIQUE" : "") + ", d INTEGER)");
            for (String index : INDEXES) {
                if (random.nextInt(index.contains("WHERE") || index.contains("||") ? 8 : 2) == 0) {
                    schema.add(index);
                }
            }
            int range = random.nextBoolean() ? 20 : 1 << random.nextInt(24);
            List<List<Object[]>> parts = new ArrayList<>();
            for (int part = 0; part < 3; part++) {
                List<Object[]> rows = new ArrayList<>();
                for (int i = random.nextInt(2000); i > 0; i--) {
                    rows.add(indexedRow(random, range));
                }
                parts.add(rows);
            }
            String conflict = List.of("ABORT", "IGNORE", "REPLACE", "FAIL").get(random.nextInt(4));
            Path ours = folder.resolve("c" + seed + "-sqlvm.db");
            Path theirs = folder.resolve("c" + seed + "-sqlite.db");
            List<String> expected = insertWithSqlite(theirs, schema, parts, conflict);
            assertEquals(expected, insert(ours, schema, parts, conflict), seed + ": " + schema);
            check(ours, seed);
        }
    }

    private static Object[] indexedRow(Random random, int range) {
        Object id = random.nextInt(200) == 0 ? (Object) random.nextInt(3000) : null;
        Object a = random.nextInt(10) == 0
                ? null
                : (random.nextBoolean() ? "x" : "X") + random.nextInt(range);
        Object b = switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> (double) random.nextInt(range);
            case 2 -> random.nextInt(range);
            default -> random.nextInt(range) / 2.0 - 0.0;
        };
        Object c = switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> "v" + random.nextInt(range);
            case 2 -> new byte[] {(byte) random.nextInt(range)};
            default -> random.nextInt(range);
        };
        return new Object[] {id, a, b, c, random.nextInt(10) == 0 ? null : random.nextInt(range)};
    }

    /** Inserts the rows; returns the table's content and the error of each part. */
    private List<String> insert(
            Path file, List<String> schema, List<List<Object[]>> parts, String conflict) {
        List<String> results = new ArrayList<>();
        try (Database database = open(file)) {
            schema.forEach(database::execute);
            for (List<Object[]> rows : parts) {
                try {
                    results.add(""
                            + database.bulkInsert("t")
                                    .onConflict(BulkInsert.Conflict.valueOf(conflict))
                                    .insert(rows));
                } catch (SqlvmException error) {
                    results.add(error.getMessage());
                }
            }
            results.add(
                    AllRows.all(database, "SELECT id, a, b, quote(c), d FROM t").toString());
        }
        return results;
    }

    private static List<String> insertWithSqlite(
            Path file, List<String> schema, List<List<Object[]>> parts, String conflict)
            throws SQLException {
        List<String> results = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String sql : schema) {
                statement.execute(sql);
            }
            for (List<Object[]> rows : parts) {
                connection.setAutoCommit(false);
                results.add(insertPart(connection, rows, conflict));
                connection.setAutoCommit(true);
            }
            List<Object> all = new ArrayList<>();
            try (ResultSet result = statement.executeQuery("SELECT id, a, b, quote(c), d FROM t")) {
                while (result.next()) {
                    for (int i = 1; i <= 5; i++) {
                        Object value = result.getObject(i);
                        all.add(value instanceof Integer number ? (Object) (long) number : value);
                    }
                }
            }
            results.add(all.toString());
        }
        return results;
    }

    private static String insertPart(Connection connection, List<Object[]> rows, String conflict)
            throws SQLException {
        long count = 0;
        int number = 0;
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT OR " + conflict + " INTO t VALUES (?, ?, ?, ?, ?)")) {
            for (Object[] row : rows) {
                number++;
                for (int i = 0; i < row.length; i++) {
                    insert.setObject(i + 1, row[i]);
                }
                count += insert.executeUpdate();
            }
            connection.commit();
            return "" + count;
        } catch (SQLException error) {
            if (conflict.equals("FAIL")) {
                connection.commit();
            } else {
                connection.rollback();
            }
            String message = error.getMessage();
            return "row " + number + ": "
                    + message.substring(message.indexOf("(") + 1, message.length() - 1);
        }
    }
}
