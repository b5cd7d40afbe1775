package org.sqlvm.jdbc;

import org.sqlvm.jdbc.settings.DateSettings;

import java.sql.SQLException;
import java.sql.Statement;

/** A result of DatabaseMetaData. It is of no statement, and has one for programs that close it. */
final class MetaResultSet extends SqlvmResultSet {
    private final SqlvmConnection connection;
    private Statement statement;

    MetaResultSet(SqlvmConnection connection, ListRows rows) {
        super(null, rows, DateSettings.USUAL, 0, connection.isStrict());
        this.connection = connection;
    }

    @Override
    public Statement getStatement() throws SQLException {
        checkOpen();
        if (statement == null) {
            statement = connection.createStatement();
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        super.close();
        if (statement != null) {
            statement.close();
        }
    }
}
