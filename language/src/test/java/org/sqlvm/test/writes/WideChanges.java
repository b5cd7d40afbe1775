package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** Changes of rows, and queries, of a {@link RandomScript}, with what that leaves out itself. */
final class WideChanges {
    private static final List<String> ACTIONS =
            List.of("ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE");

    private final Dice dice;
    private final ScriptModel model;
    private final ScriptValues values;

    WideChanges(Dice dice, ScriptModel model, ScriptValues values) {
        this.dice = dice;
        this.model = model;
        this.values = values;
    }

    String change(ScriptModel.Table table) {
        String path = table.path();
        String column = dice.any(table.settable());
        ScriptModel.Table other = dice.any(model.tables());
        return switch (dice.below(16)) {
            case 0, 1 -> insert(table);
            case 2 -> upsert(table);
            case 3 ->
                "UPDATE" + or() + " " + changed(table) + " SET " + column + " = o.x FROM "
                        + oneRow(other)
                        + " WHERE +" + path(table, dice.any(table.columns())) + " = o.k"
                        + returning(table);
            case 4 ->
                "WITH q(x) AS (SELECT " + dice.any(other.columns()) + " FROM " + other.path() + ") "
                        + withQuery(table);
            case 5 ->
                "UPDATE" + or() + " " + changed(table) + " SET " + column + " = (SELECT y."
                        + dice.any(other.columns()) + " FROM " + other.path() + " AS y WHERE y."
                        + dice.any(other.columns()) + " = " + path(table, column)
                        + " ORDER BY 1 LIMIT 1)" + where(table) + returning(table);
            case 6 ->
                "DELETE FROM " + changed(table) + " WHERE " + dice.any("", "NOT ")
                        + "EXISTS (SELECT 1 FROM " + other.path() + " AS y WHERE y."
                        + dice.any(other.columns()) + " = "
                        + path(table, dice.any(table.columns())) + ")" + returning(table);
            case 7 ->
                "UPDATE" + or() + " " + changed(table) + " SET " + dice.any("rowid", column) + " = "
                        + dice.any("rowid + 10", "-rowid", values.value())
                        + " WHERE +rowid > " + dice.below(4) + returning(table);
            case 8 ->
                "INSERT" + or() + " INTO " + path + "(" + column + ") SELECT "
                        + values.computed("", table.columns()) + " FROM " + path
                        + " ORDER BY 1 LIMIT " + dice.between(1, 9) + returning(table);
            case 9 ->
                "INSERT" + or() + " INTO " + path + "(" + column
                        + ") WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                        + " WHERE i < " + dice.any("9", "40", "300") + ") SELECT "
                        + dice.any("i", "i % 7", "i || 'n'", "printf('%.400c', i)") + " FROM n";
            case 10 ->
                dice.any(
                        "DELETE FROM sqlite_sequence",
                        "UPDATE sqlite_sequence SET seq = " + dice.below(20));
            case 11, 12 -> query(table);
            default ->
                "UPDATE" + or() + " " + changed(table) + " SET " + column + " = "
                        + values.computed("", table.columns()) + ", "
                        + dice.any(table.settable()) + " = " + values.rowValue() + where(table)
                        + returning(table);
        };
    }

    String viewChange(ScriptModel.Table view) {
        String path = view.path();
        String column = dice.any(view.columns());
        return switch (dice.below(5)) {
            case 0 -> "DELETE FROM " + path + where(view) + returning(view);
            case 1 ->
                "UPDATE" + or() + " " + path + " SET " + column + " = "
                        + values.computed("", view.columns()) + where(view) + returning(view);
            case 2 ->
                "INSERT" + or() + " INTO " + path + "(" + column + ") VALUES (" + values.value()
                        + "), (" + values.value() + ")" + returning(view);
            case 3 ->
                "UPDATE " + path + " SET " + column + " = o.x FROM "
                        + oneRow(dice.any(model.tables())) + " WHERE +" + path(view, column)
                        + " = o.k";
            default -> query(view);
        };
    }

    /** SQLite may walk an index of a WITHOUT ROWID table. */
    static String changed(ScriptModel.Table table) {
        return table.path() + (table.rowid() ? "" : " NOT INDEXED");
    }

    /** A column of a table without an alias, in a query with other tables. */
    private static String path(ScriptModel.Table table, String column) {
        return table.path() + "." + column;
    }

    private String oneRow(ScriptModel.Table table) {
        return "(SELECT " + dice.any(table.columns()) + " AS k, " + dice.any(table.columns())
                + " AS x FROM " + table.path() + " ORDER BY 1, 2 LIMIT 1) AS o";
    }

    private String or() {
        return dice.chance(35) ? " OR " + dice.any(ACTIONS) : "";
    }

    /** The plus keeps the rows in the order of the table. */
    private String where(ScriptModel.Table table) {
        return dice.chance(75) ? " WHERE " + values.condition("+", table.columns()) : "";
    }

    private String returning(ScriptModel.Table table) {
        return switch (dice.below(9)) {
            case 0 -> " RETURNING *";
            case 1 ->
                // SQLite's result may be an integer where it is REAL.
                " RETURNING quote(" + values.computed("", table.columns()) + ") AS e, "
                        + dice.any(table.columns()) + dice.any("", ", rowid");
            case 2 ->
                " RETURNING (SELECT count(*) FROM " + dice.any(model.tables()).path()
                        + ") AS n, changes()";
            default -> "";
        };
    }

    private String withQuery(ScriptModel.Table table) {
        String column = dice.any(table.settable());
        String in = " WHERE +" + dice.any(table.columns()) + " IN (SELECT x FROM q)";
        return switch (dice.below(3)) {
            case 0 ->
                "INSERT" + or() + " INTO " + table.path() + "(" + column
                        + ") SELECT x FROM q ORDER BY 1 LIMIT 3" + returning(table);
            case 1 ->
                "UPDATE" + or() + " " + changed(table) + " SET " + column
                        + " = (SELECT count(*) FROM q)" + in + returning(table);
            default -> "DELETE FROM " + changed(table) + in + returning(table);
        };
    }

    private String rows(int width) {
        StringBuilder text = new StringBuilder(" VALUES");
        int rows = dice.between(1, 5);
        for (int i = 0; i < rows; i++) {
            text.append(i == 0 ? "(" : ", (");
            for (int column = 0; column < width; column++) {
                text.append(column == 0 ? "" : ", ").append(values.rowValue());
            }
            text.append(')');
        }
        return text.toString();
    }

    private String insert(ScriptModel.Table table) {
        List<String> columns = dice.some(dice.between(1, 4), table.settable());
        boolean rowid = dice.chance(25);
        return (dice.chance(15) ? "REPLACE" : "INSERT" + or()) + " INTO " + table.path() + "("
                + (rowid ? dice.any("rowid, ", "_rowid_, ", "oid, ") : "")
                + String.join(", ", columns) + ")" + rows(columns.size() + (rowid ? 1 : 0))
                + returning(table);
    }

    private String upsert(ScriptModel.Table table) {
        List<String> columns = dice.some(dice.between(1, 4), table.settable());
        StringBuilder text = new StringBuilder("INSERT INTO " + table.path());
        text.append(" AS old(").append(String.join(", ", columns)).append(')');
        text.append(rows(columns.size()));
        int clauses = dice.between(1, 3);
        for (int i = 0; i < clauses; i++) {
            text.append(" ON CONFLICT");
            if (i + 1 < clauses || dice.chance(70)) {
                text.append(
                        table.unique().isEmpty() || dice.chance(40)
                                ? dice.any(
                                        "(" + dice.any(table.columns()) + ")", "(c1, c0)", "(c0)")
                                : dice.any(table.unique()));
            }
            if (dice.chance(20)) {
                text.append(" DO NOTHING");
                continue;
            }
            // SQLite may give excluded values the affinity of their columns or not.
            String column = dice.any(columns);
            text.append(" DO UPDATE SET ");
            text.append(
                    dice.chance(20)
                            ? "(" + column + ", " + dice.any(table.settable()) + ") = (excluded."
                                    + column + ", " + values.value() + ")"
                            : column + " = "
                                    + dice.any(
                                            "excluded." + column,
                                            "old." + column,
                                            values.computed("old.", table.columns())));
            if (dice.chance(35)) {
                text.append(" WHERE ").append(values.condition("old.", table.columns()));
            }
        }
        return text.append(returning(table)).toString();
    }

    private String query(ScriptModel.Table table) {
        StringBuilder order = new StringBuilder();
        for (int i = 1; i <= Math.min(3, table.columns().size()); i++) {
            order.append(i == 1 ? " ORDER BY " : ", ").append(i);
        }
        return switch (dice.below(4)) {
            case 0 ->
                "SELECT count(*) FROM " + table.path() + " WHERE "
                        + values.condition("", table.columns());
            case 1 ->
                "SELECT " + dice.any(table.columns()) + " FROM " + table.path() + " WHERE "
                        + values.condition("", table.columns()) + " ORDER BY 1";
            default ->
                "SELECT " + String.join(", ", table.columns()) + " FROM " + table.path() + order;
        };
    }
}
