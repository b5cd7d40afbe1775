package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * A script, made from a seed, that makes tables with every kind of constraint, triggers and foreign
 * keys, and then changes their rows. Rows are found in the order of their keys, so that engines
 * meet conflicts in the same order.
 */
final class RandomChanges {
    private static final List<String> ACTIONS =
            List.of("ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE");

    private static final List<String> REACTIONS =
            List.of("SET NULL", "CASCADE", "SET DEFAULT", "RESTRICT", "NO ACTION");

    private static final int WIDTH = 4;

    private final Dice dice;
    private final List<String> statements = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private boolean inTransaction;

    /** @param key the columns that find one row, in the order of the rows */
    private record Table(String name, List<String> columns, String key, boolean rowid) {}

    private RandomChanges(Dice dice) {
        this.dice = dice;
    }

    /** The script of a seed: first what makes the schema, then changes. */
    static List<String> script(long seed) {
        RandomChanges made = new RandomChanges(new Dice(seed));
        made.make();
        return List.copyOf(made.statements);
    }

    private void make() {
        if (dice.chance(50)) {
            statements.add("PRAGMA foreign_keys = ON");
        }
        if (dice.chance(40)) {
            statements.add("PRAGMA recursive_triggers = ON");
        }
        statements.add("CREATE TABLE log(n INTEGER PRIMARY KEY, a, b, c)");
        int count = dice.between(1, 3);
        for (int i = 0; i < count; i++) {
            addTable("t" + i);
        }
        int indexes = dice.below(4);
        for (int i = 0; i < indexes; i++) {
            addIndex(i);
        }
        int triggers = dice.chance(60) ? dice.between(1, 3) : 0;
        for (int i = 0; i < triggers; i++) {
            addTrigger(i);
        }
        int changes = dice.between(6, 20);
        for (int i = 0; i < changes; i++) {
            addChange();
        }
        if (inTransaction) {
            statements.add("COMMIT");
        }
    }

    private String conflict() {
        return dice.chance(25) ? " ON CONFLICT " + dice.any(ACTIONS) : "";
    }

    private void addTable(String name) {
        boolean rowid = dice.chance(70);
        boolean alias = rowid && dice.chance(60);
        // SQLite may keep the count of deferred violations of a failed INSERT of one row.
        boolean deferred = dice.chance(25);
        List<String> columns = new ArrayList<>();
        StringBuilder text = new StringBuilder("CREATE TABLE " + name + "(");
        for (int i = 0; i < WIDTH; i++) {
            String column = "c" + i;
            columns.add(column);
            text.append(i == 0 ? "" : ", ").append(column);
            if (i == 0 && alias) {
                text.append(" INTEGER PRIMARY KEY").append(conflict());
                continue;
            }
            text.append(dice.any("", " INT", " TEXT", " REAL"));
            if (dice.chance(15)) {
                text.append(" COLLATE NOCASE");
            }
            if (dice.chance(20)) {
                text.append(" NOT NULL").append(conflict());
            }
            if (dice.chance(40)) {
                text.append(" DEFAULT ").append(value());
            }
            if (dice.chance(20)) {
                text.append(" UNIQUE").append(conflict());
            }
            if (dice.chance(10)) {
                text.append(" CHECK(").append(column).append(" <> 3)");
            }
            if (dice.chance(25)) {
                String parent = dice.any(parents(name));
                text.append(" REFERENCES ")
                        .append(parent)
                        .append(reactions(parent.equals(name), deferred));
            }
        }
        if (dice.chance(20)) {
            text.append(", g AS (c1 || c2)").append(dice.chance(50) ? " STORED" : "");
        }
        String key = alias ? "c0" : "rowid";
        if (!rowid) {
            boolean both = dice.chance(50);
            key = both ? "c1, c0" : "c0";
            text.append(", PRIMARY KEY(").append(key).append(')').append(conflict());
        } else if (!alias && dice.chance(30)) {
            text.append(", PRIMARY KEY(c0)").append(conflict());
        }
        if (dice.chance(20)) {
            text.append(", UNIQUE(c2, c3)").append(conflict());
        }
        text.append(rowid ? ")" : ") WITHOUT ROWID");
        statements.add(text.toString());
        tables.add(new Table(name, columns, key, rowid));
    }

    private List<String> parents(String own) {
        List<String> names = new ArrayList<>();
        tables.forEach(table -> names.add(table.name()));
        names.add(own);
        return names;
    }

    /**
     * Returns the clauses that follow a reference.
     *
     * @param self whether the key refers to its own table: there SQLite mistakes statements for the
     *     action SET NULL
     */
    private String reactions(boolean self, boolean deferred) {
        List<String> usable = self ? REACTIONS.subList(1, REACTIONS.size()) : REACTIONS;
        StringBuilder text = new StringBuilder();
        if (dice.chance(60)) {
            text.append(" ON DELETE ").append(dice.any(usable));
        }
        if (dice.chance(60)) {
            text.append(" ON UPDATE ").append(dice.any(usable));
        }
        if (deferred) {
            text.append(" DEFERRABLE INITIALLY DEFERRED");
        }
        return text.toString();
    }

    private void addIndex(int number) {
        Table table = dice.any(tables);
        String column = dice.any(table.columns());
        statements.add("CREATE " + (dice.chance(40) ? "UNIQUE " : "") + "INDEX i" + number + " ON "
                + table.name() + "("
                + (dice.chance(15) ? column + " || 'x'" : column)
                + (dice.chance(30) ? ", " + dice.any(table.columns()) : "") + ")"
                + (dice.chance(25) ? " WHERE " + condition("", table) : ""));
    }

    private String value() {
        return switch (dice.below(10)) {
            case 0 -> "NULL";
            case 1 -> "'a'";
            case 2 -> "'A'";
            case 3 -> "1.5";
            default -> String.valueOf(dice.below(7));
        };
    }

    private String condition(String prefix, Table table) {
        String column = prefix + dice.any(table.columns());
        return switch (dice.below(5)) {
            case 0 -> column + " > " + dice.below(5);
            case 1 -> column + " IS NOT NULL";
            case 2 -> column + " <> 'a'";
            default -> column + " = " + value();
        };
    }

    private String expression(String prefix, Table table) {
        String column = prefix + dice.any(table.columns());
        return switch (dice.below(7)) {
            case 0 -> column + " + 1";
            case 1 -> column;
            case 2 -> "coalesce(" + column + ", 0) * 2";
            case 3 -> "(SELECT count(*) FROM " + dice.any(tables).name() + ")";
            default -> value();
        };
    }

    private void addTrigger(int number) {
        Table table = dice.any(tables);
        String event = dice.any("INSERT", "UPDATE", "DELETE");
        String prefix = event.equals("INSERT")
                ? "new."
                : event.equals("DELETE") ? "old." : dice.any("old.", "new.");
        StringBuilder text = new StringBuilder("CREATE TRIGGER tr" + number);
        text.append(dice.any(" BEFORE ", " AFTER ")).append(event);
        if (event.equals("UPDATE") && dice.chance(40)) {
            text.append(" OF ").append(dice.any(table.columns()));
        }
        text.append(" ON ").append(table.name());
        if (dice.chance(40)) {
            text.append(" WHEN ").append(condition(prefix, table));
        }
        text.append(" BEGIN ");
        int steps = dice.between(1, 2);
        for (int i = 0; i < steps; i++) {
            text.append(step(prefix, table)).append("; ");
        }
        statements.add(text.append("END").toString());
    }

    private String step(String prefix, Table table) {
        Table other = dice.any(tables);
        return switch (dice.below(7)) {
            case 0 ->
                "INSERT" + or() + " INTO " + other.name() + "(c0, c1) VALUES("
                        + expression(prefix, table) + ", " + value() + ")";
            case 1 ->
                "UPDATE" + or() + " " + other.name() + " SET " + dice.any(other.columns()) + " = "
                        + expression(prefix, table) + " WHERE c1 = " + prefix + "c1";
            case 2 -> "DELETE FROM " + other.name() + " WHERE c0 = " + expression(prefix, table);
            case 3 ->
                "SELECT CASE WHEN " + condition(prefix, table) + " THEN RAISE("
                        + dice.any("IGNORE", "ABORT, 'a'", "FAIL, 'f'", "ROLLBACK, 'r'") + ") END";
            default ->
                "INSERT INTO log(a, b, c) VALUES('" + prefix + table.name() + "', "
                        + expression(prefix, table) + ", changes())";
        };
    }

    private String or() {
        return dice.chance(35) ? " OR " + dice.any(ACTIONS) : "";
    }

    private void addChange() {
        Table table = dice.any(tables);
        switch (dice.below(12)) {
            case 0 -> {
                statements.add(inTransaction ? dice.any("COMMIT", "ROLLBACK") : "BEGIN");
                inTransaction = !inTransaction;
            }
            case 1, 2 -> statements.add("DELETE FROM " + table.name() + where(table) + returning());
            case 3, 4, 5 ->
                statements.add("UPDATE" + or() + " " + table.name() + " SET " + assignments(table)
                        + where(table) + returning());
            case 6 ->
                statements.add("UPDATE" + or() + " " + table.name() + " SET "
                        + dice.any(table.columns()) + " = w.x FROM (SELECT " + dice.below(5)
                        + " AS x) AS w" + where(table) + returning());
            default -> statements.add(insert(table));
        }
    }

    private String assignments(Table table) {
        StringBuilder text = new StringBuilder();
        int count = dice.between(1, 2);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(dice.any(table.columns()))
                    .append(" = ")
                    .append(expression("", table));
        }
        return text.toString();
    }

    /** SQLite may give excluded values the affinity of their columns or not. */
    private String upserted(Table table) {
        String column = dice.any(table.columns());
        return column + " = excluded." + column + (dice.chance(30) ? " WHERE c1 > 2" : "");
    }

    private String where(Table table) {
        return dice.chance(75) ? " WHERE " + condition("+", table) : "";
    }

    private String returning() {
        return dice.chance(25) ? " RETURNING *" : "";
    }

    private String insert(Table table) {
        StringBuilder text = new StringBuilder(dice.chance(10) ? "REPLACE" : "INSERT" + or());
        text.append(" INTO ").append(table.name()).append("(c0, c1, c2, c3) VALUES");
        int rows = dice.between(1, 4);
        for (int i = 0; i < rows; i++) {
            text.append(i == 0 ? "(" : ", (");
            for (int column = 0; column < WIDTH; column++) {
                text.append(column == 0 ? "" : ", ").append(value());
            }
            text.append(')');
        }
        if (dice.chance(25)) {
            boolean named = dice.chance(60);
            text.append(" ON CONFLICT");
            if (named) {
                text.append('(').append(dice.any(table.columns())).append(')');
            }
            text.append(dice.chance(30) ? " DO NOTHING" : " DO UPDATE SET " + upserted(table));
        }
        return text + returning();
    }
}
