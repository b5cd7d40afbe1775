package org.sqlvm.engine.virtual.files;

import static java.util.stream.Collectors.toMap;

import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileOption;
import org.sqlvm.api.files.FileOption.Type;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes options of what stands in the parentheses of {@code read_csv(…)}. */
public final class FileArguments {
    /** What the names of functions begin with that read files. */
    public static final String PREFIX = "read_";

    private static final FileOption FILE_NAME = new FileOption(
            "filename", Type.FLAG, "false", "Whether the last column is the name of the file.");

    private static final FileOption COMPRESSION = new FileOption(
            "compression", Type.TEXT, "auto", "How the file is compressed: none, gzip or zstd.");

    private FileArguments() {}

    /**
     * Reads arguments.
     *
     * @param arguments constants as texts: {@code 'x.csv'}, {@code header=1}
     * @throws SqlException if the format does not know one of them
     */
    public static FileOptions of(FileFormat format, List<String> arguments) {
        List<FileOption> known = new ArrayList<>(format.options());
        known.add(FILE_NAME);
        if (format.isStream()) {
            known.add(COMPRESSION);
        }
        return of(PREFIX + format.name(), known, arguments);
    }

    /** The same for a file that is written. */
    public static FileOptions ofWriting(FileFormat format, List<String> arguments) {
        List<FileOption> known = new ArrayList<>(format.writeOptions());
        if (!format.compressesItself()) {
            known.add(COMPRESSION);
        }
        return of("COPY to " + format.name(), known, arguments);
    }

    /** Whether the last column is the name of the row's file. */
    public static boolean hasFileName(FileOptions options) {
        return options.flag(FILE_NAME.name());
    }

    private static FileOptions of(String function, List<FileOption> known, List<String> arguments) {
        List<String> paths = new ArrayList<>();
        Map<String, String> values = new HashMap<>();
        Map<String, String> standard = known.stream()
                .filter(option -> option.standard() != null)
                .collect(toMap(FileOption::name, FileOption::standard));
        for (String argument : arguments) {
            int equals = nameEnd(argument);
            if (equals < 0) {
                paths.add(unquoted(argument));
                continue;
            }
            String written =
                    unquoted(argument.substring(0, equals).strip()).toLowerCase(Locale.ROOT);
            FileOption option = known.stream()
                    .filter(each ->
                            each.name().equals(written) || each.otherNames().contains(written))
                    .findFirst()
                    .orElseThrow(() ->
                            SqlException.error("no such option of " + function + ": " + written));
            String value = unquoted(argument.substring(equals + 1).strip());
            if (values.put(option.name(), value) != null) {
                throw SqlException.error("more than one option " + written);
            }
            check(option, new FileOptions(List.of(), Map.of(option.name(), value), Map.of()));
        }
        if (paths.isEmpty()) {
            throw SqlException.error(function + " needs the path of a file");
        }
        return new FileOptions(paths, values, standard);
    }

    /** What an option gives is of its type. */
    private static void check(FileOption option, FileOptions options) {
        switch (option.type()) {
            case TEXT -> options.text(option.name());
            case FLAG -> options.flag(option.name());
            case NUMBER -> options.number(option.name());
            case CHARACTER -> options.character(option.name());
        }
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
}
