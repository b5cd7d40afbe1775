package org.sqlvm.engine.virtual.fts5.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The rows of terms: scans, tokens with data, and the tokens of instances. */
class TermRowsTest {
    private final MemoryStore store = new MemoryStore();

    private Fts5Index index(Detail detail, boolean tokenData) {
        IndexConfig config = new IndexConfig("t", 2, detail, List.of(), false, tokenData);
        Fts5Index index = new Fts5Index(config, store, IndexConfig::setCookie);
        index.create();
        return index;
    }

    private static void insert(Fts5Index index, long rowid, String... tokens) {
        index.beginRow(rowid, false);
        for (int i = 0; i < tokens.length; i++) {
            byte[] token = bytes(tokens[i]);
            index.write(0, i, token, 0, token.length);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static String rows(TermRows rows) {
        List<String> found = new ArrayList<>();
        PositionReader reader = new PositionReader();
        for (; !rows.atEnd(); rows.next()) {
            StringBuilder row = new StringBuilder().append(rows.rowid()).append(':');
            reader.reset(rows.positions(), rows.positionsStart(), rows.positionsLength());
            for (; !reader.atEnd(); reader.next()) {
                row.append(PositionReader.offset(reader.position()));
            }
            found.add(row.toString());
        }
        rows.close();
        return String.join(" ", found);
    }

    @Test
    void scanGivesTermsOfPendingRowsAndSegments() {
        Fts5Index index = index(Detail.FULL, false);
        insert(index, 1, "b", "a", "c");
        index.sync();
        insert(index, 2, "b", "d");
        List<String> found = new ArrayList<>();
        try (TermRows rows = index.query(bytes("b"), Fts5Index.SCAN, null)) {
            for (; !rows.atEnd(); rows.next()) {
                found.add(text(rows.term()) + rows.rowid());
            }
        }
        assertEquals(List.of("0b1", "0b2", "0c1", "0d2"), found);
    }

    @Test
    void tokenWithDataIsFoundWithoutIt() {
        Fts5Index index = index(Detail.FULL, true);
        insert(index, 1, "go\0Go", "x", "go\0GO");
        insert(index, 2, "gone", "go");
        index.sync();
        insert(index, 3, "go\0Go", "go\0Go");
        TermRows rows = index.query(bytes("go"), 0, null);
        assertEquals("go\0Go", text(rows.instanceToken(bytes("go"), 1, 0, 0)));
        assertEquals("go\0GO", text(rows.instanceToken(bytes("go"), 1, 0, 2)));
        rows.next();
        assertEquals("go", text(rows.instanceToken(bytes("go"), 2, 0, 1)));
        assertEquals("1:02 2:1 3:01", rows(index.query(bytes("go"), 0, null)));
        assertEquals("3:01", rows(index.query(bytes("go\0Go"), 0, null)).substring(4));
        assertEquals("2:1", rows(index.query(bytes("go"), Fts5Index.WITHOUT_TOKEN_DATA, null)));
        assertEquals(0, index.query(bytes("x"), 0, new int[] {1}).positionsLength());
    }

    @Test
    void prefixKnowsTheTokensOfItsInstances() {
        Fts5Index index = index(Detail.FULL, false);
        insert(index, 5, "one", "onset", "two");
        index.sync();
        insert(index, 7, "onset");
        TermRows rows = index.query(bytes("on"), Fts5Index.PREFIX, null);
        assertEquals("onset", text(rows.instanceToken(bytes("on"), 5, 0, 1)));
        assertEquals("onset", text(rows.instanceToken(bytes("on"), 7, 0, 0)));
        assertNull(rows.instanceToken(bytes("on"), 5, 0, 2));
        assertEquals("5:01 7:0", rows(rows));
    }

    @Test
    void tokensOfInstancesAreAddedWithoutPositions() {
        Fts5Index index = index(Detail.NONE, false);
        insert(index, 5, "one", "onset");
        TermRows rows = index.query(bytes("on"), Fts5Index.PREFIX, null);
        rows.addToken(bytes("one"), 5, 0, 0);
        rows.addToken(bytes("onset"), 5, 0, 1);
        assertEquals("onset", text(rows.instanceToken(bytes("on"), 5, 0, 1)));
        rows.clearTokens();
        assertNull(rows.instanceToken(bytes("on"), 5, 0, 1));
    }

    @Test
    void prefixBytesAreThoseOfWholeCharacters() {
        byte[] token = bytes("aä€😀");
        assertEquals(1, Fts5Index.prefixBytes(token, 0, token.length, 1));
        assertEquals(3, Fts5Index.prefixBytes(token, 0, token.length, 2));
        assertEquals(6, Fts5Index.prefixBytes(token, 0, token.length, 3));
        assertEquals(10, Fts5Index.prefixBytes(token, 0, token.length, 4));
        assertEquals(0, Fts5Index.prefixBytes(token, 0, token.length, 5));
    }

    @Test
    void structureIsAnotherOneAfterAFlush() {
        Fts5Index index = index(Detail.FULL, false);
        index.loadConfig();
        Object before = index.structureOrNull();
        insert(index, 1, "a");
        assertSame(before, index.structureOrNull());
        index.flush();
        index.loadConfig();
        assertNotSame(before, index.structureOrNull());
    }

    @Test
    void averagesAreKept() {
        Fts5Index index = index(Detail.FULL, false);
        assertEquals(0, index.averages().rowCount());
        Averages averages = index.averages();
        averages.setRowCount(300);
        averages.setTokens(1, 70_000);
        index.writeAverages(averages);
        assertEquals(300, index.averages().rowCount());
        assertEquals(0, index.averages().tokens(0));
        assertEquals(70_000, index.averages().tokens(1));
    }

    @Test
    void varintsAreThoseOfTheFormat() {
        byte[] data = new byte[Varints.MAX_SIZE + Blocks.PADDING];
        long[] values = {0, 127, 128, 16_383, 16_384, 1L << 55, (1L << 56) - 1, 1L << 56, -1};
        int[] sizes = {1, 1, 2, 2, 3, 8, 8, 9, 9};
        for (int i = 0; i < values.length; i++) {
            assertEquals(sizes[i], Varints.write(data, 0, values[i]));
            assertEquals(sizes[i], Varints.size(data, 0));
            assertEquals(sizes[i], Varints.size(values[i]));
            assertEquals(values[i], Varints.read(data, 0));
        }
    }
}
