package org.sqlvm.engine.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

/** Versions of bytes in memory, and the locks on them. */
final class SharedMemoryTest {
    private static final SharedMemory.Name NAME = new SharedMemory.Name("x", true);

    /** So that blocks, and lists of blocks, are written, cut and grown in every part. */
    private static final int SIZE_MAX = 3 * 1024 * 4096;

    private final SharedMemory memory = new SharedMemory();

    private DatabaseFile open() {
        return memory.open(NAME, OpenMode.READ_WRITE_CREATE);
    }

    private static byte[] content(DatabaseFile file) throws IOException {
        byte[] bytes = new byte[(int) file.size() + 7];
        int count = file.read(bytes, 0, bytes.length, 0);
        assertEquals(file.size(), count);
        return Arrays.copyOf(bytes, count);
    }

    @Test
    void everyVersionIsWhatWasWritten() throws IOException {
        Random random = new Random(33);
        byte[] expected = new byte[0];
        try (DatabaseFile writer = open()) {
            for (int round = 0; round < 60; round++) {
                try (DatabaseFile reader = open()) {
                    assertTrue(reader.lock(LockLevel.SHARED));
                    assertTrue(writer.lock(LockLevel.SHARED));
                    assertTrue(writer.lock(LockLevel.EXCLUSIVE));
                    byte[] next = change(writer, expected, random);
                    assertArrayEquals(next, content(writer));
                    assertArrayEquals(expected, content(reader));
                    if (random.nextInt(4) == 0) {
                        writer.discard();
                    } else {
                        writer.publish();
                        assertTrue(reader.isOutdated());
                        assertArrayEquals(expected, content(reader), "it keeps what it has");
                        expected = next;
                    }
                    writer.unlock(LockLevel.NONE);
                    assertArrayEquals(expected, content(writer));
                }
            }
        }
    }

    private static byte[] change(DatabaseFile file, byte[] before, Random random)
            throws IOException {
        byte[] bytes = before;
        for (int i = random.nextInt(1, 9); i > 0; i--) {
            if (random.nextInt(3) == 0) {
                int size = random.nextInt(4) == 0
                        ? 4096 * random.nextInt(2000)
                        : random.nextInt(SIZE_MAX);
                file.truncate(size);
                bytes = Arrays.copyOf(bytes, size);
            } else {
                byte[] part = new byte[1 << random.nextInt(17)];
                random.nextBytes(part);
                int position = random.nextInt(random.nextBoolean() ? 1 + bytes.length : SIZE_MAX);
                file.write(part, 0, part.length, position);
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length, position + part.length));
                System.arraycopy(part, 0, bytes, position, part.length);
            }
        }
        return bytes;
    }

    private static void publish(DatabaseFile file, int tree) throws IOException {
        assertTrue(file.lock(LockLevel.SHARED));
        file.treeUse().begin();
        assertTrue(file.lock(LockLevel.EXCLUSIVE));
        file.treeUse().beginWrite();
        file.treeUse().open(tree, true);
        file.write(new byte[] {1}, 0, 1, file.size());
        file.publish();
        file.unlock(LockLevel.NONE);
    }

    @Test
    void onlyWhoHasSeenNothingOldMayCatchUp() throws IOException {
        try (DatabaseFile one = open();
                DatabaseFile other = open()) {
            assertTrue(one.lock(LockLevel.SHARED));
            one.treeUse().begin();
            one.treeUse().open(5, false);
            assertFalse(one.catchUp(false), "there is nothing new");
            publish(other, 6);
            assertFalse(one.lock(LockLevel.RESERVED));
            assertTrue(one.catchUp(true));
            assertEquals(LockLevel.RESERVED, one.lockLevel());
            assertTrue(other.hasOtherWriter());
            one.unlock(LockLevel.SHARED);
            publish(other, 5);
            publish(other, 7);
            assertFalse(one.catchUp(false));
            assertEquals(1, one.size());
            one.unlock(LockLevel.NONE);
            assertTrue(one.lock(LockLevel.SHARED));
            one.treeUse().begin();
            publish(other, 1);
            assertFalse(one.catchUp(false), "every reader depends on the schema");
        }
    }

    @Test
    void aNameIsFreeWhenItsLastHandleIsClosed() throws IOException {
        DatabaseFile first = open();
        DatabaseFile second = open();
        publish(first, 1);
        first.close();
        first.close();
        assertEquals(1, second.size());
        try (DatabaseFile other =
                memory.open(new SharedMemory.Name("x", false), OpenMode.READ_WRITE)) {
            assertEquals(0, other.size());
        }
        second.close();
        try (DatabaseFile third = open()) {
            assertEquals(0, third.size());
        }
    }
}
