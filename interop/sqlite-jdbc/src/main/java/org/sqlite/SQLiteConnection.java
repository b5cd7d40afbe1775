package org.sqlite;

import org.sqlite.core.DB;
import org.sqlvm.api.Limit;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.jdbc.SqlvmConnection;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;

/** A connection under the name that programs cast it to. */
public class SQLiteConnection extends SqlvmConnection {
    private static final String TIMEOUT = SQLiteConfig.Pragma.BUSY_TIMEOUT.pragmaName;

    private final SQLiteConnectionConfig config;
    private final DB database;
    private int busyTimeoutMs;

    SQLiteConnection(String url, Properties properties) throws SQLException {
        super(url, JDBC.PREFIX, withTimeout(url, properties), SQLiteConnection::translated);
        Properties all = urlProperties(url);
        all.putAll(properties);
        SQLiteConfig told = new SQLiteConfig(all);
        this.config = told.newConnectionConfig();
        config.onGeneratedKeys(this::setGivesKeys);
        this.busyTimeoutMs = told.getBusyTimeout();
        this.database = new DB(url, told, database());
    }

    /** sqlite-jdbc waits for three seconds if nothing else is said. */
    private static Properties withTimeout(String url, Properties properties) {
        Properties all = new Properties();
        for (String key : properties.stringPropertyNames()) {
            all.setProperty(key, properties.getProperty(key));
        }
        if (!url.toLowerCase(Locale.ROOT).contains(TIMEOUT)) {
            all.putIfAbsent(TIMEOUT, String.valueOf(new SQLiteConfig().getBusyTimeout()));
        }
        return all;
    }

    private static Properties urlProperties(String url) {
        Properties properties = new Properties();
        int question = url.indexOf('?');
        for (String pair : url.substring(question + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (question >= 0 && equals > 0) {
                String key = pair.substring(0, equals).toLowerCase(Locale.ROOT);
                if (SQLiteConfig.pragmaSet.contains(key)) {
                    properties.setProperty(key, pair.substring(equals + 1));
                }
            }
        }
        return properties;
    }

    /** sqlite-jdbc has one class for all errors of SQLite. */
    private static SQLException translated(SQLException error) {
        SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(error.getErrorCode());
        return new SQLiteException(error.getMessage(), error.getSQLState(), code, error.getCause());
    }

    public String getUrl() {
        return url();
    }

    public SQLiteConnectionConfig getConnectionConfig() {
        return config;
    }

    /** Returns the database below JDBC. */
    public DB getDatabase() {
        return database;
    }

    /** The version of SQLite. */
    public String libversion() throws SQLException {
        return DB.libversion();
    }

    // --- Settings

    public SQLiteConfig.TransactionMode getCurrentTransactionMode() {
        return config.getTransactionMode();
    }

    /** Sets how transactions begin from now on. */
    public void setCurrentTransactionMode(SQLiteConfig.TransactionMode mode) {
        config.setTransactionMode(mode);
        setTransactionMode(mode.getValue());
    }

    public int getBusyTimeout() {
        return busyTimeoutMs;
    }

    /** Sets how long to wait for a lock, in milliseconds. */
    public void setBusyTimeout(int milliseconds) throws SQLException {
        run("PRAGMA busy_timeout = " + milliseconds);
        busyTimeoutMs = milliseconds;
    }

    /** Sets a limit; a negative value leaves it as it is. */
    public void setLimit(SQLiteLimits limit, int value) throws SQLException {
        if (limit != SQLiteLimits.SQLITE_LIMIT_PAGE_COUNT) {
            String name = limit.name().substring("SQLITE_LIMIT_".length());
            try {
                database.handle().setLimit(Limit.valueOf(name), value);
            } catch (SqlvmException e) {
                throw error(e);
            }
        }
    }

    void apply(Properties pragmas) throws SQLException {
        for (String name : pragmas.stringPropertyNames()) {
            boolean isPragma = SQLiteConfig.pragmaSet.contains(name)
                    && !name.matches("open_mode|shared_cache|enable_load_extension|limit_.*"
                            + "|transaction_mode|date_.*|hexkey_mode|password|jdbc.*");
            if (isPragma) {
                String value = pragmas.getProperty(name);
                run("PRAGMA " + name + " = " + SqlText.literal(value));
            }
        }
    }

    private void run(String sql) throws SQLException {
        try {
            database.handle().execute(sql);
        } catch (SqlvmException e) {
            throw error(e);
        }
    }

    // --- Listeners

    public void addUpdateListener(SQLiteUpdateListener listener) {
        database.addUpdateListener(listener);
    }

    public void removeUpdateListener(SQLiteUpdateListener listener) {
        database.removeUpdateListener(listener);
    }

    public void addCommitListener(SQLiteCommitListener listener) {
        database.addCommitListener(listener);
    }

    public void removeCommitListener(SQLiteCommitListener listener) {
        database.removeCommitListener(listener);
    }

    // --- Images

    /** Returns the bytes of the file that a database of the connection is, or would be. */
    public byte[] serialize(String schema) throws SQLException {
        try {
            return database.handle().serialize(schema);
        } catch (SqlvmException e) {
            throw error(e);
        }
    }

    /** Replaces a database of the connection by one in memory with these bytes. */
    public void deserialize(String schema, byte[] image) throws SQLException {
        try {
            database.handle().deserialize(schema, image);
        } catch (SqlvmException e) {
            throw error(e);
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            super.close();
        } finally {
            database.forgetAll();
        }
    }
}
