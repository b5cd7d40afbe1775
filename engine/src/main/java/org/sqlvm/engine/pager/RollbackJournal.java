package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileErrors;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.RandomFile;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The rollback journal of one connection's write transaction (file-format section 3): the pages of
 * the database as they were, each once, before the first of them is overwritten in the database.
 *
 * <p>The file is made with the first record. Its header says that there are no records, and lacks
 * the magic bytes, until {@link #sync} has written the records to the disk: a journal that was not
 * synced is never rolled back, and until then the database is not touched. Records after a sync go
 * into a new segment with a header of its own.
 */
final class RollbackJournal {
    /**
     * The number of bytes that a disk writes whole or not at all; SQLite assumes it, too, where it
     * may.
     */
    private static final int SECTOR_SIZE = 512;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final FileSystem fileSystem;
    private final String databasePath;
    private final DatabaseFile database;
    private final String path;
    private final PagerSettings settings;

    /** Null until the first record. */
    private RandomFile file;

    /** The same file, if it is on the disk; null in mode MEMORY. */
    private DatabaseFile diskFile;

    /** The file's name may not be on the disk yet. */
    private boolean isNew;

    /** Mode of this transaction. */
    private JournalMode mode;

    private int pageSize;
    private int pageCount;
    private int filePages;
    private int nonce;
    private PageSet saved = new PageSet();

    private int recordCount;
    /** By segment: where its header is, and the number of its first record. */
    private long[] positions = new long[4];

    private int[] firsts = new int[4];
    private int segmentCount;

    /** Records at the end that are not in the file yet. */
    private byte[] buffer = new byte[0];

    private int buffered;
    /** Where the buffer goes. */
    private long end;

    private boolean synced;

    /** The file ends with the name of a super-journal. */
    private boolean hasSuperJournal;

    RollbackJournal(
            FileSystem fileSystem,
            String databasePath,
            DatabaseFile database,
            PagerSettings settings) {
        this.fileSystem = fileSystem;
        this.databasePath = databasePath;
        this.database = database;
        path = databasePath + "-journal";
        this.settings = settings;
    }

    /**
     * Begins a transaction on a database, given the number of its pages and of its file's pages.
     */
    void begin(int newPageSize, int newPageCount, int newFilePages) {
        assert file == null;
        // A file that keeps its versions needs none. SQLite's word for that is OFF.
        mode = database.isVersioned() ? JournalMode.OFF : settings.journalMode();
        pageSize = newPageSize;
        pageCount = newPageCount;
        filePages = newFilePages;
        saved = new PageSet();
        recordCount = 0;
        segmentCount = 0;
        synced = true;
        hasSuperJournal = false;
    }

    String path() {
        return path;
    }

    /**
     * Begins the journal before the database is written: even without records, it has the
     * database's former length.
     */
    void ensureBegun() throws IOException {
        if (file == null && mode != JournalMode.OFF) {
            open();
            beginSegment();
            synced = false;
        }
    }

    /**
     * The transaction is a part of a larger one, which commits when that file is deleted. No record
     * comes any more.
     */
    void addSuperJournal(String name) throws IOException {
        if (diskFile == null) {
            return;
        }
        flush();
        if (settings.synchronous().compareTo(Synchronous.FULL) >= 0) {
            // In a sector of its own: the records before it may have been synced already.
            end = (end + SECTOR_SIZE - 1) / SECTOR_SIZE * SECTOR_SIZE;
        }
        hasSuperJournal = true;
        byte[] record = SuperJournal.record(name, pageSize);
        file.write(record, 0, record.length, end);
        end += record.length;
        if (diskFile.size() > end) {
            file.truncate(end); // A reader looks for it at the end of the file.
        }
        synced = false;
    }

    /** Is this a page that the database had, and that is not in the journal? */
    boolean needs(int number) {
        return number <= pageCount && mode != JournalMode.OFF && !saved.contains(number);
    }

    int recordCount() {
        return recordCount;
    }

    /** Appends a page that {@link #needs} its image. */
    void add(int number, byte[] page) throws IOException {
        assert needs(number) : number;
        if (file == null) {
            open();
        }
        if (segmentCount == 0 || (synced && !isNeverSynced())) {
            beginSegment();
        }
        int size = pageSize + JournalFormat.RECORD_OVERHEAD;
        if (buffered + size > buffer.length) {
            flush();
            if (buffer.length < size) {
                buffer = new byte[Math.max(1, BUFFER_BYTES / size) * size];
            }
        }
        BigEndian.putInt(buffer, buffered, number);
        System.arraycopy(page, 0, buffer, buffered + 4, pageSize);
        int checksum = JournalFormat.checksum(page, 0, pageSize, nonce);
        BigEndian.putInt(buffer, buffered + 4 + pageSize, checksum);
        buffered += size;
        recordCount++;
        saved.add(number);
        synced = false;
    }

    private boolean isNeverSynced() {
        return diskFile == null || settings.synchronous() == Synchronous.OFF;
    }

    private void open() throws IOException {
        if (mode == JournalMode.MEMORY) {
            file = new MemoryJournal();
        } else {
            // As in SQLite, an empty database has nothing that another file could have taken.
            if (pageCount > 0 && database.hasMoved(databasePath)) {
                throw new SqlException(
                        ResultCode.READONLY_DBMOVED, "attempt to write a readonly database");
            }
            isNew = !fileSystem.exists(path);
            try {
                diskFile = fileSystem.openBeside(databasePath, path, OpenMode.READ_WRITE_CREATE);
            } catch (AccessDeniedException e) {
                throw SqlException.io(
                        isNew ? ResultCode.READONLY_DIRECTORY : ResultCode.CANTOPEN,
                        isNew
                                ? "attempt to write a readonly database"
                                : "unable to open database file",
                        e);
            } catch (IOException e) {
                throw SqlException.io(ResultCode.CANTOPEN, "unable to open database file", e);
            }
            file = diskFile;
            if (diskFile.isReadOnly()) {
                diskFile.close();
                file = null;
                throw new SqlException(ResultCode.CANTOPEN, "unable to open database file");
            }
        }
        end = 0;
        buffered = 0;
    }

    private void beginSegment() throws IOException {
        flush();
        long position = (end + SECTOR_SIZE - 1) / SECTOR_SIZE * SECTOR_SIZE;
        nonce = ThreadLocalRandom.current().nextInt();
        byte[] header = new byte[SECTOR_SIZE];
        if (isNeverSynced()) {
            JournalFormat.putMagic(header, 0);
            BigEndian.putInt(header, JournalFormat.COUNT, JournalFormat.COUNT_BY_SIZE);
        }
        BigEndian.putInt(header, JournalFormat.NONCE, nonce);
        BigEndian.putInt(header, JournalFormat.PAGE_COUNT, filePages);
        BigEndian.putInt(header, JournalFormat.SECTOR_SIZE, SECTOR_SIZE);
        BigEndian.putInt(header, JournalFormat.PAGE_SIZE, pageSize);
        file.write(header, 0, SECTOR_SIZE, position);
        end = position + SECTOR_SIZE;
        if (segmentCount == positions.length) {
            positions = Arrays.copyOf(positions, segmentCount * 2);
            firsts = Arrays.copyOf(firsts, segmentCount * 2);
        }
        positions[segmentCount] = position;
        firsts[segmentCount++] = recordCount;
    }

    private void flush() throws IOException {
        if (buffered > 0) {
            file.write(buffer, 0, buffered, end);
            end += buffered;
            buffered = 0;
        }
    }

    /** From now on a crash is rolled back: the pages in the journal may be overwritten. */
    void sync() throws IOException {
        if (synced) {
            return;
        }
        flush();
        if (!isNeverSynced()) {
            clearStaleHeader();
            if (settings.synchronous().compareTo(Synchronous.FULL) >= 0) {
                syncFile();
            }
            byte[] start = new byte[JournalFormat.COUNT + 4];
            JournalFormat.putMagic(start, 0);
            int inSegment = recordCount - firsts[segmentCount - 1];
            BigEndian.putInt(start, JournalFormat.COUNT, inSegment);
            file.write(start, 0, start.length, positions[segmentCount - 1]);
            syncFile();
        }
        synced = true;
    }

    /** In a reused file, an old header may be where a reader looks for the next one. */
    private void clearStaleHeader() throws IOException {
        long next = (end + SECTOR_SIZE - 1) / SECTOR_SIZE * SECTOR_SIZE;
        byte[] magic = new byte[JournalFormat.MAGIC_SIZE];
        if (file.read(magic, 0, magic.length, next) == magic.length
                && JournalFormat.isMagic(magic, 0)) {
            file.write(new byte[1], 0, 1, next);
        }
    }

    private void syncFile() throws IOException {
        try {
            diskFile.sync();
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_FSYNC, e);
        }
        if (isNew) {
            try {
                fileSystem.syncFolder(path);
            } catch (IOException e) {
                throw FileErrors.of(ResultCode.IOERR_DIR_FSYNC, e);
            }
            isNew = false;
        }
    }

    /** Takes a page that was saved. */
    interface Sink {
        void restore(int number, byte[] image) throws IOException;
    }

    /** Gives the pages back that were added from record {@code from} on, in their order. */
    void playBack(int from, Sink sink) throws IOException {
        if (from >= recordCount) {
            return;
        }
        flush();
        int size = pageSize + JournalFormat.RECORD_OVERHEAD;
        byte[] record = new byte[size];
        byte[] image = new byte[pageSize];
        for (int segment = 0; segment < segmentCount; segment++) {
            int behind = segment + 1 < segmentCount ? firsts[segment + 1] : recordCount;
            for (int i = Math.max(from, firsts[segment]); i < behind; i++) {
                long position =
                        positions[segment] + SECTOR_SIZE + (long) (i - firsts[segment]) * size;
                if (file.read(record, 0, size, position) < size) {
                    throw new IOException("journal ends early");
                }
                System.arraycopy(record, 4, image, 0, pageSize);
                sink.restore(BigEndian.getInt(record, 0), image);
            }
        }
    }

    /**
     * The transaction is over: from now on there is nothing to roll back. After an exception
     * {@link #playBack} is still possible.
     */
    void finish() throws IOException {
        if (file == null) {
            return;
        }
        if (mode != JournalMode.MEMORY) {
            if (settings.keepsJournal()) {
                invalidate(diskFile, settings, hasSuperJournal);
            } else {
                delete();
            }
        }
        close();
    }

    private void delete() throws IOException {
        boolean wasThere;
        try {
            wasThere = fileSystem.delete(path);
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_DELETE, e);
        }
        if (!wasThere) {
            throw FileErrors.of(
                    ResultCode.IOERR_DELETE_NOENT, new IOException("the journal is not there"));
        }
        if (settings.synchronous() == Synchronous.EXTRA) {
            fileSystem.syncFolder(path);
        }
    }

    /**
     * Makes a journal that stays one with nothing to roll back.
     *
     * @param shorten it ends with the name of a super-journal, which no later one must end with
     */
    static void invalidate(DatabaseFile file, PagerSettings settings, boolean shorten)
            throws IOException {
        if (settings.journalMode() == JournalMode.TRUNCATE) {
            file.truncate(0);
            if (settings.synchronous().compareTo(Synchronous.FULL) >= 0) {
                file.sync();
            }
            return;
        }
        long limit = settings.journalSizeLimit();
        if (limit == 0 || shorten) {
            file.truncate(0);
        } else {
            file.write(new byte[JournalFormat.HEADER_SIZE], 0, JournalFormat.HEADER_SIZE, 0);
        }
        if (settings.synchronous() != Synchronous.OFF) {
            file.sync();
        }
        if (limit > 0 && !shorten && file.size() > limit) {
            file.truncate(limit);
        }
    }

    /** Closes the file and leaves it as it is. */
    void close() throws IOException {
        RandomFile open = file;
        file = null;
        diskFile = null;
        buffered = 0;
        recordCount = 0;
        segmentCount = 0;
        if (open != null) {
            open.close();
        }
    }

    /** Deletes an old journal when a log ends, since SQLite would take it for a hot one. */
    void deleteStale() throws IOException {
        if (fileSystem.hasContent(path)) {
            deleteLeftover();
        }
    }

    /** The file is not needed that modes TRUNCATE and PERSIST have left. */
    void deleteLeftover() throws IOException {
        assert file == null;
        fileSystem.delete(path);
    }
}
