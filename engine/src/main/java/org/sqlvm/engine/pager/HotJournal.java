package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;

import java.io.IOException;

/**
 * The rollback journal of a writer that died (file-format section 3). Its before-images must be
 * written back before the database is read; the first connection does it.
 */
final class HotJournal {
    private final FileSystem fileSystem;
    private final String path;
    private final String databasePath;
    private final DatabaseFile database;
    private final PagerSettings settings;

    HotJournal(
            FileSystem fileSystem,
            String databasePath,
            DatabaseFile database,
            PagerSettings settings) {
        this.fileSystem = fileSystem;
        this.databasePath = databasePath;
        this.settings = settings;
        path = databasePath + "-journal";
        this.database = database;
    }

    /**
     * Whether there is a journal with content, and no living writer that it belongs to. As in
     * SQLite, a connection that keeps no journals does not look.
     */
    boolean isHot() throws IOException {
        if (settings.journalMode() == JournalMode.OFF
                || !fileSystem.hasContent(path)
                || database.isReserved()) {
            return false;
        }
        if (database.size() == 0) {
            deleteStale();
            return false;
        }
        try (DatabaseFile journal = fileSystem.openBeside(databasePath, path, OpenMode.READ_ONLY)) {
            byte[] first = new byte[1];
            return journal.read(first, 0, 1, 0) == 1 && first[0] != 0;
        } catch (java.nio.file.NoSuchFileException _) {
            return false; // The journal's writer has just finished.
        }
    }

    /** The database is empty: its journal must not become hot when it grows. */
    private void deleteStale() throws IOException {
        if (!database.isReadOnly() && database.lock(LockLevel.RESERVED)) {
            try {
                fileSystem.delete(path);
            } finally {
                database.unlock(LockLevel.SHARED);
            }
        }
    }

    /**
     * Rolls the journal back and removes it as the journal mode says, under EXCLUSIVE; keeps
     * SHARED.
     *
     * @return false if locks of others prevent it
     */
    boolean rollback() throws IOException {
        if (database.isReadOnly()) {
            throw new SqlException(
                    ResultCode.READONLY_ROLLBACK, "attempt to write a readonly database");
        }
        if (!database.lock(LockLevel.EXCLUSIVE)) {
            return false;
        }
        if (fileSystem.exists(path)) {
            String superJournal;
            boolean played = false;
            try (DatabaseFile journal =
                    fileSystem.openBeside(databasePath, path, OpenMode.READ_WRITE)) {
                if (journal.isReadOnly()) {
                    throw new SqlException(ResultCode.CANTOPEN, "unable to open database file");
                }
                superJournal = SuperJournal.nameIn(journal);
                // A transaction over several databases has committed when its super-journal is
                // gone.
                if (superJournal == null || fileSystem.hasContent(superJournal)) {
                    played = playBack(journal);
                    database.sync();
                }
                if (played && settings.keepsJournal()) {
                    RollbackJournal.invalidate(journal, settings, superJournal != null);
                }
            }
            if (!settings.keepsJournal()) {
                fileSystem.delete(path);
            }
            if (superJournal != null) {
                SuperJournal.deleteUnused(fileSystem, superJournal);
            }
        }
        database.unlock(LockLevel.SHARED);
        return true;
    }

    /** @return false if there was nothing, not even a header */
    private boolean playBack(DatabaseFile journal) throws IOException {
        long size = journal.size();
        long position = 0;
        boolean first = true;
        while (position + JournalFormat.HEADER_SIZE <= size) {
            byte[] header = read(journal, position, JournalFormat.HEADER_SIZE);
            if (!JournalFormat.isMagic(header, 0)) {
                return !first;
            }
            int nonce = BigEndian.getInt(header, JournalFormat.NONCE);
            long pageCount = BigEndian.getU32(header, JournalFormat.PAGE_COUNT);
            int sectorSize = BigEndian.getInt(header, JournalFormat.SECTOR_SIZE);
            int pageSize = BigEndian.getInt(header, JournalFormat.PAGE_SIZE);
            if (!isPowerOfTwo(pageSize, HeaderBytes.PAGE_SIZE_MIN, HeaderBytes.PAGE_SIZE_MAX)
                    || !isPowerOfTwo(sectorSize, 32, HeaderBytes.PAGE_SIZE_MAX)) {
                return !first; // Torn before anything was written to the database.
            }
            position += sectorSize;
            int recordSize = pageSize + JournalFormat.RECORD_OVERHEAD;
            long recordCount = BigEndian.getU32(header, JournalFormat.COUNT);
            if ((int) recordCount == JournalFormat.COUNT_BY_SIZE) {
                recordCount = (size - position) / recordSize;
            }
            if (first) {
                database.truncate(pageCount * pageSize);
                first = false;
            }
            for (long i = 0; i < recordCount; i++) {
                if (position + recordSize > size
                        || !writeBack(journal, position, pageSize, pageCount, nonce)) {
                    return true; // The last sync did not cover it: the database was not touched.
                }
                position += recordSize;
            }
            position = (position + sectorSize - 1) / sectorSize * sectorSize;
        }
        return !first;
    }

    private boolean writeBack(
            DatabaseFile journal, long position, int pageSize, long pageCount, int nonce)
            throws IOException {
        byte[] record = read(journal, position, pageSize + JournalFormat.RECORD_OVERHEAD);
        long number = BigEndian.getU32(record, 0);
        int checksum = JournalFormat.checksum(record, 4, pageSize, nonce);
        if (number == 0
                || number == HeaderBytes.lockBytePage(pageSize)
                || BigEndian.getInt(record, 4 + pageSize) != checksum) {
            return false;
        }
        if (number <= pageCount) {
            database.write(record, 4, pageSize, (number - 1) * pageSize);
        }
        return true;
    }

    private static boolean isPowerOfTwo(int value, int min, int max) {
        return value >= min && value <= max && Integer.bitCount(value) == 1;
    }

    private static byte[] read(DatabaseFile file, long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        if (file.read(bytes, 0, length, position) != length) {
            throw new IOException("journal ends early");
        }
        return bytes;
    }
}
