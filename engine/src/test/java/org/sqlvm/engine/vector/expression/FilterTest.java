package org.sqlvm.engine.vector.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkTest;
import org.sqlvm.engine.vector.column.Codes;
import org.sqlvm.engine.vector.column.Comparison;
import org.sqlvm.engine.vector.column.Entries;
import org.sqlvm.engine.vector.column.TimeForm;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Conditions on encoded columns keep the rows that a comparison of each value keeps. */
final class FilterTest {
    private static final List<Function<Random, Object>> COLUMNS = List.of(
            random -> (long) random.nextInt(20) - 10,
            random -> (long) random.nextInt(2000),
            random -> (long) random.nextInt(1 << 20),
            random -> random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextLong(),
            random -> random.nextInt(20) == 0 ? Long.MIN_VALUE : random.nextLong() >> 1,
            random -> random.nextInt(2000) / 100.0,
            random -> random.nextInt(20) * 0.1 * 3,
            random -> random.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : random.nextGaussian(),
            random -> Text.of("" + random.nextInt(20)),
            random -> TimeForm.DATE_TIME.text(1_325_000_000 + random.nextInt(1 << 20) * 60L),
            random -> TimeForm.DATE.text(15_337 + random.nextInt(300)),
            random -> TimeForm.DATE.text(random.nextInt(1 << 20)),
            random -> random.nextBoolean() ? (Object) (long) random.nextInt(9) : Text.of("5"));

    private static final List<Object> CONSTANTS = List.of(
            0L,
            5L,
            -10L,
            9L,
            1000L,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            5.5,
            4.999,
            12.34,
            -1e300,
            9223372036854775807.0,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Text.of("5"),
            Text.of("12.34"),
            Text.of("x"),
            Text.of("2012-01-01"),
            Text.of("2012-06-30 12:00:00"),
            TimeForm.DATE_TIME.text(1_325_000_000 + 777 * 60L),
            SqlNull.NULL);

    private static Long truth(Object left, Object right, Comparator comparator, Affinity affinity) {
        if (left == SqlNull.NULL || right == SqlNull.NULL) {
            return switch (comparator) {
                case IS -> left == right ? 1L : 0L;
                case IS_NOT -> left == right ? 0L : 1L;
                default -> null;
            };
        }
        return comparator.holds(Comparison.compare(left, right, affinity)) ? 1L : 0L;
    }

    private static void check(
            Condition condition, Chunk chunk, Object[] constants, Function<Integer, Boolean> kept) {
        check(
                condition,
                List.of(new Step.Load(0, 0), new Step.Constant(0), new Step.Constant(1)),
                new Chunk[] {chunk},
                constants,
                kept);
    }

    private static void check(
            Condition condition,
            List<Step> steps,
            Chunk[] chunks,
            Object[] constants,
            Function<Integer, Boolean> kept) {
        VectorPipeline pipeline = new VectorPipeline(steps, List.of(condition), List.of());
        int size = 70;
        VectorRegisters registers = new VectorRegisters(pipeline, constants, null, size);
        Filter filter = registers.filter();
        registers.enter(chunks);
        BoundCondition bound = filter.prepareAll(pipeline.filters());
        for (int from = 0; from < 200; from += size) {
            int count = Math.min(size, 200 - from);
            registers.move(from, count);
            checkKept(filter, bound, count, size, from, kept);
        }
        // The same of rows that do not stand one after the other.
        int[] selection = new int[size];
        Arrays.setAll(selection, i -> 2 * i + i % 2);
        registers.move(50, size);
        registers.select(new int[][] {selection}, size);
        checkKept(filter, bound, size, size, 50, row -> kept.apply(50 + selection[row - 50]));
    }

    private static void checkKept(
            Filter filter,
            BoundCondition bound,
            int count,
            int size,
            int from,
            Function<Integer, Boolean> kept) {
        long[] selected = new long[Bits.words(size)];
        Bits.fill(selected, count);
        filter.keep(bound, selected);
        for (int i = 0; i < size; i++) {
            boolean expected = i < count && kept.apply(from + i);
            int row = from + i;
            assertEquals(expected, Bits.get(selected, i), () -> row + " of " + bound);
        }
    }

    @Test
    void aNumberBeyondBytesIsNoneOfThem() {
        long[] values = new long[70];
        Arrays.fill(values, 5);
        Codes codes = Codes.of(values, values.length, null);
        long[] selected = new long[Bits.words(values.length)];
        for (long wanted : new long[] {256 + 5, 5}) {
            Bits.fill(selected, values.length);
            codes.keepRange(0, values.length, wanted, wanted, new byte[128], selected);
            int kept = wanted == 5 ? values.length : 0;
            assertEquals(kept, Bits.count(selected, selected.length), () -> "of " + wanted);
        }
    }

    /** The order is found on the first rows, and then all of them are tested. */
    @ParameterizedTest
    @ValueSource(ints = {70, 1000})
    void whatRefusesTheMostRowsComesFirst(int count) {
        Chunk numbers = ChunkTest.chunk(
                IntStream.range(0, 1000).mapToObj(i -> (Object) (long) i).toList());
        Object[] constants = {190L, 3L};
        VectorPipeline pipeline = new VectorPipeline(
                List.of(new Step.Load(0, 0), new Step.Constant(0), new Step.Constant(1)),
                List.of(
                        new Condition.Compare(Comparator.NE, 0, 1, Affinity.NONE),
                        new Condition.Compare(Comparator.LT, 0, 2, Affinity.NONE)),
                List.of());
        VectorRegisters registers = new VectorRegisters(pipeline, constants, null, count);
        registers.enter(new Chunk[] {numbers});
        registers.move(0, count);
        Filter filter = registers.filter();
        BoundCondition.AllOf before = (BoundCondition.AllOf) filter.prepareAll(pipeline.filters());
        BoundCondition.AllOf after = (BoundCondition.AllOf) filter.ordered(before, 0, count);
        assertEquals(List.of(before.parts().get(1), before.parts().get(0)), after.parts());
        assertEquals(count, registers.count());
        checkKept(filter, after, count, count, 0, row -> row < 3);
    }

    @Test
    void allValuesOfADictionaryPassButNull() {
        List<Object> values = IntStream.range(0, 200)
                .mapToObj(i -> i % 7 == 0 ? SqlNull.NULL : Text.of("a" + i % 3))
                .toList();
        Chunk texts = ChunkTest.chunk(values);
        assertTrue(texts instanceof Chunk.Dictionary, texts.toString());
        check(
                new Condition.Compare(Comparator.LT, 0, 1, Affinity.NONE),
                texts,
                new Object[] {Text.of("b"), SqlNull.NULL},
                row -> row % 7 != 0);
    }

    @Test
    void comparisonsWithConstants() {
        int seed = 0;
        for (Function<Random, Object> column : COLUMNS) {
            List<Object> values = ChunkTest.random(seed, seed++ % 2 == 0, column);
            Chunk chunk = ChunkTest.chunk(values);
            for (Object constant : CONSTANTS) {
                for (Affinity affinity : List.of(Affinity.NONE, Affinity.NUMERIC, Affinity.TEXT)) {
                    for (Comparator comparator : Comparator.values()) {
                        Object[] constants = {constant, constant};
                        check(
                                new Condition.Compare(comparator, 0, 1, affinity),
                                chunk,
                                constants,
                                row -> holds(
                                        truth(values.get(row), constant, comparator, affinity)));
                        check(
                                new Condition.Compare(comparator, 1, 0, affinity),
                                chunk,
                                constants,
                                row -> holds(
                                        truth(constant, values.get(row), comparator, affinity)));
                    }
                }
            }
        }
    }

    @Test
    void comparisonsOfTwoColumns() {
        int seed = 0;
        for (Function<Random, Object> one : COLUMNS) {
            for (Function<Random, Object> other : COLUMNS) {
                List<Object> left = ChunkTest.random(seed, seed++ % 2 == 0, one);
                List<Object> right = ChunkTest.random(seed, seed++ % 3 == 0, other);
                Chunk[] chunks = {ChunkTest.chunk(left), ChunkTest.chunk(right)};
                for (Affinity affinity : List.of(Affinity.NONE, Affinity.NUMERIC, Affinity.TEXT)) {
                    for (Comparator comparator : Comparator.values()) {
                        check(
                                new Condition.Compare(comparator, 0, 1, affinity),
                                List.of(new Step.Load(0, 0), new Step.Load(0, 1)),
                                chunks,
                                new Object[0],
                                row -> holds(truth(
                                        left.get(row), right.get(row), comparator, affinity)));
                    }
                }
            }
        }
    }

    @Test
    void codesInRangesAndLists() {
        Random random = new Random(5);
        for (int round = 0; round < 400; round++) {
            long range = 1L << (round % 40);
            long least = random.nextLong(range + 1) - range / 2;
            int count = 1 + random.nextInt(700);
            long[] values = random.longs(count, least, least + range).toArray();
            Codes codes = Codes.of(values, count, null);
            long low = values[random.nextInt(count)];
            long high = Math.max(low, values[random.nextInt(count)]);
            // Few words with rows, or many.
            int every = round % 3 == 0 ? 400 : 1 + random.nextInt(5);
            long[] selected = new long[Bits.words(count)];
            IntStream.range(0, count)
                    .filter(i -> i % every == 0)
                    .forEach(i -> Bits.set(selected, i));
            long[] listed = selected.clone();
            codes.keepRange(0, count, low, high, new byte[selected.length * Long.SIZE], selected);
            Entries entries = new Entries(
                    (int) Math.min(range, 5000), false, place -> place % 7 == 0 || place < 3);
            boolean lists = codes.greatest - least < entries.passing().length;
            if (lists) {
                codes.keepListed(0, count, least, entries.passing(), entries.few(), listed);
            }
            for (int i = 0; i < count; i++) {
                int row = i;
                boolean was = i % every == 0;
                boolean inside = values[i] >= low && values[i] <= high;
                assertEquals(was && inside, Bits.get(selected, i), () -> row + " in a range");
                if (lists) {
                    boolean wanted = entries.passing()[(int) (values[i] - least)] == 1;
                    assertEquals(was && wanted, Bits.get(listed, i), () -> row + " in a list");
                }
            }
        }
    }

    @Test
    void codesOfTwoColumns() {
        Random random = new Random(6);
        int count = 300;
        for (long base : new long[] {1000, 100_000}) {
            long[] left = random.longs(count, base, base + 5).toArray();
            long[] right = random.longs(count, base, base + 5).toArray();
            Codes one = Codes.of(left, count, null);
            Codes other = Codes.of(right, count, null);
            assertTrue(one.areWideAs(other));
            for (int more = 0; more < 2; more++) {
                byte[] flags = new byte[count];
                one.flagBelow(3, other, 7, more, 200, flags);
                for (int i = 0; i < 200; i++) {
                    int expected = left[3 + i] < right[7 + i] + more ? 1 : 0;
                    assertEquals(expected, flags[i], "row " + i);
                }
            }
        }
    }

    @Test
    void severalConditionsOnOneColumn() {
        Random random = new Random(7);
        int constantCount = 6;
        List<Step> steps = new ArrayList<>();
        steps.add(new Step.Load(0, 0));
        IntStream.range(0, constantCount).forEach(i -> steps.add(new Step.Constant(i)));
        for (int round = 0; round < 1000; round++) {
            List<Object> values =
                    ChunkTest.random(round, round % 3 == 0, COLUMNS.get(round % COLUMNS.size()));
            Object[] constants = new Object[constantCount];
            Arrays.setAll(
                    constants,
                    _ -> random.nextInt(4) > 0
                            ? values.get(random.nextInt(values.size()))
                            : CONSTANTS.get(random.nextInt(CONSTANTS.size())));
            List<Condition> all = new ArrayList<>();
            List<Function<Integer, Boolean>> expected = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                List<Condition> any = new ArrayList<>();
                List<Function<Integer, Boolean>> one = new ArrayList<>();
                for (int j = 1 + random.nextInt(4); j > 0; j--) {
                    int constant = random.nextInt(constantCount);
                    Comparator comparator = random.nextInt(3) > 0
                            ? Comparator.EQ
                            : Comparator.values()[random.nextInt(6)];
                    any.add(new Condition.Compare(comparator, 0, 1 + constant, Affinity.NONE));
                    one.add(row -> holds(truth(
                            values.get(row), constants[constant], comparator, Affinity.NONE)));
                }
                all.add(new Condition.Any(any));
                expected.add(row -> one.stream().anyMatch(test -> test.apply(row)));
            }
            check(
                    new Condition.All(all),
                    steps,
                    new Chunk[] {ChunkTest.chunk(values)},
                    constants,
                    row -> expected.stream().allMatch(test -> test.apply(row)));
        }
    }

    private static boolean holds(Long truth) {
        return truth != null && truth == 1;
    }

    @Test
    void rangesAndTheirOpposites() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            List<Object> values =
                    ChunkTest.random(round, round % 3 == 0, COLUMNS.get(round % COLUMNS.size()));
            Chunk chunk = ChunkTest.chunk(values);
            Object low = CONSTANTS.get(random.nextInt(CONSTANTS.size()));
            Object high = CONSTANTS.get(random.nextInt(CONSTANTS.size()));
            Affinity affinity = Affinity.NUMERIC;
            Condition from = new Condition.Compare(Comparator.GE, 0, 1, affinity);
            Condition to = new Condition.Compare(Comparator.LT, 0, 2, affinity);
            Object[] constants = {low, high};
            Function<Integer, Boolean> first =
                    row -> holds(truth(values.get(row), low, Comparator.GE, affinity));
            Function<Integer, Boolean> second =
                    row -> holds(truth(values.get(row), high, Comparator.LT, affinity));
            check(
                    new Condition.All(List.of(from, to)),
                    chunk,
                    constants,
                    row -> first.apply(row) && second.apply(row));
            check(
                    new Condition.Any(List.of(from, to)),
                    chunk,
                    constants,
                    row -> first.apply(row) || second.apply(row));
            check(
                    new Condition.Untrue(new Condition.All(List.of(from, to))),
                    chunk,
                    constants,
                    row -> !(first.apply(row) && second.apply(row)));
            check(
                    new Condition.All(List.of(new Condition.Untrue(from), to)),
                    chunk,
                    constants,
                    row -> !first.apply(row) && second.apply(row));
            boolean wanted = round % 2 == 0;
            check(
                    new Condition.NullTest(0, wanted),
                    chunk,
                    constants,
                    row -> (values.get(row) == SqlNull.NULL) == wanted);
        }
    }
}
