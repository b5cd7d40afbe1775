package org.sqlvm.server.session;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.settings.ServerSettings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Files that sessions have named and left, each kept open for a while by a connection that holds no
 * lock: what was decoded from a file serves the next program that opens it.
 *
 * <p>A file in WAL mode is not kept. The log is deleted when the last process closes the file, and
 * that must not wait for this one.
 */
final class RestingFiles implements AutoCloseable {
    private static final long KEPT_NS = Duration.ofMinutes(10).toNanos();

    /** The most of them: the one left longest ago goes. */
    private static final int COUNT_MAX = 16;

    /**
     * @param key the file's identity when it was opened
     * @param until when it is closed, by {@link System#nanoTime}
     */
    private record Rest(Database database, Object key, long until) {}

    private final ServerSettings settings;
    /** By the file's path. */
    private final Map<Path, Rest> rests = new HashMap<>();

    private final ReentrantLock lock = new ReentrantLock();

    RestingFiles(ServerSettings settings) {
        this.settings = settings;
    }

    /** A session leaves its file; its connection is still open. */
    void leave(Database session) {
        String name = session.path();
        if (name.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            leave(session, Path.of(name));
        } finally {
            lock.unlock();
        }
    }

    private void leave(Database session, Path path) {
        Rest known = rests.remove(path);
        try {
            if (isLogged(session)) {
                close(known);
                return;
            }
            Object key = key(path);
            boolean isSame = known != null && known.key.equals(key);
            if (!isSame) {
                close(known);
            }
            if (key != null) {
                Database database = isSame ? known.database : open(path);
                rests.put(path, new Rest(database, key, System.nanoTime() + KEPT_NS));
                closeOldest();
            }
        } catch (SqlvmException e) {
            // A file that cannot be read is nothing to keep.
            close(known);
        }
    }

    private static boolean isLogged(Database database) {
        try (Rows rows = database.query("PRAGMA main.journal_mode")) {
            return rows.next() && "wal".equals(rows.getText(0));
        }
    }

    /** Reads from the file, since a connection opens it with its first statement. */
    private Database open(Path path) {
        Database database = settings.open(path.toString(), path.getParent());
        boolean isReady = false;
        try (Rows rows = database.query("SELECT count(*) FROM sqlite_schema")) {
            rows.next();
            isReady = true;
            return database;
        } finally {
            if (!isReady) {
                database.close();
            }
        }
    }

    /** By which a file is known, whatever becomes of its name; null if there is none. */
    private static Object key(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        } catch (IOException e) {
            return null;
        }
    }

    private void closeOldest() {
        while (rests.size() > COUNT_MAX) {
            Map.Entry<Path, Rest> oldest = rests.entrySet().stream()
                    .min((a, b) -> Long.compare(a.getValue().until - b.getValue().until, 0))
                    .orElseThrow();
            rests.remove(oldest.getKey());
            close(oldest.getValue());
        }
    }

    /**
     * Closes those that have rested for long enough, and those that have been deleted or replaced.
     *
     * @param now by {@link System#nanoTime}
     */
    void look(long now) {
        lock.lock();
        try {
            List<Path> gone = new ArrayList<>();
            rests.forEach((path, rest) -> {
                if (now - rest.until >= 0 || !Objects.equals(rest.key, key(path))) {
                    gone.add(path);
                }
            });
            gone.forEach(path -> close(rests.remove(path)));
        } finally {
            lock.unlock();
        }
    }

    private static void close(Rest rest) {
        if (rest != null) {
            rest.database.close();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            rests.values().forEach(RestingFiles::close);
            rests.clear();
        } finally {
            lock.unlock();
        }
    }
}
