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
 * Collects the values of a column and makes the {@link Chunk} of a partition of them.
 *
 * <p>As long as all values are NULL or of one storage class, kinds are not stored, and a loop for
 * that class takes the values of many rows.
 *
 * <p>The file is long because all forms of values share the arrays of the rows: a value of another
 * form turns those before it into that form.
 */
public final class ChunkBuilder {
    /** Instead of a serial type: the record ends before its value of this column. */
    public static final int ABSENT = -1;

    /**
     * Texts are looked up while there are at most this many rows of a full partition for each
     * distinct one.
     */
    private static final int ENTRIES_SHARE = 8;

    /**
     * Texts are looked up, too, while there have been at least this many rows for each distinct
     * one.
     */
    private static final int ROWS_PER_ENTRY = 4;

    /** No number of a text or of a time. */
    private static final long NO_ENTRY = Long.MIN_VALUE;

    /** Room for rows at first: most tables are small. */
    private static final int ROWS_FIRST = 1024;

    private final boolean kept;
    private final boolean real;
    private final Object absent;
    private final int capacity;

    /** The {@link ValueKind}s that have occurred, except NULL. */
    private int seen;

    private int count;

    /**
     * By row: the integer, the bits of the real, or the number of the text or blob. Grows up to
     * {@link #capacity}.
     */
    private long[] bits;

    /** Where all rows are, in place of {@link #bits}, while they are reals that are not kept. */
    private final RealRows reals;

    /** By row: its kind; null while there is only one besides NULL. */
    private byte[] kinds;

    /** The dictionary whose entries have come last, and by entry: what {@link #bits} has of it. */
    private byte[][] entriesOf;

    private long[] entries;

    /** The rows that are NULL; valid if {@link #hasNulls}. */
    private long[] nulls;

    private boolean hasNulls;

    /** Texts and blobs; null before the first one. */
    private TextTable texts;

    /** Whether texts are no longer looked up, since most are distinct. */
    private boolean distinct;

    /** What all texts so far are, with their numbers in {@link #bits}; null if these are texts. */
    private TimeForm form;

    /** What all texts of the last partition were; null if they had no form. */
    private TimeForm likelyForm;

    private final ScaledReals scaled = new ScaledReals();

    /** For chunks that are kept. */
    public ChunkBuilder(StoredColumn column, int capacity) {
        this(column, capacity, true);
    }

    /** @param kept the chunks are read more than once, so what makes them small pays */
    public ChunkBuilder(StoredColumn column, int capacity, boolean kept) {
        this.kept = kept;
        this.real = column.real();
        this.absent = column.absent();
        this.capacity = capacity;
        this.bits = new long[Math.min(capacity, ROWS_FIRST)];
        this.reals = new RealRows(capacity, bits.length);
    }

    /** The bytes that the arrays take for each row. */
    public static int rowSize() {
        return Byte.BYTES + 2 * Long.BYTES;
    }

    // ------------------------------------------------------------------ many values

    /**
     * Adds the values of some rows, whose bounds have been checked.
     *
     * @param types serial types, or {@link #ABSENT}
     * @param offsets the offsets of the values in {@code data}
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
        if (reals.areHere()) {
            reals.moveTo(bits, count);
        }
    }

    /** Adds values while they are of the only kind so far; returns the first row that is not. */
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
                return form != null
                        ? addTimes(form, data, types, offsets, from, to)
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
        int index = first;
        for (int i = from; i < to; i++) {
            int type = types[i];
            if (type >= SerialType.INT8 && type <= SerialType.INT32) {
                target[index++] = readInt(data, offsets[i], type);
            } else if (SerialType.isInteger(type)) {
                target[index++] = RecordReader.readLong(data, offsets[i], type);
            } else {
                return i;
            }
        }
        return to;
    }

    /** Reads an integer of INT8 to INT32. So small, C1 puts it into its callers' loops. */
    private static int readInt(byte[] data, int at, int type) {
        return type <= SerialType.INT16 ? readShort(data, at, type) : readWide(data, at, type);
    }

    private static int readShort(byte[] data, int at, int type) {
        return type == SerialType.INT8 ? data[at] : BigEndian.getI16(data, at);
    }

    private static int readWide(byte[] data, int at, int type) {
        int high = BigEndian.getI16(data, at);
        return type == SerialType.INT24
                ? (high << 8) | (data[at + 2] & 0xff)
                : (high << 16) | BigEndian.getU16(data, at + 2);
    }

    /**
     * Adds reals; returns the first row that is none.
     *
     * @param integers whether integers are stored for reals
     */
    private static int addDoubles(
            byte[] data,
            int[] types,
            int[] offsets,
            int from,
            int to,
            boolean integers,
            long[] target,
            int first) {
        int index = first;
        for (int i = from; i < to; i++) {
            int type = types[i];
            int at = offsets[i];
            long raw;
            if (type == SerialType.REAL) {
                raw = BigEndian.getLong(data, at);
                if ((raw & Long.MAX_VALUE) > RealRows.INFINITY_BITS) {
                    return i;
                }
            } else if (integers && type >= SerialType.INT8 && type <= SerialType.INT32) {
                raw = Double.doubleToRawLongBits(readInt(data, at, type));
            } else if (integers && SerialType.isInteger(type)) {
                raw = Double.doubleToRawLongBits(RecordReader.readLong(data, at, type));
            } else {
                return i;
            }
            target[index++] = raw;
        }
        return to;
    }

    private int addTimes(
            TimeForm ofAll, byte[] data, int[] types, int[] offsets, int from, int to) {
        int wanted = SerialType.TEXT_BASE + 2 * ofAll.length;
        for (int i = from; i < to; i++) {
            long number = types[i] == wanted ? ofAll.parse(data, offsets[i]) : TimeText.NONE;
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
        int first = table.findShort(data, types, offsets, from, to, bits, count);
        count += first - from;
        for (int i = first; i < to; i++) {
            int type = types[i];
            if (!SerialType.isText(type)) {
                return i;
            }
            int before = table.count();
            bits[count++] = table.find(data, offsets[i], (type - SerialType.TEXT_BASE) >> 1);
            if (table.count() != before && isDistinct(before + 1)) {
                becomeDistinct();
                return i + 1;
            }
        }
        return to;
    }

    private boolean isDistinct(int entryCount) {
        return entryCount > capacity / ENTRIES_SHARE && entryCount > count / ROWS_PER_ENTRY;
    }

    /** Looks up no more texts: they are numbers from now on if all so far are times, else kept. */
    private void becomeDistinct() {
        distinct = true;
        TimeForm found = kinds == null ? formOfTexts() : null;
        if (found != null) {
            form = found;
            texts.clear();
            forgetEntries();
        }
    }

    /**
     * Adds integers.
     *
     * @param first where the value of row 0 is in {@code values}
     * @param missing bits of the rows that are NULL; null for none
     */
    public void addLongs(long[] values, int first, long[] missing, int from, int to) {
        makeRoom(to - from);
        boolean alike = !real && (seen | ValueKind.LONG) == ValueKind.LONG;
        if (alike && hasPresent(missing, from, to)) {
            see(ValueKind.LONG);
            System.arraycopy(values, first + from, bits, count, to - from);
            countAlike(missing, from, to);
            return;
        }
        for (int i = from; i < to; i++) {
            if (missing != null && Bits.get(missing, i)) {
                addNull();
            } else {
                addLong(values[first + i]);
            }
        }
    }

    private static boolean hasPresent(long[] missing, int from, int to) {
        int row = from;
        while (missing != null && row < to && Bits.get(missing, row)) {
            row++;
        }
        return row < to;
    }

    /** Counts rows that have been added at once, some of which may be NULL. */
    private void countAlike(long[] missing, int from, int to) {
        if (missing != null) {
            beginNulls();
            Bits.add(nulls, count, missing, from, to - from);
            for (int row = from; row < to && !reals.areHere(); row++) {
                if (Bits.get(missing, row)) {
                    bits[count + row - from] = 0;
                }
            }
        }
        count += to - from;
    }

    /** Adds reals, as {@link #addLongs}; NaN is NULL. */
    public void addDoubles(double[] values, int first, long[] missing, int from, int to) {
        int rows = to - from;
        boolean alike =
                (seen | ValueKind.DOUBLE) == ValueKind.DOUBLE && hasPresent(missing, from, to);
        if (alike && !kept && reals.add(count, values, first + from, rows)) {
            seen = ValueKind.DOUBLE;
            countAlike(missing, from, to);
            return;
        }
        makeRoom(rows);
        if (alike && copyDoubles(values, first + from, rows, bits, count)) {
            see(ValueKind.DOUBLE);
            countAlike(missing, from, to);
            return;
        }
        for (int i = from; i < to; i++) {
            if (missing != null && Bits.get(missing, i)) {
                addNull();
            } else {
                addDouble(values[first + i]);
            }
        }
    }

    /** Copies reals as bits; whether none of them is NaN. */
    private static boolean copyDoubles(
            double[] values, int first, int rows, long[] target, int place) {
        long found = 0;
        for (int i = 0; i < rows; i++) {
            long raw = Double.doubleToRawLongBits(values[first + i]);
            target[place + i] = raw;
            found |= RealRows.INFINITY_BITS - (raw & Long.MAX_VALUE);
        }
        return found >= 0;
    }

    // ------------------------------------------------------------------ one value

    /** Adds a value as in a register. */
    public void addValue(Object value) {
        switch (value) {
            case Long number -> addLong(number);
            case Double number -> addDouble(number);
            case Text text -> addText(text.array, text.offset, text.length);
            case Blob blob -> addBlob(blob.array, blob.offset, blob.length);
            default -> addNull();
        }
    }

    /** Adds an integer. */
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

    public void addNull() {
        makeRoom(1);
        beginNulls();
        Bits.set(nulls, count);
        bits[count++] = 0;
    }

    private void beginNulls() {
        if (!hasNulls) {
            hasNulls = true;
            nulls = nulls == null ? new long[Bits.words(capacity)] : nulls;
        }
    }

    /** Notes the kind of the next row's value, which is not NULL. */
    private void see(int kind) {
        if (seen != kind) {
            seeAnother(kind);
        }
        if (kinds != null) {
            kinds[count] = (byte) kind;
        }
    }

    private void seeAnother(int kind) {
        if (form != null) {
            leaveTimes();
        }
        if (seen != 0 && kinds == null) {
            kinds = new byte[capacity];
            Arrays.fill(kinds, 0, count, (byte) seen);
        }
        seen |= kind;
    }

    /** Adds the value of a record that ends before this column. */
    public void addAbsent() {
        addValue(absent);
    }

    /** Adds a value of a serial type, whose bounds have been checked. */
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

    /** Adds a text, in UTF-8. */
    public void addText(byte[] data, int at, int size) {
        makeRoom(1);
        see(ValueKind.TEXT);
        if ((form != null || likelyForm != null) && addTime(data, at, size)) {
            return;
        }
        TextTable table = texts();
        int before = table.count();
        bits[count++] = distinct ? table.append(data, at, size) : table.find(data, at, size);
        if (!distinct && table.count() != before && isDistinct(before + 1)) {
            becomeDistinct();
        }
    }

    /**
     * Adds texts.
     *
     * @param arrays by row: the array with its bytes
     * @param missing bits of the rows that are NULL; null for none
     */
    public void addTexts(
            byte[][] arrays, int[] offsets, int[] lengths, long[] missing, int from, int to) {
        makeRoom(to - from);
        int row = from;
        while (row < to) {
            if (missing == null && form != null) {
                row = addTimes(form, arrays, offsets, lengths, row, to);
            }
            if (row < to) {
                if (missing != null && Bits.get(missing, row)) {
                    addNull();
                } else {
                    addText(arrays[row], offsets[row], lengths[row]);
                }
                row++;
            }
        }
    }

    /** Adds texts of a form; returns the first row that has another one. */
    private int addTimes(
            TimeForm ofAll, byte[][] arrays, int[] offsets, int[] lengths, int from, int to) {
        long[] target = bits;
        int place = count;
        int row = from;
        for (; row < to && lengths[row] == ofAll.length; row++) {
            long number = ofAll.parse(arrays[row], offsets[row]);
            if (number == TimeText.NONE) {
                break;
            }
            target[place++] = number;
        }
        count = place;
        return row;
    }

    /**
     * Adds texts of a dictionary. What becomes of an entry is remembered as long as entries of the
     * same dictionary come.
     *
     * @param arrays by entry: the array with its bytes
     * @param codes by row: the entry
     * @param missing bits of the rows that are NULL; null for none
     */
    public void addEntries(
            byte[][] arrays,
            int[] offsets,
            int[] lengths,
            int[] codes,
            long[] missing,
            int from,
            int to) {
        makeRoom(to - from);
        if (entriesOf != arrays) {
            entriesOf = arrays;
            entries = new long[arrays.length];
            Arrays.fill(entries, NO_ENTRY);
        }
        if (missing != null) {
            beginNulls();
        }
        int row = from;
        while (row < to) {
            if (seen == ValueKind.TEXT) {
                row = addKnownEntries(codes, missing, row, to);
            }
            if (row < to) {
                if (missing != null && Bits.get(missing, row)) {
                    addNull();
                } else {
                    addEntry(arrays, offsets, lengths, codes[row]);
                }
                row++;
            }
        }
    }

    /** Adds entries that have come before, and NULLs; returns the first row with another entry. */
    private int addKnownEntries(int[] codes, long[] missing, int from, int to) {
        long[] known = entries;
        long[] target = bits;
        int place = count;
        int row = from;
        for (; row < to; row++) {
            long number = 0;
            if (missing != null && Bits.get(missing, row)) {
                Bits.set(nulls, place);
            } else {
                number = known[codes[row]];
            }
            if (number == NO_ENTRY) {
                break;
            }
            target[place++] = number;
        }
        count = place;
        return row;
    }

    private void addEntry(byte[][] arrays, int[] offsets, int[] lengths, int code) {
        long known = entries[code];
        if (known == NO_ENTRY) {
            addText(arrays[code], offsets[code], lengths[code]);
            entries[code] = bits[count - 1];
        } else {
            see(ValueKind.TEXT);
            bits[count++] = known;
        }
    }

    private void forgetEntries() {
        if (entriesOf != null) {
            Arrays.fill(entries, NO_ENTRY);
        }
    }

    /**
     * Adds a text of a column that has, or had, only times of one form.
     *
     * @return false if it has another form, or not all texts before it have this one
     */
    private boolean addTime(byte[] data, int at, int size) {
        TimeForm wanted = form != null ? form : likelyForm;
        boolean may = form != null || texts == null || texts.count() == 0;
        long number = may && kinds == null && size == wanted.length
                ? wanted.parse(data, at)
                : TimeText.NONE;
        if (number != TimeText.NONE) {
            form = wanted;
            bits[count++] = number;
            return true;
        }
        if (form != null) {
            leaveTimes();
        }
        return false;
    }

    /** Turns the times so far into texts. */
    private void leaveTimes() {
        TimeForm left = form;
        form = null;
        forgetEntries();
        for (int row = 0; row < count; row++) {
            if (!isNull(row)) {
                Text text = left.text(bits[row]);
                bits[row] = distinct
                        ? texts().append(text.array, text.offset, text.length)
                        : texts().find(text.array, text.offset, text.length);
            } else {
                bits[row] = 0; // The number of some text.
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

    /** Makes the chunk of the rows so far. The next row is the first of another partition. */
    public Chunk finish() {
        assert count <= capacity : count;
        assert (kinds != null) == (Integer.bitCount(seen) > 1) : seen;
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
        form = null;
        forgetEntries();
        if (reals.areHere()) {
            reals.take();
        }
        if (hasNulls) {
            hasNulls = false;
            Arrays.fill(nulls, 0);
        }
        if (texts != null) {
            texts.clear();
        }
    }

    private Chunk chunk() {
        long[] own = nulls(count);
        return switch (seen) {
            case 0 -> new Chunk.Nulls();
            case ValueKind.LONG -> new Chunk.Longs(Codes.of(bits, count, own), own);
            case ValueKind.DOUBLE -> reals(own);
            case ValueKind.TEXT -> texts(own);
            default -> mixed();
        };
    }

    /** A copy of the bits of the first rows; null if no row is NULL. */
    private long[] nulls(int rows) {
        return hasNulls ? Arrays.copyOf(nulls, Bits.words(rows)) : null;
    }

    private Chunk reals(long[] own) {
        if (reals.areHere()) {
            double[] values = reals.take();
            return new Chunk.Doubles(values, nulls(values.length));
        }
        if (!kept) {
            return doubles(own);
        }
        Chunk chunk = scaled.chunk(bits, count, own);
        return chunk != null ? chunk : doubles(own);
    }

    private Chunk doubles(long[] own) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Double.longBitsToDouble(bits[i]);
        }
        return new Chunk.Doubles(values, own);
    }

    private Chunk texts(long[] own) {
        // A few distinct times are better in a dictionary, whose codes are narrower.
        if (form == null && !distinct && texts.length(0) == TimeForm.DATE.length) {
            form = formOfTexts();
        }
        likelyForm = form;
        if (form != null) {
            return new Chunk.Times(form, Codes.of(bits, count, own), own);
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

    /**
     * If all texts are of one form, puts their numbers into {@link #bits}; else returns null,
     * mostly after the first text.
     */
    private TimeForm formOfTexts() {
        TimeForm found = TimeForm.ofLength(texts.length(0));
        long[] times = new long[found == null ? 0 : texts.count()];
        for (int i = 0; i < times.length; i++) {
            times[i] = texts.length(i) == found.length
                    ? found.parse(texts.bytes(), texts.start(i))
                    : TimeText.NONE;
            if (times[i] == TimeText.NONE) {
                return null;
            }
        }
        for (int i = 0; i < count && found != null; i++) {
            // A NULL has the number of some text; Codes does not look at it.
            bits[i] = times[(int) bits[i]];
        }
        return found;
    }

    private Chunk mixed() {
        byte[] bytes = texts == null ? new byte[0] : texts.takeBytes();
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
