package org.sqlvm.engine.vector.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Bytes that are no chunk's are refused. {@link ChunkTest} has each encoding read again. */
final class ChunkFormatTest {
    private static final List<Function<Random, Object>> MAKERS = List.of(
            random -> (long) random.nextInt(100),
            Random::nextLong,
            random -> random.nextInt(100) / 10.0,
            Random::nextDouble,
            random -> Text.of("entry " + random.nextInt(5)),
            random -> Text.of("text " + random.nextLong()),
            random -> TimeForm.DATE.text(random.nextInt(1000)),
            random -> random.nextBoolean() ? 1L : Blob.of(new byte[random.nextInt(4)]),
            _ -> SqlNull.NULL);

    @Test
    void damagedBytesAreRefusedOrHaveAllRows() {
        for (Function<Random, Object> maker : MAKERS) {
            List<Object> values = ChunkTest.random(1, true, maker);
            byte[] bytes = ChunkFormat.toBytes(ChunkTest.chunk(values));
            for (int size = 0; size < bytes.length; size++) {
                byte[] torn = Arrays.copyOf(bytes, size);
                assertThrows(ChunkBytes.Damaged.class, () -> ChunkFormat.read(torn, values.size()));
            }
            for (int bit = 0; bit < 8 * Math.min(64, bytes.length); bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                try {
                    ChunkFormat.read(flipped, values.size()).encoding();
                } catch (ChunkBytes.Damaged _) {
                    // That is what it should be.
                }
            }
            assertThrows(
                    ChunkBytes.Damaged.class,
                    () -> ChunkFormat.read(Arrays.copyOf(bytes, bytes.length + 1), values.size()));
        }
    }

    @Test
    void columnsAreTheSame() {
        for (Object absent : List.of(SqlNull.NULL, 7L, 2.5, Text.of("é"), Blob.of(new byte[3]))) {
            StoredColumn column = new StoredColumn("größe", 3, true, absent);
            ChunkBytes bytes = ChunkBytes.forWriting();
            ChunkFormat.writeColumn(column, bytes);
            assertEquals(column, ChunkFormat.readColumn(ChunkBytes.forReading(bytes.toArray())));
        }
    }
}
