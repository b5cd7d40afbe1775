package org.sqlvm.jdbc;

import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.jdbc.error.Errors;

import java.sql.Connection;
import java.sql.SQLException;

/** An order of texts in the form that programs for sqlite-jdbc have; see also {@link Function}. */
public abstract class Collation {
    /** For subclasses. */
    protected Collation() {}

    /** Registers a collation with one connection. */
    public static void create(Connection connection, String name, Collation collation)
            throws SQLException {
        try {
            connection.unwrap(Database.class).createCollation(name, collation::xCompare);
        } catch (SqlvmException e) {
            throw Errors.of(e);
        }
    }

    /** Takes a collation back. */
    public static void destroy(Connection connection, String name) throws SQLException {
        try {
            connection.unwrap(Database.class).removeCollation(name);
        } catch (SqlvmException e) {
            throw Errors.of(e);
        }
    }

    /**
     * Returns a negative number, 0 or a positive number if {@code left} sorts before, with or after
     * {@code right}.
     */
    protected abstract int xCompare(String left, String right);
}
