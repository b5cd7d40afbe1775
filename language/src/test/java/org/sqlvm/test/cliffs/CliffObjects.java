package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.list;
import static org.sqlvm.test.cliffs.Cliff.of;
import static org.sqlvm.test.cliffs.Cliff.rows;
import static org.sqlvm.test.cliffs.CliffParts.OBJECTS;
import static org.sqlvm.test.cliffs.CliffParts.TABLE;
import static org.sqlvm.test.cliffs.CliffParts.and;
import static org.sqlvm.test.cliffs.CliffParts.series;
import static org.sqlvm.test.cliffs.CliffParts.statements;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Schemas of many objects, and changes of many rows. */
final class CliffObjects {
    static final List<Cliff> ALL = Stream.of(
                    firstObjects(), secondObjects(), firstChanges(), secondChanges())
            .flatMap(List::stream)
            .toList();

    private CliffObjects() {}

    private static List<Cliff> firstObjects() {
        return List.of(
                rows(
                        "tables in the schema",
                        OBJECTS,
                        n -> statements(n, i -> "CREATE TABLE a" + i + "(x, y)"),
                        "SELECT x AS {s} FROM a1"),
                rows(
                        "CREATE in a schema of tables",
                        OBJECTS,
                        n -> statements(n, i -> "CREATE TABLE a" + i + "(x, y)"),
                        "CREATE TABLE IF NOT EXISTS n{s}(x)"),
                rows(
                        "indexes, INSERT",
                        OBJECTS,
                        CliffParts::indexes,
                        "INSERT INTO t(x) VALUES (1) /*{s}*/"),
                rows(
                        "indexes, UPDATE",
                        OBJECTS,
                        CliffParts::indexes,
                        "UPDATE t SET y = y + 1 WHERE" + " id = 5 /*{s}*/"),
                rows(
                        "indexes, DELETE",
                        OBJECTS,
                        CliffParts::indexes,
                        "DELETE FROM t WHERE id = 5" + " /*{s}*/"),
                rows(
                        "indexes, SELECT",
                        OBJECTS,
                        CliffParts::indexes,
                        "SELECT y AS {s} FROM t WHERE" + " x = 5"),
                rows(
                        "indexes, join",
                        OBJECTS,
                        CliffParts::indexes,
                        "SELECT count(*) AS {s} FROM t a"
                                + " JOIN t b ON a.x = b.y JOIN t c ON b.x = c.y WHERE a.id < 3"),
                rows(
                        "partial indexes",
                        OBJECTS,
                        n -> and(TABLE, n, i -> "CREATE INDEX p" + i + " ON t(y) WHERE y > " + i),
                        "SELECT x AS {s} FROM t WHERE y = 77"),
                rows(
                        "indexes on expressions",
                        OBJECTS,
                        n -> and(TABLE, n, i -> "CREATE INDEX p" + i + " ON t(y + " + i + ")"),
                        "SELECT x AS {s} FROM t WHERE y + 5 = 77"),
                rows(
                        "triggers",
                        400,
                        n -> and(
                                TABLE,
                                n,
                                i -> "CREATE TRIGGER r" + i
                                        + " AFTER INSERT ON t BEGIN UPDATE t SET y = y + 1 WHERE"
                                        + " id = 1; END"),
                        "INSERT INTO t(x) VALUES (1) /*{s}*/"));
    }

    private static List<Cliff> secondObjects() {
        return List.of(
                rows(
                        "statements in a trigger",
                        400,
                        n -> and(
                                TABLE,
                                1,
                                _ -> "CREATE TRIGGER r AFTER INSERT ON t BEGIN "
                                        + list(
                                                n,
                                                " ",
                                                i -> "UPDATE t SET y = y + 1 WHERE id = " + i + ";")
                                        + " END"),
                        "INSERT INTO t(x) VALUES (1) /*{s}*/"),
                rows(
                        "nested triggers",
                        200,
                        n -> {
                            List<String> setup =
                                    statements(n + 1, i -> "CREATE TABLE a" + i + "(x)");
                            for (int i = 1; i <= n; i++) {
                                setup.add("CREATE TRIGGER r" + i + " AFTER INSERT ON a" + i
                                        + " BEGIN INSERT INTO a" + (i + 1)
                                        + " VALUES (new.x + 1); END");
                            }
                            return setup;
                        },
                        "INSERT INTO a1 VALUES (1) /*{s}*/"),
                rows(
                        "foreign keys",
                        400,
                        n -> {
                            List<String> setup = new ArrayList<>(TABLE);
                            setup.add("PRAGMA foreign_keys = ON");
                            setup.addAll(statements(
                                    n,
                                    i -> "CREATE TABLE k" + i
                                            + "(x REFERENCES t ON DELETE CASCADE)"));
                            return setup;
                        },
                        "DELETE FROM t WHERE id = 7 /*{s}*/"),
                rows(
                        "nested views",
                        100,
                        n -> and(
                                TABLE,
                                n,
                                i -> "CREATE VIEW v" + i + " AS SELECT y + 1 AS y FROM "
                                        + (i == 1 ? "t" : "v" + (i - 1))),
                        "SELECT count(*) AS {s} FROM v1"),
                of(
                        "the last of nested views",
                        100,
                        n -> and(
                                TABLE,
                                n,
                                i -> "CREATE VIEW v" + i + " AS SELECT y + 1 AS y FROM "
                                        + (i == 1 ? "t" : "v" + (i - 1))),
                        n -> "SELECT sum(y) AS {s} FROM v" + n));
    }

    private static List<Cliff> firstChanges() {
        IntFunction<List<String>> table = n -> List.of(
                "CREATE TABLE p(id INTEGER PRIMARY KEY, v INTEGER, s TEXT)",
                "INSERT INTO p SELECT value, value * 7 % " + n + ", 'text ' || value FROM "
                        + series(n),
                "CREATE INDEX pv ON p(v)",
                "CREATE TABLE q AS SELECT id AS k, v FROM p",
                "CREATE TABLE log(x)");
        int some = 50_000;
        return List.of(
                rows(
                        "INSERT SELECT",
                        some,
                        table,
                        "INSERT INTO p(v, s) SELECT v, s FROM p WHERE id"
                                + " <= (SELECT count(*) FROM q) /*{s}*/"),
                rows("UPDATE of rows", some, table, "UPDATE p SET v = v + 1 /*{s}*/"),
                rows("UPDATE of keys", some, table, "UPDATE p SET id = -id /*{s}*/"),
                rows(
                        "UPDATE FROM",
                        some,
                        table,
                        "UPDATE p SET s = q.v FROM q WHERE q.k = p.id" + " /*{s}*/"),
                rows(
                        "UPDATE FROM without index",
                        some,
                        table,
                        "UPDATE q SET v = q.v + 1 FROM q" + " AS o WHERE q.k = o.k /*{s}*/"),
                rows(
                        "UPDATE with a query",
                        some,
                        table,
                        "UPDATE p SET s = (SELECT v FROM q WHERE" + " q.k = p.v) /*{s}*/"),
                rows(
                        "UPSERT",
                        some,
                        table,
                        "INSERT INTO p(id, v) SELECT k, v FROM q WHERE true ON"
                                + " CONFLICT (id) DO UPDATE SET v = excluded.v + 1 /*{s}*/"),
                rows("REPLACE", some, table, "REPLACE INTO p SELECT k, v, 'new' FROM q /*{s}*/"),
                rows(
                        "INSERT OR IGNORE",
                        some,
                        table,
                        "INSERT OR IGNORE INTO p SELECT k, v, 'new'" + " FROM q /*{s}*/"),
                rows(
                        "DELETE with a query",
                        some,
                        table,
                        "DELETE FROM p WHERE v IN (SELECT v FROM" + " q WHERE k % 2 = 0) /*{s}*/"),
                rows(
                        "DELETE correlated",
                        some,
                        table,
                        "DELETE FROM q WHERE EXISTS (SELECT 1 FROM"
                                + " q o WHERE o.v = q.v AND o.k < q.k) /*{s}*/"),
                rows("DELETE of all", some, table, "DELETE FROM p WHERE id > 0 /*{s}*/"),
                rows(
                        "INSERT with a trigger",
                        some,
                        n -> {
                            List<String> setup = new ArrayList<>(table.apply(n));
                            setup.add(
                                    "CREATE TRIGGER r AFTER INSERT ON log BEGIN UPDATE p SET v = v"
                                            + " + 1 WHERE id = new.x; END");
                            return setup;
                        },
                        "INSERT INTO log SELECT k FROM q /*{s}*/"));
    }

    private static List<Cliff> secondChanges() {
        IntFunction<List<String>> table = n -> List.of(
                "CREATE TABLE p(id INTEGER PRIMARY KEY, v INTEGER, s TEXT)",
                "INSERT INTO p SELECT value, value * 7 % " + n + ", 'text ' || value FROM "
                        + series(n),
                "CREATE INDEX pv ON p(v)",
                "CREATE TABLE q AS SELECT id AS k, v FROM p",
                "CREATE TABLE log(x)");
        int some = 50_000;
        return List.of(
                rows(
                                "DELETE with foreign keys",
                                some,
                                n -> List.of(
                                        "PRAGMA foreign_keys = ON",
                                        "CREATE TABLE p(id INTEGER PRIMARY KEY)",
                                        "CREATE TABLE c(x REFERENCES p ON DELETE CASCADE)",
                                        "CREATE INDEX ci ON c(x)"),
                                "DELETE FROM p WHERE id > 0 /*{s}*/")
                        .after(n -> List.of(
                                "INSERT INTO p SELECT value FROM " + series(n),
                                "INSERT INTO c SELECT id FROM p")),
                rows("DROP TABLE", some, _ -> List.of(), "DROP TABLE p /*{s}*/")
                        .after(n -> table.apply(n).subList(0, 3)),
                rows(
                                "ALTER TABLE ADD COLUMN",
                                some,
                                table,
                                "ALTER TABLE p ADD COLUMN {s} DEFAULT" + " 1")
                        .after(n -> {
                            List<String> again = new ArrayList<>();
                            again.add("DROP TABLE p");
                            again.addAll(table.apply(n).subList(0, 2));
                            return again;
                        }),
                rows("VACUUM", some, table, "VACUUM /*{s}*/"),
                rows("ANALYZE", some, table, "ANALYZE /*{s}*/"),
                rows("integrity_check", some, table, "PRAGMA integrity_check /*{s}*/"));
    }
}
