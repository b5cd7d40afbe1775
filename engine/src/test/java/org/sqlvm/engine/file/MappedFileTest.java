package org.sqlvm.engine.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/** Reads from memory that the file is mapped to are those from the file. */
final class MappedFileTest {
    private static final int PAGE = 4096;
    private static final int PAGES = 100;

    /** More reads than it takes until a file is mapped, and mapped again. */
    private static final int READS = 10_000;

    @TempDir
    private Path folder;

    private DatabaseFile file;
    private final byte[] content = new byte[PAGES * PAGE];
    private final byte[] page = new byte[PAGE + 7];

    @BeforeEach
    void open() throws IOException {
        assumeTrue(File.separatorChar == '/', "not on Windows");
        new Random(1).nextBytes(content);
        file = DirectFileSystem.INSTANCE.open(
                folder.resolve("t.db").toString(), OpenMode.READ_WRITE_CREATE);
        file.write(content, 0, content.length, 0);
        assertTrue(file.lock(LockLevel.SHARED));
    }

    @AfterEach
    void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    /** Whether a page comes from memory, which its first reads do not. */
    private boolean isMapped(int number) throws IOException {
        for (int i = 0; i < READS; i++) {
            if (file.readMapped(page, 7, PAGE, (long) number * PAGE)) {
                return true;
            }
        }
        return false;
    }

    private void checkPage(int number) throws IOException {
        assertTrue(isMapped(number));
        byte[] expected = new byte[page.length];
        System.arraycopy(content, number * PAGE, expected, 7, PAGE);
        assertArrayEquals(expected, page);
    }

    @Test
    void aFewReadsAreNotWorthIt() throws IOException {
        assertFalse(file.readMapped(page, 0, PAGE, 0));
        checkPage(0);
        checkPage(PAGES - 1);
        assertFalse(isMapped(PAGES), "behind the end");
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        checkPage(3);
        new Random(2).nextBytes(content);
        file.write(content, 3 * PAGE, PAGE, 3L * PAGE);
        checkPage(3);
    }

    @Test
    void aFileThatGrowsIsMappedAgain() throws IOException {
        checkPage(3);
        file.write(content, 0, PAGE, (long) PAGES * PAGE);
        assertTrue(isMapped(PAGES));
        checkPage(0);
    }

    @Test
    void aFileThatWeMakeShorterIsNotReadBehindItsEnd() throws IOException {
        checkPage(PAGES - 1);
        file.truncate(PAGE);
        assertFalse(isMapped(PAGES - 1));
        checkPage(0);
    }

    /** Who does not heed locks gets an error, not the end of the process. */
    @Test
    void aFileThatOthersMakeShorterIsNotReadable() throws IOException {
        checkPage(PAGES - 1);
        try (RandomAccessFile other =
                new RandomAccessFile(folder.resolve("t.db").toFile(), "rw")) {
            other.setLength(PAGE);
        }
        for (int i = 0; i < READS; i++) {
            assertThrows(
                    IOException.class, () -> file.readMapped(page, 0, PAGE, (PAGES - 1L) * PAGE));
        }
        assertTrue(file.readMapped(page, 0, PAGE, 0));
        assertEquals(content[0], page[0]);
    }
}
