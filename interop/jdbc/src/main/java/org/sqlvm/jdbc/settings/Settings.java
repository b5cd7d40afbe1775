package org.sqlvm.jdbc.settings;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.jdbc.error.Errors;

import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** The settings of a connection: those that the URL names and those of Properties. */
public final class Settings {
    private static final int OPEN_READONLY = 1;
    private static final int OPEN_READWRITE = 2;
    private static final int OPEN_CREATE = 4;

    private static final Set<Setting> EMBEDDED = EnumSet.of(
            Setting.MEMORY_LIMIT, Setting.STORED_FUNCTIONS, Setting.STORED_FUNCTIONS_ACCESS);

    private final Map<Setting, String> values = new EnumMap<>(Setting.class);

    /** Keys that are none. */
    private final Set<String> unknown = new LinkedHashSet<>();

    /** Whether what is for servers means something. */
    private final boolean isRemote;

    public Settings(boolean isRemote) {
        this.isRemote = isRemote;
    }

    /** @throws SQLException for a key that is misspelt, or a value that is none */
    public static Settings of(Properties properties, boolean isRemote) throws SQLException {
        Settings settings = new Settings(isRemote);
        settings.putAll(properties);
        return settings;
    }

    /** Sets the settings that the keys name, and replaces their former values. */
    public void putAll(Properties properties) throws SQLException {
        for (String key : properties.stringPropertyNames()) {
            put(key, properties.getProperty(key));
        }
    }

    /** Sets what the key names. One that is not known is kept in mind, for a warning. */
    public void put(String key, String value) throws SQLException {
        Setting setting = Setting.of(key);
        if (setting != null && setting.effect == Setting.Effect.SERVER && !isRemote) {
            unknown.add(key);
            return;
        }
        if (setting != null) {
            values.put(setting, checked(setting, value));
            return;
        }
        String suggestion = Setting.suggestion(key);
        if (suggestion != null) {
            throw Errors.invalid("no such property: " + key + "; did you mean " + suggestion + "?");
        }
        unknown.add(key);
    }

    /**
     * Returns the warnings about keys that are unknown here, such as those of other drivers; null
     * if there are none.
     */
    public SQLWarning warnings() {
        SQLWarning first = null;
        for (String key : unknown) {
            SQLWarning warning = new SQLWarning("no such property: " + key, "01S00");
            if (first == null) {
                first = warning;
            } else {
                first.setNextWarning(warning);
            }
        }
        return first;
    }

    /** The value without quotes around it, and in the spelling of its choice if it has any. */
    private static String checked(Setting setting, String value) throws SQLException {
        String stripped = unquoted(value == null ? "" : value.strip());
        if (setting.choices.isEmpty()) {
            return stripped;
        }
        String choice = setting.choice(stripped);
        if (choice == null) {
            throw Errors.invalid(setting.key() + " is one of " + String.join(", ", setting.choices)
                    + ", and not " + stripped);
        }
        return choice;
    }

    private static String unquoted(String value) {
        int last = value.length() - 1;
        boolean quoted = last > 0
                && (value.charAt(0) == '\'' || value.charAt(0) == '"')
                && value.indexOf(value.charAt(0), 1) == last;
        return quoted ? value.substring(1, last) : value;
    }

    public boolean isSet(Setting setting) {
        return values.containsKey(setting);
    }

    public String get(Setting setting) {
        return values.getOrDefault(setting, setting.usual);
    }

    public boolean isTrue(Setting setting) {
        return get(setting).equals("true");
    }

    public long number(Setting setting) throws SQLException {
        try {
            return Long.decode(get(setting));
        } catch (NumberFormatException _) {
            throw Errors.invalid(setting.key() + " is a number, and not " + get(setting));
        }
    }

    /** Whether what sqlite-jdbc lets pass is an error. */
    public boolean isStrict() {
        return get(Setting.COMPATIBILITY).equals("strict");
    }

    public boolean isReadOnly() throws SQLException {
        return isSet(Setting.OPEN_MODE) && (number(Setting.OPEN_MODE) & OPEN_READONLY) != 0;
    }

    public boolean mayCreate() throws SQLException {
        long flags = number(Setting.OPEN_MODE);
        return (flags & OPEN_CREATE) != 0 || (flags & (OPEN_READONLY | OPEN_READWRITE)) == 0;
    }

    public DateSettings dates() throws SQLException {
        try {
            return new DateSettings(
                    DateSettings.Form.valueOf(get(Setting.DATE_CLASS)),
                    get(Setting.DATE_PRECISION).equals("SECONDS") ? 1000 : 1,
                    get(Setting.DATE_STRING_FORMAT));
        } catch (IllegalArgumentException e) {
            throw new SQLException("no format of dates: " + get(Setting.DATE_STRING_FORMAT), e);
        }
    }

    /**
     * Returns the word after BEGIN: DEFERRED, IMMEDIATE or EXCLUSIVE.
     *
     * @param readOnly the connection is; if it says so, all other transactions take the lock
     */
    public String transactionMode(boolean readOnly) {
        if (isTrue(Setting.EXPLICIT_READONLY)) {
            return readOnly ? "DEFERRED" : "IMMEDIATE";
        }
        String mode = get(Setting.TRANSACTION_MODE);
        return mode.equals("DEFFERED") ? "DEFERRED" : mode; // Once a slip in sqlite-jdbc.
    }

    /** Refuses what can only be set for a database of this process. */
    public void checkRemote() throws SQLException {
        for (Setting setting : values.keySet()) {
            if (setting.effect == Setting.Effect.LIMIT || EMBEDDED.contains(setting)) {
                throw Errors.invalid(
                        setting.key() + " cannot be set for a database that a server has");
            }
        }
    }

    /**
     * PRAGMAs to run when the connection has been opened.
     *
     * @param refusesChanges whether one of them makes it read-only
     */
    public List<String> pragmas(boolean refusesChanges) {
        List<String> pragmas = new ArrayList<>();
        values.forEach((setting, value) -> {
            if (setting.effect == Setting.Effect.PRAGMA && !value.isEmpty()) {
                pragmas.add("PRAGMA " + setting.key() + " = " + literal(value));
            }
        });
        if (refusesChanges) {
            pragmas.add("PRAGMA query_only = true");
        }
        return pragmas;
    }

    private static String literal(String value) {
        return value.matches("[-+]?\\w+") ? value : SqlText.literal(value);
    }

    /** Returns all settings with their current values. */
    public DriverPropertyInfo[] describe() {
        List<DriverPropertyInfo> all = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            DriverPropertyInfo info = new DriverPropertyInfo(setting.key(), get(setting));
            info.description = setting.description;
            info.required = false;
            info.choices =
                    setting.choices.isEmpty() ? null : setting.choices.toArray(String[]::new);
            all.add(info);
        }
        return all.toArray(DriverPropertyInfo[]::new);
    }
}
