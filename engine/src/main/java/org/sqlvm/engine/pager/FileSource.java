package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.OpenOptions;
import org.sqlvm.engine.file.Pause;

import java.io.IOException;
import java.util.Arrays;

/**
 * Where a pager's pages come from: the database file and, in write-ahead log mode, its log. Owns
 * the locks of a read transaction, and what has to happen before one can begin: a hot journal is
 * rolled back.
 */
final class FileSource {
    private final FileSystem fileSystem;
    private final String path;
    private final DatabaseFile file;
    private final BusyWait busyWait;
    private final boolean lockless;
    private final boolean immutable;

    /** The change counter and page count of the last transaction, header bytes 24 to 39. */
    private final byte[] lastVersion = new byte[16];

    private boolean everBegun;
    private ReadAhead readAhead;
    private Wal wal;
    private int pageSize = 4096;
    private int pageCount;

    private FileSource(
            FileSystem fileSystem,
            String path,
            DatabaseFile file,
            OpenOptions options,
            Pause pause) {
        this.fileSystem = fileSystem;
        this.path = path;
        this.file = file;
        busyWait = new BusyWait(options.busyTimeoutMs(), pause);
        immutable = options.immutable();
        lockless = immutable || options.noLock();
    }

    static FileSource open(FileSystem fileSystem, OpenOptions options, Pause pause) {
        try {
            String path = fileSystem.canonicalPath(options.path());
            DatabaseFile file = fileSystem.open(path, options.mode());
            return new FileSource(fileSystem, path, file, options, pause);
        } catch (IOException e) {
            throw SqlException.io(ResultCode.CANTOPEN, "unable to open database file", e);
        }
    }

    String path() {
        return path;
    }

    int pageSize() {
        return pageSize;
    }

    int pageCount() {
        return pageCount;
    }

    /**
     * Begins a read transaction.
     *
     * @return true if pages of the last transaction may have changed
     */
    boolean begin() throws IOException {
        boolean done = false;
        try {
            boolean changed = lockAndRecover();
            changed |= wal == null ? beginWithoutLog() : beginWithLog();
            everBegun = true;
            done = true;
            return changed;
        } finally {
            if (!done) {
                everBegun = false;
                end();
            }
        }
    }

    /** @return true if a journal was rolled back */
    private boolean lockAndRecover() throws IOException {
        if (lockless) {
            return false;
        }
        boolean recovered = false;
        busyWait.begin();
        while (true) {
            if (file.lock(LockLevel.SHARED)) {
                HotJournal journal = new HotJournal(fileSystem, path, file);
                if (!journal.isHot()) {
                    break;
                }
                if (journal.rollback()) {
                    recovered = true;
                    break;
                }
                unlock(); // Somebody else is at it.
            }
            busyWait.pause();
        }
        return recovered;
    }

    private boolean beginWithoutLog() throws IOException {
        byte[] header = new byte[HeaderBytes.SIZE];
        int count = file.read(header, 0, header.length, 0);
        if (count == 0) {
            boolean changed = pageCount != 0;
            pageCount = 0;
            Arrays.fill(lastVersion, (byte) 0);
            return changed || !everBegun;
        }
        HeaderBytes.check(header);
        if (HeaderBytes.isWal(header) && !immutable) {
            if (lockless) {
                throw new SqlException(ResultCode.CANTOPEN, "unable to open database file");
            }
            wal = Wal.open(fileSystem, path, file, busyWait);
            return beginWithLog();
        }
        setPageSize(HeaderBytes.pageSize(header));
        pageCount = Pager.countPages(header, file.size(), pageSize);
        boolean changed =
                !everBegun || !Arrays.equals(header, 24, 40, lastVersion, 0, lastVersion.length);
        System.arraycopy(header, 24, lastVersion, 0, lastVersion.length);
        if (changed) {
            readAhead.forget();
        }
        return changed;
    }

    private boolean beginWithLog() throws IOException {
        boolean changed = wal.begin();
        byte[] header = new byte[HeaderBytes.SIZE];
        if (wal.pageSize() != 0) {
            setPageSize(wal.pageSize());
        }
        if (!wal.read(1, header)) {
            int count = file.read(header, 0, header.length, 0);
            if (count > 0) {
                HeaderBytes.check(header);
                setPageSize(HeaderBytes.pageSize(header));
            }
            if (count == 0 || !HeaderBytes.isWal(header)) {
                // The journal mode was changed, or the database replaced: without a log, then.
                wal.close();
                wal = null;
                everBegun = false;
                return beginWithoutLog();
            }
        } else {
            HeaderBytes.check(header);
            if (HeaderBytes.pageSize(header) != pageSize) {
                throw SqlException.corrupt(1, "page size differs from the log's");
            }
        }
        pageCount = wal.pageCount() != 0
                ? wal.pageCount()
                : Pager.countPages(header, file.size(), pageSize);
        changed |= !everBegun || !Arrays.equals(header, 24, 40, lastVersion, 0, lastVersion.length);
        System.arraycopy(header, 24, lastVersion, 0, lastVersion.length);
        if (changed) {
            readAhead.forget();
        }
        return changed;
    }

    private void setPageSize(int bytes) {
        if (readAhead == null || bytes != pageSize) {
            pageSize = bytes;
            readAhead = new ReadAhead(file, bytes);
        }
    }

    /** A fresh array with the page's content in this snapshot. */
    byte[] read(int number) throws IOException {
        if (wal != null) {
            byte[] data = new byte[pageSize];
            if (wal.read(number, data)) {
                return data;
            }
        }
        return readAhead.read(number);
    }

    /** Ends the read transaction, or what there is of one. */
    void end() throws IOException {
        if (wal != null) {
            // As SQLite, keep SHARED while the log is in use: nobody may delete it under us.
            wal.end();
        } else {
            unlock();
        }
    }

    private void unlock() throws IOException {
        if (!lockless) {
            file.unlock(LockLevel.NONE);
        }
    }

    void close() throws IOException {
        try {
            if (wal != null) {
                wal.close();
                wal = null;
            }
        } finally {
            file.close();
        }
    }

    /** The mode to open a file in that stands beside this database. */
    static OpenMode besideMode(DatabaseFile database) {
        return database.isReadOnly() ? OpenMode.READ_ONLY : OpenMode.READ_WRITE;
    }
}
