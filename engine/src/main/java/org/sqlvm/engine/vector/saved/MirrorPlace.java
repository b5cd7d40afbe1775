package org.sqlvm.engine.vector.saved;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** Where saved mirrors are: what the option {@code sqlvm.MirrorFile} says. */
public final class MirrorPlace {
    /** The option's value for no file. */
    public static final String OFF = "off";

    /** The option's value for the user's folder of caches. */
    public static final String CACHE = "cache";

    private static final String FOLDER = "sqlvm";
    private static final String EXTENSION = ".mirror";

    private final Path path;
    private final boolean folder;

    private MirrorPlace(Path path, boolean folder) {
        this.path = path;
        this.folder = folder;
    }

    /**
     * Reads the option.
     *
     * @param value {@link #OFF}, {@link #CACHE} or a path
     * @param environment the process's environment variables
     * @return null for no file
     */
    public static MirrorPlace of(String value, Map<String, String> environment) {
        if (value.equalsIgnoreCase(OFF) || value.isEmpty()) {
            return null;
        }
        try {
            if (!value.equalsIgnoreCase(CACHE)) {
                Path path = Path.of(value);
                return new MirrorPlace(path, Files.isDirectory(path));
            }
            String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
            // A relative path is to be ignored: specifications.freedesktop.org/basedir-spec.
            Path parent = !caches.isEmpty() && Path.of(caches).isAbsolute()
                    ? Path.of(caches)
                    : Path.of(System.getProperty("user.home"), ".cache");
            return new MirrorPlace(parent.resolve(FOLDER), true);
        } catch (InvalidPathException _) {
            return null;
        }
    }

    /**
     * The file for a database; null if its columns are not saved.
     *
     * @param database its path; empty for one in memory
     * @param main whether it is a connection's first: a single file is for that alone
     */
    public Path file(String database, boolean main) {
        if (database.isEmpty()) {
            return null;
        }
        if (!folder) {
            return main ? path : null;
        }
        byte[] bytes = database.getBytes(StandardCharsets.UTF_8);
        CRC32C first = new CRC32C();
        first.update(bytes);
        CRC32 second = new CRC32();
        second.update(bytes);
        return path.resolve("%s-%08x%08x%s"
                .formatted(
                        Path.of(database).getFileName(),
                        first.getValue(),
                        second.getValue(),
                        EXTENSION));
    }
}
