package org.sqlvm.engine.vector.column;

import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What a builder is given in batches comes out as it went in, partition after partition. */
final class GivenValuesTest {
    private static final int CAPACITY = 3_000;
    private static final int BATCH_MAX = 700;
    private static final int PARTITIONS = 400;
    private static final int ENTRIES = 40;

    private final Random random = new Random(11);
    private final ChunkBuilder builder =
            new ChunkBuilder(new StoredColumn("c", 0, false, SqlNull.NULL), CAPACITY, false);
    private final List<Object> expected = new ArrayList<>();

    private final byte[][] arrays = new byte[ENTRIES][];
    private final int[] offsets = new int[ENTRIES];
    private final int[] lengths = new int[ENTRIES];

    @Test
    void batchesOfOneKind() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int kind = random.nextInt(4);
            fill(() -> kind, random.nextInt(3) == 0 ? 4 : 1_000_000);
        }
    }

    @Test
    void batchesOfAllKinds() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            fill(() -> random.nextInt(5), 6);
        }
    }

    private interface Kinds {
        int next();
    }

    /** @param rarity one batch in so many has NULLs, on average */
    private void fill(Kinds kinds, int rarity) {
        newDictionary();
        int rows = 1 + random.nextInt(CAPACITY);
        while (expected.size() < rows) {
            int count = Math.min(rows - expected.size(), 1 + random.nextInt(BATCH_MAX));
            add(kinds.next(), count, random.nextInt(rarity) == 0);
        }
        Chunk chunk = builder.finish();
        Vector vector = new Vector(rows);
        chunk.load(0, null, rows, vector);
        for (int row = 0; row < rows; row++) {
            assertEquals(expected.get(row), vector.get(row));
        }
        expected.clear();
    }

    /** Texts, some of which are times. */
    private void newDictionary() {
        boolean times = random.nextBoolean();
        for (int i = 0; i < ENTRIES; i++) {
            String text = times || random.nextInt(9) == 0
                    ? "2011-01-%02d 00:00:00".formatted(1 + random.nextInt(28))
                    : "text " + random.nextInt(50);
            arrays[i] = text.getBytes(UTF_8);
            lengths[i] = arrays[i].length;
        }
    }

    private void add(int kind, int count, boolean withNulls) {
        int from = random.nextInt(5);
        int to = from + count;
        long[] missing = withNulls ? new long[Bits.words(to)] : null;
        if (withNulls) {
            for (int row = from; row < to; row += 1 + random.nextInt(4)) {
                Bits.set(missing, row);
            }
        }
        switch (kind) {
            case 0 -> addLongs(from, to, missing);
            case 1 -> addDoubles(from, to, missing);
            case 2 -> addEntries(from, to, missing);
            case 3 -> addTexts(from, to, missing);
            default -> addOneByOne(count);
        }
    }

    private void expect(int row, long[] missing, Object value) {
        expected.add(missing != null && Bits.get(missing, row) ? SqlNull.NULL : value);
    }

    private void addLongs(int from, int to, long[] missing) {
        long[] values = random.longs(to).toArray();
        builder.addLongs(values, 0, missing, from, to);
        for (int row = from; row < to; row++) {
            expect(row, missing, values[row]);
        }
    }

    /** Real numbers, and seldom NaN, which is NULL. */
    private void addDoubles(int from, int to, long[] missing) {
        double[] values = random.doubles(to).toArray();
        if (random.nextInt(4) == 0) {
            values[from + random.nextInt(to - from)] = Double.NaN;
        }
        if (random.nextInt(4) == 0) {
            values[from + random.nextInt(to - from)] = Double.NEGATIVE_INFINITY;
        }
        builder.addDoubles(values, 0, missing, from, to);
        for (int row = from; row < to; row++) {
            boolean isNull = Double.isNaN(values[row]);
            expect(row, missing, isNull ? SqlNull.NULL : (Object) values[row]);
        }
    }

    private void addEntries(int from, int to, long[] missing) {
        int[] codes = random.ints(to, 0, ENTRIES).toArray();
        builder.addEntries(arrays, offsets, lengths, codes, missing, from, to);
        for (int row = from; row < to; row++) {
            expect(row, missing, new Text(arrays[codes[row]], 0, lengths[codes[row]]));
        }
    }

    private void addTexts(int from, int to, long[] missing) {
        byte[][] texts = new byte[to][];
        Arrays.setAll(texts, row -> ("text " + random.nextInt(1 << 20)).getBytes(UTF_8));
        int[] sizes = Arrays.stream(texts).mapToInt(text -> text.length).toArray();
        builder.addTexts(texts, new int[to], sizes, missing, from, to);
        for (int row = from; row < to; row++) {
            expect(row, missing, new Text(texts[row], 0, sizes[row]));
        }
    }

    private void addOneByOne(int count) {
        for (int i = 0; i < count; i++) {
            Object value = switch (random.nextInt(4)) {
                case 0 -> random.nextLong();
                case 1 -> random.nextDouble();
                case 2 -> Text.of("one");
                default -> SqlNull.NULL;
            };
            builder.addValue(value);
            expected.add(value);
        }
    }
}
