package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Databases in memory after many random changes through SQL: SQLite finds their images sound, and
 * the same rows in them.
 */
final class IntegrityTest {
    private static final String DIGEST =
            "SELECT count(*), total(id), total(length(b)), total(a) FROM t";

    @TempDir
    private Path folder;

    @Test
    void insertsAndDeletesLeaveASoundDatabase() throws IOException {
        int rounds = TestMode.COMPILED ? 3 : 60;
        try (Context context = Context.newBuilder("sqlvm").allowAllAccess(true).build();
                Database database = context.getBindings("sqlvm")
                        .getMember("open")
                        .execute(":memory:")
                        .getMember("host")
                        .asHostObject()) {
            Random random = new Random(20_261_121);
            createTables(database);
            for (int round = 0; round < rounds; round++) {
                change(database, random, round);
                if (round % 10 == 9 || round == rounds - 1) {
                    check(database, folder.resolve(round + ".db"));
                }
            }
        }
    }

    private static void createTables(Database database) {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a INTEGER,"
                + " b TEXT, g AS (a * 2), s INT AS (length(b)) STORED NOT NULL CHECK(s > 0))");
        database.execute("CREATE INDEX t_g ON t(g)");
        database.execute("CREATE INDEX t_x ON t(a + s, lower(b))");
        database.execute("CREATE INDEX t_p ON t(b) WHERE a > 10 AND g IS NOT NULL");
        database.execute("CREATE INDEX t_a ON t(a)");
        database.execute("CREATE UNIQUE INDEX t_b ON t(b, a DESC)");
        database.execute("CREATE TABLE w(a, b, c, PRIMARY KEY (b, a)) WITHOUT ROWID");
        database.execute("CREATE INDEX w_c ON w(c)");
        database.execute("CREATE INDEX w_x ON w(a % 7, c DESC) WHERE c > 3");
    }

    private static void change(Database database, Random random, int round) {
        int size = random.nextInt(8) == 0 ? 9000 : random.nextInt(400);
        database.execute(
                "INSERT INTO t(a, b) WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n"
                        + " WHERE x < ?) SELECT x % 23, ? || printf('%0*d', ?, x) FROM n",
                random.nextInt(200) + 1, "r" + round + "-", size);
        database.execute(
                "INSERT OR IGNORE INTO w SELECT id % 97, b, a FROM t WHERE id % 5 = ?", round % 5);
        switch (random.nextInt(5)) {
            case 0 -> database.execute("DELETE FROM t WHERE a = ?", random.nextInt(23));
            case 1 -> database.execute("DELETE FROM t WHERE id % 3 = ?", random.nextInt(3));
            case 2 -> database.execute("DELETE FROM w WHERE c < ?", random.nextInt(23));
            case 3 ->
                database.execute(
                        "DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY b LIMIT 100)");
            default -> {
                database.execute("BEGIN");
                database.execute("DELETE FROM t");
                database.execute("DROP INDEX t_a");
                if (random.nextInt(4) != 0) {
                    database.execute("ROLLBACK");
                } else {
                    database.execute("CREATE INDEX t_a ON t(a)");
                    database.execute("COMMIT");
                }
            }
        }
    }

    private static void check(Database database, Path file) throws IOException {
        Files.write(file, database.serialize());
        try (SqliteEngine sqlite = SqliteEngine.onFile(file)) {
            assertEquals("ok", only(sqlite, "PRAGMA integrity_check", 0));
            try (Rows rows = database.query(DIGEST)) {
                rows.next();
                assertEquals(only(sqlite, DIGEST, 0), rows.getObject(0));
                assertEquals(only(sqlite, DIGEST, 1), rows.getObject(1));
                assertEquals(only(sqlite, DIGEST, 2), rows.getObject(2));
                assertEquals(only(sqlite, DIGEST, 3), rows.getObject(3));
            }
        }
    }

    private static Object only(SqliteEngine sqlite, String sql, int column) {
        return sqlite.execute(sql, List.of()).rows().getFirst()[column];
    }
}
