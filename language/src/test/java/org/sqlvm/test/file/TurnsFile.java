package org.sqlvm.test.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A form of a database file with ordinary tables, and a mixed workload for it.
 *
 * @param kind the kind of its tables
 */
public record TurnsFile(FileForm file, Tables kind) implements TurnsForm {
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

    /** All forms of files; the kinds of tables take turns. */
    public static List<TurnsForm> all() {
        List<TurnsForm> all = new ArrayList<>();
        List<FileForm> files = FileForm.all();
        for (int i = 0; i < files.size(); i++) {
            int number = i + 2 * i / files.size();
            Tables kind = Tables.values()[number / 2 % Tables.values().length];
            all.add(new TurnsFile(files.get(i), kind));
        }
        return List.copyOf(all);
    }

    @Override
    public String toString() {
        return file + ", " + kind;
    }

    @Override
    public List<String> checks() {
        return List.of("SELECT * FROM t ORDER BY id");
    }

    /** The statements of a phase; some fail, in both engines. */
    @Override
    public List<String> phase(int number, Random random) {
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
                statements.add("UPDATE t SET body = zeroblob(" + random.nextInt(3 * file.pageSize())
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
            default ->
                statements.add("PRAGMA auto_vacuum = " + random.nextInt(FileForm.AUTO_VACUUMS));
        }
        if (number % VACUUM_INTERVAL == 1) {
            vacuum(statements, random);
        }
        return statements;
    }

    /** VACUUM rewrites the file, which may get another form; with a log the page size stays. */
    private static void vacuum(List<String> statements, Random random) {
        if (random.nextBoolean()) {
            statements.add("PRAGMA page_size = " + FileForm.pageSize(random));
        }
        if (random.nextBoolean()) {
            statements.add("PRAGMA auto_vacuum = " + random.nextInt(FileForm.AUTO_VACUUMS));
        }
        statements.add("INSERT OR IGNORE INTO keyed SELECT name, id FROM t");
        statements.add("VACUUM");
    }

    private String insert(String verb, int base, int count, Random random) {
        int length = switch (random.nextInt(4)) {
            case 0 -> file.pageSize() / 3;
            case 1 -> Math.min(2 * file.pageSize(), 10_000);
            default -> 40;
        };
        return verb + " INTO t(id, k, name, body, r) WITH RECURSIVE n(n) AS (VALUES(1) UNION ALL"
                + " SELECT n + 1 FROM n WHERE n < " + count + ") SELECT " + base + " + n * 7 % "
                + (count + 1) + ", n % 50, printf('n%d-%.*c', n % 97, n * 31 % " + length
                + " + 1, 'y'), zeroblob(n * 13 % " + length + "), n / 8.0 FROM n";
    }
}
