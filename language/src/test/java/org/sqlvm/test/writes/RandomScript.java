package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.TestEngine;

import java.util.ArrayList;
import java.util.List;

/**
 * A script, made from a seed, that mixes changes of rows with changes of the schema: in three
 * databases, within transactions and savepoints, with objects of every kind. What there is to name
 * comes from SQLite, which runs each statement as it is made ({@link ScriptModel}).
 */
final class RandomScript {
    private static final List<String> ACTIONS =
            List.of("ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE");

    private static final List<String> SAVEPOINTS = List.of("p", "q", "P");

    private final Dice dice;
    private final ScriptModel model;
    private final ScriptValues values;
    private final ScriptTables tables;
    /** Null in the scripts of the first seeds. */
    private final Wide wide;

    private final List<String> statements = new ArrayList<>();
    private int objects;
    private boolean inTransaction;

    /** The parts of scripts that came later. */
    private record Wide(
            WideSettings settings,
            WideTables tables,
            WideTriggers triggers,
            WideChanges changes,
            String encoding) {}

    private RandomScript(Dice dice, ScriptModel model, boolean isWide) {
        this.dice = dice;
        this.model = model;
        String encoding = isWide && dice.chance(25) ? dice.any("UTF-16le", "UTF-16be") : "UTF-8";
        values = new ScriptValues(dice, isWide, encoding.equals("UTF-8"));
        tables = new ScriptTables(dice, model, values);
        wide = isWide
                ? new Wide(
                        new WideSettings(dice, model),
                        new WideTables(dice, model, values),
                        new WideTriggers(dice, model, values),
                        new WideChanges(dice, model, values),
                        encoding)
                : null;
    }

    /**
     * The script of a seed.
     *
     * @param isWide with what the scripts of the first seeds do not have
     * @param onFile for a database in a file, {@code $DIR/main.db}
     */
    static List<String> script(long seed, boolean isWide, boolean onFile) {
        try (TestEngine sqlite = FolderEngine.open(Engines.SQLITE, onFile)) {
            RandomScript made = new RandomScript(new Dice(seed), new ScriptModel(sqlite), isWide);
            made.make();
            return List.copyOf(made.statements);
        }
    }

    private void make() {
        if (wide != null) {
            wide.settings().first(wide.encoding()).forEach(this::add);
        }
        if (dice.chance(50)) {
            add("PRAGMA foreign_keys = ON");
        }
        if (dice.chance(40)) {
            add("PRAGMA recursive_triggers = ON");
        }
        if (dice.chance(40)) {
            add("ATTACH ':memory:' AS aux1");
        }
        int first = dice.between(2, 4);
        for (int i = 0; i < first; i++) {
            add(tables.create("t" + objects++));
            if (!model.tables().isEmpty()) {
                add(insert(dice.any(model.tables())));
            }
        }
        int count = dice.between(20, 60);
        for (int i = 0; i < count; i++) {
            if (wide == null || dice.chance(45)) {
                add(statement());
            } else {
                wideStatements().forEach(this::add);
            }
        }
        if (inTransaction) {
            add("COMMIT");
        }
    }

    private void add(String statement) {
        statements.add(statement);
        model.run(statement);
    }

    private String statement() {
        int kind = dice.below(100);
        if (kind < 8) {
            return transaction();
        }
        if (kind < 12) {
            return setting();
        }
        if (kind < 38 || model.tables().isEmpty()) {
            return definition();
        }
        if (kind < 42 && !model.views().isEmpty()) {
            return viewChange(dice.any(model.views()));
        }
        return change(dice.any(model.tables()));
    }

    private List<String> wideStatements() {
        int kind = dice.below(100);
        if (kind < 15) {
            return wide.settings().statements();
        }
        if (model.tables().isEmpty() || (model.tables().size() < 6 && dice.chance(10))) {
            return List.of(wide.tables().create());
        }
        ScriptModel.Table table = dice.any(model.tables());
        if (kind < 40) {
            return List.of(
                    switch (dice.below(8)) {
                        case 0 -> wide.tables().index(table);
                        case 1, 2 -> wide.tables().alter(table);
                        case 3, 4 -> wide.triggers().view(table);
                        default -> wide.triggers().trigger(table);
                    });
        }
        if (kind < 50 && !model.views().isEmpty()) {
            return List.of(wide.changes().viewChange(dice.any(model.views())));
        }
        return List.of(wide.changes().change(table));
    }

    private String transaction() {
        switch (dice.below(5)) {
            case 0, 1 -> {
                inTransaction = !inTransaction;
                return inTransaction
                        ? dice.any("BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE")
                        : dice.any("COMMIT", "COMMIT", "ROLLBACK");
            }
            case 2 -> {
                return "SAVEPOINT " + dice.any(SAVEPOINTS);
            }
            case 3 -> {
                return "RELEASE " + dice.any(SAVEPOINTS);
            }
            default -> {
                return "ROLLBACK TO " + dice.any(SAVEPOINTS);
            }
        }
    }

    private String setting() {
        String on = dice.any("ON", "OFF");
        return switch (dice.below(8)) {
            case 0, 1 -> "PRAGMA foreign_keys = " + on;
            case 2 -> "PRAGMA recursive_triggers = " + on;
            case 3 -> "PRAGMA defer_foreign_keys = " + on;
            case 4 -> "PRAGMA ignore_check_constraints = " + on;
            case 5 -> "PRAGMA user_version = " + dice.below(5);
            case 6 -> "REINDEX";
            default -> "ANALYZE";
        };
    }

    // ------------------------------------------------------------------ definitions

    private String definition() {
        if (model.tables().isEmpty() || (model.tables().size() < 6 && dice.chance(12))) {
            return tables.create("t" + objects++);
        }
        ScriptModel.Table table = dice.any(model.tables());
        return switch (dice.below(12)) {
            case 0, 1 -> tables.index("i" + objects++, table);
            case 2, 3 -> trigger("r" + objects++, table);
            case 4 ->
                "CREATE " + dice.any("", "TEMP ") + "VIEW v" + objects++ + " AS " + query(table);
            case 5 ->
                "CREATE " + dice.any("", "TEMP ") + "TABLE a" + objects++ + " AS " + ordered(table);
            case 6, 7, 8 -> alter(table);
            case 9 -> drop();
            case 10 -> "REINDEX " + dice.any(table.path(), "NOCASE", "i" + dice.below(objects + 1));
            default ->
                dice.chance(50)
                        ? "DROP TABLE " + dice.any("", "IF EXISTS ") + table.path()
                        : "ANALYZE " + table.path();
        };
    }

    private String drop() {
        String number = String.valueOf(dice.below(objects + 1));
        return switch (dice.below(4)) {
            case 0 -> "DROP INDEX " + dice.any("", "IF EXISTS ") + "i" + number;
            case 1 -> "DROP VIEW " + dice.any("", "IF EXISTS ") + "v" + number;
            default -> "DROP TRIGGER " + dice.any("", "IF EXISTS ") + "r" + number;
        };
    }

    private String query(ScriptModel.Table table) {
        String column = dice.any(table.columns());
        return switch (dice.below(5)) {
            case 0 -> "SELECT * FROM " + table.path();
            case 1 ->
                "SELECT " + column + ", count(*) AS n FROM " + table.path() + " GROUP BY " + column;
            case 2 ->
                "SELECT x." + column + " AS a, y." + column + " AS b FROM " + table.path()
                        + " AS x JOIN " + table.path() + " AS y ON x." + column + " = y." + column
                        + " ORDER BY 1, 2";
            default ->
                "SELECT " + String.join(", ", dice.some(3, table.columns())) + " FROM "
                        + table.path() + where(table);
        };
    }

    /** With an order of all columns, so that the rows get the same rowids. */
    private String ordered(ScriptModel.Table table) {
        return "SELECT " + String.join(", ", table.columns()) + " FROM " + table.path()
                + where(table) + " ORDER BY " + String.join(", ", table.columns());
    }

    private String alter(ScriptModel.Table table) {
        String start = "ALTER TABLE " + table.path() + " ";
        String column = dice.any(table.columns());
        return switch (dice.below(9)) {
            case 0 -> start + "RENAME TO t" + objects++;
            case 1, 2 -> {
                // SQLite does not find its way in the triggers of a temporary table.
                boolean temporary = table.schema().equals("temp");
                yield start
                        + (temporary ? "DROP COLUMN " : "RENAME COLUMN ")
                        + column
                        + (temporary ? "" : " TO " + dice.any("n" + objects++, "c0"));
            }
            case 3, 4 -> start + "ADD COLUMN " + tables.addedColumn("d" + objects++, table);
            case 5, 6 -> start + "DROP COLUMN " + column;
            case 7 ->
                start + "ALTER COLUMN " + column + dice.any(" SET NOT NULL", " DROP NOT NULL");
            default ->
                dice.chance(60)
                        ? start + "ADD CONSTRAINT k" + objects++ + " CHECK (" + column + " IS NOT "
                                + dice.below(9) + ")"
                        : start + "DROP CONSTRAINT k" + dice.below(objects + 1);
        };
    }

    private String trigger(String name, ScriptModel.Table table) {
        boolean view = !model.views().isEmpty() && dice.chance(25);
        ScriptModel.Table owner = view ? dice.any(model.views()) : table;
        String event = dice.any("INSERT", "UPDATE", "DELETE");
        String prefix = event.equals("INSERT")
                ? "new."
                : event.equals("DELETE") ? "old." : dice.any("old.", "new.");
        boolean temporary = owner.schema().equals("temp") || dice.chance(10);
        StringBuilder text = new StringBuilder("CREATE ");
        text.append(temporary ? "TEMP " : "").append("TRIGGER ");
        text.append(!temporary && owner.schema().equals("aux1") ? "aux1." : "").append(name);
        String time = view ? " INSTEAD OF " : dice.any(" BEFORE ", " AFTER ");
        text.append(view || wide == null ? time : WideTriggers.time(event, owner, time));
        text.append(event);
        if (event.equals("UPDATE") && dice.chance(40)) {
            text.append(" OF ").append(dice.any(owner.columns()));
        }
        text.append(" ON ").append(temporary ? owner.path() : owner.name());
        if (dice.chance(40)) {
            text.append(" WHEN ").append(condition(prefix, owner));
        }
        text.append(" BEGIN ");
        int steps = dice.between(1, 2);
        for (int i = 0; i < steps; i++) {
            text.append(step(prefix, owner)).append("; ");
        }
        return text.append("END").toString();
    }

    private String step(String prefix, ScriptModel.Table owner) {
        ScriptModel.Table other = dice.any(model.tables());
        String column = dice.any(other.columns());
        return switch (dice.below(8)) {
            case 0, 1 ->
                "INSERT" + or() + " INTO " + other.name() + "(" + column + ") VALUES("
                        + expression(prefix, owner) + ")" + dice.any("", " ON CONFLICT DO NOTHING");
            case 2 ->
                "INSERT" + or() + " INTO " + other.name() + "(" + column + ") SELECT "
                        + expression(prefix, owner)
                        + dice.any("", " WHERE " + prefix + "rowid > 2");
            case 3, 4 ->
                "UPDATE" + or() + " " + other.name() + " SET " + column + " = "
                        + expression(prefix, owner) + " WHERE " + dice.any(other.columns()) + " = "
                        + prefix + dice.any(owner.columns());
            case 5 ->
                "DELETE FROM " + other.name() + " WHERE " + column + " = "
                        + expression(prefix, owner);
            default ->
                "SELECT CASE WHEN " + condition(prefix, owner) + " THEN RAISE("
                        + dice.any("IGNORE", "ABORT, 'a'", "FAIL, 'f'", "ROLLBACK, 'r'") + ") END";
        };
    }

    // ------------------------------------------------------------------ changes

    private String change(ScriptModel.Table table) {
        return switch (dice.below(13)) {
            case 0, 1 -> "DELETE FROM " + changed(table) + where(table) + returning(table);
            case 2 ->
                "DELETE FROM " + changed(table) + " WHERE " + dice.any(table.columns()) + " IN ("
                        + subquery() + ")" + returning(table);
            case 3, 4, 5 ->
                "UPDATE" + or() + " " + changed(table) + " SET " + assignments(table) + where(table)
                        + returning(table);
            case 6 ->
                "UPDATE" + or() + " " + changed(table) + " SET " + dice.any(table.settable())
                        + " = w.x FROM (SELECT " + dice.below(5) + " AS x) AS w" + where(table)
                        + returning(table);
            case 7 -> insertSelect(table);
            case 8 ->
                "INSERT" + or() + " INTO " + table.path() + " DEFAULT VALUES" + returning(table);
            default -> insert(table);
        };
    }

    private String changed(ScriptModel.Table table) {
        return wide == null ? table.path() : WideChanges.changed(table);
    }

    private String viewChange(ScriptModel.Table view) {
        String column = dice.any(view.columns());
        return switch (dice.below(3)) {
            case 0 -> "DELETE FROM " + view.path() + where(view);
            case 1 -> "UPDATE " + view.path() + " SET " + column + " = " + value() + where(view);
            default -> "INSERT INTO " + view.path() + "(" + column + ") VALUES (" + value() + ")";
        };
    }

    private String subquery() {
        ScriptModel.Table other = dice.any(model.tables());
        return "SELECT " + dice.any(other.columns()) + " FROM " + other.path();
    }

    private String or() {
        return dice.chance(35) ? " OR " + dice.any(ACTIONS) : "";
    }

    private String value() {
        return values.value();
    }

    /** The plus keeps the rows in the order of the table. */
    private String where(ScriptModel.Table table) {
        return dice.chance(75) ? " WHERE " + condition("+", table) : "";
    }

    private String condition(String prefix, ScriptModel.Table table) {
        return values.condition(prefix, table.columns());
    }

    private String expression(String prefix, ScriptModel.Table table) {
        String column = prefix + dice.any(table.columns());
        return switch (dice.below(8)) {
            case 0, 1 -> column + " + 1";
            case 2 -> column;
            case 3 -> "coalesce(" + column + ", 0) * 2";
            case 4 -> "(SELECT count(*) FROM " + dice.any(model.tables()).name() + ")";
            case 5 -> dice.any("changes()", "last_insert_rowid()", "total_changes() % 3");
            default -> value();
        };
    }

    private String returning(ScriptModel.Table table) {
        return switch (dice.below(6)) {
            case 0 -> " RETURNING *";
            case 1 -> " RETURNING " + expression("", table) + " AS e, " + dice.any(table.columns());
            default -> "";
        };
    }

    private String assignments(ScriptModel.Table table) {
        if (dice.chance(10) && table.settable().size() > 1) {
            List<String> two = dice.some(2, table.settable());
            return "(" + two.get(0) + ", " + two.get(1) + ") = ("
                    + dice.any("SELECT " + value() + ", " + value(), value() + ", " + value())
                    + ")";
        }
        StringBuilder text = new StringBuilder();
        int count = dice.between(1, 2);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(dice.any(table.settable()))
                    .append(" = ")
                    .append(expression("", table));
        }
        return text.toString();
    }

    private String insert(ScriptModel.Table table) {
        List<String> columns = dice.some(dice.between(1, 5), table.settable());
        StringBuilder text = new StringBuilder(dice.chance(10) ? "REPLACE" : "INSERT" + or());
        text.append(" INTO ").append(table.path());
        text.append('(').append(String.join(", ", columns)).append(") VALUES");
        int rows = dice.between(1, 4);
        for (int i = 0; i < rows; i++) {
            text.append(i == 0 ? "(" : ", (");
            for (int column = 0; column < columns.size(); column++) {
                text.append(column == 0 ? "" : ", ").append(values.rowValue());
            }
            text.append(')');
        }
        return text + upsert(table, columns) + returning(table);
    }

    private String insertSelect(ScriptModel.Table table) {
        List<String> columns = dice.some(2, table.settable());
        ScriptModel.Table other = dice.any(model.tables());
        StringBuilder text = new StringBuilder("INSERT" + or() + " INTO " + table.path() + "(");
        text.append(String.join(", ", columns)).append(") SELECT ");
        for (int i = 0; i < columns.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(dice.any(other.columns()));
        }
        text.append(" FROM ").append(other.path()).append(" WHERE true");
        // With an order of its own, so that conflicts are met in it.
        text.append(" ORDER BY 1").append(columns.size() > 1 ? ", 2" : "").append(" LIMIT 5");
        return text + upsert(table, columns) + returning(table);
    }

    /** SQLite may give excluded values the affinity of their columns or not. */
    private String upsert(ScriptModel.Table table, List<String> inserted) {
        StringBuilder text = new StringBuilder();
        int clauses = dice.chance(25) ? dice.between(1, 2) : 0;
        for (int i = 0; i < clauses; i++) {
            text.append(" ON CONFLICT");
            if (i + 1 < clauses || dice.chance(60)) {
                text.append('(').append(dice.any(table.columns())).append(')');
            }
            String column = dice.any(inserted);
            text.append(
                    dice.chance(30)
                            ? " DO NOTHING"
                            : " DO UPDATE SET " + column + " = excluded." + column
                                    + (dice.chance(30) ? " WHERE " + condition("", table) : ""));
        }
        return text.toString();
    }
}
