package org.sqlvm.arrow.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.engine.virtual.files.ColumnValues;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Arrays that begin behind the first value of their buffers, as slices do. */
@Tag("native")
final class ArrayCopyTest {
    private static final int COUNT = 40;

    private final Arena memory = Arena.ofAuto();

    private MemorySegment array(long length, long offset, MemorySegment[] buffers) {
        MemorySegment array = memory.allocate(80, 8);
        MemorySegment addresses = memory.allocate(ADDRESS, Math.max(1, buffers.length));
        for (int i = 0; i < buffers.length; i++) {
            addresses.setAtIndex(ADDRESS, i, buffers[i]);
        }
        array.set(JAVA_LONG, 0, length);
        array.set(JAVA_LONG, 8, -1); // The count of NULLs is unknown.
        array.set(JAVA_LONG, 16, offset);
        array.set(JAVA_LONG, 24, buffers.length);
        array.set(ADDRESS, 40, addresses);
        return array;
    }

    private MemorySegment bits(int divisor) {
        MemorySegment bits = memory.allocate(COUNT / 8);
        for (int i = 0; i < COUNT; i++) {
            if (i % divisor != 0) {
                int before = bits.get(JAVA_BYTE, i / 8);
                bits.set(JAVA_BYTE, i / 8, (byte) (before | 1 << i % 8));
            }
        }
        return bits;
    }

    private static FileField field(String format) {
        FileField field = FileField.named("x");
        FormatText.describe(field, format);
        return field;
    }

    private List<Object> read(FileField field, MemorySegment array, int parent, int length) {
        MemorySegment batch = array(length, parent, new MemorySegment[] {MemorySegment.NULL});
        MemorySegment children = memory.allocate(ADDRESS);
        children.set(ADDRESS, 0, array);
        batch.set(JAVA_LONG, 32, 1);
        batch.set(ADDRESS, 48, children);
        FileArray column = ArrayCopy.columns(List.of(field), batch)[0];
        ColumnValues values = new ColumnValues(COUNT);
        column.give(0, length, values);
        List<Object> read = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            read.add(values.value(i).toString());
        }
        return read;
    }

    @Test
    void slices() {
        MemorySegment longs = memory.allocate(JAVA_LONG, COUNT);
        MemorySegment ends = memory.allocate(JAVA_INT, COUNT + 1);
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < COUNT; i++) {
            longs.setAtIndex(JAVA_LONG, i, i);
            bytes.append("t").append(i);
            ends.setAtIndex(JAVA_INT, i + 1, bytes.length());
        }
        MemorySegment text = memory.allocateFrom(bytes.toString());
        for (int parent : new int[] {0, 3, 8}) {
            for (int own : new int[] {0, 1, 7, 8, 13}) {
                int from = parent + own;
                int length = COUNT - from;
                List<Object> numbers = new ArrayList<>();
                List<Object> truths = new ArrayList<>();
                List<Object> texts = new ArrayList<>();
                for (int i = from; i < COUNT; i++) {
                    boolean isNull = i % 3 == 0;
                    numbers.add(isNull ? "NULL" : String.valueOf(i));
                    truths.add(isNull ? "NULL" : i % 4 == 0 ? "0" : "1");
                    texts.add(isNull ? "NULL" : "t" + i);
                }
                MemorySegment valid = bits(3);
                String where = parent + " and " + own;
                assertEquals(
                        numbers,
                        read(
                                field("l"),
                                array(length, own, new MemorySegment[] {valid, longs}),
                                parent,
                                length),
                        where);
                assertEquals(
                        truths,
                        read(
                                field("b"),
                                array(length, own, new MemorySegment[] {valid, bits(4)}),
                                parent,
                                length),
                        where);
                assertEquals(
                        texts,
                        read(
                                field("u"),
                                array(length, own, new MemorySegment[] {valid, ends, text}),
                                parent,
                                length),
                        where);
            }
        }
    }

    @Test
    void damaged() {
        MemorySegment ends = memory.allocate(JAVA_INT, 3);
        ends.setAtIndex(JAVA_INT, 1, 5);
        MemorySegment[] buffers = {MemorySegment.NULL, ends, memory.allocateFrom("bytes")};
        assertThrows(DamagedException.class, () -> read(field("u"), array(2, 0, buffers), 0, 2));
        MemorySegment[] few = {MemorySegment.NULL};
        assertThrows(DamagedException.class, () -> read(field("l"), array(2, 0, few), 0, 2));
        MemorySegment[] absent = {MemorySegment.NULL, MemorySegment.NULL};
        assertThrows(DamagedException.class, () -> read(field("l"), array(2, 0, absent), 0, 2));
        assertEquals(List.of(), read(field("l"), array(0, 0, absent), 0, 0));
        for (String format : List.of("+r", "x", "", "w:", "ts?", "d:1")) {
            assertThrows(DamagedException.class, () -> field(format), format);
        }
    }
}
