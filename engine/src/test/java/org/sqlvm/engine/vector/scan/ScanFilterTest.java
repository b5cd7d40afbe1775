package org.sqlvm.engine.vector.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkTest;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;

import java.util.Arrays;
import java.util.List;

/** What codes refuse does not come, and nothing else is kept away. */
final class ScanFilterTest {
    private static final int ROWS = 8;

    private static final Chunk NUMBERS = ChunkTest.chunk(List.of(5L, 1L, 9L, 5L, 7L, 2L, 5L, 3L));

    /** Enough of them for a dictionary; the first eight are those that are looked at. */
    private static final Chunk TEXTS = ChunkTest.chunk(
            "abaabbba".repeat(8).chars().<Object>mapToObj(ScanFilterTest::text).toList());

    private static Text text(int character) {
        return Text.of(Character.toString(character));
    }

    private static final Chunk WITH_NULL =
            ChunkTest.chunk(List.of(4L, SqlNull.NULL, 6L, 8L, SqlNull.NULL, 1L, 2L, 3L));

    /** Without a common scale. */
    private static final Chunk REALS = ChunkTest.chunk(List.of(
            -0.0,
            SqlNull.NULL,
            Math.PI,
            1e300,
            SqlNull.NULL,
            0.1,
            -1 / 3.0,
            Double.POSITIVE_INFINITY));

    /** Different ones, for which no dictionary is made. */
    private static final Chunk PARTS = ChunkTest.chunk(List.of(
            Text.of("12-3-4567"),
            Text.of(""),
            Text.of("12-4-4567"),
            Text.of("21"),
            Text.of("a\u00e4xy"),
            SqlNull.NULL,
            Text.of("q\0xy"),
            Text.of("abc")));

    private static ScanFilter.Test test(int column, Comparator comparator, Object constant) {
        return new ScanFilter.Test(column, null, comparator, List.of(constant), Affinity.NONE);
    }

    private static ScanFilter of(ScanFilter.Test... tests) {
        return new ScanFilter(List.of(tests), null, ROWS);
    }

    private static void check(ScanFilter filter, int... rows) {
        int kept = filter.select(0, ROWS);
        assertEquals(rows.length, kept);
        if (kept > 0 && kept < ROWS) {
            assertArrayEquals(rows, Arrays.copyOf(filter.selection(), kept));
        }
    }

    @Test
    void allConditionsMustHold() {
        ScanFilter filter = of(test(0, Comparator.GE, 5L), test(1, Comparator.EQ, Text.of("a")));
        filter.enter(new Chunk[] {NUMBERS, TEXTS});
        check(filter, 0, 2, 3);
        assertEquals(1, filter.select(3, 4));
    }

    @Test
    void nullFails() {
        ScanFilter filter = of(test(0, Comparator.LT, 5L));
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter, 0, 5, 6, 7);
        filter = of(test(0, Comparator.LT, SqlNull.NULL));
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter);
    }

    @Test
    void partitionsWithoutARowAreNotLookedAt() {
        ScanFilter filter = of(test(0, Comparator.GT, 9L));
        filter.enter(new Chunk[] {NUMBERS});
        check(filter);
        filter.enter(new Chunk[] {ChunkTest.chunk(List.of(9L, 9L, 9L, 9L, 9L, 9L, 9L, 10L))});
        check(filter, 7);
    }

    @Test
    void whatCodesDoNotDecidePasses() {
        // Values of several kinds.
        Chunk mixed = ChunkTest.chunk(List.of(1L, 2L, Text.of("x"), 3L, 4L, 5L, 6L, 7L));
        ScanFilter filter = of(test(0, Comparator.LT, 3L));
        filter.enter(new Chunk[] {mixed});
        check(filter, 0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void oneOfSeveralConstantsIsEnough() {
        List<Object> constants = List.of(2L, Text.of("5"), 5.0, 100L);
        ScanFilter filter =
                of(new ScanFilter.Test(0, null, Comparator.EQ, constants, Affinity.NUMERIC));
        filter.enter(new Chunk[] {NUMBERS});
        check(filter, 0, 3, 5, 6);
    }

    /** {@code substr(column, first, count)} is one of some texts. */
    private static void checkPart(long first, long count, List<String> texts, int... rows) {
        ScalarFunction substr = (ScalarFunction) Functions.find("substr", 3);
        List<Object> constants = texts.stream().<Object>map(Text::of).toList();
        ScanFilter filter = of(new ScanFilter.Test(
                0,
                new ScanFilter.Call(substr, List.of(first, count)),
                Comparator.EQ,
                constants,
                Affinity.NONE));
        filter.enter(new Chunk[] {PARTS});
        check(filter, rows);
    }

    @Test
    void partsOfTexts() {
        checkPart(1, 2, List.of("12", "ab"), 0, 2, 7);
        checkPart(1, 2, List.of("12"), 0, 2);
        checkPart(4, 8, List.of("3-4567", "", "none"), 0, 1, 3, 6, 7);
        // A character of two bytes, and one behind it; NUL ends a text.
        checkPart(2, 1, List.of("\u00e4", "b"), 4, 7);
        checkPart(3, 2, List.of("xy"), 4);
        checkPart(1, 3, List.of("q", "a\u00e4x"), 4, 6);
        checkPart(1, 1, List.of(""), 1);
        // More than is compared as a number.
        checkPart(1, 9, List.of("12-3-4567"), 0, 1, 2, 3, 4, 5, 6, 7);
        checkPart(-2, 2, List.of("67"), 0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void nullIsNotUnequal() {
        ScanFilter filter = of(test(0, Comparator.NE, 6L));
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter, 0, 3, 5, 6, 7);
    }

    @Test
    void aSortWantsLessAndLess() {
        Object[] last = {null};
        ScanFilter.Bound bound = new ScanFilter.Bound(0, true, false, false, () -> last[0]);
        ScanFilter filter = new ScanFilter(List.of(), bound, ROWS);
        filter.enter(new Chunk[] {NUMBERS});
        check(filter, 0, 1, 2, 3, 4, 5, 6, 7);
        // Rows that are equal may come before others by the keys that follow.
        last[0] = 5L;
        check(filter, 0, 2, 3, 4, 6);
        last[0] = 8.5;
        check(filter, 2);
        last[0] = 10L;
        check(filter);
        filter.enter(new Chunk[] {ChunkTest.chunk(List.of(1L, 2L, 3L, 11L, 4L, 5L, 6L, 12L))});
        check(filter, 3, 7);
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter);
        last[0] = 6L;
        check(filter, 2, 3);
    }

    @Test
    void nullMayComeFirst() {
        ScanFilter filter = new ScanFilter(
                List.of(), new ScanFilter.Bound(0, true, true, false, () -> 6L), ROWS);
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter, 1, 2, 3, 4);
        filter.enter(new Chunk[] {NUMBERS});
        check(filter, 2, 4);
        filter.enter(new Chunk[] {new Chunk.Nulls()});
        check(filter, 0, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void theLastRowMayHaveNull() {
        for (boolean first : new boolean[] {true, false}) {
            ScanFilter filter = bounded(!first, first, false, SqlNull.NULL);
            filter.enter(new Chunk[] {WITH_NULL});
            check(filter, first ? new int[] {1, 4} : new int[] {0, 1, 2, 3, 4, 5, 6, 7});
            filter.enter(new Chunk[] {NUMBERS});
            check(filter, first ? new int[0] : new int[] {0, 1, 2, 3, 4, 5, 6, 7});
        }
    }

    private static ScanFilter bounded(
            boolean descending, boolean nullsFirst, boolean only, Object last) {
        ScanFilter.Bound bound = new ScanFilter.Bound(0, descending, nullsFirst, only, () -> last);
        return new ScanFilter(List.of(), bound, ROWS);
    }

    @Test
    void rowsLikeTheLastOneAreNotWantedWithoutAnotherKey() {
        ScanFilter filter = bounded(true, false, true, 6L);
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter, 3);
        filter = bounded(false, true, true, 3L);
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter, 1, 4, 5, 6);
        filter = bounded(false, true, true, SqlNull.NULL);
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter);
        filter = bounded(true, false, true, SqlNull.NULL);
        filter.enter(new Chunk[] {WITH_NULL});
        check(filter, 0, 2, 3, 5, 6, 7);
    }

    @Test
    void textsAreCompared() {
        Chunk texts = ChunkTest.chunk(List.of(
                Text.of("note 10"),
                SqlNull.NULL,
                Text.of("note 1"),
                Text.of("notes"),
                Text.of("a"),
                Text.of("note 12"),
                Text.of("\u00e4"),
                Text.of("")));
        assertEquals("text", texts.encoding());
        ScanFilter.Bound bound =
                new ScanFilter.Bound(0, true, false, false, () -> Text.of("note 10"));
        ScanFilter filter = new ScanFilter(List.of(), bound, ROWS);
        filter.enter(new Chunk[] {texts});
        check(filter, 0, 3, 5, 6);
        filter = of(test(0, Comparator.LT, Text.of("note 10")));
        filter.enter(new Chunk[] {texts});
        check(filter, 2, 4, 7);
        filter = of(test(0, Comparator.NE, Text.of("a")));
        filter.enter(new Chunk[] {texts});
        check(filter, 0, 2, 3, 5, 6, 7);
    }

    @Test
    void nullIsTested() {
        for (Chunk chunk : List.of(WITH_NULL, REALS)) {
            ScanFilter filter = of(nullTest(Comparator.IS_NOT));
            filter.enter(new Chunk[] {chunk});
            check(filter, 0, 2, 3, 5, 6, 7);
            filter = of(nullTest(Comparator.IS));
            filter.enter(new Chunk[] {chunk});
            check(filter, 1, 4);
            assertEquals(1, filter.select(3, 4));
        }
        ScanFilter filter = of(nullTest(Comparator.IS_NOT));
        filter.enter(new Chunk[] {new Chunk.Nulls()});
        check(filter);
        filter.enter(new Chunk[] {NUMBERS});
        check(filter, 0, 1, 2, 3, 4, 5, 6, 7);
    }

    private static ScanFilter.Test nullTest(Comparator comparator) {
        return new ScanFilter.Test(0, null, comparator, List.of(), Affinity.NONE);
    }

    @Test
    void realsAreCompared() {
        realRows(Comparator.GE, 0.1, 2, 3, 5, 7);
        realRows(Comparator.GT, 0.1, 2, 3, 7);
        realRows(Comparator.LT, 0.1, 0, 6);
        realRows(Comparator.LE, 0.1, 0, 5, 6);
        realRows(Comparator.EQ, 0L, 0);
        realRows(Comparator.GT, 0L, 2, 3, 5, 7);
        realRows(Comparator.LT, 0L, 6);
        realRows(Comparator.NE, 0.1, 0, 2, 3, 6, 7);
        realRows(Comparator.GT, Double.POSITIVE_INFINITY);
        realRows(Comparator.GE, Double.POSITIVE_INFINITY, 7);
        realRows(Comparator.LT, Double.NEGATIVE_INFINITY);
    }

    private static void realRows(Comparator comparator, Object constant, int... rows) {
        ScanFilter filter = of(test(0, comparator, constant));
        filter.enter(new Chunk[] {REALS});
        check(filter, rows);
        assertEquals("double", REALS.encoding());
    }

    @Test
    void ascendingSorts() {
        ScanFilter.Bound bound = new ScanFilter.Bound(0, false, true, false, () -> 3L);
        ScanFilter filter = new ScanFilter(List.of(), bound, ROWS);
        filter.enter(new Chunk[] {NUMBERS});
        check(filter, 1, 5, 7);
        filter.enter(new Chunk[] {TEXTS});
        check(filter);
    }
}
