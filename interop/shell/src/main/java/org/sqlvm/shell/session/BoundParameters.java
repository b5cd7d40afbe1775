package org.sqlvm.shell.session;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

/**
 * The values of a statement's parameters, in the table temp.sqlite_parameters as sqlite3 has it. A
 * parameter without a value is NULL.
 */
public final class BoundParameters {
    public static final String TABLE = "temp.sqlite_parameters";

    private BoundParameters() {}

    /** Binds the values of a statement's parameters. */
    static void bind(Database database, Statement statement) {
        if (statement.parameterCount() == 0 || !exist(database)) {
            return;
        }
        for (int number = 1; number <= statement.parameterCount(); number++) {
            String name = statement.parameterName(number);
            statement.bind(number, value(database, name == null ? "?" + number : name));
        }
    }

    /** Whether the table is there. */
    public static boolean exist(Database database) {
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
}
