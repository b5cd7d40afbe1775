package org.sqlvm.engine.vector.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.IndexCursor;
import org.sqlvm.engine.btree.RowPages;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.SmallDisk;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Partitions are what the cursor finds row by row, whichever thread decodes them. */
final class PartitionReaderTest {
    private static final int PARTITION_ROWS = 13;
    private static final int[] THREADS = {1, 2, 4};
    private static final Runnable NO_POLL = () -> {};

    /** So long that a page has two rows. */
    private static final int LONG_TEXT = 1900;

    private static final int PAGE_SIZE = 4096;

    /** Of records that begin with the rowid. */
    private static final KeyOrder ORDER =
            new KeyOrder(List.of(new KeyField(Collation.BINARY, false, false)), TextEncoding.UTF8);

    /** Of a tree of such records; or 0. */
    private int indexRoot;

    private final List<Btree> opened = new ArrayList<>();
    private final Workspace workspace = Workspace.inMemory();

    @AfterEach
    void close() {
        assertEquals(0, workspace.used());
        opened.forEach(Btree::close);
    }

    // ------------------------------------------------------------------ tables

    /** A table by rowid: its values. */
    private static final class Rows {
        final TreeMap<Long, Object[]> map = new TreeMap<>();

        void put(long rowid, Object... values) {
            map.put(rowid, values);
        }
    }

    private Btree open(Btree btree) {
        opened.add(btree);
        btree.beginRead();
        return btree;
    }

    private static byte[] record(Object[] values) {
        return RecordWriter.write(values, 0, values.length, TextEncoding.UTF8);
    }

    private static void insert(Btree btree, int root, long rowid, Object... values) {
        try (TableCursor cursor = btree.openTable(root, true)) {
            byte[] record = record(values);
            cursor.insert(rowid, record, record.length, false);
        }
    }

    private static void delete(Btree btree, int root, long rowid) {
        try (TableCursor cursor = btree.openTable(root, true)) {
            assertTrue(cursor.seekExact(rowid));
            cursor.delete();
        }
    }

    /** A database in memory that is being written. */
    private Btree create() {
        Btree btree = open(Btree.openMemory());
        btree.beginWrite();
        return btree;
    }

    private static int fill(Btree btree, Rows rows) {
        int root = btree.trees().create(true);
        rows.map.forEach((rowid, values) -> insert(btree, root, rowid, values));
        return root;
    }

    /** As a table without rowids, whose records have them first. */
    private int fillIndex(Btree btree, Rows rows) {
        indexRoot = btree.trees().create(false);
        rows.map.forEach((rowid, values) -> {
            try (IndexCursor cursor = btree.openIndex(indexRoot, true, ORDER)) {
                byte[] record = record(behind(rowid, values));
                cursor.insert(record, record.length, ORDER.probe(record, record.length));
            }
        });
        return indexRoot;
    }

    private static Object[] behind(long rowid, Object[] values) {
        Object[] all = new Object[values.length + 1];
        all[0] = rowid;
        System.arraycopy(values, 0, all, 1, values.length);
        return all;
    }

    /** Where such a record has what is at these places of a table's. */
    private static List<StoredColumn> shifted(List<StoredColumn> columns) {
        return columns.stream()
                .map(column ->
                        new StoredColumn(column.name(), column.place() + 1, false, column.absent()))
                .toList();
    }

    private static List<StoredColumn> columns(int... places) {
        return Arrays.stream(places)
                .mapToObj(place -> place == StoredColumn.ROWID
                        ? StoredColumn.OF_ROWIDS
                        : new StoredColumn("c" + place, place, false, Text.of("absent")))
                .toList();
    }

    // ------------------------------------------------------------------ what is read

    private PartitionReader reader(
            Btree btree,
            int root,
            List<StoredColumn> columns,
            int threads,
            boolean toEnd,
            Workspace memory,
            Runnable poll) {
        boolean[] wanted = new boolean[columns.size()];
        Arrays.fill(wanted, true);
        return new PartitionReader(
                RowPages.of(
                        root == indexRoot
                                ? btree.openIndex(root, false, ORDER)
                                : btree.openTable(root, false)),
                columns,
                wanted,
                new VectorSizes(7, PARTITION_ROWS, threads),
                toEnd,
                memory,
                poll);
    }

    private static List<List<Object>> rows(Chunk[] chunks, int count) {
        List<List<Object>> rows = new ArrayList<>();
        Vector[] vectors = new Vector[chunks.length];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = new Vector(PARTITION_ROWS);
            chunks[i].load(0, null, count, vectors[i]);
        }
        for (int row = 0; row < count; row++) {
            List<Object> values = new ArrayList<>();
            for (Vector vector : vectors) {
                values.add(vector.get(row));
            }
            rows.add(values);
        }
        return rows;
    }

    private static List<List<Object>> expected(Rows rows, List<StoredColumn> columns) {
        List<List<Object>> expected = new ArrayList<>();
        rows.map.forEach((rowid, values) -> {
            List<Object> row = new ArrayList<>();
            for (StoredColumn column : columns) {
                row.add(
                        column.place() == StoredColumn.ROWID
                                ? rowid
                                : column.place() < values.length
                                        ? values[column.place()]
                                        : column.absent());
            }
            expected.add(row);
        });
        return expected;
    }

    private static List<String> encodings(Chunk[] chunks) {
        return Arrays.stream(chunks).map(Chunk::encoding).toList();
    }

    /** Of a table, and of one without rowids. */
    private void check(Rows rows, int... places) {
        List<StoredColumn> columns = columns(places);
        List<List<Object>> expected = expected(rows, columns);
        Btree btree = create();
        check(btree, fill(btree, rows), columns, expected);
        check(btree, fillIndex(btree, rows), shifted(columns), expected);
    }

    private void check(
            Btree btree, int root, List<StoredColumn> columns, List<List<Object>> expected) {
        List<List<String>> encodings = null;
        for (int threads : THREADS) {
            for (boolean toEnd : new boolean[] {false, true}) {
                List<List<Object>> found = new ArrayList<>();
                List<List<String>> foundEncodings = new ArrayList<>();
                Chunk[] chunks = new Chunk[columns.size()];
                try (PartitionReader reader =
                        reader(btree, root, columns, threads, toEnd, workspace, NO_POLL)) {
                    int count = reader.read(chunks);
                    while (count > 0) {
                        assertTrue(count == PARTITION_ROWS || reader.isAtEnd());
                        found.addAll(rows(chunks, count));
                        foundEncodings.add(encodings(chunks));
                        count = reader.read(chunks);
                    }
                    assertTrue(reader.isAtEnd());
                    assertEquals(0, reader.read(chunks));
                }
                assertEquals(expected, found);
                assertEquals(encodings == null ? foundEncodings : encodings, foundEncodings);
                encodings = foundEncodings;
            }
        }
    }

    private static Object value(Random random, int kind) {
        return switch (kind) {
            case 0 -> SqlNull.NULL;
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> (double) random.nextInt(100_000) / 100;
            case 3 -> random.nextDouble();
            case 4 -> Text.of("t".repeat(random.nextInt(20)) + random.nextInt(9));
            case 5 -> Text.of("long".repeat(random.nextInt(400)));
            case 6 -> new Blob(new byte[] {(byte) random.nextInt(), 0, 9}, 0, 2);
            default -> (long) random.nextInt(2);
        };
    }

    @Test
    void allKindsOfValues() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int count = random.nextInt(8) * PARTITION_ROWS + random.nextInt(2);
            int[] kinds = random.ints(6, 0, 8).toArray();
            Rows rows = new Rows();
            for (int i = 0; i < count; i++) {
                Object[] values = new Object[kinds.length - (random.nextInt(9) == 0 ? 2 : 0)];
                for (int k = 0; k < values.length; k++) {
                    boolean other = random.nextInt(seed % 2 == 0 ? 4 : 1000) == 0;
                    values[k] = value(random, other ? random.nextInt(8) : kinds[k]);
                }
                rows.put(random.nextLong() >> random.nextInt(60), values);
            }
            check(rows, 0, 1, 2, 3, 4, 5);
            check(rows, 4, StoredColumn.ROWID, 1);
            check(rows, StoredColumn.ROWID);
            check(rows, 7);
        }
    }

    /** What is behind the page's part of a record only the connection's thread can read. */
    @Test
    void recordsThatOverflowAnywhere() {
        for (int every : new int[] {1, 6, PARTITION_ROWS}) {
            for (int first = 0; first < 3; first++) {
                Rows rows = new Rows();
                for (int i = 0; i < 5 * PARTITION_ROWS; i++) {
                    int size = i % every == first % every ? 3_000 + 2_500 * (i % 4) : i;
                    rows.put(i, (long) i, Text.of("x".repeat(size)), Text.of("end" + i), i / 4.0);
                }
                check(rows, 0, 1, 2, 3);
                check(rows, 0);
                check(rows, 3, StoredColumn.ROWID);
            }
        }
    }

    /** The header's size takes two bytes, then three. */
    @Test
    void recordsOfManyValues() {
        for (int width : new int[] {126, 127, 128, 300, 17_000}) {
            Rows rows = new Rows();
            for (int i = 0; i < 2 * PARTITION_ROWS + 1; i++) {
                Object[] values = new Object[width];
                Arrays.fill(values, (long) i * i);
                values[width - 1] = Text.of("last" + i);
                rows.put(i, values);
            }
            check(rows, 0, width - 1, width / 2);
        }
    }

    @Test
    void tablesThatEndWithAPartition() {
        for (int count : new int[] {0, 1, PARTITION_ROWS, 8 * PARTITION_ROWS}) {
            Rows rows = new Rows();
            for (int i = 0; i < count; i++) {
                rows.put(i, (long) i);
            }
            check(rows, 0);
        }
    }

    /** Where there is no room for pages to wait, they are decoded at once. */
    @Test
    void littleMemory() {
        Btree btree = create();
        Rows rows = new Rows();
        for (int i = 0; i < 20 * PARTITION_ROWS; i++) {
            rows.put(i, (long) i, Text.of("y".repeat(i % 700)));
        }
        int root = fill(btree, rows);
        List<StoredColumn> columns = columns(0, 1);
        for (long limit : new long[] {1, 200_000, 500_000}) {
            try (Workspace small = new Workspace(new SmallDisk(1 << 20), limit)) {
                List<List<Object>> found = new ArrayList<>();
                Chunk[] chunks = new Chunk[2];
                try (PartitionReader reader =
                        reader(btree, root, columns, 4, true, small, NO_POLL)) {
                    for (int n = reader.read(chunks); n > 0; n = reader.read(chunks)) {
                        found.addAll(rows(chunks, n));
                    }
                }
                assertEquals(expected(rows, columns), found);
                assertEquals(0, small.used());
            }
        }
    }

    // ------------------------------------------------------------------ what goes wrong

    /** The partitions before an error come, and then always the same error. */
    private void checkCorrupt(byte[] image, int root, int whole, String message, int place) {
        Btree btree = open(Btree.deserialize(image));
        List<StoredColumn> columns = root == indexRoot ? shifted(columns(place)) : columns(place);
        for (int threads : THREADS) {
            Chunk[] chunks = new Chunk[1];
            try (PartitionReader reader =
                    reader(btree, root, columns, threads, true, workspace, NO_POLL)) {
                for (int i = 0; i < whole; i++) {
                    assertEquals(PARTITION_ROWS, reader.read(chunks));
                }
                SqlException error = assertThrows(SqlException.class, () -> reader.read(chunks));
                assertEquals(ResultCode.CORRUPT, error.code());
                assertTrue(error.getMessage().contains(message), error.getMessage());
            }
        }
    }

    /** Where the text of a row begins. */
    private static int textOf(byte[] image, int number) {
        byte[] wanted = ("row " + number + ";").getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at + wanted.length <= image.length; at++) {
            if (Arrays.equals(image, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError(number);
    }

    @Test
    void aCorruptPageInTheThirdPartition() {
        Btree btree = create();
        Rows rows = new Rows();
        for (int i = 0; i < 9 * PARTITION_ROWS; i++) {
            rows.put(i, Text.of("row " + i + ";" + "z".repeat(LONG_TEXT)), (long) i);
        }
        int root = fill(btree, rows);
        btree.commit();
        byte[] image = btree.serialize();
        int page = textOf(image, 2 * PARTITION_ROWS + 5) / PAGE_SIZE;
        int start = PAGE_SIZE * page;
        // Another type, no cells, a cell that is nowhere, one that ends behind the page.
        checkCorrupt(patched(image, start, 2), root, 2, "malformed", 1);
        checkCorrupt(patched(image, start, 99), root, 2, "page type 99", 0);
        checkCorrupt(patched(image, start + 4, 0), root, 2, "malformed", 1);
        checkCorrupt(patched(image, start + 8, 0xff), root, 2, "cell 0 at", 1);
        // A cell in the free space, whose record is empty.
        checkCorrupt(patched(image, start + 8, 0), root, 2, "record header", 1);
        int cell = u16(image, start + 8);
        checkCorrupt(patched(image, start + cell, 0xbf), root, 2, "cell 0 ", 0);
        // The first value is larger than its record, or of a type that there is not.
        int header = start + cell + 3;
        assertEquals(0, image[header] & 0x80);
        checkCorrupt(patched(image, header + 1, 0xff), root, 2, "in a record", 0);
        checkCorrupt(patched(image, header, 0), root, 2, "record header", 1);
    }

    private static int u16(byte[] image, int at) {
        return (image[at] & 0xff) << 8 | (image[at + 1] & 0xff);
    }

    /** A tree without rowids: a leaf, then an interior page, whose cells are rows. */
    @Test
    void aCorruptPageOfAnIndex() {
        Btree btree = create();
        Rows rows = new Rows();
        for (int i = 0; i < 9 * PARTITION_ROWS; i++) {
            rows.put(i, Text.of("row " + i + ";" + "z".repeat(100)), (long) i);
        }
        int root = fillIndex(btree, rows);
        btree.commit();
        byte[] image = btree.serialize();
        // The leaf behind the first cell of the root.
        int rootStart = (root - 1) * PAGE_SIZE;
        int second = u16(image, rootStart + u16(image, rootStart + 12 + 2) + 2);
        int start = (second - 1) * PAGE_SIZE;
        int first = u16(image, start + 8);
        String head = new String(image, start + first, 24, StandardCharsets.ISO_8859_1);
        int number = Integer.parseInt(head.substring(head.indexOf("row ") + 4, head.indexOf(';')));
        int whole = number / PARTITION_ROWS;
        assertTrue(whole > 0);
        checkCorrupt(patched(image, start, 13), root, whole, "malformed", 1);
        checkCorrupt(patched(image, start, 99), root, whole, "page type 99", 0);
        checkCorrupt(patched(image, start + 4, 0), root, whole, "malformed", 1);
        checkCorrupt(patched(image, start + 8, 0xff), root, whole, "cell 0 at", 1);
        checkCorrupt(patched(image, start + first, 0xff), root, whole, "cell 0 ", 0);
        checkCorrupt(patched(image, start + first + 2, 127), root, whole, "in a record", 0);
        assertEquals(2, image[rootStart]);
        checkCorrupt(patched(image, rootStart, 5), root, 0, "not an index", 0);
        checkCorrupt(patched(image, rootStart + 12, 0xff), root, 0, "cell 0 at", 0);
        checkCorrupt(patched(image, rootStart + 4, 0), root, 0, "without cells", 0);
    }

    /** Who reads on alone, as another column is broken, goes on behind as many rows. */
    @Test
    void aCorruptColumnOfAnIndexThatIsNotRead() {
        Btree btree = create();
        Rows rows = new Rows();
        for (int i = 0; i < 60 * PARTITION_ROWS; i++) {
            rows.put(i, 100L, (long) i, Text.of("row " + i + ";"));
        }
        int root = fillIndex(btree, rows);
        btree.commit();
        byte[] image = btree.serialize();
        for (int row : new int[] {5, 30 * PARTITION_ROWS + 1, 50 * PARTITION_ROWS}) {
            // What precedes the text has a byte or two, by the size of the number.
            int text = textOf(image, row) - (row < 128 ? 1 : 2) - 1 - (row < 128 ? 1 : 2) - 1;
            Btree broken = open(Btree.deserialize(patched(image, text, 127)));
            List<StoredColumn> numbers = shifted(columns(1));
            ScanColumns columns = new ScanColumns(numbers, shifted(columns(2)), List.of());
            for (int threads : THREADS) {
                VectorSizes sizes = new VectorSizes(7, PARTITION_ROWS, threads);
                try (ColumnCache cache = new ColumnCache()) {
                    PartitionSource source = source(cache, broken, root, columns, sizes);
                    List<List<Object>> found = new ArrayList<>();
                    Chunk[] chunks = new Chunk[1];
                    for (int n = source.next(chunks); n > 0; n = source.next(chunks)) {
                        found.addAll(rows(chunks, n));
                    }
                    source.close();
                    assertEquals(expected(rows, columns(1)), found);
                    assertFalse(source.isKept());
                }
            }
        }
    }

    /** A spare column may be broken, as it was not asked for. */
    @Test
    void aCorruptColumnThatIsNotRead() {
        Btree btree = create();
        Rows rows = new Rows();
        for (int i = 0; i < 6 * PARTITION_ROWS; i++) {
            rows.put(i, 100L, (long) i, Text.of("row " + i + ";"));
        }
        int root = fill(btree, rows);
        btree.commit();
        byte[] image = btree.serialize();
        // The row's text, behind two numbers of a byte, is said to have 57 bytes.
        int text = textOf(image, 2 * PARTITION_ROWS + 5);
        Btree broken = open(Btree.deserialize(patched(image, text - 3, 127)));
        List<StoredColumn> numbers = columns(1);
        for (int threads : THREADS) {
            VectorSizes sizes = new VectorSizes(7, PARTITION_ROWS, threads);
            for (int others = 0; others < 3; others++) {
                try (ColumnCache cache = new ColumnCache()) {
                    readAll(source(cache, broken, root, columns(0), sizes));
                    List<StoredColumn> siblings = others == 1 ? columns(2) : List.of();
                    List<StoredColumn> readable = others == 2 ? columns(0, 1, 2) : List.of();
                    ScanColumns columns = new ScanColumns(numbers, siblings, readable);
                    List<List<Object>> found = new ArrayList<>();
                    Chunk[] chunks = new Chunk[1];
                    PartitionSource source = source(cache, broken, root, columns, sizes);
                    for (int n = source.next(chunks); n > 0; n = source.next(chunks)) {
                        found.addAll(rows(chunks, n));
                    }
                    source.close();
                    assertEquals(expected(rows, numbers), found);
                    assertEquals(others == 0, source.isKept());
                }
            }
        }
        checkCorrupt(patched(image, text - 3, 127), root, 2, "in a record", 2);
    }

    private static byte[] patched(byte[] image, int at, int value) {
        byte[] patched = image.clone();
        patched[at] = (byte) value;
        return patched;
    }

    /** Thrown by a poll. */
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void anInterruptionEndsAll() {
        Btree btree = create();
        Rows rows = new Rows();
        for (int i = 0; i < 300 * PARTITION_ROWS; i++) {
            rows.put(i, Text.of("row " + i + "z".repeat(i % 300)));
        }
        int root = fill(btree, rows);
        for (int threads : THREADS) {
            for (int left : new int[] {0, 1, 20, 100, 200}) {
                int[] polls = {left};
                Ended ended = new Ended();
                Chunk[] chunks = new Chunk[1];
                try (PartitionReader reader =
                        reader(btree, root, columns(0), threads, true, workspace, () -> {
                            if (polls[0]-- == 0) {
                                throw ended;
                            }
                        })) {
                    Ended thrown = assertThrows(Ended.class, () -> {
                        while (reader.read(chunks) > 0) {
                            assertFalse(reader.isAtEnd());
                        }
                    });
                    assertSame(ended, thrown);
                }
                assertEquals(0, workspace.used());
            }
        }
    }

    // ------------------------------------------------------------------ changes

    /** Behind the rows that have been given comes what the table is by then. */
    @Test
    void changesBetweenPartitions() {
        for (int threads : THREADS) {
            for (boolean cached : new boolean[] {false, true}) {
                Btree btree = create();
                Rows rows = new Rows();
                for (int i = 0; i < 6 * PARTITION_ROWS; i++) {
                    rows.put(2L * i, (long) i, Text.of("row " + i));
                }
                int root = fill(btree, rows);
                List<StoredColumn> columns = columns(StoredColumn.ROWID, 0, 1);
                try (ColumnCache cache = new ColumnCache()) {
                    VectorSizes sizes = new VectorSizes(7, PARTITION_ROWS, threads);
                    if (cached) {
                        readAll(source(cache, btree, root, columns(0), sizes));
                    }
                    PartitionSource source = source(cache, btree, root, columns, sizes);
                    assertNull(source.cached());
                    Chunk[] chunks = new Chunk[3];
                    List<List<Object>> found = new ArrayList<>();
                    found.addAll(rows(chunks, source.next(chunks)));
                    found.addAll(rows(chunks, source.next(chunks)));
                    long last = (long) found.getLast().getFirst();
                    // Before, behind, and at the place where the scan is.
                    for (long rowid : new long[] {1, last + 1, last + 3, 500}) {
                        insert(btree, root, rowid, -rowid, Text.of("new " + rowid));
                        if (rowid > last) {
                            rows.put(rowid, -rowid, Text.of("new " + rowid));
                        }
                    }
                    for (long rowid : new long[] {0, last, last + 2, last + 8}) {
                        delete(btree, root, rowid);
                        if (rowid > last) {
                            rows.map.remove(rowid);
                        }
                    }
                    for (int n = source.next(chunks); n > 0; n = source.next(chunks)) {
                        found.addAll(rows(chunks, n));
                    }
                    source.close();
                    assertEquals(expected(rows, columns), found);
                    assertFalse(source.isKept());
                }
            }
        }
    }

    private PartitionSource source(
            ColumnCache cache,
            Btree btree,
            int root,
            List<StoredColumn> columns,
            VectorSizes sizes) {
        return source(cache, btree, root, ScanColumns.only(columns), sizes);
    }

    private PartitionSource source(
            ColumnCache cache, Btree btree, int root, ScanColumns columns, VectorSizes sizes) {
        return new PartitionSource(
                cache,
                cache.table(btree, root, "t"),
                root == indexRoot
                        ? btree.openIndex(root, false, ORDER)
                        : btree.openTable(root, false),
                columns,
                sizes,
                true,
                workspace,
                NO_POLL);
    }

    private static void readAll(PartitionSource source) {
        Chunk[] chunks = new Chunk[1];
        while (source.next(chunks) > 0) {
            assertEquals("int8", chunks[0].encoding());
        }
        assertTrue(source.isKept());
        source.close();
    }

    /** The headers of records are as SQLite reads them: RecordReader is the measure. */
    @Test
    void recordsAreReadAsElsewhere() {
        Random random = new Random(5);
        Btree btree = create();
        int root = btree.trees().create(true);
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 4 * PARTITION_ROWS; i++) {
            // Types of two bytes that would do with one.
            byte[] record = {5, 1, (byte) 0x80, 2, 8, (byte) i, 1, (byte) random.nextInt()};
            records.add(record);
            try (TableCursor cursor = btree.openTable(root, true)) {
                cursor.insert(i, record, record.length, true);
            }
        }
        Object[] values = new Object[3];
        Chunk[] chunks = new Chunk[3];
        try (PartitionReader reader =
                reader(btree, root, columns(0, 1, 2), 2, true, workspace, NO_POLL)) {
            int at = 0;
            for (int n = reader.read(chunks); n > 0; n = reader.read(chunks)) {
                for (List<Object> row : rows(chunks, n)) {
                    byte[] record = records.get(at++);
                    RecordReader.columns(record, 0, record.length, values, TextEncoding.UTF8);
                    assertEquals(Arrays.asList(values), row);
                }
            }
            assertEquals(records.size(), at);
        }
    }
}
