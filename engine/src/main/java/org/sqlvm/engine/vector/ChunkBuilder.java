package org.sqlvm.engine.vector;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SerialType;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;

import java.util.Arrays;

/** Takes the values of a column row by row and makes a partition's {@link Chunk} of them. */
final class ChunkBuilder {
    /** The powers of ten that reals are tried with. Prices have two digits, rates up to four. */
    private static final double[] SCALES = {1, 10, 100, 1_000, 10_000};

    /** Beyond it a double does not hold every integer. */
    private static final long EXACT_MAX = 1L << 53;

    /**
     * So many different texts are looked up, however many rows there have been: an eighth of all.
     */
    private static final int ENTRIES_SHARE = 8;

    /** With more rows for each different text they are a dictionary. */
    private static final int ROWS_PER_ENTRY = 4;

    /** There is no integer: see {@link #scaled}. */
    private static final long NOTHING_SCALED = Long.MIN_VALUE;

    private final boolean real;
    private final Object absent;

    /** A set of {@link ValueKind}s. */
    private int seen;

    private boolean hasNulls;
    private int count;

    /** By row. */
    private final byte[] kinds;

    /** By row: the number, or the number of the text or blob. */
    private final long[] bits;

    /** Of texts and blobs, by their numbers: where they begin in {@link #bytes}. */
    private int[] starts = new int[64];

    private int entryCount;
    private byte[] bytes = new byte[1024];
    private int byteCount;

    /** By hash: the number of a text plus one. */
    private int[] slots = new int[256];

    /** Texts differ too much: they are not looked up any more. */
    private boolean distinct;

    ChunkBuilder(StoredColumn column, int capacity) {
        this.real = column.real();
        this.absent = column.absent();
        this.kinds = new byte[capacity];
        this.bits = new long[capacity];
    }

    /** What the arrays take for each row that they have room for, in bytes. */
    static int rowSize() {
        return Byte.BYTES + Long.BYTES;
    }

    /** A rowid. */
    void addLong(long value) {
        if (real) {
            addDouble(value);
            return;
        }
        seen |= ValueKind.LONG;
        kinds[count] = ValueKind.LONG;
        bits[count++] = value;
    }

    private void addDouble(double value) {
        if (Double.isNaN(value)) {
            addNull();
            return;
        }
        seen |= ValueKind.DOUBLE;
        kinds[count] = ValueKind.DOUBLE;
        bits[count++] = Double.doubleToRawLongBits(value);
    }

    private void addNull() {
        hasNulls = true;
        bits[count] = 0;
        kinds[count++] = ValueKind.NULL;
    }

    /** A record ends before its value of this column. */
    void addAbsent() {
        switch (absent) {
            case Long value -> addLong(value);
            case Double value -> addDouble(value);
            case Text text -> addText(text.array, text.offset, text.length);
            case Blob blob -> addBlob(blob.array, blob.offset, blob.length);
            default -> addNull();
        }
    }

    /** The value of a serial type; the bounds are checked. */
    void add(long type, byte[] data, int at) {
        if (type >= SerialType.BLOB_BASE) {
            int size = (int) SerialType.size(type);
            if ((type & 1) == 0) {
                addBlob(data, at, size);
            } else {
                addText(data, at, size);
            }
        } else if (type == SerialType.NULL) {
            addNull();
        } else if (type == SerialType.REAL) {
            addDouble(RecordReader.readDouble(data, at));
        } else {
            addLong(RecordReader.readLong(data, at, (int) type));
        }
    }

    private void addBlob(byte[] data, int at, int size) {
        seen |= ValueKind.BLOB;
        kinds[count] = ValueKind.BLOB;
        bits[count++] = append(data, at, size);
    }

    private void addText(byte[] data, int at, int size) {
        seen |= ValueKind.TEXT;
        kinds[count] = ValueKind.TEXT;
        bits[count++] = distinct ? append(data, at, size) : find(data, at, size);
    }

    private int append(byte[] data, int at, int size) {
        if (entryCount + 1 >= starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        if (byteCount + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(byteCount + size, 2 * bytes.length));
        }
        System.arraycopy(data, at, bytes, byteCount, size);
        byteCount += size;
        starts[entryCount + 1] = byteCount;
        return entryCount++;
    }

    /** The number of a text, which may be new. */
    private int find(byte[] data, int at, int size) {
        int hash = size;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + data[at + i];
        }
        int slot = (hash ^ hash >>> 15) & (slots.length - 1);
        while (slots[slot] != 0) {
            int entry = slots[slot] - 1;
            if (Arrays.equals(bytes, starts[entry], starts[entry + 1], data, at, at + size)) {
                return entry;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        int entry = append(data, at, size);
        slots[slot] = entry + 1;
        distinct = entryCount > kinds.length / ENTRIES_SHARE && entryCount > count / ROWS_PER_ENTRY;
        if (2 * entryCount > slots.length) {
            rehash();
        }
        return entry;
    }

    private void rehash() {
        int[] larger = new int[2 * slots.length];
        for (int known : slots) {
            if (known == 0) {
                continue;
            }
            int hash = starts[known] - starts[known - 1];
            for (int i = starts[known - 1]; i < starts[known]; i++) {
                hash = 31 * hash + bytes[i];
            }
            int slot = (hash ^ hash >>> 15) & (larger.length - 1);
            while (larger[slot] != 0) {
                slot = (slot + 1) & (larger.length - 1);
            }
            larger[slot] = known;
        }
        slots = larger;
    }

    /** The rows so far; the next one is the first of another partition. */
    Chunk finish() {
        Chunk chunk = chunk();
        count = 0;
        seen = 0;
        hasNulls = false;
        entryCount = 0;
        byteCount = 0;
        distinct = false;
        Arrays.fill(slots, 0);
        return chunk;
    }

    private Chunk chunk() {
        long[] nulls = hasNulls ? nulls() : null;
        return switch (seen) {
            case 0 -> new Chunk.Nulls();
            case ValueKind.LONG -> new Chunk.Longs(Codes.of(bits, count, nulls), nulls);
            case ValueKind.DOUBLE -> reals(nulls);
            case ValueKind.TEXT -> texts(nulls);
            default -> mixed();
        };
    }

    private long[] nulls() {
        long[] nulls = new long[Bits.words(count)];
        for (int i = 0; i < count; i++) {
            if (kinds[i] == ValueKind.NULL) {
                Bits.set(nulls, i);
            }
        }
        return nulls;
    }

    private Chunk reals(long[] nulls) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Double.longBitsToDouble(bits[i]);
        }
        int place = 0;
        for (int i = 0; i < count; i++) {
            while (scaled(values[i], SCALES[place]) == NOTHING_SCALED) {
                if (++place == SCALES.length) {
                    return new Chunk.Doubles(values, nulls);
                }
            }
        }
        // What a smaller power has done the last one does, too; but that is looked at, not proved.
        for (int i = 0; i < count; i++) {
            bits[i] = scaled(values[i], SCALES[place]);
            if (bits[i] == NOTHING_SCALED) {
                return new Chunk.Doubles(values, nulls);
            }
        }
        return new Chunk.Scaled(Codes.of(bits, count, nulls), SCALES[place], nulls);
    }

    /** The integer that gives {@code value}, to the last bit, when it is divided by the scale. */
    private static long scaled(double value, double scale) {
        double product = Math.rint(value * scale);
        if (!(Math.abs(product) < EXACT_MAX)) {
            return NOTHING_SCALED;
        }
        long number = (long) product;
        boolean same =
                Double.doubleToRawLongBits(number / scale) == Double.doubleToRawLongBits(value);
        return same ? number : NOTHING_SCALED;
    }

    private Chunk texts(long[] nulls) {
        Chunk times = times(nulls);
        if (times != null) {
            return times;
        }
        if (!distinct) {
            byte[] own = Arrays.copyOf(bytes, byteCount);
            Text[] entries = new Text[entryCount];
            for (int i = 0; i < entryCount; i++) {
                entries[i] = new Text(own, starts[i], starts[i + 1] - starts[i]);
            }
            return new Chunk.Dictionary(Codes.of(bits, count, nulls), entries, nulls);
        }
        int[] rowStarts = new int[count];
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            int entry = (int) bits[i];
            rowStarts[i] = starts[entry];
            lengths[i] = starts[entry + 1] - starts[entry];
        }
        return new Chunk.Texts(Arrays.copyOf(bytes, byteCount), rowStarts, lengths, nulls);
    }

    /** If all texts are of one {@link TimeForm}; null if not, which is found at once as a rule. */
    private Chunk times(long[] nulls) {
        TimeForm form = TimeForm.ofLength(starts[1]);
        // A few times are as well in a dictionary, whose codes are narrower.
        if (form == null || (form == TimeForm.DATE_TIME && !distinct)) {
            return null;
        }
        long[] numbers = new long[entryCount];
        for (int i = 0; i < entryCount; i++) {
            numbers[i] = starts[i + 1] - starts[i] == form.length
                    ? form.parse(bytes, starts[i])
                    : TimeText.NONE;
            if (numbers[i] == TimeText.NONE) {
                return null;
            }
        }
        long[] codes = new long[count];
        for (int i = 0; i < count; i++) {
            codes[i] = kinds[i] == ValueKind.NULL ? 0 : numbers[(int) bits[i]];
        }
        return new Chunk.Times(form, Codes.of(codes, count, nulls), nulls);
    }

    private Chunk mixed() {
        byte[] own = Arrays.copyOf(bytes, byteCount);
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = switch (kinds[i]) {
                case ValueKind.NULL -> SqlNull.NULL;
                case ValueKind.LONG -> bits[i];
                case ValueKind.DOUBLE -> Double.longBitsToDouble(bits[i]);
                default -> slice(own, (int) bits[i], kinds[i]);
            };
        }
        return new Chunk.Mixed(values, byteCount);
    }

    private Bytes slice(byte[] own, int entry, int kind) {
        int length = starts[entry + 1] - starts[entry];
        return kind == ValueKind.TEXT
                ? new Text(own, starts[entry], length)
                : new Blob(own, starts[entry], length);
    }
}
