package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SerialType;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;

/**
 * Takes the values of a column and makes a partition's {@link Chunk} of them.
 *
 * <p>As long as all values are of one storage class or NULL, what each of them is need not be
 * written down, and the values of many rows are taken by a loop for that class.
 */
public final class ChunkBuilder {
    /** Instead of a serial type: the record ends before its value of this column. */
    public static final int ABSENT = -1;

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

    /** The serial type of a date's text. */
    private static final int DATE_TYPE = SerialType.TEXT_BASE + 2 * TimeText.DATE_LENGTH;

    /** Rows that there is room for at first: most tables are small. */
    private static final int ROWS_FIRST = 1024;

    /** So many reals are scaled before it is asked whether it has gone well. */
    private static final int SCALED_ROWS = 1024;

    /** Above the raw bits of infinity, without the sign, there are only NaNs. */
    private static final long INFINITY_BITS = 0x7ff0_0000_0000_0000L;

    /** By serial type of an integer that has bytes: how far eight bytes are to be shifted. */
    private static final byte[] SHIFTS = {0, 56, 48, 40, 32, 16, 0};

    private final boolean real;
    private final Object absent;
    private final int capacity;

    /** A set of {@link ValueKind}s. */
    private int seen;

    private int count;

    /** By row: the number, or the number of the text or blob. It grows up to {@link #capacity}. */
    private long[] bits;

    /** By row, if there is more than one of them beside NULL; else null. */
    private byte[] kinds;

    /** The rows that are NULL; only if {@link #hasNulls}. */
    private long[] nulls;

    private boolean hasNulls;

    /** Null as long as there has been none. */
    private TextTable texts;

    /** Texts differ too much: they are not looked up any more. */
    private boolean distinct;

    /** All texts so far are dates, and {@link #bits} has their numbers. */
    private boolean dates;

    /** The last partition had dates alone. */
    private boolean likelyDates;

    /** By row: reals, scaled. */
    private long[] numbers;

    /** The index of the scale that the last partition had. */
    private int likelyScale;

    public ChunkBuilder(StoredColumn column, int capacity) {
        this.real = column.real();
        this.absent = column.absent();
        this.capacity = capacity;
        this.bits = new long[Math.min(capacity, ROWS_FIRST)];
    }

    /** What the arrays take for each row that they have room for, in bytes. */
    public static int rowSize() {
        return Byte.BYTES + 2 * Long.BYTES;
    }

    // ------------------------------------------------------------------ many values

    /**
     * The values of some rows; their bounds are checked.
     *
     * @param types serial types, or {@link #ABSENT}
     * @param offsets where in {@code data} the values stand
     */
    public void addAll(byte[] data, int[] types, int[] offsets, int from, int to) {
        makeRoom(to - from);
        int at = from;
        while (at < to) {
            at = addAlike(data, types, offsets, at, to);
            if (at < to) {
                if (types[at] == ABSENT) {
                    addAbsent();
                } else {
                    add(types[at], data, offsets[at]);
                }
                at++;
            }
        }
    }

    private void makeRoom(int rows) {
        assert count + rows <= capacity : count + " and " + rows;
        if (count + rows > bits.length) {
            int least = Math.max(count + rows, 2 * bits.length);
            bits = Arrays.copyOf(bits, Math.min(capacity, least));
        }
    }

    /** Takes values as long as they are what the column has been so far. */
    private int addAlike(byte[] data, int[] types, int[] offsets, int from, int to) {
        switch (seen) {
            case ValueKind.LONG -> {
                int end = addLongs(data, types, offsets, from, to, bits, count);
                count += end - from;
                return end;
            }
            case ValueKind.DOUBLE -> {
                int end = addDoubles(data, types, offsets, from, to, real, bits, count);
                count += end - from;
                return end;
            }
            case ValueKind.TEXT -> {
                return dates
                        ? addDates(data, types, offsets, from, to)
                        : distinct
                                ? appendTexts(data, types, offsets, from, to)
                                : findTexts(data, types, offsets, from, to);
            }
            default -> {
                return from;
            }
        }
    }

    private static int addLongs(
            byte[] data, int[] types, int[] offsets, int from, int to, long[] target, int first) {
        int last = data.length - Long.BYTES;
        int index = first;
        for (int i = from; i < to; i++) {
            int type = types[i];
            int at = offsets[i];
            if (isStored(type) && at <= last) {
                target[index++] = BigEndian.getLong(data, at) >> SHIFTS[type];
            } else if (type == SerialType.ZERO || type == SerialType.ONE) {
                target[index++] = type == SerialType.ONE ? 1 : 0;
            } else {
                return i;
            }
        }
        return to;
    }

    private static boolean isStored(int type) {
        return type >= SerialType.INT8 && type <= SerialType.INT64;
    }

    /** @param integers are reals, too */
    private static int addDoubles(
            byte[] data,
            int[] types,
            int[] offsets,
            int from,
            int to,
            boolean integers,
            long[] target,
            int first) {
        int last = data.length - Long.BYTES;
        int index = first;
        for (int i = from; i < to; i++) {
            int type = types[i];
            int at = offsets[i];
            long raw;
            if (type == SerialType.REAL) {
                raw = BigEndian.getLong(data, at);
                if ((raw & Long.MAX_VALUE) > INFINITY_BITS) {
                    return i;
                }
            } else if (!integers) {
                return i;
            } else if (isStored(type) && at <= last) {
                double value = BigEndian.getLong(data, at) >> SHIFTS[type];
                raw = Double.doubleToRawLongBits(value);
            } else if (type == SerialType.ZERO || type == SerialType.ONE) {
                raw = Double.doubleToRawLongBits(type == SerialType.ONE ? 1 : 0);
            } else {
                return i;
            }
            target[index++] = raw;
        }
        return to;
    }

    private int addDates(byte[] data, int[] types, int[] offsets, int from, int to) {
        for (int i = from; i < to; i++) {
            long number =
                    types[i] == DATE_TYPE ? KnownDates.parse(data, offsets[i]) : TimeText.NONE;
            if (number == TimeText.NONE) {
                return i;
            }
            bits[count++] = number;
        }
        return to;
    }

    private int appendTexts(byte[] data, int[] types, int[] offsets, int from, int to) {
        TextTable table = texts;
        for (int i = from; i < to; i++) {
            int type = types[i];
            if (!SerialType.isText(type)) {
                return i;
            }
            bits[count++] = table.append(data, offsets[i], (type - SerialType.TEXT_BASE) >> 1);
        }
        return to;
    }

    private int findTexts(byte[] data, int[] types, int[] offsets, int from, int to) {
        TextTable table = texts;
        for (int i = from; i < to; i++) {
            int type = types[i];
            if (!SerialType.isText(type)) {
                return i;
            }
            int before = table.count();
            bits[count++] = table.find(data, offsets[i], (type - SerialType.TEXT_BASE) >> 1);
            if (table.count() != before && isDistinct(before + 1)) {
                distinct = true;
                return i + 1;
            }
        }
        return to;
    }

    private boolean isDistinct(int entryCount) {
        return entryCount > capacity / ENTRIES_SHARE && entryCount > count / ROWS_PER_ENTRY;
    }

    // ------------------------------------------------------------------ one value

    /** A rowid. */
    public void addLong(long value) {
        makeRoom(1);
        if (real) {
            addDouble(value);
            return;
        }
        see(ValueKind.LONG);
        bits[count++] = value;
    }

    private void addDouble(double value) {
        if (Double.isNaN(value)) {
            addNull();
            return;
        }
        makeRoom(1);
        see(ValueKind.DOUBLE);
        bits[count++] = Double.doubleToRawLongBits(value);
    }

    private void addNull() {
        makeRoom(1);
        if (!hasNulls) {
            hasNulls = true;
            nulls = nulls == null ? new long[Bits.words(capacity)] : nulls;
        }
        Bits.set(nulls, count);
        bits[count++] = 0;
    }

    /** The next row has a value of this kind, which is not NULL. */
    private void see(int kind) {
        if (seen != kind) {
            seeAnother(kind);
        }
        if (kinds != null) {
            kinds[count] = (byte) kind;
        }
    }

    private void seeAnother(int kind) {
        if (dates) {
            leaveDates();
        }
        if (seen != 0 && kinds == null) {
            kinds = new byte[capacity];
            Arrays.fill(kinds, 0, count, (byte) seen);
        }
        seen |= kind;
    }

    /** A record ends before its value of this column. */
    public void addAbsent() {
        switch (absent) {
            case Long value -> addLong(value);
            case Double value -> addDouble(value);
            case Text text -> addText(text.array, text.offset, text.length);
            case Blob blob -> addBlob(blob.array, blob.offset, blob.length);
            default -> addNull();
        }
    }

    /** The value of a serial type; the bounds are checked. */
    public void add(long type, byte[] data, int at) {
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
        makeRoom(1);
        see(ValueKind.BLOB);
        bits[count++] = texts().append(data, at, size);
    }

    private void addText(byte[] data, int at, int size) {
        makeRoom(1);
        see(ValueKind.TEXT);
        if (likelyDates && addDate(data, at, size)) {
            return;
        }
        TextTable table = texts();
        int before = table.count();
        bits[count++] = distinct ? table.append(data, at, size) : table.find(data, at, size);
        distinct |= table.count() != before && isDistinct(before + 1);
    }

    /**
     * Adds a text of a column that had dates alone.
     *
     * @return false if it is none, or not all before it were
     */
    private boolean addDate(byte[] data, int at, int size) {
        boolean may = dates || texts == null || texts.count() == 0;
        long number = may && kinds == null && size == TimeText.DATE_LENGTH
                ? KnownDates.parse(data, at)
                : TimeText.NONE;
        if (number != TimeText.NONE) {
            dates = true;
            bits[count++] = number;
            return true;
        }
        if (dates) {
            leaveDates();
        }
        return false;
    }

    /** The dates so far are texts like others. */
    private void leaveDates() {
        dates = false;
        for (int row = 0; row < count; row++) {
            if (!isNull(row)) {
                Text text = TimeForm.DATE.text(bits[row]);
                bits[row] = texts().find(text.array, text.offset, text.length);
            }
        }
    }

    private TextTable texts() {
        if (texts == null) {
            texts = new TextTable();
        }
        return texts;
    }

    // ------------------------------------------------------------------ the chunk

    /** The rows so far; the next one is the first of another partition. */
    public Chunk finish() {
        Chunk chunk = chunk();
        clear();
        return chunk;
    }

    /** Forgets all rows. */
    void clear() {
        count = 0;
        seen = 0;
        kinds = null;
        distinct = false;
        dates = false;
        if (hasNulls) {
            hasNulls = false;
            Arrays.fill(nulls, 0);
        }
        if (texts != null) {
            texts.clear();
        }
    }

    private Chunk chunk() {
        long[] own = hasNulls ? Arrays.copyOf(nulls, Bits.words(count)) : null;
        return switch (seen) {
            case 0 -> new Chunk.Nulls();
            case ValueKind.LONG -> new Chunk.Longs(Codes.of(bits, count, own), own);
            case ValueKind.DOUBLE -> reals(own);
            case ValueKind.TEXT -> texts(own);
            default -> mixed();
        };
    }

    private Chunk reals(long[] own) {
        numbers = numbers == null || numbers.length < count ? new long[bits.length] : numbers;
        boolean likely = scaleAll(likelyScale);
        int index = smallestScale(likely ? likelyScale : SCALES.length);
        // What a smaller power has done the last one does, too; but that is looked at, not proved.
        if (index < SCALES.length && ((likely && index == likelyScale) || scaleAll(index))) {
            likelyScale = index;
            return new Chunk.Scaled(Codes.of(numbers, count, own), SCALES[index], own);
        }
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Double.longBitsToDouble(bits[i]);
        }
        return new Chunk.Doubles(values, own);
    }

    /**
     * The smallest power that may do for all values.
     *
     * @param known one that does is not passed over; the number of powers if none is known
     */
    private int smallestScale(int known) {
        int index = 0;
        for (int i = 0; i < count && index < known; i++) {
            double value = Double.longBitsToDouble(bits[i]);
            while (index < known && scaled(value, SCALES[index]) == NOTHING_SCALED) {
                index++;
            }
        }
        return index;
    }

    /** Scales all values into {@link #numbers}; false if that is not possible. */
    private boolean scaleAll(int index) {
        for (int i = 0; i < count; i += SCALED_ROWS) {
            int end = Math.min(count, i + SCALED_ROWS);
            if (!scale(bits, i, end, SCALES[index], numbers)) {
                return false;
            }
        }
        return true;
    }

    /** {@link #scaled} of some rows; whether there is an integer for all of them. */
    private static boolean scale(long[] values, int from, int to, double scale, long[] target) {
        long wrong = 0;
        for (int i = from; i < to; i++) {
            double product = Math.rint(Double.longBitsToDouble(values[i]) * scale);
            long number = (long) product;
            wrong |= Double.doubleToRawLongBits(number / scale) ^ values[i];
            wrong |= Math.abs(product) < EXACT_MAX ? 0 : 1;
            target[i] = number;
        }
        return wrong == 0;
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

    private Chunk texts(long[] own) {
        Chunk.Times times = dates ? times(TimeForm.DATE, own) : times(own);
        likelyDates = times != null && times.form == TimeForm.DATE;
        if (times != null) {
            return times;
        }
        return distinct ? arena(own) : dictionary(own);
    }

    private Chunk dictionary(long[] own) {
        byte[] bytes = texts.copyBytes();
        Text[] entries = new Text[texts.count()];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new Text(bytes, texts.start(i), texts.length(i));
        }
        return new Chunk.Dictionary(Codes.of(bits, count, own), entries, own);
    }

    private Chunk arena(long[] own) {
        int[] rowStarts = new int[count];
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            int entry = (int) bits[i];
            rowStarts[i] = texts.start(entry);
            lengths[i] = texts.length(entry);
        }
        return new Chunk.Texts(texts.copyBytes(), rowStarts, lengths, own);
    }

    private boolean isNull(int row) {
        return hasNulls && Bits.get(nulls, row);
    }

    /** If all texts are of one {@link TimeForm}; null if not, which is found at once as a rule. */
    private Chunk.Times times(long[] own) {
        TimeForm form = TimeForm.ofLength(texts.length(0));
        // A few times are as well in a dictionary, whose codes are narrower.
        if (form == null || (form == TimeForm.DATE_TIME && !distinct)) {
            return null;
        }
        long[] times = new long[texts.count()];
        for (int i = 0; i < times.length; i++) {
            times[i] = texts.length(i) == form.length
                    ? form.parse(texts.bytes(), texts.start(i))
                    : TimeText.NONE;
            if (times[i] == TimeText.NONE) {
                return null;
            }
        }
        for (int i = 0; i < count; i++) {
            // Where there is NULL, it stands for no text; Codes does not look at it.
            bits[i] = times[(int) bits[i]];
        }
        return times(form, own);
    }

    private Chunk.Times times(TimeForm form, long[] own) {
        return new Chunk.Times(form, Codes.of(bits, count, own), own);
    }

    private Chunk mixed() {
        byte[] bytes = texts == null ? new byte[0] : texts.copyBytes();
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            int kind = isNull(i) ? ValueKind.NULL : kinds == null ? seen : kinds[i];
            values[i] = switch (kind) {
                case ValueKind.NULL -> SqlNull.NULL;
                case ValueKind.LONG -> bits[i];
                case ValueKind.DOUBLE -> Double.longBitsToDouble(bits[i]);
                default -> slice(bytes, (int) bits[i], kind);
            };
        }
        return new Chunk.Mixed(values, bytes.length);
    }

    private Bytes slice(byte[] bytes, int entry, int kind) {
        int start = texts.start(entry);
        int length = texts.length(entry);
        return kind == ValueKind.TEXT
                ? new Text(bytes, start, length)
                : new Blob(bytes, start, length);
    }
}
