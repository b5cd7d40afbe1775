package org.sqlvm.spark;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

/** Connections of tasks. */
final class FileReading {
    /** SQLITE_ERROR_SNAPSHOT. */
    private static final int SNAPSHOT = 769;

    private FileReading() {}

    /**
     * Opens the file of a part, in a read transaction that sees the part's snapshot.
     *
     * @throws SqlvmException if the file has changed so that it cannot be seen any more
     */
    static Database open(Part part) {
        Database database = Location.open(part.file());
        boolean isOpen = false;
        try {
            if (part.snapshot() == null) {
                database.beginSnapshot("main");
            } else {
                database.beginSnapshot("main", part.snapshot());
            }
            isOpen = true;
            return database;
        } catch (SqlvmException error) {
            throw error(part.file(), error);
        } finally {
            if (!isOpen) {
                database.close();
            }
        }
    }

    /** Returns an error that names the file. */
    static SqlvmException error(String file, SqlvmException error) {
        String message = String.valueOf(error.getMessage());
        if (error.code() == SNAPSHOT) {
            message = "the file has changed since the scan was planned, so that its parts would be"
                    + " of different commits; make the DataFrame again, or use a write-ahead log";
        }
        return message.contains(file)
                ? error
                : new SqlvmException(file + ": " + message, error.code(), -1, error);
    }
}
