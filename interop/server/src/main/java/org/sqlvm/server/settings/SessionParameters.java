package org.sqlvm.server.settings;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The session's parameters, for SET and SHOW
 * (postgresql.org/docs/current/runtime-config-client.html). Clients set many; few of them have an
 * effect.
 */
public final class SessionParameters {
    /** The oldest one that programs still take, Django for one: its questions are the simplest. */
    public static final String SERVER_VERSION = "14.0";

    /**
     * The time that a session may be idle with an open transaction, in milliseconds; 0 for no
     * limit.
     */
    public static final String IDLE_IN_TRANSACTION = "idle_in_transaction_session_timeout";

    /** The parameters that are reported to clients at once, and when they change. */
    private static final Map<String, String> REPORTED = Map.ofEntries(
            Map.entry("application_name", "application_name"),
            Map.entry("client_encoding", "client_encoding"),
            Map.entry("datestyle", "DateStyle"),
            Map.entry("integer_datetimes", "integer_datetimes"),
            Map.entry("intervalstyle", "IntervalStyle"),
            Map.entry("is_superuser", "is_superuser"),
            Map.entry("server_encoding", "server_encoding"),
            Map.entry("server_version", "server_version"),
            Map.entry("session_authorization", "session_authorization"),
            Map.entry("standard_conforming_strings", "standard_conforming_strings"),
            Map.entry("timezone", "TimeZone"));

    private static final Set<String> FIXED = Set.of(
            "block_size",
            "integer_datetimes",
            "is_superuser",
            "max_identifier_length",
            "max_index_keys",
            "server_encoding",
            "server_version",
            "server_version_num");

    private final Map<String, String> initial = new TreeMap<>();
    private final Map<String, String> values = new TreeMap<>();

    public SessionParameters() {
        initial.put("application_name", "");
        initial.put("block_size", "8192");
        initial.put("bytea_output", "hex");
        initial.put("client_encoding", "UTF8");
        initial.put("client_min_messages", "notice");
        initial.put("datestyle", "ISO, MDY");
        initial.put("default_transaction_isolation", "serializable");
        initial.put("default_transaction_read_only", "off");
        initial.put("extra_float_digits", "1");
        initial.put(IDLE_IN_TRANSACTION, "0");
        initial.put("integer_datetimes", "on");
        initial.put("intervalstyle", "postgres");
        initial.put("is_superuser", "off");
        initial.put("lc_collate", "C");
        initial.put("lc_ctype", "C");
        initial.put("lc_messages", "C");
        initial.put("max_identifier_length", "63");
        initial.put("max_index_keys", "32");
        initial.put("search_path", "\"$user\", public");
        initial.put("server_encoding", "UTF8");
        initial.put("server_version", SERVER_VERSION);
        initial.put("server_version_num", "140000");
        initial.put("session_authorization", "");
        initial.put("standard_conforming_strings", "on");
        initial.put("statement_timeout", "0");
        initial.put("timezone", "UTC");
        initial.put("transaction_isolation", "serializable");
        initial.put("transaction_read_only", "off");
        values.putAll(initial);
    }

    /** Sets the value that a session begins with, and that RESET restores. */
    public void start(String name, String value) {
        String key = key(name);
        if (!FIXED.contains(key)) {
            String checked = check(key, value);
            initial.put(key, checked);
            values.put(key, checked);
        }
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns a parameter's value; null if there is none of that name. */
    public String get(String name) {
        return values.get(key(name));
    }

    /** All, by their names. */
    public Map<String, String> all() {
        return Map.copyOf(values);
    }

    /** Returns the values that are reported to clients, by the names that clients know. */
    public Map<String, String> reported() {
        Map<String, String> reported = new LinkedHashMap<>();
        REPORTED.forEach((key, name) -> reported.put(name, values.get(key)));
        return reported;
    }

    /**
     * Returns the name under which a parameter is reported to clients; null if it is not reported.
     */
    public static String reportedName(String name) {
        return REPORTED.get(key(name));
    }

    public void set(String name, String value) {
        String key = key(name);
        if (FIXED.contains(key)) {
            throw new ServerError("55P02", "parameter \"" + key + "\" cannot be changed");
        }
        values.put(key, check(key, value));
    }

    private static String check(String key, String value) {
        return switch (key) {
            case "client_encoding" -> encoding(value);
            case "datestyle" -> value.toUpperCase(Locale.ROOT).contains("ISO") ? "ISO, MDY" : iso();
            case "statement_timeout", IDLE_IN_TRANSACTION ->
                Long.toString(Durations.millis(key, value));
            case "standard_conforming_strings" -> {
                if (!Set.of("on", "true", "1", "yes").contains(value.toLowerCase(Locale.ROOT))) {
                    throw invalid(key, value);
                }
                yield "on";
            }
            default -> value;
        };
    }

    /** The only style there is, whatever is asked for. */
    private static String iso() {
        return "ISO, MDY";
    }

    private static String encoding(String value) {
        String plain = value.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
        if (!Set.of("UTF8", "UNICODE", "SQLASCII").contains(plain)) {
            throw invalid("client_encoding", value);
        }
        return "UTF8";
    }

    static ServerError invalid(String name, String value) {
        return new ServerError(
                SqlState.INVALID_PARAMETER_VALUE,
                "invalid value for parameter \"" + name + "\": \"" + value + "\"");
    }

    public void reset(String name) {
        String key = key(name);
        if (initial.containsKey(key)) {
            values.put(key, initial.get(key));
        } else {
            values.remove(key);
        }
    }

    public void resetAll() {
        values.clear();
        values.putAll(initial);
    }
}
