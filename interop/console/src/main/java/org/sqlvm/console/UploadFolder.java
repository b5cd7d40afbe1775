package org.sqlvm.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A folder for what the page sends, of this user alone, with a bound on its bytes. It is made when
 * it is first needed, and goes with the console.
 */
final class UploadFolder implements AutoCloseable {
    /** Bytes of a file. */
    static final long FILE_SIZE_MAX = 1L << 30;

    /** Bytes of all files. */
    private static final long SIZE_MAX = 4L << 30;

    private final AtomicLong free = new AtomicLong(SIZE_MAX);
    private final AtomicInteger count = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    /** Null before it is needed; guarded. */
    private Path folder;

    /** Takes room for a file; returns how many bytes it may have. */
    long reserve() {
        long before = free.getAndUpdate(left -> left - Math.min(left, FILE_SIZE_MAX));
        return Math.min(before, FILE_SIZE_MAX);
    }

    /** Gives back room. */
    void release(long bytes) {
        free.addAndGet(bytes);
    }

    /**
     * Names a new file.
     *
     * @param end one of ours: nothing of the user's is in the name
     */
    Path file(String end) throws IOException {
        return folder().resolve(count.incrementAndGet() + "." + end);
    }

    private Path folder() throws IOException {
        lock.lock();
        try {
            if (folder == null) {
                folder = Files.createTempDirectory("sqlvm-console");
            }
            return folder;
        } finally {
            lock.unlock();
        }
    }

    /** Deletes a file of the folder, and gives its room back. */
    void delete(Path file) throws IOException {
        long size = Files.exists(file) ? Files.size(file) : 0;
        Files.deleteIfExists(file);
        release(size);
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (folder == null) {
                return;
            }
            List<Path> all;
            try (var files = Files.list(folder)) {
                all = files.toList();
            }
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
            folder = null;
        } finally {
            lock.unlock();
        }
    }
}
