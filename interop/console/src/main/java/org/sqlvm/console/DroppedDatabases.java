package org.sqlvm.console;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Databases that the user has dropped on the page: copies that are read and not written, and that
 * go when the user closes them or the console ends. Their files have names of ours.
 */
final class DroppedDatabases {
    /** SQLite's limit of attached databases (sqlite.org/limits.html). */
    private static final int COUNT_MAX = 10;

    private static final Set<String> RESERVED = Set.of("main", "temp");

    /** The beginning of each database (sqlite.org/fileformat2.html). */
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(US_ASCII);

    /** The versions of the format for writing and reading: 2 with a write-ahead log. */
    private static final int VERSIONS_AT = 18;

    private static final byte[] WITHOUT_LOG = {1, 1};
    private static final int ERROR = 1;
    private static final int NOT_A_DATABASE = 26;

    private final ReentrantLock lock = new ReentrantLock();
    /** Files by the names of schemas; replaced as a whole under the lock. */
    private volatile Map<String, Path> files = Map.of();

    /** The URIs of the databases by the names of their schemas. */
    Map<String, String> uris() {
        Map<String, String> uris = new LinkedHashMap<>();
        files.forEach((schema, file) -> uris.put(schema, uri(file)));
        return uris;
    }

    private static String uri(Path file) {
        return "file://" + file.toUri().getRawPath() + "?mode=ro";
    }

    /** The names of the schemas. */
    Set<String> names() {
        return files.keySet();
    }

    /**
     * Adds a database.
     *
     * @param file a copy of the user's file, of which this is the only writer
     * @param name the name of the user's file, without its end
     * @return the name of its schema
     * @throws SqlvmException if it is no database, or there are too many
     */
    String add(Path file, String name) throws IOException {
        check(file);
        lock.lock();
        try {
            if (files.size() >= COUNT_MAX) {
                throw new SqlvmException(
                        COUNT_MAX + " databases are open beside the file", ERROR, -1, null);
            }
            String schema = free(name);
            Map<String, Path> more = new LinkedHashMap<>(files);
            more.put(schema, file);
            files = more;
            return schema;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes a database.
     *
     * @return its file; null if there is none
     */
    Path remove(String schema) {
        lock.lock();
        try {
            Map<String, Path> less = new LinkedHashMap<>(files);
            Path file = less.remove(schema);
            files = less;
            return file;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the name, with a number after it if there is such a schema. */
    private String free(String name) {
        String free = name;
        for (int i = 2; isTaken(free); i++) {
            free = name + "_" + i;
        }
        return free;
    }

    /** SQL ignores the case of names. */
    private boolean isTaken(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return RESERVED.contains(lower)
                || files.keySet().stream()
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).equals(lower));
    }

    private static void check(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            byte[] head = new byte[MAGIC.length];
            channel.read(ByteBuffer.wrap(head));
            if (!Arrays.equals(head, MAGIC)) {
                throw new SqlvmException("file is not a database", NOT_A_DATABASE, -1, null);
            }
            // A log has not come with it; to read a database with one needs files beside it.
            channel.write(ByteBuffer.wrap(WITHOUT_LOG), VERSIONS_AT);
        }
        try (Database database = Sqlvm.open(uri(file));
                Rows rows = database.query("SELECT count(*) FROM sqlite_schema")) {
            rows.next();
        }
    }
}
