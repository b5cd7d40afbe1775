package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.zip.GZIPInputStream;

/** The formats and compressions that are here. */
public final class FileFormats {
    /** What the names of functions begin with that read files. */
    public static final String PREFIX = "read_";

    private static final String FORMAT = "format=";

    private static final List<FileFormat> OWN = List.of(new CsvFormat(), new JsonFormat());

    private FileFormats() {}

    /** Those that need libraries; looked for when one is first asked for. */
    private static final class Found {
        static final List<FileFormat> FORMATS = load(FileFormat.class);
        static final List<Compression> COMPRESSIONS = load(Compression.class);

        private static <T> List<T> load(Class<T> service) {
            List<T> found = new ArrayList<>();
            ServiceLoader.load(service, service.getClassLoader()).forEach(found::add);
            return found;
        }
    }

    /** The format that a function of that name reads, or null. */
    public static FileFormat ofFunction(String function) {
        String name = function.toLowerCase(Locale.ROOT);
        if (!name.startsWith(PREFIX)) {
            return null;
        }
        String format = name.substring(PREFIX.length());
        FileFormat own = named(OWN, format);
        return own != null ? own : named(Found.FORMATS, format);
    }

    /**
     * The format of a file that COPY reads or writes: what its option FORMAT says, or what the
     * file's name ends in, or CSV.
     *
     * @throws SqlException if there is no module for it
     */
    public static FileFormat ofPath(String path, List<String> options) {
        String shown = formatOf(path);
        String name = shown == null ? OWN.getFirst().name() : shown;
        for (String option : options) {
            if (option.startsWith(FORMAT)) {
                name = FileOptions.unquoted(option.substring(FORMAT.length()))
                        .toLowerCase(Locale.ROOT);
            }
        }
        FileFormat format = ofFunction(PREFIX + name);
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
    public static String functionOf(String path) {
        String format = formatOf(path);
        return format == null ? null : PREFIX + format;
    }

    /** The format that a file's name shows, or null. */
    private static String formatOf(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        for (String packed : List.of(".gz", ".zst", ".zstd")) {
            lower = lower.endsWith(packed)
                    ? lower.substring(0, lower.length() - packed.length())
                    : lower;
        }
        return switch (lower.substring(lower.lastIndexOf('.') + 1)) {
            case "json", "jsonl", "ndjson" -> "json";
            case "parquet" -> "parquet";
            case "arrow", "arrows", "feather" -> "arrow";
            case "csv", "tsv" -> "csv";
            default -> null;
        };
    }

    private static FileFormat named(List<FileFormat> formats, String name) {
        return formats.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The compression of that name, or null. */
    public static Compression compression(String name) {
        if (name.equals(Gzip.INSTANCE.name())) {
            return Gzip.INSTANCE;
        }
        return Found.COMPRESSIONS.stream()
                .filter(compression -> compression.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The name of the compression that a file's name shows: none, gzip or zstd. */
    static String compressionOf(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.endsWith(Gzip.INSTANCE.extension())
                ? Gzip.INSTANCE.name()
                : lower.endsWith(".zst") || lower.endsWith(".zstd") ? "zstd" : "none";
    }

    private record Gzip() implements Compression {
        static final Gzip INSTANCE = new Gzip();

        private static final int BUFFER_SIZE = 1 << 16;

        @Override
        public String name() {
            return "gzip";
        }

        @Override
        public String extension() {
            return ".gz";
        }

        @Override
        public InputStream open(InputStream compressed) throws IOException {
            return new GZIPInputStream(compressed, BUFFER_SIZE);
        }
    }
}
