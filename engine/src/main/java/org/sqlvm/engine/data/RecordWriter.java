package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.file.Varint;

import java.util.Arrays;

/**
 * Builds records (file-format section 2.1), one after another: {@link #clear()}, the values in
 * order, {@link #toRecord()}. Integers take the smallest serial type. Which reals are stored as
 * integers is the column's affinity ({@link Affinities#stored}), so it is decided before.
 */
public final class RecordWriter {
    private final TextEncoding encoding;
    private int count;
    private long[] types = new long[8];
    /** The bits of numbers. */
    private long[] bits = new long[8];
    /** Texts and blobs as they are stored. */
    private Bytes[] bytes = new Bytes[8];

    private long dataSize;
    private int typesSize;

    public RecordWriter(TextEncoding encoding) {
        this.encoding = encoding;
    }

    /** The record of {@code count} values from {@code values[from]}. */
    @TruffleBoundary
    public static byte[] write(Object[] values, int from, int count, TextEncoding encoding) {
        RecordWriter writer = new RecordWriter(encoding);
        for (int i = from; i < from + count; i++) {
            writer.add(values[i]);
        }
        return writer.toRecord();
    }

    /** Begins a new record. */
    public void clear() {
        count = 0;
        dataSize = 0;
        typesSize = 0;
    }

    /** Adds any value. */
    public void add(Object value) {
        if (value instanceof Long number) {
            addLong(number);
        } else if (value instanceof Double number) {
            addDouble(number);
        } else if (value instanceof Text text) {
            addText(text);
        } else if (value instanceof Blob blob) {
            addBlob(blob);
        } else {
            assert value == SqlNull.NULL : value;
            addNull();
        }
    }

    public void addNull() {
        append(SerialType.NULL, 0, null);
    }

    public void addLong(long value) {
        append(SerialType.ofLong(value), value, null);
    }

    public void addDouble(double value) {
        append(SerialType.REAL, Double.doubleToRawLongBits(value), null);
    }

    /** Adds a text, which must stay unchanged until the record is made. */
    public void addText(Text text) {
        Bytes stored = encoding == TextEncoding.UTF8 ? text : encode(text);
        append(SerialType.TEXT_BASE + 2L * stored.length, 0, stored);
    }

    @TruffleBoundary
    private Bytes encode(Text text) {
        return Text.of(text.toString().getBytes(encoding.charset));
    }

    /** Adds a blob, which must stay unchanged until the record is made. */
    public void addBlob(Blob blob) {
        append(SerialType.BLOB_BASE + 2L * blob.length, 0, blob);
    }

    private void append(long type, long bitsOfNumber, Bytes stored) {
        if (count == types.length) {
            grow();
        }
        types[count] = type;
        bits[count] = bitsOfNumber;
        bytes[count] = stored;
        count++;
        dataSize += SerialType.size(type);
        typesSize += Varint.size(type);
    }

    @TruffleBoundary
    private void grow() {
        int capacity = types.length * 2;
        types = Arrays.copyOf(types, capacity);
        bits = Arrays.copyOf(bits, capacity);
        bytes = Arrays.copyOf(bytes, capacity);
    }

    /** Size of the record that {@link #toRecord()} would give. */
    public long size() {
        return headerSize() + dataSize;
    }

    /**
     * The header counts the varint of its own size: one byte, or more from 127 bytes of types on.
     */
    private int headerSize() {
        int size = typesSize + 1;
        return size <= 0x7f ? size : typesSize + Varint.size(typesSize + Varint.size(size));
    }

    /** The record, in an array of exactly its size. */
    public byte[] toRecord() {
        byte[] record = new byte[Math.toIntExact(size())];
        writeTo(record, 0);
        return record;
    }

    /** Writes the record to {@code target} and returns the offset behind it. */
    public int writeTo(byte[] target, int offset) {
        int headerSize = headerSize();
        int position = Varint.write(target, offset, headerSize);
        int data = offset + headerSize;
        for (int i = 0; i < count; i++) {
            long type = types[i];
            position = Varint.write(target, position, type);
            data = type >= SerialType.BLOB_BASE
                    ? writeBytes(target, data, bytes[i])
                    : writeNumber(target, data, (int) type, bits[i]);
        }
        assert position == offset + headerSize : position + " of " + headerSize;
        return data;
    }

    private static int writeBytes(byte[] target, int offset, Bytes value) {
        System.arraycopy(value.array, value.offset, target, offset, value.length);
        return offset + value.length;
    }

    private static int writeNumber(byte[] target, int offset, int type, long bits) {
        int end = offset + (int) SerialType.size(type);
        long rest = bits;
        for (int i = end - 1; i >= offset; i--) {
            target[i] = (byte) rest;
            rest >>= 8;
        }
        return end;
    }
}
