package org.sqlvm.arrow.files;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.json.JsonPrinter;
import org.sqlvm.engine.virtual.files.ColumnValues;
import org.sqlvm.engine.virtual.files.TimeTexts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Values of a field in a record batch. A read outside of a buffer fails with
 * IndexOutOfBoundsException.
 */
final class FileArray {
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int VIEW_SIZE = 16;
    private static final int VIEW_INLINE = 12;
    private static final long MILLIS_PER_DAY = 86_400_000;

    private final FileField field;
    final int length;

    /** Null if no value is NULL. */
    private final byte[] validity;

    /** The values, or the types of a union. */
    byte[] data;

    /** The offsets of texts, lists and dense unions. */
    byte[] offsets;

    /** The buffers that views point into. */
    byte[][] views;

    FileArray[] children;

    /** The dictionary that the values are indexes of; null without one. */
    FileDictionary dictionary;

    private final TimeTexts times = new TimeTexts();

    FileArray(FileField field, int length, byte[] validity) {
        assert length >= 0 : length;
        this.field = field;
        this.length = length;
        this.validity = validity;
    }

    private static long integer(byte[] data, int bits, int i) {
        assert bits <= Long.SIZE : bits;
        return switch (bits) {
            case 8 -> data[i];
            case 16 -> (short) SHORTS.get(data, i << 1);
            case 32 -> (int) INTS.get(data, i << 2);
            default -> (long) LONGS.get(data, i << 3);
        };
    }

    private boolean isNull(int i) {
        return field.kind == FileField.Kind.NULL
                || (validity != null && (validity[i >>> 3] >>> (i & 7) & 1) == 0);
    }

    private long offset(int i) {
        return offsets.length == 0 ? 0 : integer(offsets, field.bits, i);
    }

    /**
     * Checks that lists or texts follow each other, and are within the values that they are made
     * of.
     */
    void checkOffsets(long size) {
        long before = offset(0);
        for (int i = 1; i <= length; i++) {
            long next = offset(i);
            if (next < before || before < 0) {
                throw new DamagedException("damaged Arrow: offsets that go back");
            }
            before = next;
        }
        if (before > size) {
            throw new DamagedException("damaged Arrow: an offset of " + before);
        }
    }

    /** Puts values into rows of a column. */
    void give(int from, int count, ColumnValues target) {
        assert 0 <= from && count <= length - from : from + ", " + count;
        target.clearNulls();
        target.become(field.given());
        if (dictionary == null && validity == null && giveNumbers(from, count, target)) {
            return;
        }
        for (int row = 0; row < count; row++) {
            give(from + row, target, row);
        }
    }

    private boolean giveNumbers(int from, int count, ColumnValues target) {
        if (field.kind == FileField.Kind.INT) {
            for (int row = 0; row < count; row++) {
                target.longs[row] = integer(data, field.bits, from + row);
            }
            return true;
        }
        if (field.kind == FileField.Kind.REAL && field.bits == Long.SIZE) {
            for (int row = 0; row < count; row++) {
                target.doubles[row] =
                        Double.longBitsToDouble((long) LONGS.get(data, (from + row) << 3));
            }
            return true;
        }
        return false;
    }

    private void give(int i, ColumnValues target, int row) {
        if (isNull(i)) {
            target.setNull(row);
            return;
        }
        if (dictionary != null) {
            long code = code(i);
            dictionary.array(code).give(dictionary.place(code), target, row);
            return;
        }
        switch (field.given()) {
            case LONGS -> target.longs[row] = number(i);
            case DOUBLES -> target.doubles[row] = real(i);
            case TEXTS -> giveText(i, target, row);
            case BLOBS -> giveBytes(i, target, row);
            case VALUES -> target.values[row] = value(i);
        }
    }

    /** The number of a value in the dictionary. */
    private long code(int i) {
        return integer(data, field.codeBits, i);
    }

    private long number(int i) {
        return switch (field.kind) {
            case BOOL -> data[i >>> 3] >>> (i & 7) & 1;
            case UNSIGNED -> integer(data, field.bits, i) & (1L << field.bits) - 1;
            default -> integer(data, field.bits, i);
        };
    }

    private double real(int i) {
        if (field.kind == FileField.Kind.DECIMAL) {
            return new BigDecimal(unscaled(i), field.scale).doubleValue();
        }
        return switch (field.bits) {
            case 16 -> Float.float16ToFloat((short) integer(data, 16, i));
            case 32 -> Float.intBitsToFloat((int) integer(data, 32, i));
            default -> Double.longBitsToDouble(integer(data, 64, i));
        };
    }

    private BigInteger unscaled(int i) {
        assert field.kind == FileField.Kind.DECIMAL : field.kind;
        int size = field.bits / Byte.SIZE;
        byte[] bytes = new byte[size];
        for (int k = 0; k < size; k++) {
            bytes[size - 1 - k] = data[i * size + k];
        }
        return new BigInteger(bytes);
    }

    /** A value of a register that may be of several storage classes. */
    private Object value(int i) {
        return switch (field.kind) {
            case UNSIGNED -> {
                long value = integer(data, Long.SIZE, i);
                yield value >= 0
                        ? (Object) value
                        : (Object) new BigInteger(Long.toUnsignedString(value)).doubleValue();
            }
            case DECIMAL -> {
                BigDecimal value = new BigDecimal(unscaled(i), field.scale);
                BigInteger whole = value.toBigInteger();
                yield whole.bitLength() < Long.SIZE
                        ? (Object) whole.longValue()
                        : (Object) whole.doubleValue();
            }
            default -> {
                FileArray member = member(i);
                ColumnValues one = new ColumnValues(1);
                one.become(member.field.given());
                member.give(memberPlace(i), one, 0);
                yield one.value(0);
            }
        };
    }

    private FileArray member(int i) {
        Integer child = field.members.get((int) data[i]);
        if (child == null || child >= children.length) {
            throw new DamagedException("damaged Arrow: type " + data[i] + " of a union");
        }
        return children[child];
    }

    private int memberPlace(int i) {
        return field.dense ? (int) integer(offsets, Integer.SIZE, i) : i;
    }

    private void giveText(int i, ColumnValues target, int row) {
        switch (field.kind) {
            case DATE -> {
                long value = integer(data, field.bits, i);
                long day = field.bits == Long.SIZE ? Math.floorDiv(value, MILLIS_PER_DAY) : value;
                set(target, row, times.date(day));
            }
            case TIME -> {
                byte[] text = times.time(integer(data, field.bits, i), field.unitsPerSecond);
                if (text == null) {
                    throw new DamagedException("damaged Arrow: a time of day");
                }
                set(target, row, text);
            }
            case TIMESTAMP -> {
                long value = integer(data, Long.SIZE, i);
                if (Math.abs(value / field.unitsPerSecond) > 1L << 52) {
                    throw new DamagedException("damaged Arrow: a time of " + value);
                }
                set(target, row, times.timestamp(value, field.unitsPerSecond));
            }
            case TEXT, TEXT_VIEW -> giveBytes(i, target, row);
            case FIXED -> set(target, row, uuid(i));
            default -> {
                TextBuilder json = new TextBuilder(TextBuilder.LENGTH_MAX);
                content(json, i);
                Text text = json.toText();
                target.setBytes(row, text.array, text.offset, text.length);
            }
        }
    }

    private byte[] uuid(int i) {
        int at = i * 2 * Long.BYTES;
        check(data, at, 2 * Long.BYTES);
        ByteBuffer bytes = ByteBuffer.wrap(data, at, 2 * Long.BYTES);
        return new UUID(bytes.getLong(), bytes.getLong())
                .toString()
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static void set(ColumnValues target, int row, byte[] text) {
        target.setBytes(row, text, 0, text.length);
    }

    private void giveBytes(int i, ColumnValues target, int row) {
        switch (field.kind) {
            case FIXED -> {
                int size = field.bits / Byte.SIZE;
                check(data, (long) i * size, size);
                target.setBytes(row, data, i * size, size);
            }
            case TEXT_VIEW, BYTES_VIEW -> {
                int size = (int) INTS.get(data, i * VIEW_SIZE);
                byte[] where = data;
                int at = i * VIEW_SIZE + Integer.BYTES;
                if (size > VIEW_INLINE) {
                    where = views[(int) INTS.get(data, i * VIEW_SIZE + 8)];
                    at = (int) INTS.get(data, i * VIEW_SIZE + 12);
                }
                check(where, at, size);
                target.setBytes(row, where, at, size);
            }
            default -> {
                long start = offset(i);
                long size = offset(i + 1) - start;
                check(data, start, size);
                target.setBytes(row, data, (int) start, (int) size);
            }
        }
    }

    private static void check(byte[] bytes, long at, long size) {
        if (at < 0 || size < 0 || size > bytes.length - at) {
            throw new DamagedException("damaged Arrow: a value of " + size + " bytes");
        }
    }

    // ------------------------------------------------------------------ JSON

    private void append(TextBuilder json, int i) {
        if (i < 0 || i >= length) {
            throw new DamagedException("damaged Arrow: value " + i + " of " + length);
        }
        if (isNull(i)) {
            json.append("null");
        } else if (dictionary != null) {
            long code = code(i);
            dictionary.array(code).append(json, dictionary.place(code));
        } else {
            content(json, i);
        }
    }

    private void content(TextBuilder json, int i) {
        switch (field.kind) {
            case LIST -> list(json, (int) offset(i), (int) offset(i + 1));
            case FIXED_LIST -> list(json, i * field.size, (i + 1) * field.size);
            case STRUCT -> {
                json.append('{');
                for (int k = 0; k < children.length; k++) {
                    json.append(k == 0 ? "" : ",");
                    JsonPrinter.appendString(json, Text.of(field.children.get(k).name));
                    json.append(':');
                    children[k].append(json, i);
                }
                json.append('}');
            }
            case MAP -> map(json, (int) offset(i), (int) offset(i + 1));
            case UNION -> member(i).append(json, memberPlace(i));
            case BOOL -> json.append(number(i) == 0 ? "false" : "true");
            default -> plain(json, i);
        }
    }

    private void list(TextBuilder json, int from, int to) {
        json.append('[');
        for (int k = from; k < to; k++) {
            json.append(k == from ? "" : ",");
            children[0].append(json, k);
        }
        json.append(']');
    }

    private void map(TextBuilder json, int from, int to) {
        FileArray entries = children[0];
        json.append('{');
        for (int k = from; k < to; k++) {
            json.append(k == from ? "" : ",");
            TextBuilder key = new TextBuilder(TextBuilder.LENGTH_MAX);
            entries.children[0].append(key, k);
            Text text = key.toText();
            if (text.length > 0 && text.array[text.offset] == '"') {
                json.append(text);
            } else {
                JsonPrinter.appendString(json, text);
            }
            json.append(':');
            entries.children[1].append(json, k);
        }
        json.append('}');
    }

    private void plain(TextBuilder json, int i) {
        ColumnValues one = new ColumnValues(1);
        one.become(field.given());
        give(i, one, 0);
        switch (one.value(0)) {
            case SqlNull _ -> json.append("null");
            case Double real when real.isInfinite() -> json.append("null");
            case Double real -> json.append(Numbers.text(real));
            case Text text -> JsonPrinter.appendString(json, text);
            case Blob blob ->
                JsonPrinter.appendString(json, Text.of(HexFormat.of().formatHex(blob.toArray())));
            case Object other -> json.append(other.toString());
        }
    }
}
