package org.sqlvm.engine.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Batches keep what was put in, as narrow as can be. */
final class BatchTest {
    private static Object any(Random random, int kind) {
        byte[] bytes = new byte[random.nextInt(200) == 0 ? 40_000 : random.nextInt(30)];
        random.nextBytes(bytes);
        return switch (kind < 2 ? kind : random.nextInt(5)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextGaussian();
            case 2 -> SqlNull.NULL;
            case 3 -> Text.of(bytes);
            default -> Blob.of(bytes);
        };
    }

    @Test
    void valuesComeBackAndBorrowedBytesAreCopied() {
        Random random = new Random(4);
        Batch batch = new Batch(3, 1);
        List<Batch> batches = new ArrayList<>();
        List<Object[]> rows = new ArrayList<>();
        byte[] page = new byte[50_000];
        for (int i = 0; i < 5000; i++) {
            Object[] row = {any(random, 0), any(random, i < 700 ? 1 : 2), any(random, 2)};
            rows.add(row);
            for (int column = 0; column < 3; column++) {
                batch.appendObject(column, batch.rowCount(), borrowed(row[column], page));
            }
            batch.endRow();
            if (batch.isFull()) {
                batches.add(batch);
                batch = Batch.after(batch);
            }
        }
        batches.add(batch);
        int index = 0;
        for (Batch each : batches) {
            for (int row = 0; row < each.rowCount(); row++, index++) {
                Object[] read = {each.value(0, row), each.value(1, row), each.value(2, row)};
                assertArrayEquals(rows.get(index), read, Arrays.toString(read));
            }
        }
        assertEquals(5000, index);
        assertEquals(Batch.KIND_LONG, batches.getLast().kind(0));
        assertEquals(Batch.KIND_DOUBLE, batches.get(3).kind(1));
        assertEquals(Batch.KIND_OBJECT, batches.getLast().kind(1));
        assertEquals(rows.getFirst()[0], batches.getFirst().longs(0)[0]);
        assertTrue(batch.capacity() <= Batch.CAPACITY_MAX);
    }

    /** Readers keep what {@code owned()} gives while the next run fills the batch again. */
    @Test
    void ownedValuesStayWhenTheBatchIsFilledAgain() {
        for (int capacity : new int[] {1, 2, 8}) {
            Batch batch = new Batch(2, capacity);
            for (int length = 0; length < 5000; length++) {
                Bytes text = appended(batch, length, 'a').owned();
                Bytes blob = ((Bytes) batch.value(1, 0)).owned();
                batch.clear();
                appended(batch, length, 'b');
                batch.clear();
                assertArrayEquals(filled(length, 'a'), text.toArray(), length + " bytes");
                assertArrayEquals(filled(length, 'a'), blob.toArray(), length + " bytes");
            }
        }
    }

    /** Appends a row with a text and a BLOB out of a page; returns the text. */
    private static Bytes appended(Batch batch, int length, char letter) {
        byte[] page = filled(length + 1, letter);
        batch.appendObject(0, 0, new Text(page, 0, length));
        batch.appendObject(1, 0, new Blob(page, 0, length));
        batch.endRow();
        return (Bytes) batch.value(0, 0);
    }

    private static byte[] filled(int length, char letter) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) letter);
        return bytes;
    }

    /** The value in a page that is overwritten by the next one. */
    private static Object borrowed(Object value, byte[] page) {
        return switch (value) {
            case Text text -> new Text(copy(text.toArray(), page), 7, text.length);
            case Blob blob -> new Blob(copy(blob.toArray(), page), 7, blob.length);
            default -> value;
        };
    }

    private static byte[] copy(byte[] bytes, byte[] page) {
        Arrays.fill(page, (byte) 'z');
        System.arraycopy(bytes, 0, page, 7, bytes.length);
        return page;
    }

    @Test
    void columnsWidenAndKeepTheirTypes() {
        Batch batch = new Batch(1, 4);
        batch.appendLong(0, 0, 1);
        batch.endRow();
        batch.appendDouble(0, 1, 2.0);
        batch.endRow();
        batch.appendNull(0, 2);
        batch.endRow();
        batch.appendLong(0, 3, 4);
        batch.endRow();
        assertTrue(batch.isFull());
        assertArrayEquals(new Object[] {1L, 2.0, SqlNull.NULL, 4L}, batch.objects(0));
    }
}
