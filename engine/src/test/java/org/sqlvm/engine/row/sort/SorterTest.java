package org.sqlvm.engine.row.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.SmallDisk;
import org.sqlvm.engine.file.Workspace;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A sorter with little memory against one with enough: the same records in the same order. */
final class SorterTest {
    private static final KeyOrder ORDER = new KeyOrder(
            List.of(
                    new KeyField(Collation.NOCASE, false, true),
                    new KeyField(Collation.BINARY, true, false)),
            TextEncoding.UTF8);

    private static byte[] record(Random random, long number) {
        Object key = random.nextInt(3) == 0
                ? (Object) (long) random.nextInt(50)
                : Text.of("some text " + random.nextInt(500));
        // Some records are longer than any buffer.
        int length = random.nextInt(200) == 0 ? random.nextInt(20_000) : random.nextInt(50);
        Object[] values = {key, random.nextInt(5) / 2.0, number, Blob.of(new byte[length])};
        return RecordWriter.write(values, 0, values.length, TextEncoding.UTF8);
    }

    private static void fill(Records sorter, Random random, int count) {
        for (int i = 0; i < count; i++) {
            byte[] record = record(random, i);
            byte[] inside = new byte[record.length + 7];
            System.arraycopy(record, 0, inside, 3, record.length);
            if (sorter instanceof Sorter external) {
                external.add(inside, 3, record.length);
            } else {
                ((MemorySorter) sorter).add(inside, 3, record.length);
            }
        }
    }

    private static byte[] current(Records records) {
        int offset = records.offset();
        return Arrays.copyOfRange(records.array(), offset, offset + records.length());
    }

    @Test
    void mergesRunsAsIfThereWereMemory() {
        for (long memory : new long[] {1, 5_000, 64_000, 1_000_000, 1L << 30}) {
            try (Workspace workspace = new Workspace(new SmallDisk(Long.MAX_VALUE), memory);
                    Sorter sorter = new Sorter(ORDER, workspace)) {
                for (int count : new int[] {0, 1, 2, 100, 10_000}) {
                    MemorySorter expected = new MemorySorter(ORDER);
                    fill(expected, new Random(count), count);
                    fill(sorter, new Random(count), count);
                    expected.sort();
                    sorter.sort();
                    assertEquals(count, sorter.count());
                    if (memory > 10_000_000) {
                        assertEquals(0, workspace.fileCount());
                    } else if (memory <= 5_000 && count == 10_000) {
                        assertTrue(workspace.fileCount() > 1, "runs of runs");
                    }
                    while (expected.next()) {
                        assertTrue(sorter.next());
                        assertArrayEquals(current(expected), current(sorter));
                    }
                    assertFalse(sorter.next());
                    sorter.clear();
                    assertEquals(0, workspace.used());
                    assertEquals(0, workspace.fileCount());
                }
            }
        }
    }

    @Test
    void oldRecordsStayAsTheyAre() {
        try (Workspace workspace = new Workspace(new SmallDisk(Long.MAX_VALUE), 2_000);
                Sorter sorter = new Sorter(ORDER, workspace)) {
            fill(sorter, new Random(3), 1_000);
            sorter.sort();
            assertTrue(sorter.next());
            byte[] array = sorter.array();
            byte[] content = array.clone();
            while (sorter.next()) {
                assertTrue(sorter.length() > 0);
            }
            assertArrayEquals(content, array);
        }
    }

    @Test
    void aLimitNeedsNoFile() {
        SmallDisk disk = new SmallDisk(0);
        try (Workspace workspace = new Workspace(disk, 200_000);
                Sorter sorter = new Sorter(ORDER, 10, workspace)) {
            MemorySorter expected = new MemorySorter(ORDER);
            fill(expected, new Random(4), 20_000);
            fill(sorter, new Random(4), 20_000);
            expected.sort();
            sorter.sort();
            assertEquals(10, sorter.count());
            for (int i = 0; i < 10; i++) {
                assertTrue(expected.next() && sorter.next());
                assertArrayEquals(current(expected), current(sorter));
            }
            assertFalse(sorter.next());
        }
        assertEquals(0, disk.opened());
    }

    @Test
    void aLimitGreaterThanMemory() {
        try (Workspace workspace = new Workspace(new SmallDisk(Long.MAX_VALUE), 20_000);
                Sorter sorter = new Sorter(ORDER, 3_000, workspace)) {
            MemorySorter expected = new MemorySorter(ORDER);
            fill(expected, new Random(5), 10_000);
            fill(sorter, new Random(5), 10_000);
            expected.sort();
            sorter.sort();
            assertTrue(workspace.fileCount() > 0);
            assertEquals(3_000, sorter.count());
            for (int i = 0; i < 3_000; i++) {
                assertTrue(expected.next() && sorter.next());
                assertArrayEquals(current(expected), current(sorter));
            }
            assertFalse(sorter.next());
        }
    }

    @Test
    void aFullDiskIsAnError() {
        SmallDisk disk = new SmallDisk(100_000);
        try (Workspace workspace = new Workspace(disk, 20_000)) {
            try (Sorter sorter = new Sorter(ORDER, workspace)) {
                SqlException error =
                        assertThrows(SqlException.class, () -> fill(sorter, new Random(6), 10_000));
                assertEquals("database or disk is full", error.getMessage());
                assertEquals(ResultCode.FULL, error.code());
            }
            assertEquals(0, workspace.used());
            assertEquals(0, workspace.fileCount());
            assertEquals(0, disk.size());
        }
    }

    @Test
    void withoutFilesThereIsNoLimit() {
        SmallDisk disk = new SmallDisk(0);
        try (Workspace workspace = new Workspace(disk, 1_000);
                Sorter sorter = new Sorter(ORDER, workspace)) {
            workspace.setStore(Workspace.MEMORY);
            fill(sorter, new Random(7), 1_000);
            sorter.sort();
            assertEquals(1_000, sorter.count());
        }
        assertEquals(0, disk.opened());
    }
}
