package org.sqlvm.engine.file;

import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory for intermediate rows of one connection's statements - sorters, hash tables, windows,
 * temporary trees -, and the temporary files for rows beyond its limit.
 *
 * <p>Each of them reports its size here whenever it grows by a chunk, and asks {@link #isShort} or
 * {@link #mayGrow} whether it has to go to a file. A structure with less than an eighth of the
 * limit never has to, since files of many small ones gain nothing; so the limit may be exceeded by
 * an eighth for each of them.
 *
 * <p>With {@code PRAGMA temp_store = MEMORY}, and where there are no files, there is no limit but
 * the heap. One thread at a time but for {@link #take}, {@link #isShort} and {@link #mayGrow}.
 */
public final class Workspace implements AutoCloseable {
    /** Values of PRAGMA temp_store. */
    public static final int DEFAULT = 0;

    public static final int FILE = 1;
    public static final int MEMORY = 2;

    private static final int SHARE = 8;

    private final FileSystem files;
    private final long limit;
    private final boolean hasFiles;
    private final AtomicLong used = new AtomicLong();
    /** The temporary files; the garbage collector, too, may close one. */
    private final Set<RandomFile> open = ConcurrentHashMap.newKeySet();

    private int store = DEFAULT;
    private final Interruption interruption = new Interruption();

    /** @param limit in bytes; 0 for a quarter of the heap */
    public Workspace(FileSystem files, long limit) {
        assert limit >= 0 : limit;
        this.files = files;
        this.limit = limit > 0 ? limit : Runtime.getRuntime().maxMemory() / 4;
        hasFiles = files.hasTemporaryFiles();
    }

    /** A workspace that never leaves memory. */
    public static Workspace inMemory() {
        Workspace workspace = new Workspace(DirectFileSystem.INSTANCE, 0);
        workspace.setStore(MEMORY);
        return workspace;
    }

    /** Returns the interruption that work on many rows polls. */
    public Interruption interruption() {
        return interruption;
    }

    /** In bytes. */
    public long limit() {
        return limit;
    }

    /** Returns the number of bytes that are taken at the moment. */
    public long used() {
        return used.get();
    }

    /** Temporary files that are open. */
    public int fileCount() {
        return open.size();
    }

    /**
     * Returns the value of PRAGMA temp_store: {@link #DEFAULT}, {@link #FILE} or {@link #MEMORY}.
     */
    public int store() {
        return store;
    }

    public void setStore(int value) {
        assert value >= DEFAULT && value <= MEMORY : value;
        store = value;
    }

    /** Counts {@code bytes} more; a negative number releases bytes. */
    public void take(long bytes) {
        long after = used.addAndGet(bytes);
        assert after >= 0 : after;
    }

    /** Whether one that holds {@code own} bytes, all counted, has to put rows into a file. */
    public boolean isShort(long own) {
        return used.get() > limit && own >= limit / SHARE && !isInMemory();
    }

    /**
     * Whether one that holds {@code own} bytes may take {@code more}, which are not counted yet.
     */
    public boolean mayGrow(long own, long more) {
        return used.get() + more <= limit || own + more < limit / SHARE || isInMemory();
    }

    /** Whether nothing may go to a file: memory is never short then. */
    public boolean isInMemory() {
        return !hasFiles || store == MEMORY;
    }

    /** A new empty file. */
    public TemporaryFile newFile() {
        try {
            return new TemporaryFile(open, files.openTemporary());
        } catch (IOException e) {
            throw SqlException.io(ResultCode.CANTOPEN, "unable to open database file", e);
        }
    }

    /** Closes the files of statements that have not been closed. */
    @Override
    public void close() {
        List.copyOf(open).forEach(file -> TemporaryFile.close(open, file));
    }
}
