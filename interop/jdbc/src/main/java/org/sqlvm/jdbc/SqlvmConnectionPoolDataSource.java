package org.sqlvm.jdbc;

import java.sql.SQLException;

import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;

/** Opens connections for a pool that uses {@link PooledConnection}. */
public final class SqlvmConnectionPoolDataSource extends SqlvmDataSource
        implements ConnectionPoolDataSource {
    /** Makes a data source whose database {@link #setUrl} sets. */
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
