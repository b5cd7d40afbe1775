package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** Tables whose columns are kept decoded, random changes of them, and queries that read them. */
final class MirrorChanges {
    static final List<String> QUERIES = List.of(
            "SELECT id, a, b, c, d FROM t",
            "SELECT count(*), sum(a), sum(length(b)), max(b), total(c), min(d) FROM t",
            "SELECT a % 7, count(*), sum(c), max(d) FROM t GROUP BY 1 ORDER BY 1",
            "SELECT sum(id), count(d) FROM t WHERE a > 40 AND c < 90",
            "SELECT count(b), min(b) FROM t WHERE d > '2001'",
            "SELECT id, x FROM u",
            "SELECT count(*), max(x) FROM u",
            "SELECT count(*), sum(t.a), sum(u.x) FROM t JOIN u ON u.id = t.a");

    private final Dice dice;

    MirrorChanges(Dice dice) {
        this.dice = dice;
    }

    /** Makes the tables. */
    List<String> tables() {
        return List.of(
                "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c REAL, d)",
                "CREATE TABLE u(id INTEGER PRIMARY KEY, x)",
                insert(dice.between(300, 1500)),
                "INSERT INTO u SELECT value, value * 3 FROM (WITH RECURSIVE n(value) AS (SELECT 1"
                        + " UNION ALL SELECT value + 1 FROM n LIMIT 200) SELECT value FROM n)");
    }

    private String insert(int count) {
        String text = dice.any(
                "'text ' || value",
                "'entry ' || value % 9",
                "hex(randomblob(value % 40))",
                "CASE WHEN value % 31 = 0 THEN hex(zeroblob(700)) || value ELSE 'short' END");
        String other = dice.any(
                "date('2001-01-01', value || ' days')",
                "NULL",
                "value",
                "CASE value % 3 WHEN 0 THEN NULL WHEN 1 THEN 'x' || value ELSE 2.5 END",
                "datetime('2001-01-01', value || ' minutes')");
        return "INSERT OR IGNORE INTO t SELECT "
                + dice.any("NULL", "NULL", dice.between(-500, 5000) + " + 3 * value")
                + ", value % " + dice.any(100, 1000, 1_000_000)
                + ", " + text
                + ", value / " + dice.any("4.0", "3.0", "10.0")
                + ", " + other
                + " FROM (SELECT value FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL"
                + " SELECT value + 1 FROM n LIMIT " + count + ") SELECT value FROM n))";
    }

    /** A statement that changes something. */
    String change() {
        int id = dice.between(1, 2000);
        return switch (dice.below(14)) {
            case 0, 1 -> "UPDATE t SET a = a + 1 WHERE id = " + id;
            case 2 -> "UPDATE t SET b = b || 'y' WHERE id BETWEEN " + id + " AND " + (id + 9);
            case 3 ->
                "UPDATE t SET d = " + dice.any("'z'", "NULL", "id", "2.5") + " WHERE id % "
                        + dice.between(50, 900) + " = 3";
            case 4 -> "DELETE FROM t WHERE id = " + id;
            case 5 -> "DELETE FROM t WHERE id BETWEEN " + id + " AND " + (id + dice.below(200));
            case 6 -> insert(dice.between(1, 150));
            case 7 -> "INSERT OR REPLACE INTO t VALUES (" + id + ", 1, 'new', 1.5, NULL)";
            case 8 -> "UPDATE t SET b = hex(zeroblob(600)) || id WHERE id = " + id;
            // The leaf stays as it is, if the text goes on in overflow pages.
            case 9 -> "UPDATE t SET b = substr(b, 1, length(b) - 1) || 'q' WHERE length(b) > 500";
            case 10 -> "UPDATE t SET id = id + 100000 WHERE id = " + id;
            case 11 -> "UPDATE u SET x = x + 1 WHERE id = " + dice.between(1, 200);
            case 12 -> dice.any("VACUUM", "PRAGMA incremental_vacuum", "REINDEX", "ANALYZE");
            default ->
                dice.any(
                        "PRAGMA journal_mode = WAL",
                        "PRAGMA journal_mode = DELETE",
                        "PRAGMA wal_checkpoint(truncate)",
                        "PRAGMA wal_checkpoint(passive)",
                        "ALTER TABLE u ADD COLUMN y" + dice.below(1000) + " DEFAULT 5",
                        "DELETE FROM u WHERE id > 190",
                        "CREATE INDEX IF NOT EXISTS i ON t(a, b)",
                        "DROP INDEX IF EXISTS i");
        };
    }
}
