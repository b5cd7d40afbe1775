package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
 * byte but for the counters in its header. Those of SQLite make one with the same rows, and of the
 * same size if it has no index.
 */
final class BulkInsertFilesTest {
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
        int rounds = Integer.getInteger("sqlvm.rounds", 40);
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
            compare(one, seed);
            String schema = one.schema.toString(); // Index pages are split in another way.
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
}
