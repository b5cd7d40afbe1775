package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/**
 * Tables, indexes and what ALTER TABLE makes of them, with what {@link ScriptTables} leaves out.
 */
final class WideTables {
    private static final List<String> TYPES = List.of(
            "",
            " INT",
            " TEXT",
            " REAL",
            " BLOB",
            " NUMERIC",
            " VARCHAR(10)",
            " BOOLEAN",
            " DOUBLE PRECISION",
            " INTEGER");

    private final Dice dice;
    private final ScriptModel model;
    private final ScriptValues values;
    private final ScriptTables tables;
    private int objects;

    WideTables(Dice dice, ScriptModel model, ScriptValues values) {
        this.dice = dice;
        this.model = model;
        this.values = values;
        tables = new ScriptTables(dice, model, values);
    }

    private String schema() {
        return dice.chance(12) ? "temp." : model.hasAttached() && dice.chance(25) ? "aux1." : "";
    }

    /** CREATE TABLE. */
    String create() {
        boolean again = dice.chance(4) && !model.tables().isEmpty();
        ScriptModel.Table known = again ? dice.any(model.tables()) : null;
        String name = again ? known.name() : "w" + objects++;
        boolean rowid = dice.chance(65);
        boolean strict = dice.chance(15);
        boolean deferred = dice.chance(30);
        boolean alias = rowid && dice.chance(45);
        StringBuilder text = new StringBuilder("CREATE TABLE ");
        text.append(again || dice.chance(5) ? "IF NOT EXISTS " : "")
                .append(again ? known.schema() + "." : schema());
        text.append(name).append('(');
        int width = dice.between(2, 6);
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            String column = "c" + i;
            columns.add(column);
            text.append(i == 0 ? "" : ", ").append(column);
            if (i == 0 && alias) {
                text.append(dice.any(
                        " INTEGER PRIMARY KEY",
                        " INTEGER PRIMARY KEY",
                        " INTEGER PRIMARY KEY ASC",
                        " INTEGER NOT NULL PRIMARY KEY",
                        " INTEGER PRIMARY KEY DESC",
                        " INT PRIMARY KEY",
                        " INTEGER PRIMARY KEY AUTOINCREMENT"));
                continue;
            }
            text.append(strict ? tables.type(true) : dice.any(TYPES));
            text.append(constraint(column));
            text.append(dice.chance(12) ? tables.references(name, deferred) : "");
        }
        text.append(dice.chance(4) ? ", \"q r\" DEFAULT 4" : "");
        text.append(generated(columns, strict));
        text.append(key(rowid, alias));
        text.append(tableConstraints(name, columns, deferred));
        text.append(')');
        if (!rowid) {
            text.append(" WITHOUT ROWID");
        }
        return text.append(strict ? rowid ? " STRICT" : ", STRICT" : "").toString();
    }

    private String constraint(String column) {
        return switch (dice.below(14)) {
            case 0 -> " NULL";
            case 1 -> " CONSTRAINT " + column + "n NOT NULL DEFAULT " + values.value();
            case 2 -> " DEFAULT (abs(-3)) COLLATE NOCASE";
            case 3 -> " DEFAULT true";
            case 4 -> " CHECK (" + values.condition("", List.of(column)) + ")";
            case 5 -> " CONSTRAINT " + column + "u UNIQUE" + tables.conflict();
            default -> tables.constraints(column);
        };
    }

    private String generated(List<String> columns, boolean strict) {
        StringBuilder text = new StringBuilder();
        int count = dice.chance(25) ? dice.between(1, 2) : 0;
        List<String> usable = new ArrayList<>(columns);
        for (int i = 0; i < count; i++) {
            String name = "g" + i;
            text.append(", ").append(name);
            // SQLite reads a virtual column of a STRICT table as it has been computed.
            text.append(strict ? " ANY" : dice.any(TYPES));
            text.append(dice.any("", " GENERATED ALWAYS")).append(" AS (");
            text.append(values.computed("", usable)).append(')');
            text.append(dice.any("", " STORED", " VIRTUAL"));
            text.append(dice.any("", "", "", " NOT NULL", " UNIQUE", " COLLATE NOCASE"));
            usable.add(name);
        }
        return text.toString();
    }

    private String key(boolean rowid, boolean alias) {
        if (rowid && (alias || dice.chance(60))) {
            return "";
        }
        String key = dice.any(
                "c0", "c1", "c1, c0", "c0 DESC, c1", "c0 COLLATE NOCASE, c1", "c1 COLLATE RTRIM");
        return ", PRIMARY KEY(" + key + ")" + tables.conflict();
    }

    private String tableConstraints(String name, List<String> columns, boolean deferred) {
        StringBuilder text = new StringBuilder();
        if (dice.chance(25)) {
            text.append(", ").append(dice.any("", "CONSTRAINT u "));
            text.append("UNIQUE(").append(dice.any("c1, c0", "c1", "c0 DESC, c1 COLLATE NOCASE"));
            text.append(')').append(tables.conflict());
        }
        if (dice.chance(20)) {
            text.append(", ").append(dice.any("", "CONSTRAINT k" + dice.below(4) + " "));
            text.append("CHECK (").append(values.condition("", columns));
            text.append(" OR c0 IS NULL)").append(dice.chance(10) ? tables.conflict() : "");
        }
        if (dice.chance(25)) {
            String reference = tables.references(name, deferred).replace("(c1)", "");
            boolean two = dice.chance(60);
            String end = reference.substring(" REFERENCES ".length());
            int space = end.indexOf(' ');
            String parent = space < 0 ? end : end.substring(0, space);
            text.append(", FOREIGN KEY(")
                    .append(two ? "c1, c0" : dice.any(columns))
                    .append(')');
            text.append(" REFERENCES ").append(parent);
            text.append(two ? dice.any("(c1, c0)", "(c0, c1)", "") : dice.any("", "(c0)"));
            text.append(space < 0 ? "" : end.substring(space));
        }
        return text.toString();
    }

    /** CREATE INDEX. */
    String index(ScriptModel.Table table) {
        String owner = table.schema().equals("main") ? "" : table.schema() + ".";
        StringBuilder text = new StringBuilder("CREATE ");
        text.append(dice.chance(40) ? "UNIQUE " : "").append("INDEX ");
        text.append(dice.chance(10) ? "IF NOT EXISTS " : "");
        text.append(owner).append("j").append(objects++).append(" ON ").append(table.name());
        int count = dice.between(1, 3);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "(" : ", ");
            text.append(
                    dice.chance(40)
                            ? values.computed("", table.columns())
                            : dice.any(table.columns()));
            text.append(dice.any("", "", " COLLATE NOCASE", " COLLATE RTRIM"));
            text.append(dice.any("", "", " DESC", " ASC"));
        }
        text.append(')');
        if (dice.chance(30)) {
            text.append(" WHERE ").append(values.condition("", table.columns()));
        }
        return text.toString();
    }

    /** ALTER TABLE. */
    String alter(ScriptModel.Table table) {
        String start = "ALTER TABLE " + table.path() + " ";
        String column = dice.any(table.columns());
        // SQLite does not find its way in the triggers of a temporary table.
        boolean temporary = table.schema().equals("temp");
        return switch (dice.below(10)) {
            case 0 -> start + "RENAME TO " + dice.any("w" + objects++, "w" + objects++, "w0", "i1");
            case 1 ->
                temporary
                        ? start + "DROP " + column
                        : start + "RENAME " + column + " TO "
                                + dice.any("m" + objects++, "c1", "c9", "\"select\"");
            case 2 -> start + "ADD " + tables.addedColumn("d" + objects++, table);
            case 3 ->
                // SQLite reads a virtual REAL of a STRICT table as it has been computed.
                start + "ADD COLUMN h" + objects++ + dice.any("", " INT", " TEXT") + " AS ("
                        + values.computed("", table.columns()) + ")"
                        + dice.any("", "", " NOT NULL", " CHECK (1)");
            case 4 -> start + "DROP COLUMN " + column;
            case 5 -> start + "ADD CHECK (" + values.condition("", table.columns()) + ")";
            case 6 ->
                start + "ADD CONSTRAINT k" + dice.below(4) + " CHECK ("
                        + values.condition("", table.columns()) + ")";
            case 7 -> start + "DROP CONSTRAINT " + dice.any("k" + dice.below(4), column + "n", "u");
            default -> start + "ALTER " + column + dice.any(" SET NOT NULL", " DROP NOT NULL");
        };
    }
}
