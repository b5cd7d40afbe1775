package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileColumn;
import org.sqlvm.engine.error.SqlException;

/** What is wrong with a file, and where. */
public final class FileError {
    /** Longer values are cut in messages. */
    private static final int SHOWN_MAX = 40;

    private FileError() {}

    public static SqlException of(String path, String what) {
        return SqlException.error(path + ": " + what);
    }

    /** @param line from 1 */
    public static SqlException at(String path, long line, String what) {
        return SqlException.error(path + ":" + line + ": " + what);
    }

    /**
     * What is said of a value that is not of its column's type.
     *
     * @param column from 0
     */
    static String type(int column, FileColumn described, String value) {
        String type = described.type().name();
        String article = type.startsWith("I") ? "an " : "a ";
        return "column " + (column + 1) + " (" + described.name() + "): " + shown(value)
                + " is not " + article + type;
    }

    /** A value in quotes. */
    static String shown(String value) {
        String cut = value.length() > SHOWN_MAX ? value.substring(0, SHOWN_MAX) + "…" : value;
        return "'" + cut.replace("\n", "\\n").replace("\r", "\\r") + "'";
    }
}
