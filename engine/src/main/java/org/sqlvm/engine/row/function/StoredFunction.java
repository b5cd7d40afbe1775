package org.sqlvm.engine.row.function;

import java.util.Locale;

/**
 * A function that CREATE FUNCTION has stored in a database file: a row of the table {@link #TABLE}.
 *
 * @param name as written
 * @param parameters their names with commas, or {@code *} for any number
 * @param deterministic the same arguments give the same result
 * @param language the id of a language of the polyglot platform
 * @param source what gives the function when it is evaluated there
 */
public record StoredFunction(
        String name, String parameters, boolean deterministic, String language, String source) {
    /** The table of main that has them: an ordinary one, which is nothing special to SQLite. */
    public static final String TABLE = "sqlvm_function";

    /** Its columns, those of this record. */
    public static final String COLUMNS = "name,parameters,deterministic,language,source";

    public static final String ANY_NUMBER = "*";

    /** -1 for any number. */
    public int argumentCount() {
        String all = parameters.strip();
        if (all.equals(ANY_NUMBER)) {
            return -1;
        }
        return all.isEmpty() ? 0 : all.split(",", -1).length;
    }

    /** Whether SQL's calls of {@code other} mean this one. */
    public boolean isCalled(String other) {
        return name.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }
}
