package org.sqlvm.api.files;

import org.jspecify.annotations.Nullable;
import org.sqlvm.engine.error.SqlException;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The options of a call, by name. An option that is not given has its standard value.
 *
 * @param paths the paths of the call, at least one; {@code *}, {@code ?} and {@code […]} in them
 *     stand for many files
 * @param values the values that are given, by name in lower case, without quotes
 * @param standard the standard values of the format's options
 */
public record FileOptions(
        List<String> paths, Map<String, String> values, Map<String, String> standard) {
    public FileOptions {
        paths = List.copyOf(paths);
        values = Map.copyOf(values);
        standard = Map.copyOf(standard);
    }

    /** Returns whether the call has the option. */
    public boolean isGiven(String name) {
        return values.containsKey(name);
    }

    /** Returns the option's text; null if it is not given and has no standard value. */
    public @Nullable String text(String name) {
        return values.getOrDefault(name, standard.get(name));
    }

    /** Returns whether a flag is set. */
    public boolean flag(String name) {
        return flag(name, false);
    }

    /** The same for a flag whose standard value depends on the file. */
    public boolean flag(String name, boolean otherwise) {
        String value = text(name);
        return value == null
                ? otherwise
                : switch (value.toLowerCase(Locale.ROOT)) {
                    case "1", "true", "yes", "on" -> true;
                    case "0", "false", "no", "off" -> false;
                    default -> throw bad(name, value, "true or false");
                };
    }

    /** Returns a number. The option must have a standard value. */
    public long number(String name) {
        String value = text(name);
        try {
            long number = Long.parseLong(value);
            if (number >= -1) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The same error as for a number that is too small.
        }
        throw bad(name, value, "a number");
    }

    /** Returns a character of ASCII; -1 if the option is empty, or has no value. */
    public int character(String name) {
        return character(name, -1);
    }

    /** The same for a character whose standard value depends on other options. */
    public int character(String name, int otherwise) {
        String value = text(name);
        if (value == null) {
            return otherwise;
        }
        String unescaped = value.equals("\\t") ? "\t" : value;
        if (unescaped.isEmpty()) {
            return -1;
        }
        char only = unescaped.charAt(0);
        if (unescaped.length() > 1 || only >= 0x80 || only == '\n' || only == '\r') {
            throw bad(name, value, "one character of ASCII");
        }
        return only;
    }

    /** The error of an option whose value is none of those that it can have. */
    public static RuntimeException bad(String name, @Nullable String value, String wanted) {
        return SqlException.error(
                "option " + name + " must be " + wanted + ", not '" + value + "'");
    }
}
