package org.sqlvm.engine.vector.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Every encoding gives back what went in, and is the one that the values allow. */
public final class ChunkTest {
    private static final int ROWS = 200;

    private static StoredColumn column(boolean real, Object absent) {
        return new StoredColumn("c", 0, real, absent);
    }

    private static void add(ChunkBuilder builder, Object value) {
        RecordWriter writer = new RecordWriter(TextEncoding.UTF8);
        writer.clear();
        writer.add(value);
        byte[] record = writer.toRecord();
        long type = RecordReader.readVarint(record, 1, record.length);
        builder.add(type, record, RecordReader.headerSize(record, 0, record.length));
    }

    public static Chunk chunk(List<Object> values) {
        ChunkBuilder builder = new ChunkBuilder(column(false, SqlNull.NULL), values.size());
        values.forEach(value -> add(builder, value));
        return builder.finish();
    }

    /** Random values, every eighth of which is NULL. */
    public static List<Object> random(long seed, boolean nulls, Function<Random, Object> maker) {
        Random random = new Random(seed);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            values.add(nulls && random.nextInt(8) == 0 ? SqlNull.NULL : maker.apply(random));
        }
        return values;
    }

    private static void check(String encoding, Function<Random, Object> maker) {
        for (boolean nulls : new boolean[] {false, true}) {
            List<Object> values = random(encoding.hashCode(), nulls, maker);
            Chunk chunk = chunk(values);
            assertEquals(encoding, chunk.encoding());
            assertTrue(chunk.size() > 0);
            checkLoads(values, chunk);
        }
    }

    private static void checkLoads(List<Object> values, Chunk chunk) {
        checkValues(values, chunk);
        Chunk saved = ChunkFormat.read(ChunkFormat.toBytes(chunk), values.size());
        assertEquals(chunk.encoding(), saved.encoding());
        // Equal values are not one any more.
        assertTrue(chunk.size() <= saved.size());
        checkValues(values, saved);
    }

    private static void checkValues(List<Object> values, Chunk chunk) {
        Vector vector = new Vector(ROWS);
        chunk.load(0, null, values.size(), vector);
        for (int i = 0; i < values.size(); i++) {
            assertEquals(values.get(i), vector.get(i));
            assertEquals(values.get(i) == SqlNull.NULL, vector.isNull(i));
        }
        int[] selection = {1, 5, 6, 90};
        chunk.load(7, selection, selection.length, vector);
        for (int i = 0; i < selection.length; i++) {
            assertEquals(values.get(7 + selection[i]), vector.get(i));
        }
    }

    @Test
    void datesWithTimesAreSeconds() {
        check("time32", random -> TimeForm.DATE_TIME.text(random.nextInt()));
        check("time64", random -> TimeForm.DATE_TIME.text(1L << 33 | random.nextInt()));
        check("time32", random -> TimeForm.DATE_TIME.text(1_300_000_000 + random.nextInt(100_000)));
        // One that is none makes texts of all.
        for (String other : List.of(
                "2011-02-29 00:00:00",
                "2011-00-01 00:00:00",
                "2011-01-01 24:00:00",
                "2011-01-01T00:00:00",
                "2011-01-01 00:00:60",
                "2011-01-01 00:00:00.5",
                "2011-01-01 00:00",
                "2011-01-01 00:00:0:",
                "/011-01-01 00:00:00")) {
            check(
                    "text",
                    random -> random.nextInt(4) == 0
                            ? Text.of(other)
                            : TimeForm.DATE_TIME.text(random.nextInt(1 << 30)));
        }
    }

    @Test
    void datesAreDays() {
        check("date8", random -> TimeForm.DATE.text(random.nextInt(100)));
        check("date16", random -> TimeForm.DATE.text(9_000 + random.nextInt(2_500)));
        check("date32", random -> TimeForm.DATE.text(random.nextInt(2_900_000)));
        check("date32", random -> TimeForm.DATE.text(-100_000 - random.nextInt(600_000)));
        for (String other : List.of("2011-02-29", "2011-00-01", "2011-01-1", "20110-1-1", "2")) {
            check(
                    "dictionary8",
                    random -> random.nextInt(4) == 0
                            ? Text.of(other)
                            : TimeForm.DATE.text(random.nextInt(9)));
        }
    }

    /** Adds values as a page's are added, all at once. */
    private static void addAll(ChunkBuilder builder, List<Object> values) {
        int count = values.size();
        int[] types = new int[count];
        int[] offsets = new int[count];
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            RecordWriter writer = new RecordWriter(TextEncoding.UTF8);
            writer.clear();
            writer.add(values.get(i));
            byte[] record = writer.toRecord();
            types[i] = (int) RecordReader.readVarint(record, 1, record.length);
            offsets[i] = data.size() + RecordReader.headerSize(record, 0, record.length);
            data.writeBytes(record);
        }
        data.writeBytes(new byte[Long.BYTES]);
        builder.addAll(data.toByteArray(), types, offsets, 0, count);
    }

    /** Where a partition had dates alone, the next one's are taken for some until one is none. */
    @Test
    void datesAfterDatesAreLookedUpByTheirDigits() {
        Random random = new Random(6);
        List<Object> dates = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            dates.add(TimeForm.DATE.text(random.nextInt(-26_000, 48_000)));
        }
        List<Object> others = List.of(
                SqlNull.NULL,
                TimeForm.DATE.text(-30_000),
                TimeForm.DATE.text(60_000),
                Text.of("1999-02-29"),
                Text.of("1999-02-30"),
                Text.of("1999-00-10"),
                Text.of("1999-19-10"),
                Text.of("1999-10-00"),
                Text.of("1999-10-39"),
                Text.of("199:-10-10"),
                Text.of("1999-1:-10"),
                Text.of("1999/10/10"),
                Text.of("1999-10-1a"),
                Text.of("1999-10-101"),
                Text.of(""),
                7L,
                2.5,
                new Blob("1999-10-10".getBytes(StandardCharsets.UTF_8), 0, 10));
        for (Object other : others) {
            for (int place : new int[] {0, 1, ROWS - 1}) {
                List<Object> mixed = new ArrayList<>(dates);
                mixed.set(place, other);
                ChunkBuilder builder = new ChunkBuilder(column(false, SqlNull.NULL), ROWS);
                ChunkBuilder single = new ChunkBuilder(column(false, SqlNull.NULL), ROWS);
                for (List<Object> partition : List.of(dates, mixed, dates, mixed)) {
                    addAll(builder, partition);
                    partition.forEach(value -> add(single, value));
                    Chunk chunk = builder.finish();
                    checkLoads(partition, chunk);
                    assertEquals(chunk(partition).encoding(), chunk.encoding());
                    Chunk likewise = single.finish();
                    checkLoads(partition, likewise);
                    assertEquals(chunk.encoding(), likewise.encoding());
                }
            }
        }
    }

    /** Where texts turn out to be distinct times, those that follow are parsed at once. */
    @Test
    void whatFollowsDistinctTimes() {
        Random random = new Random(7);
        List<Object> times = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            times.add(TimeForm.DATE_TIME.text(random.nextInt()));
        }
        List<Object> others = List.of(
                SqlNull.NULL,
                TimeForm.DATE.text(9_000),
                Text.of("2011-01-01 00:00:60"),
                Text.of("2011-01-01 00:60:00"),
                Text.of("2011-01-01 24:00:00"),
                Text.of("2011-01-01 2::00:00"),
                Text.of("2011-01-01 00:00:0/"),
                Text.of("2011-01-01T00:00:00"),
                Text.of("2011-02-29 00:00:00"),
                Text.of("2011-01-01 00:00:00.5"),
                7L,
                new Blob("2011-01-01 00:00:00".getBytes(StandardCharsets.UTF_8), 0, 19));
        for (Object other : others) {
            for (int place : new int[] {0, 1, ROWS / 2, ROWS - 1}) {
                List<Object> mixed = new ArrayList<>(times);
                mixed.set(place, other);
                List<Object> missing = new ArrayList<>(mixed);
                missing.set(3, SqlNull.NULL);
                missing.set(ROWS / 2 + 1, SqlNull.NULL);
                ChunkBuilder builder = new ChunkBuilder(column(false, SqlNull.NULL), ROWS);
                ChunkBuilder texts = new ChunkBuilder(column(false, SqlNull.NULL), ROWS);
                for (List<Object> partition : List.of(times, mixed, times, missing, missing)) {
                    addAll(builder, partition);
                    checkLoads(partition, builder.finish());
                    addTexts(texts, partition);
                    Chunk chunk = texts.finish();
                    checkLoads(partition, chunk);
                    assertEquals(chunk(partition).encoding(), chunk.encoding());
                }
            }
        }
    }

    /** Adds texts by arrays, and what is none by itself. */
    private static void addTexts(ChunkBuilder builder, List<Object> values) {
        int count = values.size();
        byte[][] arrays = new byte[count][];
        int[] offsets = new int[count];
        int[] lengths = new int[count];
        int begun = 0;
        for (int i = 0; i < count; i++) {
            if (values.get(i) instanceof Text text) {
                arrays[i] = text.array;
                offsets[i] = text.offset;
                lengths[i] = text.length;
            } else {
                builder.addTexts(arrays, offsets, lengths, null, begun, i);
                builder.addValue(values.get(i));
                begun = i + 1;
            }
        }
        builder.addTexts(arrays, offsets, lengths, null, begun, count);
    }

    @Test
    void integersAreAsNarrowAsTheyCanBe() {
        check("int8", random -> (long) (byte) random.nextInt());
        check("int16", random -> (long) (short) random.nextInt());
        check("int32", random -> (long) random.nextInt());
        check("int64", Random::nextLong);
    }

    @Test
    void realsAreIntegersWithAScaleWhereThatIsExact() {
        check("int8/1", random -> (double) (byte) random.nextInt());
        check("int16/10", random -> random.nextInt(30_000) / 10.0);
        check("int32/100", random -> random.nextInt(10_000_000) / 100.0);
        check("int32/1000", random -> random.nextInt(1_000_000_000) / 1000.0);
        check("int32/10000", random -> random.nextInt(1_000_000_000) / 10000.0);
        check("double", Random::nextDouble);
        check("double", random -> random.nextInt(1000) * 0.1 * 3);
        check("double", random -> random.nextInt(3) == 0 ? -0.0 : 1.5);
        check("double", random -> random.nextInt(3) == 0 ? 1e300 : 2.0);
        check("double", random -> random.nextInt(3) == 0 ? Double.NEGATIVE_INFINITY : 2.0);
    }

    @Test
    void textsAreListedUnlessTheyDiffer() {
        check("dictionary8", random -> Text.of("text " + random.nextInt(9)));
        check("text", random -> Text.of("text " + random.nextLong()));
        check("dictionary8", random -> Text.EMPTY);
    }

    @Test
    void whatMixesStaysAsItIs() {
        check("mixed", random -> random.nextBoolean() ? (Object) 1L : (Object) 1.0);
        check("mixed", random -> random.nextBoolean() ? (Object) 1L : Text.of("1"));
        check("mixed", random -> new Blob(new byte[] {(byte) random.nextInt()}, 0, 1));
    }

    @Test
    void nullsAlone() {
        List<Object> values = random(1, false, random -> SqlNull.NULL);
        Chunk chunk = chunk(values);
        assertEquals("null", chunk.encoding());
        checkLoads(values, chunk);
    }

    @Test
    void aBuilderBeginsAnewWithEachPartition() {
        ChunkBuilder builder = new ChunkBuilder(column(false, Text.of("none")), 3);
        add(builder, Text.of("one"));
        add(builder, SqlNull.NULL);
        builder.addAbsent();
        Chunk first = builder.finish();
        add(builder, 5L);
        Chunk second = builder.finish();
        assertEquals("int8", second.encoding());
        Vector vector = new Vector(3);
        first.load(0, null, 3, vector);
        assertEquals(Text.of("one"), vector.get(0));
        assertEquals(SqlNull.NULL, vector.get(1));
        assertEquals(Text.of("none"), vector.get(2));
        second.load(0, null, 1, vector);
        assertEquals(5L, vector.get(0));
    }

    @Test
    void integersOfARealColumnAreReals() {
        ChunkBuilder builder = new ChunkBuilder(column(true, 2.0), 3);
        add(builder, 7L);
        add(builder, Double.NaN);
        builder.addAbsent();
        Vector vector = new Vector(3);
        builder.finish().load(0, null, 3, vector);
        assertEquals(7.0, vector.get(0));
        assertEquals(SqlNull.NULL, vector.get(1));
        assertEquals(2.0, vector.get(2));
    }

    /** Integers of each size, also next to those at which the next size begins. */
    @Test
    void integersOfAllSizesAtOnce() {
        List<Object> values = new ArrayList<>();
        for (int bits = 0; bits < Long.SIZE; bits++) {
            for (long difference = -1; difference <= 1; difference++) {
                values.add((1L << bits) + difference);
            }
        }
        ChunkBuilder integers = new ChunkBuilder(column(false, SqlNull.NULL), values.size());
        ChunkBuilder reals = new ChunkBuilder(column(true, SqlNull.NULL), values.size() + 1);
        addAll(integers, values);
        add(reals, 0.5);
        addAll(reals, values);
        Chunk ofIntegers = integers.finish();
        Chunk ofReals = reals.finish();
        Vector vector = new Vector(values.size());
        ofIntegers.load(0, null, values.size(), vector);
        for (int i = 0; i < values.size(); i++) {
            assertEquals(values.get(i), vector.get(i));
        }
        ofReals.load(1, null, values.size(), vector);
        for (int i = 0; i < values.size(); i++) {
            assertEquals((double) (long) values.get(i), vector.get(i));
        }
    }

    /** Texts that differ only in zeros at their end, or behind eight bytes. */
    @Test
    void shortTextsAtOnce() {
        List<Object> texts = new ArrayList<>(List.of(Text.EMPTY));
        for (int size = 1; size < 20; size++) {
            texts.add(Text.of("a".repeat(size)));
            texts.add(Text.of("a".repeat(size - 1) + "\0"));
            texts.add(Text.of("a".repeat(size - 1) + "ö"));
        }
        Random random = new Random(8);
        ChunkBuilder builder = new ChunkBuilder(column(false, SqlNull.NULL), 4 * ROWS);
        for (int partition = 0; partition < 4; partition++) {
            List<Object> values = random(
                    partition,
                    partition % 2 == 1,
                    each -> texts.get(each.nextInt(1 + random.nextInt(texts.size()))));
            addAll(builder, values);
            Chunk chunk = builder.finish();
            assertEquals("dictionary8", chunk.encoding());
            checkLoads(values, chunk);
        }
    }

    /** Beyond 2^51 a scaled real is none. */
    @Test
    void largeReals() {
        for (int bits = 45; bits < 56; bits++) {
            for (double scale : new double[] {1, 10, 100}) {
                long base = 1L << bits;
                List<Object> values = random(
                        bits,
                        true,
                        random -> (random.nextBoolean() ? 1 : -1)
                                * (base - random.nextInt(9))
                                / scale);
                checkLoads(values, chunk(values));
            }
        }
        check("int64/1", random -> (double) ((1L << 51) - 1 - random.nextInt(100)));
        check("double", random -> (double) ((1L << 51) - 1 + random.nextInt(100)));
    }
}
