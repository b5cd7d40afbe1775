package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** Views and triggers of a {@link RandomScript}, with what that leaves out itself. */
final class WideTriggers {
    private static final List<String> ACTIONS =
            List.of("ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE");

    private final Dice dice;
    private final ScriptModel model;
    private final ScriptValues values;
    private int objects;

    WideTriggers(Dice dice, ScriptModel model, ScriptValues values) {
        this.dice = dice;
        this.model = model;
        this.values = values;
    }

    /** CREATE VIEW. */
    String view(ScriptModel.Table table) {
        boolean temporary = table.schema().equals("temp") || dice.chance(15);
        String schema = table.schema().equals("aux1") && !temporary ? "aux1." : "";
        return "CREATE " + (temporary ? "TEMP " : "") + "VIEW "
                + (dice.chance(10) ? "IF NOT EXISTS " : "") + schema + "y" + objects++
                + query(table);
    }

    private String query(ScriptModel.Table table) {
        String path = table.path();
        String one = dice.any(table.columns());
        String two = dice.any(table.columns());
        return switch (dice.below(7)) {
            case 0 -> "(a, b) AS SELECT " + one + ", " + two + " FROM " + path;
            case 1 ->
                " AS SELECT " + one + " AS a, " + values.computed("", table.columns())
                        + " AS b FROM " + path + " WHERE " + values.condition("", table.columns());
            case 2 ->
                "(a) AS SELECT " + one + " FROM " + path + " UNION ALL SELECT " + two + " FROM "
                        + dice.any(path, path + " WHERE " + two + " IS NOT NULL");
            case 3 ->
                " AS SELECT x." + one + " AS a, y." + two + " AS b FROM " + path
                        + " AS x LEFT JOIN " + path + " AS y ON x." + two + " = y." + one;
            case 4 ->
                " AS WITH q(a, b) AS (SELECT " + one + ", " + two + " FROM " + path
                        + ") SELECT * FROM q";
            case 5 -> " AS SELECT *, 1 AS z FROM " + dice.any(model.tables()).path();
            default -> " AS SELECT * FROM " + path + dice.any("", " ORDER BY 1");
        };
    }

    /** CREATE TRIGGER, on a table or view. */
    String trigger(ScriptModel.Table table) {
        boolean view = !model.views().isEmpty() && dice.chance(30);
        ScriptModel.Table owner = view ? dice.any(model.views()) : table;
        String event = dice.any("INSERT", "UPDATE", "DELETE");
        String prefix = event.equals("INSERT")
                ? "new."
                : event.equals("DELETE") ? "old." : dice.any("old.", "new.");
        boolean temporary = owner.schema().equals("temp") || dice.chance(12);
        StringBuilder text = new StringBuilder("CREATE ");
        text.append(temporary ? "TEMP " : "").append("TRIGGER ");
        text.append(dice.chance(10) ? "IF NOT EXISTS " : "");
        text.append(!temporary && owner.schema().equals("aux1") ? "aux1." : "");
        text.append("x").append(objects++);
        String time = dice.any(" BEFORE ", " AFTER ", " ");
        text.append(view ? " INSTEAD OF " : time(event, owner, time)).append(event);
        if (event.equals("UPDATE") && dice.chance(30)) {
            text.append(" OF ").append(String.join(", ", dice.some(2, owner.columns())));
        }
        text.append(" ON ").append(temporary ? owner.path() : owner.name());
        text.append(dice.any("", " FOR EACH ROW"));
        if (dice.chance(45)) {
            ScriptModel.Table other = dice.any(model.tables());
            text.append(" WHEN ")
                    .append(
                            dice.chance(25)
                                    ? "EXISTS (SELECT 1 FROM " + other.name() + " WHERE "
                                            + dice.any(other.columns()) + " = " + prefix
                                            + dice.any(owner.columns()) + ")"
                                    : values.condition(prefix, owner.columns()));
        }
        text.append(" BEGIN ");
        int steps = dice.between(1, 3);
        for (int i = 0; i < steps; i++) {
            text.append(step(prefix, owner)).append("; ");
        }
        return text.append("END").toString();
    }

    /** Before an UPDATE, SQLite may take a generated column of NEW for NULL. */
    static String time(String event, ScriptModel.Table owner, String wanted) {
        boolean generated = owner.columns().size() > owner.settable().size();
        return generated && event.equals("UPDATE") ? " AFTER " : wanted;
    }

    private String or() {
        return dice.chance(30) ? " OR " + dice.any(ACTIONS) : "";
    }

    private String step(String prefix, ScriptModel.Table owner) {
        ScriptModel.Table other = dice.any(model.tables());
        String name = other.name();
        String column = dice.any(other.columns());
        String given = prefix + dice.any(owner.columns());
        String computed = values.computed(prefix, owner.columns());
        return switch (dice.below(12)) {
            case 0 ->
                "INSERT INTO " + name + "(" + column + ") VALUES(" + computed + ") ON CONFLICT"
                        + target(other) + " DO UPDATE SET " + dice.any(other.settable()) + " = "
                        + dice.any("excluded." + column, given, values.value())
                        + dice.any("", " WHERE " + values.condition("", other.columns()));
            case 1 -> "REPLACE INTO " + name + "(" + column + ") VALUES(" + given + ")";
            case 2 ->
                "UPDATE" + or() + " " + name + " SET " + column + " = o.x FROM (SELECT " + given
                        + " AS x) AS o WHERE " + values.condition("+", other.columns());
            case 3 -> "DELETE FROM " + name + " WHERE rowid = " + given;
            case 4 ->
                "INSERT" + or() + " INTO " + name + "(" + column + ") WITH q(x) AS (SELECT "
                        + computed + ") SELECT x FROM q";
            case 5 ->
                "SELECT CASE WHEN " + values.condition(prefix, owner.columns())
                        + " THEN RAISE(ABORT, 'm' || " + given + ") END";
            case 6 ->
                "UPDATE" + or() + " " + name + " SET " + column + " = (SELECT count(*) FROM "
                        + dice.any(model.tables()).name() + "), " + dice.any(other.settable())
                        + " = " + given + " WHERE " + dice.any(other.columns()) + " = " + given;
            case 7 ->
                "INSERT" + or() + " INTO " + name + "(" + column + ", "
                        + dice.any(other.settable()) + ") VALUES(" + computed + ", " + given
                        + "), (" + given + ", changes())";
            case 8 ->
                "DELETE FROM " + name + " WHERE " + column + " = " + given + " AND "
                        + values.condition("", other.columns());
            case 9 -> "SELECT " + computed + " FROM " + name;
            case 10 ->
                "INSERT" + or() + " INTO " + name + " SELECT * FROM " + name
                        + " ORDER BY 1 LIMIT 1";
            default -> "UPDATE" + or() + " " + name + " SET " + column + " = " + computed;
        };
    }

    private String target(ScriptModel.Table table) {
        return table.unique().isEmpty() || dice.chance(50)
                ? dice.any("", "(" + dice.any(table.columns()) + ")")
                : dice.any(table.unique());
    }
}
