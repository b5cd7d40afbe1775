package org.sqlvm.shell;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code .parameter}: values for the parameters of later statements, in the table
 * temp.sqlite_parameters as sqlite3 has it. A parameter without a value is NULL.
 */
final class Parameters {
    /** A list is aligned up to this width. */
    private static final int WIDTH_MAX = 40;

    private static final String TABLE = "temp.sqlite_parameters";

    private Parameters() {}

    /** Gives a statement its values. */
    static void bind(Database database, Statement statement) {
        if (statement.parameterCount() == 0 || !exists(database)) {
            return;
        }
        for (int number = 1; number <= statement.parameterCount(); number++) {
            String name = statement.parameterName(number);
            statement.bind(number, value(database, name == null ? "?" + number : name));
        }
    }

    private static boolean exists(Database database) {
        try (Rows rows = database.query(
                "SELECT 1 FROM sqlite_temp_schema WHERE name = 'sqlite_parameters'")) {
            return rows.next();
        }
    }

    private static Object value(Database database, String name) {
        try (Rows rows = database.query("SELECT value FROM " + TABLE + " WHERE key = ?", name)) {
            return rows.next() ? rows.getObject(0) : null;
        }
    }

    static Shell.Outcome run(Shell shell, List<String> words) {
        Database database = shell.database();
        try {
            switch (words.size() + " " + (words.size() > 1 ? words.get(1) : "")) {
                case "2 init" -> initialize(database);
                case "2 clear" -> database.execute("DROP TABLE IF EXISTS " + TABLE);
                case "2 list" -> list(shell, database);
                case "3 unset" -> {
                    if (exists(database)) {
                        database.execute("DELETE FROM " + TABLE + " WHERE key = "
                                + Quoting.sql(words.get(2)));
                    }
                }
                case "4 set" -> set(database, words.get(2), words.get(3));
                default -> new Help(shell.output.sink()).show("parameter");
            }
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            shell.report("Error: " + e.getMessage());
            return Shell.Outcome.FAILED;
        }
    }

    /** Makes the table, whose name is reserved otherwise. */
    private static void initialize(Database database) {
        boolean writable;
        try (Rows rows = database.query("PRAGMA writable_schema")) {
            writable = rows.next() && rows.getLong(0) != 0;
        }
        database.execute("PRAGMA writable_schema = ON");
        try {
            database.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                    + "(key TEXT PRIMARY KEY, value) WITHOUT ROWID");
        } finally {
            database.execute("PRAGMA writable_schema = " + (writable ? "ON" : "OFF"));
        }
    }

    /** The value is that of an SQL expression; text that is none is itself. */
    private static void set(Database database, String name, String expression) {
        initialize(database);
        String start = "REPLACE INTO " + TABLE + "(key,value) VALUES(" + Quoting.sql(name) + ",";
        try (Statement statement = database.prepare(start + expression + ");")) {
            statement.execute();
        } catch (SqlvmException e) {
            database.execute(start + Quoting.sql(expression) + ");");
        }
    }

    private static void list(Shell shell, Database database) {
        if (!exists(database)) {
            return;
        }
        List<String[]> values = new ArrayList<>();
        int width = 0;
        try (Rows rows = database.query("SELECT key, quote(value) FROM " + TABLE)) {
            while (rows.next()) {
                values.add(new String[] {rows.getText(0), rows.getText(1)});
                width = Math.max(width, Math.min(WIDTH_MAX, rows.getText(0).length()));
            }
        }
        for (String[] each : values) {
            int missing = Math.max(0, width - each[0].length());
            shell.output.sink().line(each[0] + " ".repeat(missing) + " " + each[1]);
        }
    }
}
