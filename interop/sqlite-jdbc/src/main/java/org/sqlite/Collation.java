package org.sqlite;

import java.sql.Connection;
import java.sql.SQLException;

/** An order of texts. */
public abstract class Collation extends org.sqlvm.jdbc.Collation {
    /** For subclasses. */
    protected Collation() {}

    /** Registers a collation with one connection. */
    public static final void create(Connection connection, String name, Collation collation)
            throws SQLException {
        org.sqlvm.jdbc.Collation.create(connection, name, collation);
    }

    /**
     * Takes a collation back. Where a result that is not closed needs it nothing happens, as in
     * sqlite-jdbc, which does not look at what SQLite answers.
     */
    public static final void destroy(Connection connection, String name) throws SQLException {
        try {
            org.sqlvm.jdbc.Collation.destroy(connection, name);
        } catch (SQLException e) {
            if (e.getErrorCode() != SQLiteErrorCode.SQLITE_BUSY.code) {
                throw e;
            }
        }
    }
}
