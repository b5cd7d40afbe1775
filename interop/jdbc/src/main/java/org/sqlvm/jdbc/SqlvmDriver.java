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
 *
 * <p>This class is compiled for Java 8, so that an older Java loads it and is told which one is
 * needed, instead of that there is no driver. It may name no other class of this package outside of
 * comments, but for {@link RequiredJava}: {@link CurrentDriver} does the work.
 */
public final class SqlvmDriver implements Driver {
    static final String NAME = "sqlvm JDBC";
    static final int MAJOR = 0;
    static final int MINOR = 2;

    static final String PREFIX = "jdbc:sqlvm:";
    private static final String SQLITE_PREFIX = "jdbc:sqlite:";

    /** A system property: whether the driver takes the URLs of sqlite-jdbc, too. */
    private static final String ACCEPT_SQLITE = "sqlvm.jdbc.acceptSqlite";

    /** The driver to which this one delegates; null on an older Java. */
    private static final Driver WORKER = worker();

    static {
        try {
            DriverManager.registerDriver(new SqlvmDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Used by {@code java.util.ServiceLoader}. */
    public SqlvmDriver() {}

    private static Driver worker() {
        if (RequiredJava.refusal() != null) {
            return null;
        }
        try {
            return (Driver) Class.forName("org.sqlvm.jdbc.CurrentDriver")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the prefix of a URL if it is one of ours; else null. */
    static String prefix(String url) {
        if (url == null) {
            return null;
        }
        if (url.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
            return PREFIX;
        }
        boolean sqlite = Boolean.getBoolean(ACCEPT_SQLITE)
                && url.regionMatches(true, 0, SQLITE_PREFIX, 0, SQLITE_PREFIX.length());
        return sqlite ? SQLITE_PREFIX : null;
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return prefix(url) != null;
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        if (prefix(url) == null) {
            return null;
        }
        if (WORKER == null) {
            throw new SQLException(RequiredJava.refusal(), "08001");
        }
        return WORKER.connect(url, info);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        return WORKER == null ? new DriverPropertyInfo[0] : WORKER.getPropertyInfo(url, info);
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
        throw new SQLFeatureNotSupportedException("a logger is not supported by SQLite", "0A000");
    }
}
