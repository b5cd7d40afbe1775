package org.sqlvm.api.arrow;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Builds a flatbuffer (flatbuffers.dev/internals), as Arrow's metadata are: from its end to its
 * beginning, so that an offset points to what has been written already. A position is a distance in
 * bytes from the end.
 */
final class FlatBuffer {
    private static final int SIZE = 1 << 10;
    /** Two bytes each for the size of the vtable and that of the table. */
    private static final int VTABLE_HEADER = 2 * Short.BYTES;

    private static final int ALIGNMENT = Long.BYTES;

    private ByteBuffer bytes = allocate(SIZE);
    /** Bytes that have been written. */
    private int size;

    /**
     * The positions of the fields of the table that is being written, by slot; 0 for a field that
     * is omitted.
     */
    private int[] slots = {};

    private int tableEnd;

    private static ByteBuffer allocate(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Makes room for a value; returns the index at which to put it. */
    private int room(int count) {
        while (bytes.capacity() - size < count) {
            ByteBuffer larger = allocate(bytes.capacity() * 2);
            larger.put(larger.capacity() - size, bytes, bytes.capacity() - size, size);
            bytes = larger;
        }
        size += count;
        return bytes.capacity() - size;
    }

    private void push(byte value) {
        int at = room(Byte.BYTES);
        bytes.put(at, value);
    }

    private void push(short value) {
        int at = room(Short.BYTES);
        bytes.putShort(at, value);
    }

    private void push(int value) {
        int at = room(Integer.BYTES);
        bytes.putInt(at, value);
    }

    private void push(long value) {
        int at = room(Long.BYTES);
        bytes.putLong(at, value);
    }

    /**
     * Adds padding so that the position after the next {@code count} bytes is a multiple of
     * {@code alignment}.
     */
    private void align(int count, int alignment) {
        int padding = -(size + count) & (alignment - 1);
        int at = room(padding);
        for (int i = 0; i < padding; i++) {
            bytes.put(at + i, (byte) 0);
        }
    }

    /** A long of a struct in a vector; they are written from the last to the first. */
    void addLong(long value) {
        push(value);
    }

    /** An int of such a struct, followed by padding. */
    void addPaddedInt(int value) {
        addLong(value & 0xffff_ffffL);
    }

    int string(String text) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        align(content.length + 1, Integer.BYTES);
        push((byte) 0);
        int at = room(content.length);
        bytes.put(at, content);
        push(content.length);
        return size;
    }

    /** A vector of tables. */
    int vector(int[] places) {
        align(places.length * Integer.BYTES, Integer.BYTES);
        for (int i = places.length - 1; i >= 0; i--) {
            putOffset(places[i]);
        }
        push(places.length);
        return size;
    }

    /** The structs of a vector follow. */
    void beginStructs(int count, int structSize) {
        align(count * structSize, ALIGNMENT);
    }

    int endStructs(int count) {
        push(count);
        return size;
    }

    private void putOffset(int place) {
        push(size + Integer.BYTES - place);
    }

    /** A table begins, whose fields follow; what they point to has been written. */
    void beginTable(int slotCount) {
        slots = new int[slotCount];
        tableEnd = size;
    }

    FlatBuffer field(int slot, boolean value) {
        return field(slot, (byte) (value ? 1 : 0));
    }

    FlatBuffer field(int slot, byte value) {
        push(value);
        slots[slot] = size;
        return this;
    }

    FlatBuffer field(int slot, short value) {
        align(Short.BYTES, Short.BYTES);
        push(value);
        slots[slot] = size;
        return this;
    }

    FlatBuffer field(int slot, int value) {
        align(Integer.BYTES, Integer.BYTES);
        push(value);
        slots[slot] = size;
        return this;
    }

    FlatBuffer field(int slot, long value) {
        align(Long.BYTES, Long.BYTES);
        push(value);
        slots[slot] = size;
        return this;
    }

    /** A field that points to a table, a vector or a string. */
    FlatBuffer reference(int slot, int place) {
        align(Integer.BYTES, Integer.BYTES);
        putOffset(place);
        slots[slot] = size;
        return this;
    }

    /** Ends the table with its vtable before it. */
    int endTable() {
        align(Integer.BYTES, Integer.BYTES);
        room(Integer.BYTES);
        int table = size;
        for (int i = slots.length - 1; i >= 0; i--) {
            push((short) (slots[i] == 0 ? 0 : table - slots[i]));
        }
        push((short) (table - tableEnd));
        int vtableSize = VTABLE_HEADER + slots.length * Short.BYTES;
        push((short) vtableSize);
        bytes.putInt(bytes.capacity() - table, size - table);
        return table;
    }

    /** The whole buffer, whose length 8 divides. */
    byte[] finish(int root) {
        align(Integer.BYTES, ALIGNMENT);
        putOffset(root);
        byte[] finished = new byte[size];
        bytes.get(bytes.capacity() - size, finished);
        return finished;
    }
}
