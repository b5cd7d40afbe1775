package org.sqlvm.test.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A form of a database file, and the statements of a mixed workload for it, phase by phase. The
 * same numbers give the same statements.
 *
 * @param autoVacuum 0 none, 1 full, 2 incremental
 * @param kind the kind of its tables
 */
public record TurnsFile(
        int pageSize, String encoding, int autoVacuum, String journalMode, Tables kind) {
    private static final int[] PAGE_SIZES = {512, 1024, 4096, 16_384, 65_536};
    private static final String[] ENCODINGS = {"UTF-8", "UTF-16le", "UTF-16be"};
    private static final String[] JOURNAL_MODES = {"DELETE", "WAL", "TRUNCATE", "PERSIST", "MEMORY"
    };
    private static final int AUTO_VACUUMS = 3;

    /** The number of phases from one VACUUM to the next. */
    private static final int VACUUM_INTERVAL = 3;

    /** The form of the tables of a file; each has the columns id, k, name, body and r. */
    enum Tables {
        ROWID(
                "CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER, name TEXT, body BLOB, r REAL)",
                "CREATE INDEX t_k ON t(k)",
                "CREATE UNIQUE INDEX t_name ON t(name, id DESC)"),
        WITHOUT_ROWID(
                "CREATE TABLE t(id INTEGER NOT NULL, k INTEGER, name TEXT COLLATE NOCASE, body"
                        + " BLOB, r REAL, PRIMARY KEY(name, id DESC)) WITHOUT ROWID",
                "CREATE INDEX t_k ON t(k, r)",
                "CREATE UNIQUE INDEX t_id ON t(id)"),
        STRICT(
                "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, k INTEGER NOT NULL"
                        + " CHECK(k >= 0), name TEXT DEFAULT 'none', body BLOB, r REAL,"
                        + " g INTEGER AS (k * 2), s INTEGER AS (length(name)) STORED,"
                        + " UNIQUE(name, id)) STRICT",
                "CREATE INDEX t_g ON t(g)",
                "CREATE INDEX t_p ON t(r) WHERE k > 10",
                "CREATE INDEX t_x ON t(lower(name), k % 7)");

        private final List<String> create;

        Tables(String... create) {
            this.create = List.of(create);
        }
    }

    /** All page sizes, encodings and kinds of auto_vacuum; journal modes and tables take turns. */
    public static List<TurnsFile> all() {
        List<TurnsFile> all = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            for (int pageSize : PAGE_SIZES) {
                for (String encoding : ENCODINGS) {
                    for (int autoVacuum = 0; autoVacuum < AUTO_VACUUMS; autoVacuum++) {
                        int number = all.size() + round;
                        all.add(new TurnsFile(
                                pageSize,
                                encoding,
                                autoVacuum,
                                JOURNAL_MODES[number % JOURNAL_MODES.length],
                                Tables.values()[number / 2 % Tables.values().length]));
                    }
                }
            }
        }
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return pageSize + " bytes, " + encoding + ", auto_vacuum " + autoVacuum + ", journal_mode "
                + journalMode + ", " + kind;
    }

    /** Returns the first statements of every connection. */
    List<String> settings() {
        return List.of("PRAGMA journal_mode = " + journalMode, "PRAGMA synchronous = OFF");
    }

    /** Returns the statements of the first connection before it writes. */
    List<String> form() {
        return List.of(
                "PRAGMA page_size = " + pageSize,
                "PRAGMA encoding = '" + encoding + "'",
                "PRAGMA auto_vacuum = " + autoVacuum);
    }

    /** The statements of a phase; some fail, in both engines. */
    List<String> phase(int number, Random random) {
        List<String> statements = new ArrayList<>();
        if (number == 0) {
            statements.addAll(kind.create);
            statements.add(
                    "CREATE TABLE keyed(name TEXT PRIMARY KEY, id UNIQUE ON CONFLICT REPLACE)");
            statements.add(insert("INSERT", 0, 300, random));
            return statements;
        }
        int base = number * 1000;
        int step = 2 + random.nextInt(6);
        switch (random.nextInt(10)) {
            case 0 -> statements.add(insert("INSERT", base, 50 + random.nextInt(400), random));
            case 1 ->
                statements.add("UPDATE t SET k = k + 1, name = name || '" + "x".repeat(step)
                        + "' WHERE id % " + step + " = 1");
            case 2 ->
                statements.add("UPDATE t SET body = zeroblob(" + random.nextInt(3 * pageSize)
                        + "), r = r * 1.5 WHERE id % " + 4 * step + " = 0");
            case 3 -> statements.add("DELETE FROM t WHERE id % " + step + " = 0");
            case 4 -> {
                statements.add("BEGIN");
                statements.add(insert("INSERT", base, 100, random));
                statements.add("SAVEPOINT one");
                statements.add("DELETE FROM t WHERE k % 2 = 0");
                statements.add("SAVEPOINT two");
                statements.add("UPDATE t SET k = 0");
                statements.add("ROLLBACK TO one");
                statements.add("RELEASE one");
                statements.add("COMMIT");
            }
            case 5 -> {
                statements.add("BEGIN IMMEDIATE");
                statements.add("CREATE TABLE gone(a, b)");
                statements.add("DELETE FROM t");
                statements.add("ROLLBACK");
            }
            case 6 -> {
                statements.add("DROP TABLE IF EXISTS other");
                statements.add("CREATE TABLE other AS SELECT id, name, body FROM t WHERE id % "
                        + step + " = 0");
                statements.add("CREATE INDEX other_name ON other(name DESC)");
                statements.add("DELETE FROM other WHERE id % 3 = 1");
            }
            case 7 -> {
                statements.add(insert("INSERT OR REPLACE", base - 1000, 200, random));
                statements.add(insert("INSERT OR IGNORE", base - 900, 200, random));
            }
            case 8 -> {
                // Fails at its end, and leaves nothing.
                statements.add("INSERT INTO t(id, k, name) SELECT id + 500000, k, name FROM t UNION"
                        + " ALL SELECT id, k, name FROM (SELECT * FROM t ORDER BY id LIMIT 1)");
                statements.add("PRAGMA incremental_vacuum(5)");
            }
            default -> statements.add("PRAGMA auto_vacuum = " + random.nextInt(AUTO_VACUUMS));
        }
        if (number % VACUUM_INTERVAL == 1) {
            vacuum(statements, random);
        }
        return statements;
    }

    /** VACUUM rewrites the file, which may get another form; with a log the page size stays. */
    private static void vacuum(List<String> statements, Random random) {
        if (random.nextBoolean()) {
            int pageSize = PAGE_SIZES[random.nextInt(PAGE_SIZES.length)];
            statements.add("PRAGMA page_size = " + pageSize);
        }
        if (random.nextBoolean()) {
            statements.add("PRAGMA auto_vacuum = " + random.nextInt(AUTO_VACUUMS));
        }
        statements.add("INSERT OR IGNORE INTO keyed SELECT name, id FROM t");
        statements.add("VACUUM");
    }

    private String insert(String verb, int base, int count, Random random) {
        int length = switch (random.nextInt(4)) {
            case 0 -> pageSize / 3;
            case 1 -> Math.min(2 * pageSize, 10_000);
            default -> 40;
        };
        return verb + " INTO t(id, k, name, body, r) WITH RECURSIVE n(n) AS (VALUES(1) UNION ALL"
                + " SELECT n + 1 FROM n WHERE n < " + count + ") SELECT " + base + " + n * 7 % "
                + (count + 1) + ", n % 50, printf('n%d-%.*c', n % 97, n * 31 % " + length
                + " + 1, 'y'), zeroblob(n * 13 % " + length + "), n / 8.0 FROM n";
    }
}
