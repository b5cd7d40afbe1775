package org.sqlvm.engine.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Locks of a wal-index that stay for the next reader, and its header in memory. */
final class WalIndexLeaseTest {
    private static final int MARK = WalIndexFile.READ_LOCK_0 + 1;

    /** More than are needed for a lease, less than it lasts. */
    private static final int READS = 100;

    @TempDir
    private Path folder;

    private DatabaseFile database;
    private WalIndexFile file;
    private WalIndexFile other;

    @BeforeEach
    void open() throws IOException {
        String path = folder.resolve("t.db").toString();
        database = DirectFileSystem.INSTANCE.open(path, OpenMode.READ_WRITE_CREATE);
        file = DirectFileSystem.INSTANCE.openWalIndex(path, database);
        other = DirectFileSystem.INSTANCE.openWalIndex(path, database);
    }

    @AfterEach
    void close() throws IOException {
        file.close();
        other.close();
        database.close();
    }

    private void read(int lock) throws IOException {
        for (int i = 0; i < READS; i++) {
            assertTrue(file.lock(lock, false));
            file.unlock(lock, false);
        }
    }

    @Test
    void noReaderUsesAKeptLock() throws IOException {
        for (int i = 0; i < READS; i++) {
            read(MARK);
            assertTrue(other.lock(MARK, true));
            assertFalse(file.lock(MARK, false));
            other.unlock(MARK, true);
        }
    }

    @Test
    void aReaderKeepsTheLockFromOthers() throws IOException {
        for (int i = 0; i < READS; i++) {
            read(MARK);
            assertTrue(file.lock(MARK, false));
            assertFalse(other.lock(MARK, true));
            assertTrue(other.lock(MARK, false));
            file.unlock(MARK, false);
            assertFalse(file.lock(MARK, true), "the other one reads");
            other.unlock(MARK, false);
        }
    }

    @Test
    void anotherLockIsNotConfusedWithIt() throws IOException {
        for (int i = 0; i < READS; i++) {
            read(MARK);
            assertTrue(file.lock(MARK + 1, false));
            assertTrue(file.lock(MARK, false));
            file.unlock(MARK + 1, false);
            file.unlock(MARK, false);
            assertTrue(other.lock(MARK + 1, true));
            assertTrue(other.lock(MARK, true));
            other.unlock(MARK, true);
            other.unlock(MARK + 1, true);
            read(MARK + 1);
        }
    }

    @Test
    void closingGivesItBack() throws IOException {
        read(MARK);
        file.close();
        assertTrue(other.lock(MARK, true));
    }

    @Test
    void whatIsWrittenIsReadAtOnce() throws IOException {
        assertEquals(32 * 1024, Files.size(folder.resolve("t.db-shm")));
        byte[] header = new byte[136];
        for (byte i = 1; i < READS; i++) {
            other.write(new byte[] {i, i, i, i}, 0, 4, 96);
            file.read(header, 0);
            byte[] part = {header[95], header[96], header[99], header[100]};
            assertArrayEquals(new byte[] {0, i, i, 0}, part);
        }
    }
}
