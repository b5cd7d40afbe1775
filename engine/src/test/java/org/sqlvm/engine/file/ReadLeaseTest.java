package org.sqlvm.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * SHARED locks that stay for the next read. {@link Timeout}: a lease comes only to who is quick.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ReadLeaseTest {
    @TempDir
    private Path folder;

    private DatabaseFile file;
    private DatabaseFile other;

    @BeforeEach
    void open() throws IOException {
        String path = folder.resolve("t.db").toString();
        file = DirectFileSystem.INSTANCE.open(path, OpenMode.READ_WRITE_CREATE);
        other = DirectFileSystem.INSTANCE.open(path, OpenMode.READ_WRITE);
    }

    @AfterEach
    void close() throws IOException {
        file.close();
        other.close();
    }

    /** Reads until the file rests on its lock, and leaves it there. */
    private void lease() throws IOException {
        while (!file.resume()) {
            assertTrue(file.lock(LockLevel.SHARED));
            file.rest();
        }
        file.rest();
    }

    @Test
    void oneReadLeavesNothing() throws IOException {
        assertTrue(file.lock(LockLevel.SHARED));
        file.rest();
        assertEquals(LockLevel.NONE, file.lockLevel());
        assertFalse(file.resume());
    }

    @Test
    void aWriterOfThisProcessTakesItAway() throws IOException {
        boolean taken = false;
        while (!taken) {
            lease();
            assertTrue(other.lock(LockLevel.SHARED));
            assertTrue(other.lock(LockLevel.RESERVED));
            taken = file.resume(); // It may be over by itself, on a slow day.
            if (taken) {
                assertFalse(other.lock(LockLevel.EXCLUSIVE), "somebody reads");
                file.rest();
                assertTrue(other.lock(LockLevel.EXCLUSIVE), "somebody rests");
            }
            assertFalse(taken && file.resume());
            assertFalse(taken && file.lock(LockLevel.SHARED));
            other.unlock(LockLevel.NONE);
        }
        assertTrue(file.lock(LockLevel.SHARED));
    }

    @Test
    void endsByItself() throws IOException, InterruptedException {
        lease();
        while (file.lockLevel() != LockLevel.NONE) {
            Thread.sleep(1);
        }
        assertFalse(file.resume());
    }

    @Test
    void endsUnderOneWhoGoesOnReading() throws IOException {
        lease();
        while (file.resume()) {
            file.rest();
        }
        assertEquals(LockLevel.NONE, file.lockLevel());
    }

    @Test
    void aLockWithoutTheLeaseIsNotKept() throws IOException {
        lease();
        assertTrue(file.lock(LockLevel.SHARED));
        assertFalse(file.resume());
        assertTrue(file.lock(LockLevel.RESERVED));
        file.rest();
        assertEquals(LockLevel.NONE, file.lockLevel());
    }
}
