package org.sqlvm.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * The driver for {@code jdbc:sqlvm:} URLs; see {@link ConnectionUrl} for what may follow.
 * {@code DriverManager} finds it by itself, on the class path and on the module path.
 *
 * <p>With the system property {@code sqlvm.jdbc.acceptSqlite=true} it takes {@code jdbc:sqlite:}
 * URLs as well, for tools that know databases by their URLs.
 */
public final class SqlvmDriver implements Driver {
    static final String NAME = "sqlvm JDBC";
    static final int MAJOR = 0;
    static final int MINOR = 1;

    static {
        try {
            DriverManager.registerDriver(new SqlvmDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For {@code java.util.ServiceLoader}. */
    public SqlvmDriver() {}

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return ConnectionUrl.accepts(url);
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        return ConnectionUrl.accepts(url) ? open(url, info) : null;
    }

    /** Opens a connection for a URL that is one of ours. */
    static SqlvmConnection open(String url, Properties info) throws SQLException {
        ConnectionUrl parsed = ConnectionUrl.parse(url, info == null ? new Properties() : info);
        return new SqlvmConnection(url, parsed);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        Properties properties = info == null ? new Properties() : info;
        return ConnectionUrl.accepts(url)
                ? ConnectionUrl.parse(url, properties).settings().describe()
                : Settings.of(properties).describe();
    }

    @Override
    public int getMajorVersion() {
        return MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return MINOR;
    }

    /** False: the standard asks for SQL-92 entry level, which SQLite's dialect is not. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw Errors.notSupported("a logger");
    }
}
