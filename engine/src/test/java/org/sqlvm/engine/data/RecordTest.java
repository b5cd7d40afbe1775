package org.sqlvm.engine.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Varint;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Records: SQLite's bytes, back and forth, the orders of keys over them, and damage. */
final class RecordTest {
    private static Object anyValue(Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> SqlNull.NULL;
            case 1 -> (long) random.nextInt(4) - 1;
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> random.nextGaussian();
            case 4 -> (double) random.nextInt(3);
            case 5 ->
                Text.of("aA bé😀".substring(random.nextInt(3), 3 + random.nextInt(3))
                        + (random.nextBoolean() ? " " : ""));
            case 6 -> Text.of("x".repeat(random.nextInt(80)));
            case 7 -> Blob.of(new byte[random.nextInt(3)]);
            default ->
                Blob.of(Long.toString(random.nextInt(5))
                        .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        };
    }

    private static Object[] anyRow(Random random, int count) {
        Object[] row = new Object[count];
        Arrays.setAll(row, i -> anyValue(random));
        return row;
    }

    @Test
    void bytesAreThoseOfSqlite(@TempDir Path folder) throws Exception {
        for (TextEncoding encoding : TextEncoding.values()) {
            Path file = folder.resolve(encoding + ".db");
            List<Object[]> rows = new ArrayList<>();
            Random random = new Random(encoding.code);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                String name = encoding == TextEncoding.UTF8
                        ? "UTF-8"
                        : encoding == TextEncoding.UTF16LE ? "UTF-16le" : "UTF-16be";
                connection.createStatement().execute("PRAGMA encoding = '" + name + "'");
                connection.createStatement().execute("PRAGMA page_size = 65536");
                connection.createStatement().execute("CREATE TABLE t(a, b, c, d, e)");
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t VALUES (?,?,?,?,?)")) {
                    for (int i = 0; i < 100; i++) {
                        Object[] row = anyRow(random, 5);
                        rows.add(row);
                        for (int k = 0; k < 5; k++) {
                            insert.setObject(k + 1, jdbc(row[k]));
                        }
                        insert.execute();
                    }
                }
            }
            byte[] page = Arrays.copyOfRange(Files.readAllBytes(file), 65536, 2 * 65536);
            for (int i = 0; i < rows.size(); i++) {
                int cell = (page[8 + 2 * i] & 0xff) << 8 | (page[9 + 2 * i] & 0xff);
                int length = (int) Varint.read(page, cell);
                int start = cell + Varint.sizeAt(page, cell);
                start += Varint.sizeAt(page, start);
                byte[] stored = Arrays.copyOfRange(page, start, start + length);
                Object[] row = rows.get(i);
                assertArrayEquals(
                        stored, RecordWriter.write(row, 0, 5, encoding), Arrays.toString(row));
                assertReads(row, page, start, length, encoding);
            }
        }
    }

    private static Object jdbc(Object value) {
        return switch (value) {
            case SqlNull ignored -> null;
            case Text text -> text.toString();
            case Blob blob -> blob.toArray();
            default -> value;
        };
    }

    private static void assertReads(
            Object[] row, byte[] array, int start, int length, TextEncoding encoding) {
        assertEquals(row.length, RecordReader.columnCount(array, start, length));
        for (int k = 0; k < row.length; k++) {
            assertEquals(row[k], RecordReader.column(array, start, length, k, encoding));
        }
        assertNull(RecordReader.column(array, start, length, row.length, encoding));
        Object[] all = new Object[row.length + 1];
        assertEquals(row.length, RecordReader.columns(array, start, length, all, encoding));
        assertArrayEquals(row, Arrays.copyOf(all, row.length));
    }

    @Test
    void longHeaders() {
        for (int count :
                new int[] {0, 1, 125, 126, 127, 128, 200, 16380, 16381, 16382, 16383, 20000}) {
            Object[] row = new Object[count];
            Arrays.setAll(row, i -> (long) (i % 3));
            byte[] record = RecordWriter.write(row, 0, count, TextEncoding.UTF8);
            Object[] all = new Object[count];
            assertEquals(
                    count, RecordReader.columns(record, 0, record.length, all, TextEncoding.UTF8));
            assertArrayEquals(row, all);
        }
    }

    private static final List<KeyField> FIELDS = List.of(
            new KeyField(Collation.BINARY, false, false),
            new KeyField(Collation.NOCASE, true, false),
            new KeyField(Collation.BINARY, true, true),
            new KeyField(Collation.RTRIM, false, true));

    /** Every way to compare keys gives the same. */
    @Test
    void keysCompareAsValuesDo() {
        Random random = new Random(7);
        for (TextEncoding encoding : TextEncoding.values()) {
            for (int i = 0; i < 50_000; i++) {
                List<KeyField> fields =
                        List.of(FIELDS.get(random.nextInt(4)), FIELDS.get(random.nextInt(4)));
                KeyOrder order = new KeyOrder(fields, encoding);
                Object[] left = anyRow(random, 3);
                Object[] right = anyRow(random, 3);
                if (random.nextInt(3) > 0) {
                    right[0] = left[0];
                }
                int expected = compareValues(fields, left, right, encoding);
                byte[] leftRecord = RecordWriter.write(left, 0, 3, encoding);
                byte[] rightRecord = RecordWriter.write(right, 0, 3, encoding);
                String what = Arrays.toString(left) + Arrays.toString(right) + fields + encoding;
                assertEquals(
                        expected,
                        Integer.signum(order.compare(
                                leftRecord,
                                0,
                                leftRecord.length,
                                rightRecord,
                                0,
                                rightRecord.length)),
                        what);
                int prefix = Long.compareUnsigned(
                        order.prefix(leftRecord, 0, leftRecord.length),
                        order.prefix(rightRecord, 0, rightRecord.length));
                assertTrue(prefix == 0 || prefix == expected, what);
                IndexKey key = new IndexKey(order, 2);
                key.set(0, right[0]);
                key.set(1, right[1]);
                assertEquals(
                        expected,
                        Integer.signum(key.compare(leftRecord, 0, leftRecord.length)),
                        what);
                for (int onEqual = -1; expected == 0 && onEqual <= 1; onEqual++) {
                    key.setOnEqual(onEqual);
                    assertEquals(onEqual, key.compare(leftRecord, 0, leftRecord.length));
                }
            }
        }
    }

    /**
     * Prefixes of records between two others compare as the records do, without the common prefix
     * of all.
     */
    @Test
    void beginningsBehindTheCommonPartCompareAsKeysDo() {
        Random random = new Random(8);
        String[] stems = {"", "Item ", "Item 0000", "\u00ffItem 0000"};
        int skipped = 0;
        for (int round = 0; round < 2000; round++) {
            List<KeyField> fields = List.of(FIELDS.get(random.nextInt(4)));
            KeyOrder order = new KeyOrder(fields, TextEncoding.UTF8);
            String stem = stems[random.nextInt(stems.length)];
            List<Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                Object[] row = random.nextInt(8) == 0
                        ? anyRow(random, 1)
                        : new Object[] {
                            Text.of(stem + Integer.toString(random.nextInt(1500), 2 + i))
                        };
                rows.add(row);
            }
            rows.sort((left, right) -> compareValues(fields, left, right, TextEncoding.UTF8));
            int from = random.nextInt(6);
            int to = 6 + random.nextInt(6);
            byte[] first = record(rows.get(from));
            byte[] last = record(rows.get(to));
            byte[] common = order.common(first, 0, first.length, last, 0, last.length);
            int skip = common == null ? 0 : common.length;
            skipped += skip;
            for (Object[] wanted : rows) {
                IndexKey key = new IndexKey(order, 1);
                key.set(0, wanted[0]);
                for (Object[] between : rows.subList(from, to + 1)) {
                    byte[] stored = record(between);
                    int prefix = Long.compare(
                            key.prefix(stored, 0, stored.length, skip), key.prefix(common));
                    int expected = compareValues(fields, between, wanted, TextEncoding.UTF8);
                    assertTrue(
                            prefix == 0 || prefix == expected,
                            () -> between[0] + " " + wanted[0] + " " + fields + " " + skip);
                }
            }
        }
        assertTrue(skipped > 1000, "too few begin alike: " + skipped);
    }

    private static byte[] record(Object[] row) {
        return RecordWriter.write(row, 0, row.length, TextEncoding.UTF8);
    }

    private static int compareValues(
            List<KeyField> fields, Object[] left, Object[] right, TextEncoding encoding) {
        for (int k = 0; k < fields.size(); k++) {
            KeyField field = fields.get(k);
            boolean leftNull = left[k] == SqlNull.NULL;
            boolean rightNull = right[k] == SqlNull.NULL;
            int result;
            if (field.bigNull() && leftNull != rightNull) {
                result = leftNull ? 1 : -1;
            } else {
                Collation collation = field.collation() == Collation.BINARY
                        ? Collation.binary(encoding)
                        : field.collation();
                result = Integer.signum(Values.compare(left[k], right[k], collation));
            }
            if (result != 0) {
                return field.descending() ? -result : result;
            }
        }
        return 0;
    }

    /** Whatever the bytes, reading ends in values or in a report of damage. */
    @Test
    void damageIsReported() {
        Random random = new Random(9);
        int reported = 0;
        KeyOrder order = new KeyOrder(FIELDS, TextEncoding.UTF8);
        IndexKey key = new IndexKey(order, 2);
        key.setLong(0, 1);
        key.setLong(1, 1);
        for (int i = 0; i < 200_000; i++) {
            byte[] record = RecordWriter.write(anyRow(random, 4), 0, 4, TextEncoding.UTF8);
            int length = random.nextInt(5) == 0 ? random.nextInt(record.length) : record.length;
            record[random.nextInt(Math.min(7, record.length))] = (byte) random.nextInt();
            byte[] exact = Arrays.copyOf(record, length);
            try {
                RecordReader.columns(exact, 0, length, new Object[9], TextEncoding.UTF8);
                RecordReader.column(exact, 0, length, 3, TextEncoding.UTF8);
                key.compare(exact, 0, length);
                RecordReader.lastLong(exact, 0, length);
            } catch (SqlException e) {
                assertEquals(ResultCode.CORRUPT, ResultCode.primary(e.code()), e.getMessage());
                reported++;
            }
        }
        assertTrue(reported > 20_000 && reported < 200_000, reported + " reported");
    }

    @Test
    void emptyPayloadIsDamage() {
        assertThrows(SqlException.class, () -> RecordReader.columnCount(new byte[0], 0, 0));
    }

    @Test
    void realColumnsStoreWholeNumbersShort() {
        assertEquals(3L, Affinities.stored(3.0, Affinity.REAL));
        assertEquals(3L, Affinities.stored(3L, Affinity.REAL));
        assertEquals(2.5, Affinities.stored(2.5, Affinity.REAL));
        assertEquals(1e18, Affinities.stored(1000000000000000000L, Affinity.REAL));
        assertEquals(Text.of("x"), Affinities.stored(Text.of("x"), Affinity.REAL));
    }
}
