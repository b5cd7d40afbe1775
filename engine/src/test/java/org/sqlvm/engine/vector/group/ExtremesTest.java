package org.sqlvm.engine.vector.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkTest;
import org.sqlvm.engine.vector.column.TimeForm;
import org.sqlvm.engine.vector.column.Vector;

import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** The least and the greatest of times are the same with and without their texts. */
final class ExtremesTest {
    private static final int GROUPS = 5;

    private final Random random = new Random(8);

    @Test
    void timesAreComparedAsTheirTexts() {
        List<Function<Random, Object>> makers = List.of(
                r -> TimeForm.DATE_TIME.text(1_000_000_000 + r.nextInt(1 << 28)),
                r -> TimeForm.DATE.text(11_000 + r.nextInt(4_000)),
                r -> r.nextInt(9) == 0 ? Text.of("2002-02-30") : TimeForm.DATE.text(12_000),
                r -> r.nextInt(2) == 0 ? (Object) 7L : SqlNull.NULL,
                r -> SqlNull.NULL);
        for (int round = 0; round < 300; round++) {
            boolean maximum = random.nextBoolean();
            Extremes byNumber = extremes(maximum);
            Extremes byText = extremes(maximum);
            for (int i = random.nextInt(4); i >= 0; i--) {
                Function<Random, Object> maker = makers.get(random.nextInt(makers.size()));
                take(ChunkTest.chunk(ChunkTest.random(round, true, maker)), byNumber, byText);
            }
            Extremes merged = extremes(maximum);
            merged.add(byNumber, new int[] {0, 1, 2, 3, 4});
            for (int group = 0; group < GROUPS; group++) {
                assertEquals(byText.value(group), byNumber.value(group));
                assertEquals(byText.value(group), merged.value(group));
                assertEquals(byText.kind(group), byNumber.kind(group));
                assertEquals(byText.object(group), byNumber.object(group));
            }
        }
    }

    private static Extremes extremes(boolean maximum) {
        Extremes made = new Extremes(maximum);
        made.grow(GROUPS);
        return made;
    }

    private void take(Chunk chunk, Extremes byNumber, Extremes byText) {
        int[] selection =
                random.nextBoolean() ? null : random.ints(20, 0, 90).sorted().toArray();
        int count = selection == null ? 90 : selection.length;
        int[] groups =
                random.nextInt(4) == 0 ? null : random.ints(count, 0, GROUPS).toArray();
        Vector vector = new Vector(count);
        chunk.load(100, selection, count, vector);
        byText.step(vector, groups, count);
        if (chunk instanceof Chunk.Times times) {
            byNumber.step(times, 100, selection, groups, count);
        } else {
            byNumber.step(vector, groups, count);
        }
    }

    @Test
    void aColumnOfTimesIsOne() {
        assertInstanceOf(
                Chunk.Times.class,
                ChunkTest.chunk(
                        ChunkTest.random(1, true, r -> TimeForm.DATE_TIME.text(r.nextInt()))));
    }
}
