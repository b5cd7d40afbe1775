package org.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings of a connection, under sqlite-jdbc's names. They are properties of the driver: what each
 * does is in its reference.
 */
public class SQLiteConfig {
    /** How a date is written if it is stored as text. */
    public static final String DEFAULT_DATE_STRING_FORMAT = "yyyy-MM-dd HH:mm:ss.SSS";

    private static final int BUSY_TIMEOUT_MS = 3000;

    static final Set<String> pragmaSet = Arrays.stream(Pragma.values())
            .map(Pragma::getPragmaName)
            .collect(Collectors.toUnmodifiableSet());

    private final Properties values = new Properties();

    /** With nothing set. */
    public SQLiteConfig() {
        this(new Properties());
    }

    /** With what properties say. */
    public SQLiteConfig(Properties properties) {
        for (String key : properties.stringPropertyNames()) {
            values.setProperty(key, properties.getProperty(key));
        }
    }

    private void set(Pragma pragma, Object value) {
        values.setProperty(pragma.pragmaName, String.valueOf(value));
    }

    private String get(Pragma pragma, String usual) {
        return values.getProperty(pragma.pragmaName, usual);
    }

    private boolean isOn(Pragma pragma, boolean usual) {
        return Boolean.parseBoolean(get(pragma, String.valueOf(usual)));
    }

    /** Sets a property by its name. */
    public void setPragma(Pragma pragma, String value) {
        set(pragma, value);
    }

    /** Returns what {@code DriverManager.getConnection} takes. */
    public Properties toProperties() {
        Properties all = new Properties();
        all.setProperty(Pragma.OPEN_MODE.pragmaName, String.valueOf(getOpenModeFlags()));
        all.setProperty(Pragma.BUSY_TIMEOUT.pragmaName, String.valueOf(getBusyTimeout()));
        all.setProperty(Pragma.TRANSACTION_MODE.pragmaName, getTransactionMode().getValue());
        all.setProperty(
                Pragma.JDBC_EXPLICIT_READONLY.pragmaName, String.valueOf(isExplicitReadOnly()));
        all.setProperty(
                Pragma.JDBC_GET_GENERATED_KEYS.pragmaName, String.valueOf(isGetGeneratedKeys()));
        for (String key : values.stringPropertyNames()) {
            all.setProperty(key, values.getProperty(key));
        }
        return all;
    }

    /** Opens a connection. */
    public Connection createConnection(String url) throws SQLException {
        return JDBC.createConnection(url, toProperties());
    }

    /** Returns what a connection keeps of these settings. */
    public SQLiteConnectionConfig newConnectionConfig() {
        return SQLiteConnectionConfig.fromPragmaTable(toProperties());
    }

    /** Runs the PRAGMAs that are set on a connection that is open. */
    public void apply(Connection connection) throws SQLException {
        SQLiteConnection own = connection.unwrap(SQLiteConnection.class);
        own.apply(values);
    }

    // --- Opening

    /** The flags of {@link SQLiteOpenMode}. */
    public int getOpenModeFlags() {
        int usual = SQLiteOpenMode.READWRITE.flag | SQLiteOpenMode.CREATE.flag;
        return Integer.decode(get(Pragma.OPEN_MODE, String.valueOf(usual)));
    }

    public void setOpenMode(SQLiteOpenMode mode) {
        set(Pragma.OPEN_MODE, getOpenModeFlags() | mode.flag);
    }

    public void resetOpenMode(SQLiteOpenMode mode) {
        set(Pragma.OPEN_MODE, getOpenModeFlags() & ~mode.flag);
    }

    public void setReadOnly(boolean on) {
        int writes = SQLiteOpenMode.READWRITE.flag | SQLiteOpenMode.CREATE.flag;
        int reads = SQLiteOpenMode.READONLY.flag;
        int flags = getOpenModeFlags();
        set(Pragma.OPEN_MODE, on ? (flags | reads) & ~writes : (flags | writes) & ~reads);
    }

    // --- What is set

    public boolean isExplicitReadOnly() {
        return isOn(Pragma.JDBC_EXPLICIT_READONLY, false);
    }

    public boolean isGetGeneratedKeys() {
        return isOn(Pragma.JDBC_GET_GENERATED_KEYS, true);
    }

    public boolean isEnabledSharedCache() {
        return isOn(Pragma.SHARED_CACHE, false);
    }

    public boolean isEnabledLoadExtension() {
        return isOn(Pragma.LOAD_EXTENSION, false);
    }

    public int getBusyTimeout() {
        return Integer.parseInt(get(Pragma.BUSY_TIMEOUT, String.valueOf(BUSY_TIMEOUT_MS)));
    }

    public TransactionMode getTransactionMode() {
        return TransactionMode.getMode(get(Pragma.TRANSACTION_MODE, "DEFERRED"));
    }

    // --- To set

    public void setTransactionMode(String mode) {
        setTransactionMode(TransactionMode.getMode(mode));
    }

    public void setDatePrecision(String precision) {
        set(Pragma.DATE_PRECISION, DatePrecision.getPrecision(precision).getValue());
    }

    public void setDateClass(String dateClass) {
        set(Pragma.DATE_CLASS, DateClass.getDateClass(dateClass).getValue());
    }

    public void setDateStringFormat(String format) {
        set(Pragma.DATE_STRING_FORMAT, format);
    }

    public void setTempStoreDirectory(String folder) {
        set(Pragma.TEMP_STORE_DIRECTORY, folder);
    }

    public void enableAutomaticIndex(boolean on) {
        set(Pragma.AUTOMATIC_INDEX, on);
    }

    public void setCacheSpill(boolean on) {
        set(Pragma.CACHE_SPILL, on);
    }

    public void enableCaseSensitiveLike(boolean on) {
        set(Pragma.CASE_SENSITIVE_LIKE, on);
    }

    public void enableCountChanges(boolean on) {
        set(Pragma.COUNT_CHANGES, on);
    }

    public void deferForeignKeys(boolean on) {
        set(Pragma.DEFER_FOREIGN_KEYS, on);
    }

    public void enableEmptyResultCallBacks(boolean on) {
        set(Pragma.EMPTY_RESULT_CALLBACKS, on);
    }

    public void enforceForeignKeys(boolean on) {
        set(Pragma.FOREIGN_KEYS, on);
    }

    public void enableFullColumnNames(boolean on) {
        set(Pragma.FULL_COLUMN_NAMES, on);
    }

    public void enableFullSync(boolean on) {
        set(Pragma.FULL_SYNC, on);
    }

    public void useLegacyFileFormat(boolean on) {
        set(Pragma.LEGACY_FILE_FORMAT, on);
    }

    public void setLegacyAlterTable(boolean on) {
        set(Pragma.LEGACY_ALTER_TABLE, on);
    }

    public void setReadUncommitted(boolean on) {
        set(Pragma.READ_UNCOMMITTED, on);
    }

    public void enableRecursiveTriggers(boolean on) {
        set(Pragma.RECURSIVE_TRIGGERS, on);
    }

    public void enableReverseUnorderedSelects(boolean on) {
        set(Pragma.REVERSE_UNORDERED_SELECTS, on);
    }

    public void enableShortColumnNames(boolean on) {
        set(Pragma.SHORT_COLUMN_NAMES, on);
    }

    public void setExplicitReadOnly(boolean on) {
        set(Pragma.JDBC_EXPLICIT_READONLY, on);
    }

    public void setSharedCache(boolean on) {
        set(Pragma.SHARED_CACHE, on);
    }

    public void enableLoadExtension(boolean on) {
        set(Pragma.LOAD_EXTENSION, on);
    }

    public void setGetGeneratedKeys(boolean on) {
        set(Pragma.JDBC_GET_GENERATED_KEYS, on);
    }

    public void setCacheSize(int value) {
        set(Pragma.CACHE_SIZE, value);
    }

    public void setCacheSpill(int value) {
        set(Pragma.CACHE_SPILL, value);
    }

    public void setDefaultCacheSize(int value) {
        set(Pragma.DEFAULT_CACHE_SIZE, value);
    }

    public void incrementalVacuum(int value) {
        set(Pragma.INCREMENTAL_VACUUM, value);
    }

    public void setJournalSizeLimit(int value) {
        set(Pragma.JOURNAL_SIZE_LIMIT, value);
    }

    public void setPageSize(int value) {
        set(Pragma.PAGE_SIZE, value);
    }

    public void setMaxPageCount(int value) {
        set(Pragma.MAX_PAGE_COUNT, value);
    }

    public void setUserVersion(int value) {
        set(Pragma.USER_VERSION, value);
    }

    public void setApplicationId(int value) {
        set(Pragma.APPLICATION_ID, value);
    }

    public void setWalAutocheckpoint(int value) {
        set(Pragma.WAL_AUTOCHECKPOINT, value);
    }

    public void setBusyTimeout(int value) {
        set(Pragma.BUSY_TIMEOUT, value);
    }

    public void setEncoding(Encoding value) {
        set(Pragma.ENCODING, value.getValue());
    }

    public void setJournalMode(JournalMode value) {
        set(Pragma.JOURNAL_MODE, value.getValue());
    }

    public void setLockingMode(LockingMode value) {
        set(Pragma.LOCKING_MODE, value.getValue());
    }

    public void setSynchronous(SynchronousMode value) {
        set(Pragma.SYNCHRONOUS, value.getValue());
    }

    public void setHexKeyMode(HexKeyMode value) {
        set(Pragma.HEXKEY_MODE, value.getValue());
    }

    public void setTempStore(TempStore value) {
        set(Pragma.TEMP_STORE, value.getValue());
    }

    public void setTransactionMode(TransactionMode value) {
        set(Pragma.TRANSACTION_MODE, value.getValue());
    }

    // --- Names

    /** A value of a property. */
    private interface PragmaValue {
        String getValue();
    }

    /** The properties. */
    public enum Pragma {
        OPEN_MODE("open_mode", "SQLite's flags of opening a file"),
        SHARED_CACHE("shared_cache", "has no effect"),
        LOAD_EXTENSION("enable_load_extension", "has no effect: there are no native libraries"),
        AUTOMATIC_INDEX("automatic_index", "accepted; changes nothing"),
        CACHE_SIZE("cache_size", "pages in memory, or -KiB"),
        CACHE_SPILL("cache_spill", "whether changed pages may go to the file before the commit"),
        MMAP_SIZE("mmap_size", "has no effect"),
        CASE_SENSITIVE_LIKE("case_sensitive_like", "make LIKE look at case"),
        COUNT_CHANGES("count_changes", "deprecated in SQLite"),
        DEFAULT_CACHE_SIZE("default_cache_size", "deprecated in SQLite"),
        DEFER_FOREIGN_KEYS("defer_foreign_keys", "check foreign keys at the commit"),
        EMPTY_RESULT_CALLBACKS("empty_result_callbacks", "accepted; changes nothing"),
        ENCODING("encoding", "text encoding of a new database"),
        FOREIGN_KEYS("foreign_keys", "enforce foreign keys"),
        FULL_COLUMN_NAMES("full_column_names", "deprecated in SQLite"),
        FULL_SYNC("fullsync", "accepted; changes nothing"),
        INCREMENTAL_VACUUM("incremental_vacuum", "number of free pages to give back"),
        JOURNAL_MODE("journal_mode", "how a transaction can be undone"),
        JOURNAL_SIZE_LIMIT("journal_size_limit", "bytes that a journal or log keeps"),
        LEGACY_ALTER_TABLE(
                "legacy_alter_table", "leave triggers and views alone in ALTER TABLE RENAME"),
        LEGACY_FILE_FORMAT("legacy_file_format", "has no effect"),
        LOCKING_MODE("locking_mode", "whether locks are kept between transactions"),
        PAGE_SIZE("page_size", "page size of a new database, in bytes"),
        MAX_PAGE_COUNT("max_page_count", "most pages of the database"),
        READ_UNCOMMITTED("read_uncommitted", "accepted; changes nothing"),
        RECURSIVE_TRIGGERS("recursive_triggers", "let a trigger fire itself"),
        REVERSE_UNORDERED_SELECTS("reverse_unordered_selects", "accepted; changes nothing"),
        SECURE_DELETE("secure_delete", "overwrite deleted content with zeros"),
        SHORT_COLUMN_NAMES("short_column_names", "deprecated in SQLite"),
        SYNCHRONOUS("synchronous", "what a commit waits for"),
        TEMP_STORE("temp_store", "where temporary tables are kept"),
        TEMP_STORE_DIRECTORY("temp_store_directory", "deprecated in SQLite"),
        USER_VERSION("user_version", "a number for the application"),
        APPLICATION_ID("application_id", "which application made the file"),
        WAL_AUTOCHECKPOINT("wal_autocheckpoint", "pages in the log that start a checkpoint"),
        LIMIT_LENGTH("limit_length", "most bytes of a text or BLOB"),
        LIMIT_SQL_LENGTH("limit_sql_length", "most bytes of a statement"),
        LIMIT_COLUMN("limit_column", "most columns of a table or a result"),
        LIMIT_EXPR_DEPTH("limit_expr_depth", "most levels of an expression"),
        LIMIT_COMPOUND_SELECT("limit_compound_select", "most terms of a compound SELECT"),
        LIMIT_VDBE_OP("limit_vdbe_op", "most instructions of a program"),
        LIMIT_FUNCTION_ARG("limit_function_arg", "most arguments of a function"),
        LIMIT_ATTACHED("limit_attached", "most attached databases"),
        LIMIT_LIKE_PATTERN_LENGTH("limit_like_pattern_length", "most bytes of a pattern of LIKE"),
        LIMIT_VARIABLE_NUMBER("limit_variable_number", "greatest number of a parameter"),
        LIMIT_TRIGGER_DEPTH("limit_trigger_depth", "most levels of triggers"),
        LIMIT_WORKER_THREADS("limit_worker_threads", "accepted; changes nothing"),
        LIMIT_PAGE_COUNT("limit_page_count", "has no effect"),
        TRANSACTION_MODE("transaction_mode", "how a transaction begins when autocommit is off"),
        DATE_PRECISION("date_precision", "the unit of date_class INTEGER"),
        DATE_CLASS("date_class", "how java.sql's dates and times are stored"),
        DATE_STRING_FORMAT("date_string_format", "the form of date_class TEXT"),
        BUSY_TIMEOUT("busy_timeout", "milliseconds to wait for a lock"),
        HEXKEY_MODE("hexkey_mode", "has no effect: files are not encrypted"),
        PASSWORD("password", "has no effect: files are not encrypted"),
        JDBC_EXPLICIT_READONLY(
                "jdbc.explicit_readonly", "a transaction that may write takes the lock"),
        JDBC_GET_GENERATED_KEYS(
                "jdbc.get_generated_keys", "getGeneratedKeys gives a rowid without a request");

        public final String pragmaName;
        public final String description;

        Pragma(String pragmaName, String description) {
            this.pragmaName = pragmaName;
            this.description = description;
        }

        public final String getPragmaName() {
            return pragmaName;
        }
    }

    /** Encodings of texts, each under several names. */
    public enum Encoding implements PragmaValue {
        UTF8("UTF-8"),
        UTF16("UTF-16"),
        UTF16_LITTLE_ENDIAN("UTF-16le"),
        UTF16_BIG_ENDIAN("UTF-16be"),
        UTF_8("UTF-8"),
        UTF_16("UTF-16"),
        UTF_16LE("UTF-16le"),
        UTF_16BE("UTF-16be");

        public final String typeName;

        Encoding(String typeName) {
            this.typeName = typeName;
        }

        @Override
        public String getValue() {
            return typeName;
        }

        /** Returns the constant with a name, which may have hyphens. */
        public static Encoding getEncoding(String name) {
            return valueOf(name.replace('-', '_').toUpperCase(Locale.ROOT));
        }
    }

    /** How a transaction can be undone. */
    public enum JournalMode implements PragmaValue {
        DELETE,
        TRUNCATE,
        PERSIST,
        MEMORY,
        WAL,
        OFF;

        @Override
        public String getValue() {
            return name();
        }
    }

    /** The writes that a commit waits for. */
    public enum SynchronousMode implements PragmaValue {
        OFF,
        NORMAL,
        FULL;

        @Override
        public String getValue() {
            return name();
        }
    }

    /** Whether locks are kept between transactions. */
    public enum LockingMode implements PragmaValue {
        NORMAL,
        EXCLUSIVE;

        @Override
        public String getValue() {
            return name();
        }
    }

    /** Where temporary tables are kept. */
    public enum TempStore implements PragmaValue {
        DEFAULT,
        FILE,
        MEMORY;

        @Override
        public String getValue() {
            return name();
        }
    }

    /** The form of keys for encrypted files, which are not supported. */
    public enum HexKeyMode implements PragmaValue {
        NONE,
        SSE,
        SQLCIPHER;

        @Override
        public String getValue() {
            return name();
        }
    }

    /** How a transaction begins when autocommit is off. */
    public enum TransactionMode implements PragmaValue {
        DEFERRED,
        IMMEDIATE,
        EXCLUSIVE;

        @Override
        public String getValue() {
            return name();
        }

        /** Returns the constant with a name, in any case. */
        public static TransactionMode getMode(String name) {
            String wanted = name.toUpperCase(Locale.ROOT);
            return valueOf(wanted.equals("DEFFERED") ? "DEFERRED" : wanted); // Once a slip.
        }
    }

    /** The unit of dates that are stored as integers. */
    public enum DatePrecision implements PragmaValue {
        SECONDS,
        MILLISECONDS;

        @Override
        public String getValue() {
            return name();
        }

        /** Returns the constant with a name, in any case. */
        public static DatePrecision getPrecision(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    /** How dates are stored. */
    public enum DateClass implements PragmaValue {
        INTEGER,
        TEXT,
        REAL;

        @Override
        public String getValue() {
            return name();
        }

        /** Returns the constant with a name, in any case. */
        public static DateClass getDateClass(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }
}
