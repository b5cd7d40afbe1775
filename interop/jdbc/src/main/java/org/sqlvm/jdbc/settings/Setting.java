package org.sqlvm.jdbc.settings;

import java.util.List;
import java.util.Locale;

/**
 * A setting of a URL, Properties or a data source, with the keys of sqlite-jdbc. A key may also be
 * written in other ways: {@code busyTimeout} or {@code BUSY-TIMEOUT} for {@code busy_timeout}.
 */
public enum Setting {
    PAGE_SIZE(Effect.PRAGMA, "", "page size of a new database, in bytes"),
    ENCODING(
            Effect.PRAGMA,
            "",
            "text encoding of a new database",
            "UTF-8",
            "UTF-16",
            "UTF-16le",
            "UTF-16be"),
    AUTO_VACUUM(
            Effect.PRAGMA,
            "",
            "how a new database gives back free pages",
            "NONE",
            "FULL",
            "INCREMENTAL"),
    BUSY_TIMEOUT(Effect.PRAGMA, "5000", "milliseconds to wait for a lock"),
    LOCKING_MODE(
            Effect.PRAGMA,
            "NORMAL",
            "whether locks are kept between transactions",
            "NORMAL",
            "EXCLUSIVE"),
    JOURNAL_MODE(
            Effect.PRAGMA,
            "",
            "how a transaction can be undone",
            "DELETE",
            "TRUNCATE",
            "PERSIST",
            "MEMORY",
            "WAL",
            "OFF"),
    JOURNAL_SIZE_LIMIT(Effect.PRAGMA, "-1", "bytes that a journal or log keeps; -1 for all"),
    WAL_AUTOCHECKPOINT(Effect.PRAGMA, "1000", "pages in the log that start a checkpoint"),
    SYNCHRONOUS(Effect.PRAGMA, "FULL", "what a commit waits for", "OFF", "NORMAL", "FULL", "EXTRA"),
    CACHE_SIZE(Effect.PRAGMA, "", "pages in memory, or -KiB"),
    CACHE_SPILL(Effect.PRAGMA, "", "whether changed pages may go to the file before the commit"),
    FOREIGN_KEYS(Effect.PRAGMA, "false", "enforce foreign keys", Setting.BOOLEAN),
    DEFER_FOREIGN_KEYS(Effect.PRAGMA, "false", "check foreign keys at the commit", Setting.BOOLEAN),
    RECURSIVE_TRIGGERS(Effect.PRAGMA, "false", "let a trigger fire itself", Setting.BOOLEAN),
    CASE_SENSITIVE_LIKE(Effect.PRAGMA, "false", "make LIKE look at case", Setting.BOOLEAN),
    LEGACY_ALTER_TABLE(
            Effect.PRAGMA,
            "false",
            "leave triggers and views alone in ALTER TABLE RENAME",
            Setting.BOOLEAN),
    SECURE_DELETE(
            Effect.PRAGMA,
            "",
            "overwrite deleted content with zeros",
            "true",
            "false",
            "on",
            "off",
            "fast"),
    TEMP_STORE(
            Effect.PRAGMA,
            "DEFAULT",
            "where temporary tables are kept",
            "DEFAULT",
            "FILE",
            "MEMORY",
            "0",
            "1",
            "2"),
    MAX_PAGE_COUNT(Effect.PRAGMA, "", "most pages of the database"),
    USER_VERSION(Effect.PRAGMA, "", "a number for the application"),
    APPLICATION_ID(Effect.PRAGMA, "", "a number that says which application made the file"),
    INCREMENTAL_VACUUM(Effect.PRAGMA, "", "number of free pages to give back"),
    READ_UNCOMMITTED(Effect.PRAGMA, "false", "accepted; changes nothing", Setting.BOOLEAN),
    REVERSE_UNORDERED_SELECTS(Effect.PRAGMA, "false", "accepted; changes nothing", Setting.BOOLEAN),
    AUTOMATIC_INDEX(Effect.PRAGMA, "true", "accepted; changes nothing", Setting.BOOLEAN),
    FULLFSYNC(Effect.PRAGMA, "false", "accepted; changes nothing", Setting.BOOLEAN),
    EMPTY_RESULT_CALLBACKS(Effect.PRAGMA, "false", "accepted; changes nothing", Setting.BOOLEAN),
    DEFAULT_CACHE_SIZE(Effect.PRAGMA, "", "deprecated in SQLite"),
    COUNT_CHANGES(Effect.PRAGMA, "false", "deprecated in SQLite", Setting.BOOLEAN),
    FULL_COLUMN_NAMES(Effect.PRAGMA, "false", "deprecated in SQLite", Setting.BOOLEAN),
    SHORT_COLUMN_NAMES(Effect.PRAGMA, "true", "deprecated in SQLite", Setting.BOOLEAN),
    TEMP_STORE_DIRECTORY(Effect.PRAGMA, "", "deprecated in SQLite, and refused"),

    OPEN_MODE(Effect.DRIVER, "6", "SQLite's flags: 1 read only, 2 read and write, 4 create"),
    TRANSACTION_MODE(
            Effect.DRIVER,
            "DEFERRED",
            "how a transaction begins when autocommit is off",
            "DEFERRED",
            "IMMEDIATE",
            "EXCLUSIVE",
            "DEFFERED"),
    DATE_CLASS(
            Effect.DRIVER,
            "INTEGER",
            "how java.sql's dates and times are stored",
            "INTEGER",
            "TEXT",
            "REAL"),
    DATE_PRECISION(
            Effect.DRIVER,
            "MILLISECONDS",
            "the unit of date_class INTEGER",
            "SECONDS",
            "MILLISECONDS"),
    DATE_STRING_FORMAT(Effect.DRIVER, DateSettings.FORMAT, "the form of date_class TEXT"),
    GET_GENERATED_KEYS(
            Effect.DRIVER,
            "true",
            "getGeneratedKeys gives a rowid even if none was asked for",
            Setting.BOOLEAN),
    COMPATIBILITY(
            Effect.DRIVER,
            "sqlite-jdbc",
            "whether what sqlite-jdbc lets pass is an error, as JDBC has it",
            "sqlite-jdbc",
            "strict"),
    MEMORY_LIMIT(
            Effect.DRIVER,
            "0",
            "most bytes of sorts, groups and joins in memory; 0 is a quarter of the heap"),
    STORED_FUNCTIONS(
            Effect.DRIVER,
            "false",
            "run functions that are stored in the file: for files that are trusted",
            Setting.BOOLEAN),
    STORED_FUNCTIONS_ACCESS(
            Effect.DRIVER,
            "false",
            "let these functions use files, the network, Java and other languages",
            Setting.BOOLEAN),

    LIMIT_LENGTH(Effect.LIMIT, "", "most bytes of a text or BLOB"),
    LIMIT_SQL_LENGTH(Effect.LIMIT, "", "most bytes of a statement"),
    LIMIT_COLUMN(Effect.LIMIT, "", "most columns of a table or a result"),
    LIMIT_EXPR_DEPTH(Effect.LIMIT, "", "most levels of an expression"),
    LIMIT_COMPOUND_SELECT(Effect.LIMIT, "", "most terms of a compound SELECT"),
    LIMIT_VDBE_OP(Effect.LIMIT, "", "most instructions of a program"),
    LIMIT_FUNCTION_ARG(Effect.LIMIT, "", "most arguments of a function"),
    LIMIT_ATTACHED(Effect.LIMIT, "", "most attached databases"),
    LIMIT_LIKE_PATTERN_LENGTH(Effect.LIMIT, "", "most bytes of a pattern of LIKE or GLOB"),
    LIMIT_VARIABLE_NUMBER(Effect.LIMIT, "", "greatest number of a parameter"),
    LIMIT_TRIGGER_DEPTH(Effect.LIMIT, "", "most levels of triggers"),
    LIMIT_WORKER_THREADS(Effect.LIMIT, "", "accepted; changes nothing"),
    EXPLICIT_READONLY(
            Effect.DRIVER,
            "false",
            "a transaction that may write takes the lock when it begins",
            Setting.BOOLEAN),
    LIMIT_PAGE_COUNT(Effect.NOTHING, "", "does nothing: see max_page_count"),

    USER(Effect.NOTHING, "", "who logs in to a server; files have no users"),
    PASSWORD(Effect.NOTHING, "", "the password for a server; files are not encrypted"),
    SSL(Effect.SERVER, "false", "encrypt the connection to a server", Setting.BOOLEAN),
    SSL_TRUST_STORE(
            Effect.SERVER,
            "",
            "a file (PKCS #12) with what is trusted; empty for what Java trusts"),
    SSL_TRUST_STORE_PASSWORD(Effect.SERVER, "", "the password of that file"),
    SSL_VERIFY_HOST(
            Effect.SERVER,
            "true",
            "whether the certificate must be for the host's name",
            Setting.BOOLEAN),
    APPLICATION_NAME(Effect.SERVER, "", "the name that a server shows of this program"),
    CONNECT_TIMEOUT(Effect.SERVER, "10", "seconds to wait for a server; 0 for any time"),
    LOGIN_TIMEOUT(Effect.SERVER, "30", "seconds that a login may take; 0 for any time"),
    HEXKEY_MODE(
            Effect.NOTHING,
            "NONE",
            "does nothing: files are not encrypted",
            "NONE",
            "SSE",
            "SQLCIPHER"),
    SHARED_CACHE(Effect.NOTHING, "false", "does nothing", Setting.BOOLEAN),
    ENABLE_LOAD_EXTENSION(
            Effect.NOTHING, "false", "does nothing: no native libraries", Setting.BOOLEAN),
    MMAP_SIZE(Effect.NOTHING, "", "does nothing: files are mapped where the system can"),
    LEGACY_FILE_FORMAT(Effect.NOTHING, "false", "does nothing", Setting.BOOLEAN);

    /** The effect of a setting. */
    public enum Effect {
        /** A PRAGMA of this name, when the connection is opened. */
        PRAGMA,
        /** The driver itself looks at it. */
        DRIVER,
        /** A limit of the connection. */
        LIMIT,
        /** Something of a connection to a server. */
        SERVER,
        /** No effect: only other drivers have the setting. */
        NOTHING
    }

    /** Stands for the choices true and false. */
    private static final String BOOLEAN = "boolean";

    /** Other keys that sqlite-jdbc has used for some settings. */
    private static final List<List<String>> OTHER_NAMES = List.of(
            List.of("readuncommited", "readuncommitted"),
            List.of("fullsync", "fullfsync"),
            List.of("jdbcexplicitreadonly", "explicitreadonly"),
            List.of("jdbcgetgeneratedkeys", "getgeneratedkeys"),
            List.of("loadextension", "enableloadextension"),
            List.of("enforceforeignkeys", "foreignkeys"));

    public final Effect effect;
    /** The value if it is not set; empty for whatever the database has. */
    public final String usual;

    public final String description;
    public final List<String> choices;

    Setting(Effect effect, String usual, String description, String... choices) {
        this.effect = effect;
        this.usual = usual;
        this.description = description;
        boolean isBoolean = choices.length == 1 && choices[0].equals(BOOLEAN);
        this.choices = isBoolean ? List.of("true", "false") : List.of(choices);
    }

    /** The choice that a value means, in its own spelling; null if it means none. */
    String choice(String value) {
        String wanted = plain(value);
        for (String choice : choices) {
            if (plain(choice).equals(wanted)) {
                return choice;
            }
        }
        return switch (this) {
            // PRAGMAs take the number of a choice as well.
            case SYNCHRONOUS, AUTO_VACUUM ->
                wanted.matches("[0-9]") && wanted.charAt(0) - '0' < choices.size() ? wanted : null;
            default -> isBoolean() ? truth(wanted) : null;
        };
    }

    private static String truth(String value) {
        return switch (value) {
            case "1", "on", "yes", "" -> "true";
            case "0", "off", "no" -> "false";
            default -> null;
        };
    }

    /** The name as sqlite-jdbc writes it. */
    public String key() {
        String name = name().toLowerCase(Locale.ROOT);
        return this == EXPLICIT_READONLY || this == GET_GENERATED_KEYS ? "jdbc." + name : name;
    }

    boolean isBoolean() {
        return choices.equals(List.of("true", "false"));
    }

    /** The setting that a key means; null if there is none. */
    public static Setting of(String key) {
        String wanted = plain(key);
        for (List<String> pair : OTHER_NAMES) {
            if (pair.getFirst().equals(wanted)) {
                wanted = pair.getLast();
            }
        }
        for (Setting setting : values()) {
            if (plain(setting.name()).equals(wanted)) {
                return setting;
            }
        }
        return null;
    }

    private static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replaceAll("[_.-]", "");
    }

    /**
     * The key that one which is not known is a slip of the pen for: at most every third letter is
     * wrong, and no more than two are. Null if there is none, so that it is another driver's.
     */
    static String suggestion(String key) {
        String wanted = plain(key);
        String best = null;
        int least = Math.min(2, wanted.length() / 3) + 1;
        for (Setting setting : values()) {
            int distance = distance(wanted, plain(setting.name()));
            if (distance < least) {
                least = distance;
                best = setting.key();
            }
        }
        return best;
    }

    /** Returns the edit distance: the number of letters to change, add or remove. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                int least = Math.min(diagonal + change, 1 + Math.min(row[j], row[j - 1]));
                diagonal = row[j];
                row[j] = least;
            }
        }
        return row[right.length()];
    }
}
