package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * A script, made from a seed, of two connections to one file: each changes rows and the schema, and
 * reads what the other one has made of them, mostly with statements that it has run before. Few
 * names mean many things: tables of main, of temp and of an attached file, views, and triggers of
 * temp on any of them. A statement of the second connection begins with {@link #SECOND}.
 */
final class RandomConnections {
    static final String SECOND = "c2> ";

    private static final List<String> TABLES = List.of("t0", "t0", "t1", "t2");

    private static final List<String> COLUMNS = List.of("a", "b", "c", "d");

    private final Dice dice;
    private final List<String> statements = new ArrayList<>();
    /** The statements that run again and again, on either connection. */
    private final List<String> repeated = new ArrayList<>();
    /** Whether each connection is in a transaction. */
    private final boolean[] inTransaction = new boolean[2];

    private boolean attached;

    private RandomConnections(Dice dice) {
        this.dice = dice;
    }

    static List<String> script(long seed) {
        RandomConnections script = new RandomConnections(new Dice(seed));
        script.make();
        return List.copyOf(script.statements);
    }

    private void make() {
        if (dice.chance(40)) {
            add(0, "PRAGMA journal_mode = WAL");
        }
        add(0, "CREATE TABLE lg(x)");
        add(0, "CREATE TABLE t0(a, b)");
        add(0, "CREATE TABLE t1(a INTEGER PRIMARY KEY, b, c REFERENCES t0(a))");
        add(0, "INSERT INTO t0 VALUES (1, 'one'), (2, 'two')");
        attached = dice.chance(40);
        if (attached) {
            add(0, "ATTACH '$DIR/two.db' AS aux1");
            add(1, "ATTACH '$DIR/two.db' AS aux1");
            add(0, "CREATE TABLE aux1.t2(a, b)");
        }
        int kept = dice.between(8, 16);
        for (int i = 0; i < kept; i++) {
            repeated.add(dice.chance(60) ? question() : dice.chance(50) ? change() : definition());
        }
        int count = dice.between(30, 70);
        for (int i = 0; i < count; i++) {
            int connection = dice.chance(60) ? 0 : 1;
            if (dice.chance(10)) {
                transaction(connection);
            } else if (dice.chance(55)) {
                add(connection, dice.any(repeated));
            } else {
                add(connection, statement());
            }
        }
        for (int connection = 0; connection < 2; connection++) {
            if (inTransaction[connection]) {
                add(connection, "ROLLBACK");
            }
        }
    }

    private void add(int connection, String statement) {
        statements.add((connection == 0 ? "" : SECOND) + statement);
    }

    /**
     * A transaction reads at once: before that, SQLite may take what it knows of an old schema for
     * true.
     */
    private void transaction(int connection) {
        if (!inTransaction[connection]) {
            add(connection, dice.any("BEGIN", "BEGIN", "BEGIN IMMEDIATE"));
            add(connection, "SELECT count(*) FROM main.sqlite_schema");
            if (attached) {
                add(connection, "SELECT count(*) FROM aux1.sqlite_schema");
            }
            inTransaction[connection] = true;
        } else if (dice.chance(50)) {
            add(connection, dice.any("SAVEPOINT p", "ROLLBACK TO p", "RELEASE p"));
        } else {
            // A COMMIT may be busy. Where there is nothing to undo any more, ROLLBACK is an error.
            add(connection, dice.any("COMMIT", "ROLLBACK"));
            add(connection, "ROLLBACK");
            inTransaction[connection] = false;
        }
    }

    private String statement() {
        int kind = dice.below(100);
        return kind < 30 ? question() : kind < 60 ? change() : definition();
    }

    private String table() {
        String name = dice.any(TABLES);
        return switch (dice.below(10)) {
            case 0 -> "main." + name;
            case 1 -> "temp." + name;
            case 2 -> attached ? "aux1." + name : name;
            default -> name;
        };
    }

    private String column() {
        return dice.any(COLUMNS);
    }

    private String question() {
        String table = table();
        String name = dice.any(TABLES);
        return switch (dice.below(13)) {
            case 0, 1, 2 -> "SELECT * FROM " + table;
            case 3 -> "SELECT " + column() + ", count(*) FROM " + table + " GROUP BY 1";
            case 4 -> "SELECT * FROM v" + dice.below(2);
            case 5 -> "PRAGMA table_info(" + name + ")";
            case 6 -> "PRAGMA " + dice.any("main.", "temp.") + "table_xinfo(" + name + ")";
            case 7 -> "PRAGMA index_list(" + name + ")";
            case 8 -> "PRAGMA index_info(i" + dice.below(3) + ")";
            case 9 -> "SELECT name, type FROM pragma_table_info('" + name + "')";
            case 10 ->
                "SELECT schema, name, iif(type = 'view', 0, ncol) FROM pragma_table_list"
                        + " WHERE name NOT LIKE 'sqlite%'";
            case 11 -> "PRAGMA foreign_key_list(" + name + ")";
            default ->
                "SELECT x." + column() + ", y." + column() + " FROM " + table + " AS x JOIN "
                        + table() + " AS y ON x.a = y.a";
        };
    }

    private String change() {
        String table = table();
        String number = String.valueOf(dice.between(1, 4));
        return switch (dice.below(9)) {
            case 0, 1 -> "INSERT INTO " + table + "(a) VALUES (" + number + ")";
            case 2 -> "INSERT INTO " + table + " VALUES (" + number + ", 'x')";
            case 3 -> "INSERT INTO " + table + "(b) SELECT " + column() + " FROM " + table();
            case 4, 5 ->
                "UPDATE " + table + " SET " + column() + " = " + number + " WHERE a = "
                        + dice.between(1, 4);
            case 6 -> "DELETE FROM " + table + " WHERE " + column() + " = " + number;
            case 7 -> "INSERT INTO v" + dice.below(2) + " VALUES (" + number + ")";
            default -> "DELETE FROM lg";
        };
    }

    private String definition() {
        String table = table();
        String name = dice.any(TABLES);
        String number = String.valueOf(dice.below(3));
        String not = dice.any("", "IF NOT EXISTS ");
        String exists = dice.any("IF EXISTS ", "IF EXISTS ", "");
        String temporary = dice.any("", "", "TEMP ");
        return switch (dice.below(20)) {
            case 0, 1 -> "CREATE " + temporary + "TABLE " + not + name + "(a, b)";
            case 2 -> "CREATE TABLE " + not + table + "(a INTEGER PRIMARY KEY, b, c)";
            case 3, 4 -> "DROP TABLE " + exists + table;
            case 5, 6 -> "ALTER TABLE " + table + " ADD COLUMN " + column() + " DEFAULT 7";
            case 7 -> "ALTER TABLE " + table + " DROP COLUMN " + column();
            case 8 -> "ALTER TABLE " + table + " RENAME COLUMN " + column() + " TO " + column();
            case 9 -> "ALTER TABLE " + table + " RENAME TO " + dice.any(TABLES);
            case 10, 11 ->
                "CREATE INDEX " + not + dice.any("", "", "main.", "temp.") + "i" + number + " ON "
                        + name + "(" + column() + ")";
            case 12 -> "DROP INDEX " + exists + "i" + number;
            case 13 ->
                "CREATE " + temporary + "VIEW " + not + "v" + dice.below(2) + " AS SELECT "
                        + column() + " FROM " + dice.any(name, "main." + name);
            case 14 -> "DROP VIEW " + exists + "v" + dice.below(2);
            case 15 ->
                "CREATE TRIGGER " + not + "r" + number + " AFTER " + event() + " ON " + name
                        + step("own");
            case 16, 17 ->
                "CREATE TEMP TRIGGER " + not + "q" + number + " AFTER " + event() + " ON " + table
                        + step(table);
            case 18 -> "DROP TRIGGER " + exists + dice.any("q", "r") + number;
            default -> "CREATE TEMP VIEW " + not + name + " AS SELECT 5 AS a, 6 AS b";
        };
    }

    private String event() {
        return dice.any("INSERT", "INSERT", "UPDATE", "DELETE");
    }

    private String step(String word) {
        return " BEGIN INSERT INTO lg VALUES ('" + word + "'); END";
    }
}
