package org.sqlvm.jdbc;

import java.sql.SQLException;

import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;

/** Gives connections to a pool that speaks of {@link PooledConnection}s. */
public final class SqlvmConnectionPoolDataSource extends SqlvmDataSource
        implements ConnectionPoolDataSource {
    /** For a database that {@link #setUrl} names. */
    public SqlvmConnectionPoolDataSource() {}

    @Override
    public PooledConnection getPooledConnection() throws SQLException {
        return new SqlvmPooledConnection(open());
    }

    @Override
    public PooledConnection getPooledConnection(String user, String password) throws SQLException {
        return new SqlvmPooledConnection(open(user, password));
    }
}
