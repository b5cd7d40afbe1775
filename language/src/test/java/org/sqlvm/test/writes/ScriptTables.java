package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/** Tables and indexes of a {@link RandomScript}. */
final class ScriptTables {
    private static final List<String> ACTIONS =
            List.of("ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE");

    private static final List<String> REACTIONS =
            List.of("SET NULL", "CASCADE", "SET DEFAULT", "RESTRICT", "NO ACTION");

    private final Dice dice;
    private final ScriptModel model;
    private final ScriptValues values;

    ScriptTables(Dice dice, ScriptModel model, ScriptValues values) {
        this.dice = dice;
        this.model = model;
        this.values = values;
    }

    String conflict() {
        return dice.chance(25) ? " ON CONFLICT " + dice.any(ACTIONS) : "";
    }

    String create(String name) {
        boolean rowid = dice.chance(70);
        boolean strict = dice.chance(15);
        boolean alias = rowid && dice.chance(60);
        boolean counted = alias && dice.chance(15);
        boolean deferred = dice.chance(25);
        String schema = dice.chance(10) ? "temp." : "";
        if (schema.isEmpty() && model.hasAttached() && dice.chance(25)) {
            schema = "aux1.";
        }
        StringBuilder text = new StringBuilder("CREATE TABLE " + schema + name + "(");
        int width = dice.between(2, 5);
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            String column = "c" + i;
            columns.add(column);
            text.append(i == 0 ? "" : ", ").append(column);
            if (i == 0 && alias) {
                text.append(" INTEGER PRIMARY KEY").append(conflict());
                text.append(counted ? " AUTOINCREMENT" : "");
            } else {
                text.append(type(strict)).append(constraints(column));
                text.append(dice.chance(20) ? references(name, deferred) : "");
            }
        }
        if (dice.chance(20)) {
            // SQLite reads such a column of a STRICT table as it has been computed.
            String type = strict ? dice.any(" ANY", " INT", " TEXT") : type(false);
            text.append(", g").append(type).append(" AS (").append(generated(columns));
            text.append(')').append(dice.any("", " STORED", " VIRTUAL"));
            text.append(dice.chance(30) ? " UNIQUE" : "");
        }
        if (!rowid) {
            String key = dice.any("c1, c0", "c0", "c0", "c1 DESC", "c0 COLLATE NOCASE, c1");
            text.append(", PRIMARY KEY(").append(key).append(')').append(conflict());
        } else if (!alias && dice.chance(30)) {
            text.append(", PRIMARY KEY(")
                    .append(dice.any("c0", "c1 DESC", "c0, c1"))
                    .append(')');
            text.append(conflict());
        }
        if (dice.chance(20)) {
            text.append(", UNIQUE(c1, c0)").append(conflict());
        }
        if (dice.chance(15)) {
            text.append(", CONSTRAINT k").append(dice.below(9)).append(" CHECK (");
            text.append(values.condition("", columns)).append(" OR c0 IS NULL)");
        }
        text.append(')');
        List<String> options = new ArrayList<>();
        if (!rowid) {
            options.add("WITHOUT ROWID");
        }
        if (strict) {
            options.add("STRICT");
        }
        return text + (options.isEmpty() ? "" : " " + String.join(", ", options));
    }

    String type(boolean strict) {
        return strict
                ? dice.any(" ANY", " INT", " TEXT", " REAL", " BLOB", " INTEGER")
                : dice.any("", " INT", " TEXT", " REAL", " BLOB", " NUMERIC");
    }

    String constraints(String column) {
        StringBuilder text = new StringBuilder();
        if (dice.chance(15)) {
            text.append(dice.any(" COLLATE NOCASE", " COLLATE RTRIM"));
        }
        if (dice.chance(20)) {
            text.append(" NOT NULL").append(conflict());
        }
        if (dice.chance(40)) {
            text.append(" DEFAULT ").append(dice.any(values.value(), "(1 + 1)"));
        }
        if (dice.chance(20)) {
            text.append(" UNIQUE").append(conflict());
        }
        if (dice.chance(10)) {
            text.append(" CHECK(").append(column).append(" <> 3)");
        }
        return text.toString();
    }

    private String generated(List<String> columns) {
        String column = dice.any(columns);
        return dice.any(column + " || 'x'", column + " + 1", "coalesce(c0, c1)");
    }

    /** SQLite mistakes statements for the action SET NULL of a table's own key. */
    String references(String own, boolean deferred) {
        boolean self = model.tables().isEmpty() || dice.chance(30);
        List<String> usable = self ? REACTIONS.subList(1, REACTIONS.size()) : REACTIONS;
        String parent = self ? own : dice.any(model.tables()).name();
        StringBuilder text = new StringBuilder(" REFERENCES " + parent);
        text.append(dice.chance(20) ? "(c1)" : "");
        if (dice.chance(60)) {
            text.append(" ON DELETE ").append(dice.any(usable));
        }
        if (dice.chance(60)) {
            text.append(" ON UPDATE ").append(dice.any(usable));
        }
        return text + (deferred ? " DEFERRABLE INITIALLY DEFERRED" : "");
    }

    /** Returns the text after ADD COLUMN. */
    String addedColumn(String name, ScriptModel.Table table) {
        String column = dice.any(table.columns());
        return name
                + type(false)
                + switch (dice.below(8)) {
                    case 0 -> " DEFAULT " + values.value();
                    case 1 -> " NOT NULL DEFAULT " + values.value();
                    case 2 -> " AS (" + column + " || 'y')";
                    case 3 -> " CHECK (" + name + " IS NULL OR " + column + " > 0)";
                    case 4 -> " COLLATE NOCASE DEFAULT 'Q'";
                    case 5 -> " REFERENCES " + dice.any(model.tables()).name();
                    case 6 ->
                        dice.any(" UNIQUE", " NOT NULL", " STORED", " DEFAULT (1)", " DEFAULT abs");
                    default -> "";
                };
    }

    String index(String name, ScriptModel.Table table) {
        String column = dice.any(table.columns());
        String schema = table.schema().equals("main") ? "" : table.schema() + ".";
        return "CREATE " + (dice.chance(40) ? "UNIQUE " : "") + "INDEX " + schema + name + " ON "
                + table.name() + "("
                + dice.any(column, column + " DESC", column + " || 'x'", column + " COLLATE NOCASE")
                + (dice.chance(30) ? ", " + dice.any(table.columns()) : "") + ")"
                + (dice.chance(25) ? " WHERE " + values.condition("", table.columns()) : "");
    }
}
