package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What stands in the parentheses of {@code read_csv(…)}.
 *
 * @param paths at least one; {@code *}, {@code ?} and {@code […]} in them stand for many files
 * @param values by name in lower case, without quotes
 */
public record FileOptions(List<String> paths, Map<String, String> values) {
    /** Of formats whose files say which columns they have. */
    static final Set<String> OF_COLUMNS = Set.of("filename");

    /** Of formats whose columns are found by the first rows. */
    static final Set<String> OF_ROWS =
            Set.of("columns", "types", "sample_size", "ignore_errors", "compression", "filename");

    private static final Map<String, String> OTHER_NAMES = Map.of(
            "delimiter", "delim", "sep", "delim", "null", "nullstr", "escape_char", "escape");

    private static final long SAMPLE_ROWS = 20_480;

    /**
     * Reads arguments.
     *
     * @param arguments constants as texts: {@code 'x.csv'}, {@code header=1}
     * @throws SqlException if the format does not know one of them
     */
    public static FileOptions of(FileFormat format, List<String> arguments) {
        Set<String> known = new HashSet<>(format.commonOptions());
        known.addAll(format.options());
        return of(FileFormats.PREFIX + format.name(), known, arguments);
    }

    /** The same for a file that is written. */
    public static FileOptions ofWriting(FileFormat format, List<String> arguments) {
        Set<String> known = new HashSet<>(format.writeOptions());
        known.add("compression");
        return of("COPY to " + format.name(), known, arguments);
    }

    private static FileOptions of(String function, Set<String> known, List<String> arguments) {
        List<String> paths = new ArrayList<>();
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            int equals = nameEnd(argument);
            if (equals < 0) {
                paths.add(unquoted(argument));
                continue;
            }
            String written =
                    unquoted(argument.substring(0, equals).strip()).toLowerCase(Locale.ROOT);
            String name = OTHER_NAMES.getOrDefault(written, written);
            if (!known.contains(name)) {
                throw SqlException.error("no such option of " + function + ": " + written);
            }
            String value = unquoted(argument.substring(equals + 1).strip());
            if (values.put(name, value) != null) {
                throw SqlException.error("more than one option " + written);
            }
        }
        if (paths.isEmpty()) {
            throw SqlException.error(function + " needs the path of a file");
        }
        return new FileOptions(List.copyOf(paths), Map.copyOf(values));
    }

    /** Where the {@code =} behind a name stands; -1 if the argument has no name. */
    private static int nameEnd(String argument) {
        if (argument.isEmpty() || argument.charAt(0) == '\'') {
            return -1;
        }
        if (argument.charAt(0) == '"') {
            int quote = argument.indexOf('"', 1);
            int equals = quote < 0 ? -1 : argument.indexOf('=', quote);
            return equals > 0 && argument.substring(quote + 1, equals).isBlank() ? equals : -1;
        }
        return argument.indexOf('=');
    }

    /** A text without the quotes around it, if there are some. */
    public static String unquoted(String text) {
        char quote = text.isEmpty() ? 0 : text.charAt(0);
        boolean quoted = (quote == '\'' || quote == '"')
                && text.length() > 1
                && text.charAt(text.length() - 1) == quote;
        String one = String.valueOf(quote);
        return quoted ? text.substring(1, text.length() - 1).replace(one + one, one) : text;
    }

    /** The value of an option, or null. */
    public String text(String name) {
        return values.get(name);
    }

    /** Whether an option is on; {@code otherwise} if it is not given. */
    public boolean flag(String name, boolean otherwise) {
        String value = values.get(name);
        return value == null
                ? otherwise
                : switch (value.toLowerCase(Locale.ROOT)) {
                    case "1", "true", "yes", "on" -> true;
                    case "0", "false", "no", "off" -> false;
                    default -> throw bad(name, value, "true or false");
                };
    }

    /** The value of an option that counts something. */
    public long number(String name, long otherwise) {
        String value = values.get(name);
        try {
            long number = value == null ? otherwise : Long.parseLong(value);
            if (number >= -1) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The same error as for a number that is too small.
        }
        throw bad(name, value, "a number");
    }

    /** The value of an option that is one character of ASCII; -1 for none. */
    public int character(String name, int otherwise) {
        String value = values.get(name);
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

    /** An option has a value that it cannot have. */
    public static SqlException bad(String name, String value, String wanted) {
        return SqlException.error(
                "option " + name + " must be " + wanted + ", not '" + value + "'");
    }

    /** How many rows are looked at to find types; -1 for all. */
    public long sampleRows() {
        long rows = number("sample_size", SAMPLE_ROWS);
        return rows < 0 ? Long.MAX_VALUE : Math.max(1, rows);
    }

    /** Whether rows that cannot be read are left out. */
    public boolean ignoresErrors() {
        return flag("ignore_errors", false);
    }

    /** Whether the last column is the name of the row's file. */
    public boolean hasFileName() {
        return flag("filename", false);
    }
}
