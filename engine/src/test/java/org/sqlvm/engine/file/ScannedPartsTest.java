package org.sqlvm.engine.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A part that has been read is given back, and can be read again. */
final class ScannedPartsTest {
    private static final int PART = 1 << 24;
    private static final int PAGE = 1 << 16;

    @TempDir
    private Path folder;

    @Test
    void partsAreReadAgain() throws IOException {
        long size = PART + 20L * PAGE;
        try (var file = new RandomAccessFile(folder.resolve("f").toFile(), "rw");
                Arena arena = Arena.ofConfined()) {
            file.setLength(size);
            for (long at = 0; at < size; at += PAGE) {
                file.seek(at);
                file.writeLong(~at);
            }
            MemorySegment mapped =
                    file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
            ScannedParts parts = new ScannedParts(size);
            for (int round = 0; round < 2; round++) {
                for (long at = 0; at < size; at += PAGE) {
                    long found =
                            mapped.get(ValueLayout.JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN), at);
                    assertEquals(~at, found);
                    parts.read(mapped, at, PAGE);
                }
                // The second part was begun in the first round alone.
                assertEquals(round * PART, parts.bytesRead(0));
                assertEquals((round + 1) * 20 * PAGE, parts.bytesRead(1));
            }
        }
    }
}
