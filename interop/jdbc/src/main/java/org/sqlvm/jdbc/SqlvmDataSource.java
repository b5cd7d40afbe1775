package org.sqlvm.jdbc;

import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.Setting;
import org.sqlvm.jdbc.settings.Settings;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

import javax.sql.DataSource;

/**
 * Opens a new connection to one database for each request: for few connections, or below a pool.
 * The most common settings have setters; {@link #setProperty} sets any setting of a URL.
 */
public class SqlvmDataSource implements DataSource {
    private String url = ConnectionUrl.PREFIX;
    private final Properties properties = new Properties();
    private PrintWriter logWriter;
    private int loginTimeout;

    /** Makes a data source whose database {@link #setUrl} sets. */
    public SqlvmDataSource() {}

    public final void setUrl(String value) {
        url = value;
    }

    public final String getUrl() {
        return url;
    }

    /** The path of the database's file, instead of a URL. */
    public final void setDatabaseName(String path) {
        url = ConnectionUrl.PREFIX + path;
    }

    public final String getDatabaseName() {
        int end = url.indexOf('?');
        return url.substring(
                Math.min(url.length(), ConnectionUrl.PREFIX.length()),
                end < 0 ? url.length() : end);
    }

    /**
     * Sets a setting of new connections.
     *
     * @param key the setting's key, as in a URL
     * @throws SQLException if there is no such setting, or the value is not allowed
     */
    public final void setProperty(String key, String value) throws SQLException {
        Settings settings = new Settings(true);
        settings.put(key, value);
        if (Setting.of(key) == null) {
            throw settings.warnings();
        }
        properties.setProperty(Setting.of(key).key(), value);
    }

    /** A value that has been set; null for one that has not. */
    public final String getProperty(String key) {
        Setting setting = Setting.of(key);
        return setting == null ? null : properties.getProperty(setting.key());
    }

    private void set(Setting setting, Object value) throws SQLException {
        setProperty(setting.key(), String.valueOf(value));
    }

    public final void setReadOnly(boolean on) throws SQLException {
        set(Setting.OPEN_MODE, on ? 1 : 6);
    }

    public final void setBusyTimeout(int milliseconds) throws SQLException {
        set(Setting.BUSY_TIMEOUT, milliseconds);
    }

    public final void setJournalMode(String mode) throws SQLException {
        set(Setting.JOURNAL_MODE, mode);
    }

    public final void setSynchronous(String mode) throws SQLException {
        set(Setting.SYNCHRONOUS, mode);
    }

    public final void setLockingMode(String mode) throws SQLException {
        set(Setting.LOCKING_MODE, mode);
    }

    public final void setTransactionMode(String mode) throws SQLException {
        set(Setting.TRANSACTION_MODE, mode);
    }

    public final void setEnforceForeignKeys(boolean on) throws SQLException {
        set(Setting.FOREIGN_KEYS, on);
    }

    public final void setForeignKeys(boolean on) throws SQLException {
        set(Setting.FOREIGN_KEYS, on);
    }

    public final void setRecursiveTriggers(boolean on) throws SQLException {
        set(Setting.RECURSIVE_TRIGGERS, on);
    }

    public final void setCaseSensitiveLike(boolean on) throws SQLException {
        set(Setting.CASE_SENSITIVE_LIKE, on);
    }

    public final void setCacheSize(int pages) throws SQLException {
        set(Setting.CACHE_SIZE, pages);
    }

    public final void setPageSize(int bytes) throws SQLException {
        set(Setting.PAGE_SIZE, bytes);
    }

    public final void setEncoding(String encoding) throws SQLException {
        set(Setting.ENCODING, encoding);
    }

    public final void setTempStore(String place) throws SQLException {
        set(Setting.TEMP_STORE, place);
    }

    public final void setUserVersion(int version) throws SQLException {
        set(Setting.USER_VERSION, version);
    }

    public final void setDateClass(String form) throws SQLException {
        set(Setting.DATE_CLASS, form);
    }

    public final void setDatePrecision(String unit) throws SQLException {
        set(Setting.DATE_PRECISION, unit);
    }

    public final void setDateStringFormat(String format) throws SQLException {
        set(Setting.DATE_STRING_FORMAT, format);
    }

    public final void setGetGeneratedKeys(boolean on) throws SQLException {
        set(Setting.GET_GENERATED_KEYS, on);
    }

    final SqlvmConnection open() throws SQLException {
        if (!ConnectionUrl.accepts(url)) {
            throw new SQLException("no URL of this driver: " + url, "08001");
        }
        Properties all = new Properties();
        all.putAll(properties);
        if (loginTimeout > 0 && ConnectionUrl.isRemote(url)) {
            all.setProperty(Setting.LOGIN_TIMEOUT.key(), Integer.toString(loginTimeout));
        }
        return CurrentDriver.open(url, all);
    }

    /** Opens a connection with a user's name and password, which only servers use. */
    final SqlvmConnection open(String user, String password) throws SQLException {
        SqlvmDataSource other = new SqlvmDataSource();
        other.url = url;
        other.loginTimeout = loginTimeout;
        other.properties.putAll(properties);
        if (user != null) {
            other.set(Setting.USER, user);
        }
        if (password != null) {
            other.set(Setting.PASSWORD, password);
        }
        return other.open();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return open();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return open(username, password);
    }

    @Override
    public PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        logWriter = out;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeout = seconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw Errors.notSupported("a logger");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapped.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
