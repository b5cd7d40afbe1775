package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A script of definitions with names that need quotes or are keywords, quoted in every way, in
 * indexes, conditions, generated columns, checks, views and triggers; then ALTER TABLE over them,
 * with definitions in between that are refused.
 */
final class OddNames {
    private static final List<String> NAMES = List.of(
            "a b", "select", "key", "x", "order", "A", "é", "c.d", "1", "a\"b", "desc", "group",
            "y'z", "_1", "rowid2", "Ab", "if", "end", "z", "count");

    private static final List<String> TABLES =
            List.of("t", "my t", "table", "t2", "T3", "index", "u.v");

    private final Dice dice;
    private final List<String> statements = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private int objects;

    private record Table(String name, List<String> columns, List<String> free) {}

    private OddNames(Dice dice) {
        this.dice = dice;
    }

    static List<String> script(long seed) {
        OddNames made = new OddNames(new Dice(seed));
        made.make();
        return made.statements;
    }

    private void make() {
        for (String name : dice.some(dice.between(1, 2), TABLES)) {
            create(name);
        }
        for (int i = dice.between(6, 20); i > 0; i--) {
            Table table = dice.any(tables);
            switch (dice.below(16)) {
                case 0, 1, 2 -> index(table);
                case 3 -> view(table);
                case 4 -> trigger(table);
                case 5, 6 -> rename(table);
                case 7 -> renameTable(table);
                case 8, 9 -> drop(table);
                case 10 -> add(table);
                case 11, 12 -> refused(table);
                case 13 -> insert(table);
                case 14 -> change(table);
                default -> query(table);
            }
        }
    }

    // ------------------------------------------------------------------ names

    /** A name in some quotes, or in none if it needs none. */
    private String quoted(String name) {
        String own = dice.chance(20)
                ? dice.any(name.toUpperCase(Locale.ROOT), name.toLowerCase(Locale.ROOT))
                : name;
        boolean plain = own.matches("[A-Za-z_][A-Za-z_0-9]*")
                && !List.of("select", "order", "group", "table", "index")
                        .contains(own.toLowerCase(Locale.ROOT));
        return switch (dice.below(plain ? 6 : 3)) {
            case 0 -> "\"" + own.replace("\"", "\"\"") + "\"";
            case 1 -> own.contains("]") ? "\"" + own + "\"" : "[" + own + "]";
            case 2 -> "`" + own.replace("`", "``") + "`";
            default -> own;
        };
    }

    /** Where a name is expected, a string is one as well. */
    private String defined(String name) {
        return dice.chance(15) ? "'" + name.replace("'", "''") + "'" : quoted(name);
    }

    private String column(Table table) {
        return quoted(dice.any(table.columns));
    }

    /** With its table, as in checks and triggers. */
    private String full(Table table, String prefix) {
        if (!prefix.isEmpty()) {
            return prefix + column(table);
        }
        return dice.chance(20) ? quoted(table.name) + "." + column(table) : column(table);
    }

    // ------------------------------------------------------------------ expressions

    private String literal() {
        return dice.any(
                "1", "0", "'a'", "'A'", "NULL", "2.5", "x'61'", "-1", "'b c'", "\"no such\"", "3");
    }

    private String safe() {
        return dice.any("1", "0", "'a'", "'A'", "2.5", "-1", "'b c'", "3");
    }

    private String condition(Table table, String prefix) {
        String column = full(table, prefix);
        return switch (dice.below(9)) {
            case 0 -> column + " IS NOT NULL";
            case 1 -> column + " > " + safe();
            case 2 -> column + " IN (" + safe() + ", " + full(table, prefix) + ")";
            case 3 -> column + " LIKE 'a%'";
            case 4 -> column + " BETWEEN " + safe() + " AND " + full(table, prefix);
            case 5 -> "NOT (" + column + " = " + full(table, prefix) + ")";
            case 6 ->
                "coalesce(" + column + ", " + safe() + ") <> " + safe() + " OR "
                        + full(table, prefix) + " IS NULL";
            case 7 -> column + " COLLATE NOCASE <> " + safe();
            default ->
                "(" + column + "," + full(table, prefix) + ") <> (" + safe() + "," + safe() + ")";
        };
    }

    private String value(Table table, String prefix) {
        String column = full(table, prefix);
        return switch (dice.below(8)) {
            case 0 -> column + " || " + full(table, prefix);
            case 1 -> "lower(" + column + ")";
            case 2 ->
                "CASE " + column + " WHEN " + safe() + " THEN " + full(table, prefix) + " END";
            case 3 -> "(" + column + "+1)";
            case 4 -> "CAST(" + column + " AS TEXT)";
            case 5 -> "iif(" + condition(table, prefix) + ", 1, " + column + ")";
            case 6 -> "-" + column;
            default -> column;
        };
    }

    // ------------------------------------------------------------------ definitions

    private void create(String name) {
        List<String> columns = dice.some(dice.between(2, 5), NAMES);
        List<String> kept = new ArrayList<>();
        for (String column : columns) {
            if (kept.stream().noneMatch(column::equalsIgnoreCase)) {
                kept.add(column);
            }
        }
        Table table = new Table(name, kept, new ArrayList<>(kept));
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            parts.add(defined(kept.get(i))
                    + dice.any("", " INT", " TEXT", " \"my type\"", " [x y](1)")
                    + (i == 0 && dice.chance(30) ? " UNIQUE" : "")
                    + (dice.chance(10)
                            ? " CHECK (" + condition(table, "") + " OR " + column(table)
                                    + " IS NOT 77)"
                            : "")
                    + (dice.chance(10)
                            ? " DEFAULT " + dice.any("1", "'d'", "\"dq\"", "(1+1)", "`bq`", "[br]")
                            : "")
                    + (dice.chance(10)
                            ? " COLLATE " + dice.any("NOCASE", "\"nocase\"", "[rtrim]", "'binary'")
                            : ""));
        }
        if (dice.chance(30)) {
            String generated = dice.any("gen", "g h", "generated");
            parts.add(defined(generated) + " AS (" + value(table, "") + ")"
                    + dice.any("", " STORED"));
            kept.add(generated);
        }
        boolean withoutRowid = dice.chance(15);
        if (withoutRowid) {
            parts.add("PRIMARY KEY(" + quoted(kept.get(0))
                    + dice.any("", " DESC", " COLLATE nocase") + ")");
        } else if (dice.chance(15)) {
            parts.add("CONSTRAINT " + quoted("my k") + " UNIQUE(" + quoted(kept.get(0)) + ", "
                    + quoted(kept.get(1)) + ")");
        }
        if (dice.chance(25)) {
            parts.add(dice.any("", "CONSTRAINT 'k 1' ", "CONSTRAINT [k\"2] ") + "CHECK("
                    + condition(table, "") + " OR 1)");
        }
        if (dice.chance(20)) {
            parts.add("FOREIGN KEY(" + quoted(kept.get(1)) + ") REFERENCES "
                    + defined(dice.any(TABLES)) + dice.any("", "(" + quoted(kept.get(0)) + ")"));
        }
        statements.add(
                "CREATE TABLE " + defined(name) + "(" + String.join(dice.any(", ", ",\n "), parts)
                        + ")" + (withoutRowid ? " WITHOUT ROWID" : ""));
        tables.add(table);
        insert(table);
    }

    private void insert(Table table) {
        List<String> columns = dice.some(dice.between(1, 3), table.free);
        StringBuilder text = new StringBuilder("INSERT INTO " + defined(table.name) + "(");
        for (int i = 0; i < columns.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(defined(columns.get(i)));
        }
        text.append(") VALUES");
        for (int row = dice.between(1, 3); row > 0; row--) {
            text.append("(");
            for (int i = 0; i < columns.size(); i++) {
                text.append(i == 0 ? "" : ", ").append(literal());
            }
            text.append(row == 1 ? ")" : "), ");
        }
        statements.add(text.toString());
    }

    private void index(Table table) {
        StringBuilder text = new StringBuilder("CREATE " + dice.any("", "", "UNIQUE ") + "INDEX "
                + defined(dice.any("i", "my i") + objects++) + " ON " + defined(table.name) + "(");
        for (int i = dice.between(1, 2); i > 0; i--) {
            text.append(dice.chance(65) ? column(table) : value(table, ""));
            text.append(dice.any("", "", " DESC", " COLLATE \"nocase\""))
                    .append(i == 1 ? ")" : ", ");
        }
        statements.add(text + (dice.chance(35) ? " WHERE " + condition(table, "") : ""));
    }

    private void view(Table table) {
        String list = dice.chance(20) ? "([v 1], 'v2')" : "";
        String second =
                list.isEmpty() ? dice.any("", ", " + column(table), " AS [al ias], *") : ", 2";
        statements.add("CREATE VIEW " + defined("v" + objects++) + list + " AS SELECT "
                + value(table, "") + second
                + " FROM " + quoted(table.name) + " WHERE " + condition(table, "")
                + dice.any("", " ORDER BY " + column(table), " GROUP BY " + column(table)));
    }

    private void trigger(Table table) {
        String event = dice.any("INSERT", "UPDATE", "DELETE", "UPDATE OF " + column(table));
        String prefix = event.equals("INSERT")
                ? "new."
                : event.equals("DELETE") ? "old." : dice.any("NEW.", "old.");
        Table other = dice.any(tables);
        String step = switch (dice.below(4)) {
            case 0 ->
                "UPDATE " + quoted(other.name) + " SET " + quoted(dice.any(other.free)) + " = "
                        + prefix + column(table) + " WHERE " + condition(other, "");
            case 1 ->
                "DELETE FROM " + quoted(other.name) + " WHERE " + column(other) + " = "
                        + value(table, prefix);
            case 2 ->
                "INSERT INTO " + quoted(other.name) + "(" + quoted(dice.any(other.free))
                        + ") SELECT " + value(table, prefix) + " WHERE 0";
            default ->
                "SELECT " + value(other, "") + " FROM " + quoted(other.name) + " WHERE "
                        + condition(table, prefix);
        };
        statements.add("CREATE TRIGGER " + defined("r " + objects++) + " AFTER " + event + " ON "
                + defined(table.name) + dice.any("", " WHEN " + condition(table, prefix))
                + " BEGIN " + step + "; END");
    }

    // ------------------------------------------------------------------ changes of definitions

    private void rename(Table table) {
        int place = dice.below(table.columns.size());
        String old = table.columns.get(place);
        String name = dice.any(NAMES);
        statements.add("ALTER TABLE " + defined(table.name) + " RENAME " + dice.any("", "COLUMN ")
                + defined(old) + " TO " + defined(name));
        if (table.columns.stream().noneMatch(name::equalsIgnoreCase)) {
            table.columns.set(place, name);
            table.free.replaceAll(free -> free.equals(old) ? name : free);
        }
    }

    private void renameTable(Table table) {
        String name = dice.any(TABLES);
        statements.add("ALTER TABLE " + defined(table.name) + " RENAME TO " + defined(name));
        if (tables.stream().noneMatch(other -> other.name.equalsIgnoreCase(name))) {
            tables.set(tables.indexOf(table), new Table(name, table.columns, table.free));
        }
    }

    /** Mostly refused, as something reads the column. */
    private void drop(Table table) {
        statements.add("ALTER TABLE " + defined(table.name) + " DROP " + dice.any("", "COLUMN ")
                + defined(dice.any(table.columns)));
    }

    private void add(Table table) {
        String name = dice.any(NAMES);
        statements.add("ALTER TABLE " + defined(table.name) + " ADD " + dice.any("", "COLUMN ")
                + defined(name)
                + dice.any(
                        "",
                        " INT DEFAULT 3",
                        " AS (" + value(table, "") + ")",
                        " CHECK(" + condition(table, "") + " OR 1)",
                        " TEXT COLLATE [nocase]",
                        " DEFAULT \"dq\"",
                        " NOT NULL",
                        " UNIQUE",
                        " DEFAULT 'it''s'"));
    }

    private void refused(Table table) {
        String other = defined(dice.any(tables).name);
        statements.add(
                dice.chance(50) ? refusedCreation(table, other) : refusedChange(table, other));
    }

    private String refusedCreation(Table table, String other) {
        return switch (dice.below(7)) {
            case 0 -> "CREATE TABLE " + other + "(a)";
            case 1 -> "CREATE VIEW " + other + " AS SELECT 1";
            case 2 ->
                "CREATE INDEX " + other + " ON " + quoted(table.name) + "(" + column(table) + ")";
            case 3 ->
                "CREATE INDEX nx ON " + quoted(table.name) + "("
                        + dice.any(
                                "[no such]",
                                "`no such`",
                                "count(*)",
                                "(SELECT 1)",
                                "random()",
                                "max(1)",
                                "?1",
                                "sum(1)",
                                "'no such'")
                        + ")";
            case 4 ->
                "CREATE INDEX nx ON " + quoted(table.name) + "(1) WHERE "
                        + dice.any(
                                "[no such]",
                                "random() > 1",
                                "(SELECT 1)",
                                "?1",
                                "t9.x = 1",
                                "sum(1)",
                                "date('now') > 1");
            case 5 ->
                "CREATE TABLE nt(a, "
                        + dice.any(
                                "A",
                                "b CHECK([no such])",
                                "b AS ([no such])",
                                "b AS (b)",
                                "PRIMARY KEY([no such])",
                                "UNIQUE('b')",
                                "PRIMARY KEY(a), PRIMARY KEY(a)",
                                "b AS (1) PRIMARY KEY",
                                "FOREIGN KEY(b) REFERENCES x",
                                "FOREIGN KEY(a) REFERENCES x(y, z)",
                                "b DEFAULT (a)",
                                "CHECK((SELECT 1))",
                                "CHECK(?1)",
                                "b AS (random())",
                                "CHECK(sum(a))",
                                "CHECK(nosuch(a))",
                                "CHECK(nt2.a)",
                                "b AS (nt.a) CHECK(x.nt.a)",
                                "b COLLATE \"no such\"")
                        + ")";
            default ->
                "CREATE TABLE "
                        + dice.any(
                                "sqlite_x",
                                "\"sqlite_y\"",
                                "main.sqlite_z",
                                "nosuch.t",
                                "'sqlite_'")
                        + "(a)";
        };
    }

    private String refusedChange(Table table, String other) {
        return switch (dice.below(7)) {
            case 0 -> "ALTER TABLE " + quoted(table.name) + " RENAME [no such] TO y";
            case 1 -> "ALTER TABLE " + quoted(table.name) + " DROP `no such`";
            case 2 ->
                "ALTER TABLE " + quoted(table.name) + " ADD "
                        + dice.any(
                                "p PRIMARY KEY",
                                "n NOT NULL",
                                "u UNIQUE",
                                "s AS (1) STORED",
                                "c CHECK([no such])",
                                "g AS ([no such])",
                                "d DEFAULT (1+1)",
                                "d DEFAULT (random())",
                                "d DEFAULT x",
                                "c CHECK((SELECT 1))");
            case 3 ->
                "CREATE TRIGGER nr AFTER " + dice.any("UPDATE OF [no such]", "INSERT")
                        + " ON "
                        + dice.any(quoted(table.name), "[no such]") + " BEGIN SELECT "
                        + dice.any("new.[no such]", "old.x", "1", "[no such] FROM " + other)
                        + "; END";
            case 4 ->
                "DROP " + dice.any("TABLE", "VIEW", "INDEX", "TRIGGER") + " "
                        + dice.any("[no such]", other, "sqlite_schema", "\"i0\"", "v0", "[my i1]");
            case 5 ->
                "ALTER TABLE " + dice.any("v0", "[no such]", "sqlite_schema", "i0") + " "
                        + dice.any("RENAME TO zz", "ADD zz", "DROP zz", "RENAME a TO b");
            default ->
                "ALTER TABLE " + quoted(table.name) + " RENAME TO "
                        + dice.any("sqlite_x", "v0", "i0", "'my i1'", other);
        };
    }

    // ------------------------------------------------------------------ rows

    private void change(Table table) {
        statements.add(
                dice.chance(70)
                        ? "UPDATE " + quoted(table.name) + " SET " + defined(dice.any(table.free))
                                + " = " + literal() + " WHERE " + condition(table, "")
                        : "DELETE FROM " + quoted(table.name) + " WHERE " + condition(table, ""));
    }

    private void query(Table table) {
        statements.add("SELECT "
                + dice.any("*", column(table), quoted(table.name) + ".*", value(table, ""))
                + " FROM " + quoted(table.name) + " WHERE " + condition(table, ""));
    }
}
