package org.sqlite;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Locale;
import java.util.Properties;
import java.util.logging.Logger;

import javax.sql.DataSource;

/** Gives connections to one database, each a new one. */
public class SQLiteDataSource implements DataSource {
    private SQLiteConfig config;
    private String url = JDBC.PREFIX;
    private String databaseName = "";
    private transient PrintWriter logWriter;
    private int loginTimeout;

    /** With nothing set. */
    public SQLiteDataSource() {
        this(new SQLiteConfig());
    }

    /** With settings, which may still be changed. */
    public SQLiteDataSource(SQLiteConfig config) {
        this.config = config;
    }

    public void setConfig(SQLiteConfig value) {
        config = value;
    }

    public SQLiteConfig getConfig() {
        return config;
    }

    public void setUrl(String value) {
        url = value;
    }

    public String getUrl() {
        return url;
    }

    public void setDatabaseName(String name) {
        databaseName = name;
    }

    public String getDatabaseName() {
        return databaseName;
    }

    private static String upper(String value) {
        return value.toUpperCase(Locale.ROOT);
    }

    public void setSharedCache(boolean value) {
        config.setSharedCache(value);
    }

    public void setLoadExtension(boolean value) {
        config.enableLoadExtension(value);
    }

    public void setReadOnly(boolean value) {
        config.setReadOnly(value);
    }

    public void setBusyTimeout(int value) {
        config.setBusyTimeout(value);
    }

    public void setCacheSize(int value) {
        config.setCacheSize(value);
    }

    public void setAutomaticIndex(boolean value) {
        config.enableAutomaticIndex(value);
    }

    public void setCacheSpill(boolean value) {
        config.setCacheSpill(value);
    }

    public void setCacheSpill(int value) {
        config.setCacheSpill(value);
    }

    public void setCaseSensitiveLike(boolean value) {
        config.enableCaseSensitiveLike(value);
    }

    public void setCountChanges(boolean value) {
        config.enableCountChanges(value);
    }

    public void setDefaultCacheSize(int value) {
        config.setDefaultCacheSize(value);
    }

    public void setEnforceForeignKeys(boolean value) {
        config.enforceForeignKeys(value);
    }

    public void setFullColumnNames(boolean value) {
        config.enableFullColumnNames(value);
    }

    public void setFullSync(boolean value) {
        config.enableFullSync(value);
    }

    public void setIncrementalVacuum(int value) {
        config.incrementalVacuum(value);
    }

    public void setJournalSizeLimit(int value) {
        config.setJournalSizeLimit(value);
    }

    public void setLegacyFileFormat(boolean value) {
        config.useLegacyFileFormat(value);
    }

    public void setLegacyAlterTable(boolean value) {
        config.setLegacyAlterTable(value);
    }

    public void setPageSize(int value) {
        config.setPageSize(value);
    }

    public void setMaxPageCount(int value) {
        config.setMaxPageCount(value);
    }

    public void setReadUncommitted(boolean value) {
        config.setReadUncommitted(value);
    }

    public void setRecursiveTriggers(boolean value) {
        config.enableRecursiveTriggers(value);
    }

    public void setReverseUnorderedSelects(boolean value) {
        config.enableReverseUnorderedSelects(value);
    }

    public void setShortColumnNames(boolean value) {
        config.enableShortColumnNames(value);
    }

    public void setGetGeneratedKeys(boolean value) {
        config.setGetGeneratedKeys(value);
    }

    public void setUserVersion(int value) {
        config.setUserVersion(value);
    }

    public void setTempStoreDirectory(String value) {
        config.setTempStoreDirectory(value);
    }

    public void setTransactionMode(String value) {
        config.setTransactionMode(value);
    }

    public void setEncoding(String value) {
        config.setEncoding(SQLiteConfig.Encoding.getEncoding(value));
    }

    public void setJournalMode(String value) {
        config.setJournalMode(SQLiteConfig.JournalMode.valueOf(upper(value)));
    }

    public void setLockingMode(String value) {
        config.setLockingMode(SQLiteConfig.LockingMode.valueOf(upper(value)));
    }

    public void setSynchronous(String value) {
        config.setSynchronous(SQLiteConfig.SynchronousMode.valueOf(upper(value)));
    }

    public void setTempStore(String value) {
        config.setTempStore(SQLiteConfig.TempStore.valueOf(upper(value)));
    }

    @Override
    public Connection getConnection() throws SQLException {
        return getConnection(null, null);
    }

    /** Files have no users: the name and the password have no effect. */
    @Override
    public SQLiteConnection getConnection(String user, String password) throws SQLException {
        Properties properties = config.toProperties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        return JDBC.createConnection(url, properties);
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return logWriter;
    }

    @Override
    public void setLogWriter(PrintWriter writer) throws SQLException {
        logWriter = writer;
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return loginTimeout;
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        loginTimeout = seconds;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("a logger", "0A000");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this);
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (!isWrapperFor(type)) {
            throw new SQLException("no " + type.getName() + ": " + getClass().getName());
        }
        return type.cast(this);
    }
}
