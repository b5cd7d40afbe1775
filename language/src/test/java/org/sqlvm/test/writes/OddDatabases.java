package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * A script over tables of the same names in main, temp and two attached databases, named with and
 * without their database, in joins, views and triggers.
 */
final class OddDatabases {
    private static final List<String> DATABASES = List.of("main", "temp", "aux1", "copy");
    private static final List<String> NAMES = List.of("t", "t", "u");
    private static final List<String> COLUMNS = List.of("a", "b", "c");

    private final Dice dice;
    private final List<String> statements = new ArrayList<>();

    private OddDatabases(Dice dice) {
        this.dice = dice;
    }

    static List<String> script(long seed) {
        OddDatabases made = new OddDatabases(new Dice(seed));
        made.make();
        return made.statements;
    }

    private void make() {
        add("ATTACH ':memory:' AS aux1");
        add("ATTACH ':memory:' AS copy");
        for (String database : dice.some(dice.between(2, 4), DATABASES)) {
            for (String name : List.of("t", "u")) {
                if (dice.chance(75)) {
                    create(database + "." + name);
                }
            }
        }
        for (int i = dice.between(10, 30); i > 0; i--) {
            add(
                    switch (dice.below(20)) {
                        case 0 ->
                            "CREATE INDEX " + database() + dice.any("i", "j") + dice.below(3)
                                    + " ON " + dice.any(NAMES) + "(" + dice.any(COLUMNS) + ")"
                                    + dice.any("", " WHERE a > 1", " WHERE t.a > 1");
                        case 1 ->
                            "CREATE " + dice.any("VIEW ", "VIEW ", "TEMP VIEW ") + database() + "v"
                                    + dice.below(3) + " AS " + query();
                        case 2, 3 -> trigger();
                        case 4 ->
                            "DROP " + dice.any("TABLE ", "INDEX ", "VIEW ", "TRIGGER ")
                                    + dice.any("", "IF EXISTS ") + database()
                                    + dice.any("t", "u", "i1", "j0", "v0", "v1", "r0", "r1");
                        case 5 ->
                            "ALTER TABLE " + table()
                                    + dice.any(
                                            " RENAME TO t",
                                            " RENAME TO u",
                                            " RENAME a TO d",
                                            " RENAME b TO a",
                                            " ADD c",
                                            " DROP b",
                                            " ADD d DEFAULT 4");
                        case 6 -> create(database() + dice.any(NAMES));
                        case 7, 8 -> insert();
                        case 9, 10 -> update();
                        case 11 -> "DELETE FROM " + table() + " WHERE " + condition();
                        case 12 -> "PRAGMA " + database() + "table_info(" + dice.any(NAMES) + ")";
                        default -> query();
                    });
        }
    }

    private void add(String statement) {
        if (statement != null) {
            statements.add(statement);
        }
    }

    private String database() {
        return dice.any("", "", "", "main.", "temp.", "aux1.", "copy.");
    }

    private String table() {
        return database() + dice.any("t", "t", "u", "t", "v" + dice.below(3));
    }

    private String create(String name) {
        String columns = dice.any(
                "a, b",
                "a INTEGER PRIMARY KEY, b",
                "a, c",
                "b, a, c",
                "a TEXT, b INT",
                "a UNIQUE, b");
        add("CREATE TABLE " + name + "(" + columns + ")");
        int base = dice.below(9);
        return "INSERT INTO " + name + "(a) VALUES(" + base + "), (" + (base + 1) + "), ("
                + (base + 3) + ")";
    }

    /** A column with as much of its path as there may be. */
    private String column() {
        String own = dice.any("a", "a", "b", "c", "rowid");
        return switch (dice.below(5)) {
            case 0, 1 -> own;
            case 2 -> dice.any("t.", "t.", "u.", "x.", "y.") + own;
            case 3 -> dice.any(DATABASES) + "." + dice.any("t", "t", "u", "x") + "." + own;
            default -> "x." + own;
        };
    }

    private String condition() {
        return switch (dice.below(6)) {
            case 0 -> column() + " > 1";
            case 1 -> column() + " = " + column();
            case 2 -> column() + " IN (SELECT " + column() + " FROM " + table() + ")";
            case 3 ->
                "EXISTS (SELECT 1 FROM " + table() + " WHERE " + column() + " = " + column() + ")";
            case 4 -> column() + " IN " + table();
            default -> column() + " IS NOT NULL";
        };
    }

    private String from() {
        String first = table() + dice.any("", "", " AS x");
        return switch (dice.below(8)) {
            case 0, 1, 2 -> first;
            case 3 -> first + ", " + table() + dice.any("", " AS y");
            case 4 ->
                first + dice.any(" JOIN ", " LEFT JOIN ", " FULL JOIN ") + table()
                        + dice.any("", " AS y") + " ON " + column() + " = " + column();
            case 5 ->
                first + dice.any(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ") + table()
                        + dice.any("", " AS y") + " USING (a)";
            case 6 -> first + " NATURAL JOIN " + table();
            default -> "(SELECT * FROM " + first + ") AS " + dice.any("t", "x");
        };
    }

    private String query() {
        String result = dice.any(
                "*",
                "t.*",
                "count(*)",
                "max(" + column() + ")",
                column(),
                column(),
                column() + ", " + column(),
                "(SELECT max(" + column() + ") FROM " + table() + ")");
        String where = dice.chance(40) ? " WHERE " + condition() : "";
        return "SELECT " + result + " FROM " + from() + where;
    }

    private String insert() {
        String target = table();
        return "INSERT INTO " + target + "(" + dice.any("a", "b", "a, b") + ") "
                + dice.any(
                        "VALUES (" + dice.below(9) + ")",
                        "VALUES (" + dice.below(9) + ", 1)",
                        "SELECT max(a) + 1 FROM " + table(),
                        "SELECT a, 7 FROM " + table() + " ORDER BY a, 2 LIMIT 2")
                + dice.any("", "", " RETURNING a", " RETURNING " + column());
    }

    private String update() {
        return "UPDATE " + table() + dice.any("", " AS x") + " SET " + dice.any("a", "b")
                + dice.any(
                        " = " + dice.below(9),
                        " = (SELECT min(" + column() + ") FROM " + table() + ")",
                        " = " + column() + " + 1")
                + dice.any("", " FROM (SELECT max(a) AS a FROM " + table() + ") AS y")
                + " WHERE " + condition() + dice.any("", "", " RETURNING " + column());
    }

    private String trigger() {
        String event = dice.any("INSERT", "UPDATE", "DELETE", "UPDATE OF a");
        String row = event.equals("INSERT")
                ? "new."
                : event.equals("DELETE") ? "old." : dice.any("new.", "old.");
        String step = switch (dice.below(5)) {
            case 0 ->
                "UPDATE " + dice.any("t", "u", "aux1.t") + " SET b = " + row + "a WHERE a = 1";
            case 1 ->
                "INSERT INTO " + dice.any("t", "u", "u", "main.u") + "(b) SELECT " + row
                        + "a WHERE " + row + "a < 5";
            case 2 -> "DELETE FROM " + dice.any("t", "u") + " WHERE a = " + row + "b";
            case 3 -> "SELECT " + column() + " FROM " + table();
            default -> "UPDATE u SET b = (SELECT max(" + column() + ") FROM " + table() + ")";
        };
        return "CREATE " + dice.any("", "TEMP ") + "TRIGGER " + database() + "r" + dice.below(3)
                + dice.any(" AFTER ", " BEFORE ", " AFTER ", " INSTEAD OF ") + event + " ON "
                + dice.any(table(), "t", "u")
                + " BEGIN " + step + "; END";
    }
}
