package org.sqlvm.engine.row.function;

import java.util.List;
import java.util.Locale;

/**
 * What this database would have been compiled with if it were SQLite: those of SQLite's options
 * (sqlite.org/compile.html) that say something true of it, sorted.
 */
public final class CompileOptions {
    private static final List<String> OPTIONS = List.of(
            "DEFAULT_FILE_FORMAT=4",
            "ENABLE_DBSTAT_VTAB",
            "ENABLE_FTS3",
            "ENABLE_FTS3_PARENTHESIS",
            "ENABLE_FTS4",
            "ENABLE_FTS5",
            "ENABLE_GEOPOLY",
            "ENABLE_MATH_FUNCTIONS",
            "ENABLE_PERCENTILE",
            "ENABLE_RTREE",
            "MAX_COLUMN=2000",
            "MAX_COMPOUND_SELECT=500",
            "MAX_EXPR_DEPTH=1000",
            "MAX_FUNCTION_ARG=1000",
            "MAX_LENGTH=1000000000",
            "MAX_LIKE_PATTERN_LENGTH=50000",
            "MAX_PAGE_SIZE=65536",
            "MAX_VARIABLE_NUMBER=32766",
            "OMIT_LOAD_EXTENSION",
            "SOUNDEX",
            "THREADSAFE=2");

    private CompileOptions() {}

    /** The options, without {@code SQLITE_} before them. */
    public static List<String> all() {
        return OPTIONS;
    }

    /** Whether an option is there, by its name with or without {@code SQLITE_} or value. */
    static boolean isUsed(String asked) {
        String name = asked.toUpperCase(Locale.ROOT);
        name = name.startsWith("SQLITE_") ? name.substring("SQLITE_".length()) : name;
        for (String option : OPTIONS) {
            boolean whole = option.length() == name.length() || option.startsWith(name + "=");
            if (option.startsWith(name) && whole) {
                return true;
            }
        }
        return false;
    }
}
