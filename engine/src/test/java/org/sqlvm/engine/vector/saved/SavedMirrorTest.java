package org.sqlvm.engine.vector.saved;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkFormat;
import org.sqlvm.engine.vector.column.ChunkTest;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

/** A file gives back what was saved, or nothing. */
final class SavedMirrorTest {
    private static final MirrorForm FORM = new MirrorForm(4096, 4096, 1);
    private static final StoredColumn NUMBERS = new StoredColumn("n", 0, false, SqlNull.NULL);
    private static final StoredColumn TEXTS = new StoredColumn("t", 1, false, Text.of("x"));
    private static final int[] ROWS = {200, 200};

    private static final Chunk[] NUMBER_CHUNKS = {
        ChunkTest.chunk(ChunkTest.random(1, true, random -> (long) random.nextInt(99))),
        ChunkTest.chunk(ChunkTest.random(2, false, random -> random.nextLong()))
    };

    private static final Chunk[] TEXT_CHUNKS = {
        ChunkTest.chunk(ChunkTest.random(3, false, random -> Text.of("" + random.nextInt()))), null
    };

    @TempDir
    private Path folder;

    private static void addTables(MirrorWriter writer) throws IOException {
        SavedPages[] pages = {
            new SavedPages(new int[] {3, 9}, new long[] {5, 6}, 0, 7, new int[0], new long[0]),
            new SavedPages(new int[] {9}, new long[] {6}, 7, 9, new int[] {4}, new long[] {8})
        };
        long[] first = {1, 201};
        long[] last = {200, 400};
        SavedTable table = writer.addTable(2, "a", 4_000, ROWS, first, last, false, pages);
        writer.addColumn(table, NUMBERS, NUMBER_CHUNKS, null, null, null);
        writer.addColumn(table, TEXTS, TEXT_CHUNKS, null, null, null);
        SavedTable other = writer.addTable(7, "b", 90, ROWS, first, last, false, pages);
        writer.addColumn(other, TEXTS, TEXT_CHUNKS, null, null, null);
    }

    private Path write(String name) throws IOException {
        Path path = folder.resolve(name);
        try (MirrorWriter writer = MirrorWriter.open(path, FORM, Long.MAX_VALUE, null)) {
            addTables(writer);
            writer.finish();
        }
        return path;
    }

    /** All that can be read is what was saved; the number of chunks. */
    private static int check(Path path) {
        int found = 0;
        try (SavedMirror mirror = SavedMirror.open(path, FORM)) {
            if (mirror == null) {
                return 0;
            }
            SavedTable table = mirror.table(2);
            assertEquals("a", table.name());
            assertEquals(4_000, table.storedBytes());
            assertEquals(201, table.firstRowid(1));
            assertArrayEquals(new long[] {200, 400}, table.lastRowids());
            assertArrayEquals(ROWS, table.rows());
            SavedPages[] pages = mirror.pages(table);
            if (pages != null) {
                assertArrayEquals(new int[] {3, 9}, pages[0].numbers());
                assertArrayEquals(new long[] {5, 6}, pages[0].hashes());
                assertEquals(7, pages[1].first());
                assertArrayEquals(new long[] {8}, pages[1].overflowHashes());
            }
            for (int partition = 0; partition < ROWS.length; partition++) {
                found += same(NUMBER_CHUNKS[partition], mirror.chunk(table, NUMBERS, partition));
                found += same(TEXT_CHUNKS[partition], mirror.chunk(table, TEXTS, partition));
                SavedTable other = mirror.table(7);
                found += same(TEXT_CHUNKS[partition], mirror.chunk(other, TEXTS, partition));
                assertNull(mirror.chunk(other, NUMBERS, partition));
            }
        }
        return found;
    }

    private static int same(Chunk saved, Chunk found) {
        if (found == null) {
            return 0;
        }
        assertArrayEquals(ChunkFormat.toBytes(saved), ChunkFormat.toBytes(found));
        return 1;
    }

    @Test
    void whatIsSavedIsRead() throws IOException {
        Path path = write("m");
        assertEquals(4, check(path));
        assertNull(SavedMirror.open(path, new MirrorForm(4096, 4064, 1)));
        assertNull(SavedMirror.open(path, new MirrorForm(4096, 4096, 2)));
        assertNull(SavedMirror.open(path, new MirrorForm(8192, 8192, 1)));
        assertNull(SavedMirror.open(folder.resolve("none"), FORM));
        assertNull(SavedMirror.open(folder, FORM));
    }

    @Test
    void onlyTheOwnerReadsIt() throws IOException {
        Path path = folder.resolve("new").resolve("m");
        try (MirrorWriter writer = MirrorWriter.open(path, FORM, Long.MAX_VALUE, null)) {
            writer.finish();
        }
        if (Files.getFileStore(path).supportsFileAttributeView("posix")) {
            assertEquals("rw-------", mode(path));
            assertEquals("rwx------", mode(path.getParent()));
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aTornFileGivesNothing() throws IOException {
        byte[] whole = Files.readAllBytes(write("m"));
        Path torn = folder.resolve("torn");
        for (int size = 0; size < whole.length; size += 1 + size / 64) {
            Files.write(torn, Arrays.copyOf(whole, size));
            assertEquals(0, check(torn));
            // The end is there, but not all before it.
            Files.write(torn, Arrays.copyOfRange(whole, whole.length - size, whole.length));
            assertEquals(0, check(torn));
            byte[] zeros = whole.clone();
            Arrays.fill(zeros, size, Math.min(zeros.length, size + 512), (byte) 0);
            Files.write(torn, zeros);
            check(torn);
        }
        Files.write(torn, Arrays.copyOf(whole, whole.length + 1));
        assertEquals(0, check(torn));
    }

    @Test
    void aFlippedBitIsNoticed() throws IOException {
        byte[] whole = Files.readAllBytes(write("m"));
        Path flipped = folder.resolve("flipped");
        for (int i = 0; i < whole.length; i += 5) {
            byte[] bytes = whole.clone();
            bytes[i] ^= (byte) (1 << i % 8);
            Files.write(flipped, bytes);
            check(flipped);
        }
    }

    @Test
    void anUnfinishedFileChangesNothing() throws IOException {
        Path path = write("m");
        try (MirrorWriter writer = MirrorWriter.open(path, FORM, Long.MAX_VALUE, null)) {
            writer.addTable(
                    1, "c", 0, new int[0], new long[0], new long[0], false, new SavedPages[0]);
        }
        assertEquals(4, check(path));
        // As a process leaves it that is killed.
        Files.write(folder.resolve("m-draft"), new byte[1000]);
        assertEquals(4, check(path));
        write("m");
        assertEquals(4, check(path));
        assertFalse(Files.exists(folder.resolve("m-draft")));
    }

    @Test
    void oneWritesAtATime() throws IOException {
        Path path = folder.resolve("m");
        try (MirrorWriter first = MirrorWriter.open(path, FORM, Long.MAX_VALUE, null)) {
            assertNotNull(first);
            assertNull(MirrorWriter.open(path, FORM, Long.MAX_VALUE, null));
        }
        try (MirrorWriter second = MirrorWriter.open(path, FORM, Long.MAX_VALUE, null)) {
            assertNotNull(second);
        }
    }

    @Test
    void anotherFileIsNotReplaced() throws IOException {
        for (byte[] content : List.of(new byte[0], new byte[100])) {
            Path path = folder.resolve("database");
            Files.write(path, content);
            assertNull(MirrorWriter.open(path, FORM, Long.MAX_VALUE, null));
            assertArrayEquals(content, Files.readAllBytes(path));
        }
        assertNull(MirrorWriter.open(folder, FORM, Long.MAX_VALUE, null));
    }

    @Test
    void whatWasSavedIsSavedAgain() throws IOException {
        Path path = write("m");
        try (SavedMirror old = SavedMirror.open(path, FORM);
                MirrorWriter writer = MirrorWriter.open(path, FORM, Long.MAX_VALUE, null)) {
            for (SavedTable table : old.tables()) {
                writer.copy(old, table);
            }
            writer.finish();
            // Who has opened a file goes on with it.
            assertNotNull(old.chunk(old.table(2), NUMBERS, 0));
        }
        assertEquals(4, check(path));
    }

    @Test
    void theSizeIsLimited() throws IOException {
        Path path = folder.resolve("m");
        try (MirrorWriter writer = MirrorWriter.open(path, FORM, 300, null)) {
            addTables(writer);
            writer.finish();
        }
        assertEquals(1, check(path));
    }
}
