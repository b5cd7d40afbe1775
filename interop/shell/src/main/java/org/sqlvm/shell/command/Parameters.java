package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.session.BoundParameters;
import org.sqlvm.shell.session.Shell;

import java.util.ArrayList;
import java.util.List;

/** {@code .parameter}: sets the values of {@link BoundParameters}. */
final class Parameters {
    /** A list is aligned up to this width. */
    private static final int WIDTH_MAX = 40;

    private static final String TABLE = BoundParameters.TABLE;

    private Parameters() {}

    static Shell.Outcome run(Shell shell, List<String> words) {
        Database database = shell.database();
        try {
            switch (words.size() + " " + (words.size() > 1 ? words.get(1) : "")) {
                case "2 init" -> initialize(database);
                case "2 clear" -> database.execute("DROP TABLE IF EXISTS " + TABLE);
                case "2 list" -> list(shell, database);
                case "3 unset" -> {
                    if (BoundParameters.exist(database)) {
                        database.execute("DELETE FROM " + TABLE + " WHERE key = "
                                + SqlText.literal(words.get(2)));
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
        String start =
                "REPLACE INTO " + TABLE + "(key,value) VALUES(" + SqlText.literal(name) + ",";
        try (Statement statement = database.prepare(start + expression + ");")) {
            statement.execute();
        } catch (SqlvmException e) {
            database.execute(start + SqlText.literal(expression) + ");");
        }
    }

    private static void list(Shell shell, Database database) {
        if (!BoundParameters.exist(database)) {
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
