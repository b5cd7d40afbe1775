package org.sqlvm.engine.virtual.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.zip.GZIPInputStream;

/** The ways to compress files that are here. */
public final class Compressions {
    private static final List<String> ZSTD = List.of(".zst", ".zstd");

    private Compressions() {}

    /** Those that need libraries; looked for when one is first asked for. */
    private static final class Found {
        static final List<Compression> ALL = new ArrayList<>();

        static {
            ServiceLoader.load(Compression.class, Compression.class.getClassLoader())
                    .forEach(ALL::add);
        }
    }

    /** The compression of that name, or null. */
    public static Compression of(String name) {
        if (name.equals(Gzip.INSTANCE.name())) {
            return Gzip.INSTANCE;
        }
        return Found.ALL.stream()
                .filter(compression -> compression.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The name of the compression that a file's name shows: none, gzip or zstd. */
    static String ofPath(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        return lower.endsWith(Gzip.INSTANCE.extension())
                ? Gzip.INSTANCE.name()
                : ZSTD.stream().anyMatch(lower::endsWith) ? "zstd" : "none";
    }

    /** What a file's name ends in, in lower case without the dot, and without compression. */
    public static String extension(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        List<String> packed = new ArrayList<>(ZSTD);
        packed.add(Gzip.INSTANCE.extension());
        for (String extension : packed) {
            if (lower.endsWith(extension)) {
                lower = lower.substring(0, lower.length() - extension.length());
            }
        }
        return lower.substring(lower.lastIndexOf('.') + 1);
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
