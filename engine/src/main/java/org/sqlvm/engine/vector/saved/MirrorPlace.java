package org.sqlvm.engine.vector.saved;

import org.sqlvm.engine.file.FileIdentity;
import org.sqlvm.engine.pager.ContentStamp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Where saved mirrors are, and when they are valid: what the options {@code sqlvm.MirrorFile} and
 * {@code sqlvm.MirrorAge} say.
 */
public final class MirrorPlace {
    /** The option's value for the user's folder of caches, and large databases of the user. */
    public static final String AUTO = "auto";

    /** The option's value for no file. */
    public static final String OFF = "off";

    /** The option's value for the user's folder of caches. */
    public static final String CACHE = "cache";

    /** The age of a database's last write at which its times tell of a later one. */
    public static final long AGE_MS = 2_000;

    /** With {@link #AUTO}: smaller databases are decoded sooner than a file is worth. */
    private static final long AUTO_BYTES_MIN = 64 << 20;

    /** Before a path: {@link #AUTO} in that folder, for databases of any size. For tests. */
    public static final String AUTO_IN = "auto:";

    private static final String FOLDER = "sqlvm/mirror";

    private enum Kind {
        FILE,
        FOLDER,
        CACHE,
        AUTO
    }

    private final Path path;
    private final Kind kind;
    private final long bytesMin;
    private final long ageMs;

    private MirrorPlace(Path path, Kind kind, long bytesMin, long ageMs) {
        this.path = path;
        this.kind = kind;
        this.bytesMin = bytesMin;
        this.ageMs = ageMs;
    }

    /**
     * Reads the options.
     *
     * @param value {@link #OFF}, {@link #AUTO}, {@link #CACHE} or a path
     * @param ageMs the age of a database's last write, in milliseconds, from which on its times are
     *     trusted; negative if they never are
     * @param environment the process's environment variables
     * @return null for no file
     */
    public static MirrorPlace of(String value, long ageMs, Map<String, String> environment) {
        if (value.equalsIgnoreCase(OFF) || value.isEmpty()) {
            return null;
        }
        try {
            if (value.startsWith(AUTO_IN)) {
                Path path = Path.of(value.substring(AUTO_IN.length()));
                return new MirrorPlace(path, Kind.AUTO, 0, ageMs);
            }
            boolean auto = value.equalsIgnoreCase(AUTO);
            if (!auto && !value.equalsIgnoreCase(CACHE)) {
                Path path = Path.of(value);
                Kind kind = Files.isDirectory(path) ? Kind.FOLDER : Kind.FILE;
                return new MirrorPlace(path, kind, 0, ageMs);
            }
            String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
            // A relative path is to be ignored: specifications.freedesktop.org/basedir-spec.
            Path parent = !caches.isEmpty() && Path.of(caches).isAbsolute()
                    ? Path.of(caches)
                    : Path.of(System.getProperty("user.home"), ".cache");
            return new MirrorPlace(
                    parent.resolve(FOLDER),
                    auto ? Kind.AUTO : Kind.CACHE,
                    auto ? AUTO_BYTES_MIN : 0,
                    ageMs);
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
        if (database.isEmpty() || (bytesMin > 0 && !isLarge(Path.of(database)))) {
            return null;
        }
        if (kind == Kind.FILE) {
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
                        MirrorFolder.EXTENSION));
    }

    private boolean isLarge(Path database) {
        try {
            return Files.size(database) >= bytesMin;
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Whether mirrors are a default, not a wish: they have to be cheap, and of the user's own
     * databases.
     */
    public boolean isAuto() {
        return kind == Kind.AUTO;
    }

    /** Whether the folder is sqlvm's own: every file in it may be replaced and deleted. */
    public boolean isOwnFolder() {
        return kind == Kind.CACHE || kind == Kind.AUTO;
    }

    /** Whether a database's times tell of the next write. */
    public boolean trusts(ContentStamp stamp) {
        Instant now = Instant.now();
        long nowNs = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        return ageMs >= 0 && stamp.isSettled(nowNs, TimeUnit.MILLISECONDS.toNanos(ageMs));
    }

    /** Whether a database's times can be trusted at all, once they are old enough. */
    public boolean trustsTimes(Path database) throws IOException {
        return ageMs >= 0 && FileIdentity.hasReliableTimes(database);
    }

    /**
     * Whether a mirror may be read or written for a database: by default, both belong to the same
     * user.
     */
    public boolean allows(Path mirror, Path database) throws IOException {
        if (!isAuto()) {
            return true;
        }
        FileIdentity of = FileIdentity.of(database);
        return of == null || of.owner() == FileIdentity.of(mirror).owner();
    }

    /** Notes that a mirror is used. */
    public void use(Path mirror) throws IOException {
        if (isOwnFolder()) {
            MirrorFolder.use(mirror);
        }
    }

    /** Marks the folder that a mirror has been written to, and keeps it small. */
    public void tidy() throws IOException {
        if (isOwnFolder()) {
            MirrorFolder.tag(path);
            MirrorFolder.evict(path);
        }
    }
}
