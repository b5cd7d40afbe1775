package org.sqlvm.spark;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

/** Connections of tasks. */
final class FileReading {
    private FileReading() {}

    /** Opens the file of a part, in a read transaction that sees the part's version. */
    static Database open(Part part) {
        return Location.open(part.file());
    }

    /** An error with the file's name. */
    static SqlvmException error(String file, SqlvmException error) {
        String message = String.valueOf(error.getMessage());
        return message.contains(file)
                ? error
                : new SqlvmException(file + ": " + message, error.code(), -1, error);
    }
}
