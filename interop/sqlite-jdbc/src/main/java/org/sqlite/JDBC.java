package org.sqlite;

import org.sqlvm.jdbc.SqlvmDriver;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Logger;

/** The driver for {@code jdbc:sqlite:} URLs. */
public class JDBC implements Driver {
    public static final String PREFIX = "jdbc:sqlite:";

    static {
        try {
            DriverManager.registerDriver(new JDBC());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For {@code java.util.ServiceLoader}. */
    public JDBC() {}

    /** Returns whether a URL is one of this driver's. */
    public static boolean isValidURL(String url) {
        return url != null && url.toLowerCase(Locale.ROOT).startsWith(PREFIX);
    }

    @Override
    public boolean acceptsURL(String url) {
        return isValidURL(url);
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        return isValidURL(url) ? createConnection(url, info) : null;
    }

    /** Opens a connection. */
    public static SQLiteConnection createConnection(String url, Properties info)
            throws SQLException {
        if (!isValidURL(url)) {
            throw new SQLException("invalid database address: " + url, "08001");
        }
        return new SQLiteConnection(url.strip(), info == null ? new Properties() : info);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        return new SqlvmDriver().getPropertyInfo(null, info);
    }

    /** As SQLite's. */
    @Override
    public int getMajorVersion() {
        return SQLiteJDBCLoader.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return SQLiteJDBCLoader.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("a logger", "0A000");
    }
}
