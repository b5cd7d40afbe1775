package org.sqlite.javax;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;
import org.sqlvm.jdbc.SqlvmPooledConnection;

import java.sql.SQLException;

import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;

/** Gives connections to a pool that speaks of {@link PooledConnection}s. */
public class SQLiteConnectionPoolDataSource extends SQLiteDataSource
        implements ConnectionPoolDataSource {
    /** With nothing set. */
    public SQLiteConnectionPoolDataSource() {}

    /** With settings, which may still be changed. */
    public SQLiteConnectionPoolDataSource(SQLiteConfig config) {
        super(config);
    }

    @Override
    public PooledConnection getPooledConnection() throws SQLException {
        return getPooledConnection(null, null);
    }

    @Override
    public PooledConnection getPooledConnection(String user, String password) throws SQLException {
        SQLiteConnection connection = getConnection(user, password);
        return new SqlvmPooledConnection(connection);
    }
}
