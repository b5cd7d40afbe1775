package org.sqlvm.jdbc;

import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.Settings;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** The driver behind {@link SqlvmDriver}, for our URLs and a Java version that can run it. */
final class CurrentDriver implements Driver {
    /** Called by name. */
    CurrentDriver() {}

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return ConnectionUrl.accepts(url);
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        return open(url, info);
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
                : Settings.of(properties, true).describe();
    }

    @Override
    public int getMajorVersion() {
        return SqlvmDriver.MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return SqlvmDriver.MINOR;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw Errors.notSupported("a logger");
    }
}
