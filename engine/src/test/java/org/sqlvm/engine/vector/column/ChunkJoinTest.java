package org.sqlvm.engine.vector.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** A joined chunk has the values of its parts, and bounds have all of them. */
final class ChunkJoinTest {
    private static final List<Function<Random, Object>> JOINED = List.of(
            random -> (long) random.nextInt(100),
            random -> random.nextLong() >> random.nextInt(64),
            random -> random.nextInt(1000) / 10.0,
            random -> random.nextInt(1000) / 1000.0,
            Random::nextGaussian,
            random -> Text.of("entry " + random.nextInt(7)),
            random -> TimeForm.DATE.text(random.nextInt(1000)),
            random -> TimeForm.DATE_TIME.text(random.nextInt(1_000_000_000)));

    @Test
    void hasTheValuesOfAll() {
        for (Function<Random, Object> maker : JOINED) {
            for (int seed = 0; seed < 8; seed++) {
                List<Object> values = new ArrayList<>();
                Chunk[] parts = new Chunk[3];
                int[] rows = new int[parts.length];
                for (int i = 0; i < parts.length; i++) {
                    boolean empty = seed > 3 && i == seed % 4;
                    List<Object> own = ChunkTest.random(
                            seed * 10 + i, seed % 2 == 0, empty ? _ -> SqlNull.NULL : maker);
                    parts[i] = ChunkTest.chunk(own);
                    rows[i] = own.size();
                    values.addAll(own);
                }
                Chunk joined = ChunkJoin.of(parts, rows);
                assertNotNull(joined, parts[0].encoding());
                Vector vector = new Vector(values.size());
                joined.load(0, null, values.size(), vector);
                ChunkBounds bounds = ChunkBounds.of(joined, values.size());
                for (int i = 0; i < values.size(); i++) {
                    Object value = values.get(i);
                    assertEquals(value, vector.get(i), joined.encoding() + " " + i);
                    if (value != SqlNull.NULL) {
                        assertEquals(bounds, bounds.with(new ChunkBounds(value, value)));
                    }
                }
            }
        }
    }

    @Test
    void othersStayApart() {
        Chunk longs = ChunkTest.chunk(List.of(1L, 2L));
        Chunk reals = ChunkTest.chunk(List.of(1.5, 2.5));
        Chunk days = ChunkTest.chunk(List.of(Text.of("2024-01-01"), Text.of("2024-01-02")));
        Chunk times = ChunkTest.chunk(
                List.of(Text.of("2024-01-01 00:00:00"), Text.of("2024-01-02 00:00:00")));
        int[] rows = {2, 2};
        assertNull(ChunkJoin.of(new Chunk[] {longs, reals}, rows));
        assertNull(ChunkJoin.of(new Chunk[] {days, times}, rows));
        // Its numbers would not be exact.
        Chunk large = ChunkTest.chunk(List.of(9007199254740991.0, 1.0));
        Chunk small = ChunkTest.chunk(List.of(0.001, 0.002));
        assertNull(ChunkJoin.of(new Chunk[] {large, small}, rows));
    }
}
