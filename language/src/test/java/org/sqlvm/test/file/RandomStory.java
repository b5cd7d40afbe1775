package org.sqlvm.test.file;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A {@link FileStory} made from a seed: three connections to one file, with transactions and
 * savepoints that wait for each other and are busy, DDL, VACUUM, changes of the journal mode; and
 * between two times in which the database is open, its files are taken away, or others put there.
 */
final class RandomStory {
    private static final List<String> MODES =
            List.of("DELETE", "TRUNCATE", "PERSIST", "MEMORY", "WAL", "WAL");

    private static final List<String> CONNECTIONS = List.of("a", "a", "a", "b", "b", "c");

    /** The events of the database's file while it is closed. */
    private static final List<List<String>> FILES = List.of(
            List.of("rm v.db"),
            List.of("empty v.db"),
            List.of("mv v.db w.db"),
            List.of("put plain.db AS v.db"),
            List.of("put logged.db AS v.db"),
            List.of("put old.db AS v.db", "put old.db-wal AS v.db-wal"),
            List.of("put small.db AS v.db", "put small.db-wal AS v.db-wal"),
            List.of("put hot.db AS v.db", "put hot.db-journal AS v.db-journal"),
            List.of("put long.db AS v.db", "put long.db-journal AS v.db-journal"));

    /** Files that others may have left beside an empty database. */
    private static final List<String> STALE = List.of(
            "put old.db-wal AS v.db-wal",
            "put small.db-wal AS v.db-wal",
            "put hot.db-journal AS v.db-journal",
            "put long.db-journal AS v.db-journal");

    /** Files that have no meaning beside any database. */
    private static final List<String> IDLE = List.of(
            "put old.db-shm AS v.db-shm",
            "put cold.db-journal AS v.db-journal",
            "put text AS v.db-journal",
            "put text AS v.db-wal",
            "empty v.db-journal",
            "empty v.db-wal");

    private static final String ROW = "(SELECT max(id) FROM t)";

    private final Dice dice;
    private final List<String> steps = new ArrayList<>();

    /** The connections that may be inside a savepoint. */
    private final Set<String> inSavepoint = new HashSet<>();

    private RandomStory(long seed) {
        dice = new Dice(seed);
    }

    static FileStory of(long seed) {
        RandomStory made = new RandomStory(seed);
        made.make();
        return new FileStory("seed " + seed, List.copyOf(made.steps));
    }

    private void make() {
        steps.add("a> PRAGMA page_size = " + (512 << dice.below(4)));
        steps.add("a> PRAGMA auto_vacuum = " + dice.below(3));
        steps.add("a> PRAGMA journal_mode = " + dice.any(MODES));
        table();
        int count = dice.between(15, 50);
        for (int i = 0; i < count; i++) {
            if (dice.chance(3)) {
                changeFiles();
            } else {
                String connection = dice.any(CONNECTIONS);
                String statement = statement();
                steps.add(connection + "> " + allowed(connection, statement));
            }
        }
    }

    /**
     * Where SQLite has not read the file yet, BEGIN IMMEDIATE fails inside a savepoint, and
     * ROLLBACK TO follows, it takes the file for an empty one, and the next change makes it one
     * (3.54.1).
     */
    private String allowed(String connection, String statement) {
        if (statement.startsWith("SAVEPOINT")) {
            inSavepoint.add(connection);
        } else if (statement.equals("COMMIT") || statement.equals("ROLLBACK")) {
            inSavepoint.remove(connection);
        }
        boolean writes = statement.equals("BEGIN IMMEDIATE") || statement.equals("BEGIN EXCLUSIVE");
        return writes && inSavepoint.contains(connection) ? "BEGIN" : statement;
    }

    private void table() {
        steps.add("a> CREATE TABLE IF NOT EXISTS t(id INTEGER PRIMARY KEY, k, x)");
        steps.add("a> CREATE INDEX IF NOT EXISTS t_k ON t(k)");
        steps.add("a> " + rows());
    }

    private String rows() {
        return "INSERT INTO t(k, x) WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n"
                + " WHERE i < " + dice.between(1, 40) + ") SELECT i, zeroblob("
                + dice.any(0, 10, 100, 700) + ") FROM n";
    }

    private void changeFiles() {
        for (String connection : List.of("c", "b", "a")) {
            steps.add(connection + " close");
        }
        inSavepoint.clear();
        int files = dice.below(FILES.size() + 1);
        if (files < FILES.size()) {
            steps.addAll(FILES.get(files));
        }
        if (files < 3) {
            steps.addAll(dice.some(dice.below(3), STALE));
        } else if (files < 5 && dice.chance(30)) {
            steps.add(dice.any(IDLE));
        }
        steps.add("b> SELECT name FROM sqlite_schema ORDER BY name");
        if (dice.chance(50)) {
            steps.add("a> PRAGMA journal_mode = " + dice.any(MODES));
        }
        table();
    }

    private String statement() {
        int kind = dice.below(100);
        if (kind < 40) {
            return transaction();
        }
        if (kind < 62) {
            return dice.any(
                    "SELECT count(*), sum(k), sum(length(x)) FROM t",
                    "SELECT count(*), sum(k) FROM t WHERE k > 3",
                    "SELECT name FROM sqlite_schema ORDER BY name",
                    "SELECT id, k FROM t ORDER BY id DESC LIMIT 3");
        }
        if (kind < 85) {
            return dice.any(
                    rows(),
                    "INSERT INTO t(k, x) VALUES(7, zeroblob(3000))",
                    "UPDATE t SET k = k + 1 WHERE id >= " + ROW + " - 20",
                    "UPDATE t SET x = zeroblob(length(x) + 300) WHERE id = " + ROW,
                    "DELETE FROM t WHERE id >= " + ROW + " - 5");
        }
        return dice.any(
                "CREATE TABLE n" + dice.below(3) + " AS SELECT * FROM t",
                "DROP TABLE n" + dice.below(3),
                "CREATE INDEX t_x ON t(length(x))",
                "DROP INDEX t_x",
                "PRAGMA user_version = " + dice.between(1, 9),
                "PRAGMA incremental_vacuum(2)",
                "VACUUM",
                "PRAGMA integrity_check",
                "PRAGMA wal_checkpoint(" + dice.any("PASSIVE", "FULL", "RESTART", "TRUNCATE") + ")",
                "PRAGMA journal_mode = " + dice.any(MODES));
    }

    private String transaction() {
        String savepoint = dice.any("p", "q");
        return switch (dice.below(20)) {
            case 0, 1, 2 -> "BEGIN";
            case 3, 4 -> "BEGIN IMMEDIATE";
            case 5 -> "BEGIN EXCLUSIVE";
            case 6, 7, 8, 9 -> "COMMIT";
            case 10 -> "ROLLBACK";
            case 11, 12, 13 -> "SAVEPOINT " + savepoint;
            case 14, 15, 16 -> "RELEASE " + savepoint;
            default -> "ROLLBACK TO " + savepoint;
        };
    }
}
