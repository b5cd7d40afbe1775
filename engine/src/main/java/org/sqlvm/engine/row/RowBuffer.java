package org.sqlvm.engine.row;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.WideBlob;
import org.sqlvm.engine.file.BigEndian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Values as bytes, for rows that leave memory: exactly as they were, JSON text and the states of
 * aggregates included, which a record does not keep. Written from the beginning after
 * {@link #clear}, read from the beginning after {@link #rewind}.
 */
public final class RowBuffer {
    /** Kind of a text that is {@link JsonText}. */
    private static final int JSON = 1 << 5;

    /** Kind of a {@link WideBlob}, to which the number of its encoding is added. */
    private static final int WIDE = 1 << 6;

    byte[] array = new byte[256];
    /** Where the next byte is written or read. */
    int position;

    /** Accumulators that cannot be written, by index. */
    private final List<KeptAccumulator> kept = new ArrayList<>();

    /** Keeps an accumulator; returns its index. */
    int keep(KeptAccumulator accumulator) {
        kept.add(accumulator);
        return kept.size() - 1;
    }

    /** Returns the accumulator whose index comes next. */
    public KeptAccumulator getKept() {
        return kept.get(getInt());
    }

    public void clear() {
        position = 0;
    }

    public void rewind() {
        position = 0;
    }

    /** How many bytes have been written or read. */
    public int position() {
        return position;
    }

    /** Returns the bytes written, as a blob that is valid until the next change. */
    public Blob borrowed() {
        return new Blob(array, 0, position);
    }

    /** Takes a copy of bytes that were written by a buffer, and reads from their beginning on. */
    public void read(Bytes source) {
        reserve(source.length);
        System.arraycopy(source.array, source.offset, array, 0, source.length);
        rewind();
    }

    /** Makes room for {@code size} bytes from the beginning on. */
    void reserve(int size) {
        if (size > array.length) {
            array = Arrays.copyOf(array, Math.max(size, 2 * array.length));
        }
    }

    public void putByte(int value) {
        reserve(position + 1);
        array[position++] = (byte) value;
    }

    public void putInt(int value) {
        reserve(position + Integer.BYTES);
        BigEndian.putInt(array, position, value);
        position += Integer.BYTES;
    }

    public void putLong(long value) {
        reserve(position + Long.BYTES);
        BigEndian.putLong(array, position, value);
        position += Long.BYTES;
    }

    public void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    public void putBoolean(boolean value) {
        putByte(value ? 1 : 0);
    }

    public void putBytes(byte[] source, int offset, int length) {
        putInt(length);
        reserve(position + length);
        System.arraycopy(source, offset, array, position, length);
        position += length;
    }

    /** A value as a hash table keeps it. */
    public void put(int kind, long number, Object object) {
        putByte(storedKind(kind, object));
        switch (kind) {
            case ValueKind.NULL -> {}
            case ValueKind.LONG, ValueKind.DOUBLE -> putLong(number);
            case ValueKind.INTERNAL -> ((Accumulator) object).save(this);
            default -> {
                Bytes bytes = (Bytes) object;
                putBytes(bytes.array, bytes.offset, bytes.length);
            }
        }
    }

    private static int storedKind(int kind, Object object) {
        if (object instanceof WideBlob blob && kind == ValueKind.BLOB) {
            return WIDE + blob.encoding.code;
        }
        return object instanceof JsonText && kind == ValueKind.TEXT ? JSON : kind;
    }

    /** A value as an object. */
    public void putValue(Object value) {
        switch (value) {
            case Long number -> put(ValueKind.LONG, number, null);
            case Double number -> put(ValueKind.DOUBLE, Double.doubleToRawLongBits(number), null);
            case Text text -> put(ValueKind.TEXT, 0, text);
            case Blob blob -> put(ValueKind.BLOB, 0, blob);
            case null -> putByte(ValueKind.NULL);
            default -> {
                assert value == SqlNull.NULL : value;
                putByte(ValueKind.NULL);
            }
        }
    }

    public int getByte() {
        return array[position++];
    }

    public int getInt() {
        int value = BigEndian.getInt(array, position);
        position += Integer.BYTES;
        return value;
    }

    public long getLong() {
        long value = BigEndian.getLong(array, position);
        position += Long.BYTES;
        return value;
    }

    public double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    public boolean getBoolean() {
        return getByte() != 0;
    }

    public byte[] getBytes() {
        int length = getInt();
        byte[] bytes = Arrays.copyOfRange(array, position, position + length);
        position += length;
        return bytes;
    }

    /** The kind that {@link #getObject} is to be given; JSON text has one of its own. */
    public int getKind() {
        return getByte();
    }

    public static int kindOf(int storedKind) {
        if (storedKind >= WIDE) {
            return ValueKind.BLOB;
        }
        return storedKind == JSON ? ValueKind.TEXT : storedKind;
    }

    /** The text or blob behind a kind. */
    public Bytes getObject(int storedKind) {
        byte[] bytes = getBytes();
        if (storedKind >= WIDE) {
            boolean little = storedKind == WIDE + TextEncoding.UTF16LE.code;
            return Blob.of(bytes).in(little ? TextEncoding.UTF16LE : TextEncoding.UTF16BE);
        }
        return switch (storedKind) {
            case JSON -> JsonText.of(Text.of(bytes));
            case ValueKind.TEXT -> Text.of(bytes);
            default -> Blob.of(bytes);
        };
    }

    /** The value that {@link #putValue} put. */
    public Object getValue() {
        int kind = getKind();
        return switch (kind) {
            case ValueKind.NULL -> SqlNull.NULL;
            case ValueKind.LONG -> (Object) getLong();
            case ValueKind.DOUBLE -> (Object) getDouble();
            default -> getObject(kind);
        };
    }
}
