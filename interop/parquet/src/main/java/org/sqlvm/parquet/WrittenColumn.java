package org.sqlvm.parquet;

import org.sqlvm.api.files.ColumnType;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * A column of a file that is being written: the values of the current group. Its type is that of
 * the first value, unless one is given; integers become reals until a group of them has been
 * written, and so do numbers texts if mixed values are taken.
 */
final class WrittenColumn {
    private static final long EXACT_MAX = 1L << 53;

    /** A dictionary pays if there are this many values for each of its entries. */
    private static final int ENTRIES_SHARE = 4;

    /** Longer texts are no bounds. */
    private static final int BOUND_MAX = 64;

    private static final int DATA = 0;
    private static final int DICTIONARY = 2;
    private static final int PLAIN = 0;
    private static final int RUNS = 3;
    private static final int RUNS_DICTIONARY = 8;

    enum Kind {
        INTEGER(Physical.INT64),
        REAL(Physical.DOUBLE),
        TEXT(Physical.BYTE_ARRAY),
        BLOB(Physical.BYTE_ARRAY);

        final Physical physical;

        Kind(Physical physical) {
            this.physical = physical;
        }
    }

    /** A group of the column in the file. */
    record Chunk(
            int values,
            long plainSize,
            long size,
            long dictionaryAt,
            long dataAt,
            byte[] least,
            byte[] greatest,
            int nulls) {}

    final String name;
    private final int number;

    /** Null until there is a value. */
    private Kind kind;

    private final boolean fixed;
    private final boolean takesMixed;

    /** Values that were integers before they became reals, in case they become texts. */
    private final BitSet integers = new BitSet();

    /** Values of that type have been written. */
    private boolean written;

    private int rows;
    private int count;
    private boolean[] present = new boolean[1 << 10];

    /** By value: the integer, the bits of the real, or where the text ends. */
    private long[] values = new long[1 << 10];

    private final ByteBuilder texts = new ByteBuilder();

    /**
     * @param number from 1
     * @param takesMixed whether values of several types in the first group are texts, or BLOBs if
     *     there is one among them
     */
    WrittenColumn(String name, int number, ColumnType wanted, boolean takesMixed) {
        this.name = name;
        this.number = number;
        this.kind = switch (wanted) {
            case INTEGER -> Kind.INTEGER;
            case REAL -> Kind.REAL;
            case TEXT -> Kind.TEXT;
            case NUMERIC, ANY -> null;
        };
        this.fixed = kind != null;
        this.takesMixed = takesMixed;
    }

    /** A column without values is one of texts. */
    Kind kind() {
        return kind == null ? Kind.TEXT : kind;
    }

    /** The bytes that are held. */
    long size() {
        return texts.size + (long) Long.BYTES * count;
    }

    void add(Object value) {
        assert count <= rows : count + " of " + rows;
        if (rows == present.length) {
            present = Arrays.copyOf(present, 2 * rows);
        }
        if (value instanceof SqlNull) {
            present[rows++] = false;
            return;
        }
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        present[rows++] = true;
        switch (value) {
            case Long integer -> addLong(integer);
            case Double real -> {
                become(Kind.REAL, value);
                if (kind == Kind.REAL) {
                    values[count++] = Double.doubleToRawLongBits(real);
                } else {
                    addBytes(Casts.toText(value));
                }
            }
            case Blob blob -> {
                become(Kind.BLOB, value);
                addBytes(blob);
            }
            case Text text -> {
                become(Kind.TEXT, value);
                addBytes(text);
            }
            default -> throw new AssertionError(value);
        }
    }

    private void addLong(long value) {
        if (kind == Kind.REAL && Math.abs(value) <= EXACT_MAX) {
            if (takesMixed && !written) {
                integers.set(count);
            }
            values[count++] = Double.doubleToRawLongBits(value);
            return;
        }
        become(Kind.INTEGER, value);
        if (kind == Kind.INTEGER) {
            values[count++] = value;
        } else {
            addBytes(Casts.toText(value));
        }
    }

    private void addBytes(Bytes bytes) {
        texts.add(bytes.array, bytes.offset, bytes.length);
        values[count++] = texts.size;
    }

    /** Has the column take values of that kind. */
    private void become(Kind wanted, Object value) {
        if (kind == wanted) {
            return;
        }
        if (kind == null) {
            kind = wanted;
        } else if (kind == Kind.INTEGER && wanted == Kind.REAL && !written && !fixed && isExact()) {
            kind = wanted;
            integers.set(0, takesMixed ? count : 0);
            for (int i = 0; i < count; i++) {
                values[i] = Double.doubleToRawLongBits(values[i]);
            }
        } else if (takesMixed && !fixed && becomeBytes(wanted)) {
            assert isBytes() : kind;
        } else if (!(fixed && kind == Kind.TEXT && wanted != Kind.BLOB)) {
            throw SqlException.error("column " + number + " (" + name + ") of the file has "
                    + kind + "s, and cannot hold the " + wanted + " "
                    + (wanted == Kind.BLOB || wanted == Kind.TEXT ? "value" : value)
                    + ": CAST it, or say types = '…'");
        }
    }

    /**
     * Has a column of several types hold bytes: texts, or BLOBs if there is one.
     *
     * @return false if it is too late for that
     */
    private boolean becomeBytes(Kind wanted) {
        if (!isBytes()) {
            if (written) {
                return false;
            }
            boolean areReals = kind == Kind.REAL;
            for (int i = 0; i < count; i++) {
                Object value = areReals ? realOrInteger(i) : (Object) values[i];
                Bytes text = Casts.toText(value);
                texts.add(text.array, text.offset, text.length);
                values[i] = texts.size;
            }
            kind = Kind.TEXT;
        }
        if (wanted == Kind.BLOB) {
            kind = Kind.BLOB;
        }
        return true;
    }

    private Object realOrInteger(int at) {
        double real = Double.longBitsToDouble(values[at]);
        return integers.get(at) ? (Object) (long) real : (Object) real;
    }

    private boolean isExact() {
        for (int i = 0; i < count; i++) {
            if (Math.abs(values[i]) > EXACT_MAX) {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------ the group

    /** Takes the bytes of a file. */
    interface Sink {
        void write(byte[] bytes, int count) throws IOException;

        long position();
    }

    /** Writes the group, and begins another. */
    Chunk write(Sink out, Codec codec) throws IOException {
        written |= count > 0;
        int[] codes = new int[count];
        int entries = isBytes() ? codesOfTexts(codes) : codesOfNumbers(codes);
        long begin = out.position();
        long plain = 0;
        long dictionaryAt = 0;
        ByteBuilder page = new ByteBuilder();
        if (entries > 0) {
            dictionaryAt = begin;
            int next = 0;
            for (int i = 0; i < count; i++) {
                if (codes[i] == next) {
                    addValue(page, i);
                    next++;
                }
            }
            plain += page(out, codec, page, DICTIONARY, entries, PLAIN);
            page.clear();
        }
        long dataAt = out.position();
        levels(page);
        if (entries > 0) {
            int width = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(entries - 1));
            page.add(width);
            page.addPacked(codes, count, width);
        } else {
            for (int i = 0; i < count; i++) {
                addValue(page, i);
            }
        }
        plain += page(out, codec, page, DATA, rows, entries > 0 ? RUNS_DICTIONARY : PLAIN);
        byte[][] bounds = bounds();
        Chunk chunk = new Chunk(
                rows,
                plain,
                out.position() - begin,
                dictionaryAt,
                dataAt,
                bounds[0],
                bounds[1],
                rows - count);
        rows = 0;
        count = 0;
        texts.clear();
        return chunk;
    }

    private boolean isBytes() {
        return kind == Kind.TEXT || kind == Kind.BLOB;
    }

    private int start(int value) {
        assert 0 <= value && value < count : value;
        return value == 0 ? 0 : (int) values[value - 1];
    }

    private void addValue(ByteBuilder page, int value) {
        if (isBytes()) {
            int start = start(value);
            int length = (int) values[value] - start;
            page.addInt(length);
            page.add(texts.array, start, length);
        } else {
            page.addLong(values[value]);
        }
    }

    /**
     * Numbers distinct values in the order of their first positions.
     *
     * @return the number of distinct values; 0 if a dictionary does not pay
     */
    private int codesOfNumbers(int[] codes) {
        int most = count / ENTRIES_SHARE;
        int capacity = Integer.highestOneBit(Math.max(1, most)) << 2;
        int[] places = new int[capacity];
        int entries = 0;
        for (int i = 0; i < count; i++) {
            long value = values[i];
            int at = (int) ((value * 0x9E37_79B9_7F4A_7C15L) >>> 33) & (capacity - 1);
            while (places[at] != 0 && values[places[at] - 1] != value) {
                at = (at + 1) & (capacity - 1);
            }
            if (places[at] == 0) {
                if (entries == most) {
                    return 0;
                }
                places[at] = i + 1;
                codes[i] = entries++;
            } else {
                codes[i] = codes[places[at] - 1];
            }
        }
        return entries;
    }

    private int codesOfTexts(int[] codes) {
        int most = count / ENTRIES_SHARE;
        Map<Text, Integer> numbers = new HashMap<>();
        for (int i = 0; i < count; i++) {
            int start = start(i);
            Text text = new Text(texts.array, start, (int) values[i] - start);
            Integer code = numbers.get(text);
            if (code == null) {
                if (numbers.size() == most) {
                    return 0;
                }
                code = numbers.size();
                numbers.put(text, code);
            }
            codes[i] = code;
        }
        return numbers.size();
    }

    /** Writes which rows have a value, preceded by the size of these bits. */
    private void levels(ByteBuilder page) {
        ByteBuilder levels = new ByteBuilder();
        if (count == rows || count == 0) {
            levels.addVarint(rows << 1);
            levels.add(count == 0 ? 0 : 1);
        } else {
            int[] bits = new int[rows];
            for (int i = 0; i < rows; i++) {
                bits[i] = present[i] ? 1 : 0;
            }
            levels.addPacked(bits, rows, 1);
        }
        page.addInt(levels.size);
        page.add(levels.array, 0, levels.size);
    }

    /** @return the bytes of its header and of its content, not compressed */
    private static long page(
            Sink out, Codec codec, ByteBuilder page, int type, int values, int encoding)
            throws IOException {
        byte[] packed = codec.compress(page.array, page.size);
        ThriftWriter header = new ThriftWriter();
        header.element(() -> {
            header.integer(1, type).integer(2, page.size).integer(3, packed.length);
            if (type == DICTIONARY) {
                header.struct(7, () -> header.integer(1, values).integer(2, encoding));
            } else {
                header.struct(
                        5,
                        () -> header.integer(1, values)
                                .integer(2, encoding)
                                .integer(3, RUNS)
                                .integer(4, RUNS));
            }
        });
        byte[] head = header.bytes();
        out.write(head, head.length);
        out.write(packed, packed.length);
        return head.length + (long) page.size;
    }

    /** The least and the greatest value, or nulls. */
    private byte[][] bounds() {
        byte[][] none = new byte[2][];
        if (count == 0 || kind == Kind.BLOB) {
            return none;
        }
        int least = 0;
        int greatest = 0;
        for (int i = 1; i < count; i++) {
            least = compare(i, least) < 0 ? i : least;
            greatest = compare(i, greatest) > 0 ? i : greatest;
        }
        byte[] first = plain(least);
        byte[] last = plain(greatest);
        if (first.length > BOUND_MAX || last.length > BOUND_MAX) {
            return none;
        }
        return new byte[][] {first, last};
    }

    private int compare(int left, int right) {
        return switch (kind) {
            case INTEGER -> Long.compare(values[left], values[right]);
            case REAL ->
                // -0.0 comes before 0.0, as the format asks for.
                Double.compare(
                        Double.longBitsToDouble(values[left]),
                        Double.longBitsToDouble(values[right]));
            case TEXT, BLOB ->
                Arrays.compareUnsigned(
                        texts.array,
                        start(left),
                        (int) values[left],
                        texts.array,
                        start(right),
                        (int) values[right]);
        };
    }

    private byte[] plain(int value) {
        ByteBuilder bytes = new ByteBuilder();
        addValue(bytes, value);
        return Arrays.copyOfRange(bytes.array, isBytes() ? Integer.BYTES : 0, bytes.size);
    }
}
