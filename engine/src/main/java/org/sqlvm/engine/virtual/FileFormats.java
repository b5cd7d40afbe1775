package org.sqlvm.engine.virtual;

import org.sqlvm.api.files.FileFormat;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.virtual.files.Compressions;
import org.sqlvm.engine.virtual.files.CsvFormat;
import org.sqlvm.engine.virtual.files.FileArguments;
import org.sqlvm.engine.virtual.files.JsonFormat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The formats of files that there are: what the connection's user has registered, our own, and
 * those of other modules, in this order.
 */
public final class FileFormats {
    private static final String FORMAT = "format=";

    private static final FileFormat CSV = new CsvFormat();

    private static final List<FileFormat> OWN = List.of(CSV, new JsonFormat());

    /** By extension the formats that artifacts of ours have: a file of theirs is never a CSV. */
    private static final Map<String, String> ELSEWHERE =
            Map.of("parquet", "parquet", "arrow", "arrow", "arrows", "arrow", "feather", "arrow");

    private FileFormats() {}

    /** Those of other modules; looked for when one is first asked for. */
    private static final class Found {
        static final List<FileFormat> ALL = new ArrayList<>(OWN);

        static {
            ServiceLoader.load(FileFormat.class, FileFormat.class.getClassLoader())
                    .forEach(ALL::add);
        }
    }

    /** The format that a function of that name reads, and that need not be registered; or null. */
    static FileFormat ofFunction(String function) {
        String name = function.toLowerCase(Locale.ROOT);
        if (!name.startsWith(FileArguments.PREFIX)) {
            return null;
        }
        String format = name.substring(FileArguments.PREFIX.length());
        FileFormat own = named(OWN, format);
        return own != null ? own : named(Found.ALL, format);
    }

    private static FileFormat named(List<FileFormat> formats, String name) {
        return formats.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static List<FileFormat> formats(Registered registered) {
        List<FileFormat> found = new ArrayList<>();
        for (String name : registered.moduleNames()) {
            if (registered.module(name) instanceof FileModule module) {
                found.add(module.format());
            }
        }
        return found;
    }

    /**
     * The format of a file that COPY reads or writes: what its option FORMAT says, or what the
     * file's name ends in, or CSV.
     *
     * @throws SqlException if there is no module for it
     */
    public static FileFormat ofPath(String path, List<String> options, Registered registered) {
        String shown = formatOf(path, registered);
        String name = shown == null ? CSV.name() : shown;
        for (String option : options) {
            if (option.startsWith(FORMAT)) {
                name = FileArguments.unquoted(option.substring(FORMAT.length()))
                        .toLowerCase(Locale.ROOT);
            }
        }
        FileFormat own = named(formats(registered), name);
        FileFormat format = own != null ? own : ofFunction(FileArguments.PREFIX + name);
        if (format == null) {
            throw SqlException.error("no module for files of the format " + name);
        }
        return format;
    }

    /** The options of COPY without that. */
    public static List<String> withoutFormat(List<String> options) {
        return options.stream().filter(option -> !option.startsWith(FORMAT)).toList();
    }

    /** The function that reads a file of that name; null if the name does not show it. */
    public static String functionOf(String path, Registered registered) {
        String format = formatOf(path, registered);
        return format == null ? null : FileArguments.PREFIX + format;
    }

    /** The format that a file's name shows, or null. */
    private static String formatOf(String path, Registered registered) {
        String extension = Compressions.extension(path);
        for (List<FileFormat> formats : List.of(formats(registered), OWN, Found.ALL)) {
            for (FileFormat format : formats) {
                if (format.extensions().contains(extension)) {
                    return format.name();
                }
            }
        }
        return ELSEWHERE.get(extension);
    }
}
