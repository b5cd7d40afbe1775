package org.sqlvm.api.arrow;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.SqlvmException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One column of {@link ArrowColumns}: its values as Arrow lays them out, in memory outside of the
 * heap that lives as long as this object. Filled first, by one thread, then read.
 */
public final class ColumnBuffers {
    /** SQLITE_MISMATCH. */
    private static final int MISMATCH = 20;

    private static final long SIZE_MIN = 256;

    private final String name;
    private final @Nullable String declaredType;

    /** NULL before the first value. */
    private ColumnType type = ColumnType.NULL;

    private long count;
    private long nullCount;
    /** Numbers, or the bytes of texts and BLOBs. */
    private MemorySegment data = MemorySegment.NULL;

    private long dataSize;
    /** Where each text or BLOB ends, behind a 0: of 8 bytes, and of 4 if {@link #finish} can. */
    private MemorySegment ends = MemorySegment.NULL;

    private boolean isLarge = true;
    /** A bit for each row, set for a value; NULL before the first NULL. */
    private MemorySegment validity = MemorySegment.NULL;

    private boolean finished;

    /** @param declaredType says what a column without values is; null for none */
    ColumnBuffers(String name, @Nullable String declaredType) {
        this.name = name;
        this.declaredType = declaredType;
    }

    // ------------------------------------------------------------------ filling

    public void addNull() {
        if (nullCount == 0) {
            validity = grown(MemorySegment.NULL, count / Byte.SIZE + 1);
            validity.asSlice(0, count / Byte.SIZE).fill((byte) -1);
            int rest = (int) (count % Byte.SIZE);
            validity.set(JAVA_BYTE, count / Byte.SIZE, (byte) ((1 << rest) - 1));
        }
        nullCount++;
        addRow(false);
        if (type.isOfBytes()) {
            endValue();
        } else if (type != ColumnType.NULL) {
            data = grown(data, count * Long.BYTES);
            data.set(JAVA_LONG, (count - 1) * Long.BYTES, 0);
        }
    }

    public void addLong(long value) {
        if (type == ColumnType.REAL) {
            if (!ColumnType.isExact(value)) {
                throw mixed(ColumnType.INTEGER);
            }
            addDouble(value);
            return;
        }
        begin(ColumnType.INTEGER);
        addRow(true);
        data = grown(data, count * Long.BYTES);
        data.set(JAVA_LONG, (count - 1) * Long.BYTES, value);
    }

    /** A column of integers before becomes one of reals, if they are exact. */
    public void addDouble(double value) {
        if (type == ColumnType.INTEGER) {
            toReals();
        }
        begin(ColumnType.REAL);
        addRow(true);
        data = grown(data, count * Long.BYTES);
        data.set(JAVA_DOUBLE, (count - 1) * Long.BYTES, value);
    }

    /** Integers, none of them NULL. */
    public void addLongs(long[] values, int from, int number) {
        if (type != ColumnType.REAL && nullCount == 0) {
            begin(ColumnType.INTEGER);
            data = grown(data, (count + number) * Long.BYTES);
            MemorySegment.copy(values, from, data, JAVA_LONG, count * Long.BYTES, number);
            count += number;
            return;
        }
        for (int i = from; i < from + number; i++) {
            addLong(values[i]);
        }
    }

    /** Reals, none of them NULL. */
    public void addDoubles(double[] values, int from, int number) {
        if (type != ColumnType.INTEGER && nullCount == 0) {
            begin(ColumnType.REAL);
            data = grown(data, (count + number) * Long.BYTES);
            MemorySegment.copy(values, from, data, JAVA_DOUBLE, count * Long.BYTES, number);
            count += number;
            return;
        }
        for (int i = from; i < from + number; i++) {
            addDouble(values[i]);
        }
    }

    /** A text, in UTF-8; bytes that are not become U+FFFD. */
    public void addText(byte[] bytes, int offset, int length) {
        begin(ColumnType.TEXT);
        if (Utf8.isValid(bytes, offset, length)) {
            addBytes(bytes, offset, length);
        } else {
            byte[] repaired = Utf8.repaired(bytes, offset, length);
            addBytes(repaired, 0, repaired.length);
        }
    }

    public void addBlob(byte[] bytes, int offset, int length) {
        begin(ColumnType.BLOB);
        addBytes(bytes, offset, length);
    }

    private void addBytes(byte[] bytes, int offset, int length) {
        data = grown(data, dataSize + length);
        MemorySegment.copy(bytes, offset, data, JAVA_BYTE, dataSize, length);
        dataSize += length;
        addRow(true);
        endValue();
    }

    private void endValue() {
        ends = grown(ends, (count + 1) * Long.BYTES);
        ends.set(JAVA_LONG, count * Long.BYTES, dataSize);
    }

    private void addRow(boolean isValue) {
        if (nullCount > 0) {
            long at = count / Byte.SIZE;
            validity = grown(validity, at + 1);
            if (isValue) {
                int bit = 1 << (int) (count % Byte.SIZE);
                validity.set(JAVA_BYTE, at, (byte) (validity.get(JAVA_BYTE, at) | bit));
            }
        }
        count++;
    }

    /** The rows so far, if there are any, are NULL, or of this type. */
    private void begin(ColumnType wanted) {
        assert !finished;
        if (type == wanted) {
            return;
        }
        if (type != ColumnType.NULL) {
            throw mixed(wanted);
        }
        become(wanted);
    }

    private void become(ColumnType wanted) {
        type = wanted;
        if (type.isOfBytes()) {
            ends = grown(MemorySegment.NULL, (count + 1) * Long.BYTES);
        } else {
            data = grown(MemorySegment.NULL, count * Long.BYTES);
        }
    }

    private SqlvmException mixed(ColumnType found) {
        return new SqlvmException(
                "column " + name + ", row " + count + ": " + found + " in a column of " + type,
                MISMATCH,
                -1,
                null);
    }

    private void toReals() {
        for (long i = 0; i < count; i++) {
            if (!ColumnType.isExact(data.get(JAVA_LONG, i * Long.BYTES))) {
                throw mixed(ColumnType.REAL);
            }
        }
        for (long i = 0; i < count; i++) {
            data.set(JAVA_DOUBLE, i * Long.BYTES, data.get(JAVA_LONG, i * Long.BYTES));
        }
        type = ColumnType.REAL;
    }

    /** The segment, or a larger one that begins with its bytes; what is behind them is 0. */
    private static MemorySegment grown(MemorySegment segment, long size) {
        if (segment.byteSize() >= size) {
            return segment;
        }
        long larger = Math.max(Math.max(SIZE_MIN, size), segment.byteSize() * 2);
        MemorySegment made = Arena.ofAuto().allocate(larger, Long.BYTES);
        made.copyFrom(segment);
        return made;
    }

    /** There will be no more rows. */
    void finish() {
        if (finished) {
            return;
        }
        ColumnType declared = ColumnType.ofDeclared(declaredType);
        if (type == ColumnType.NULL && declared != null) {
            become(declared);
        }
        finished = true;
        if (type.isOfBytes() && dataSize <= Integer.MAX_VALUE) {
            // In place: an end is read before its bytes are written over.
            for (long i = 0; i <= count; i++) {
                ends.set(JAVA_INT, i * Integer.BYTES, (int) ends.get(JAVA_LONG, i * Long.BYTES));
            }
            isLarge = false;
        }
    }

    // ------------------------------------------------------------------ reading

    public String name() {
        return name;
    }

    public long count() {
        return count;
    }

    public long nullCount() {
        return nullCount;
    }

    /**
     * The type in Arrow's C data interface: {@code l} Int64, {@code g} Float64, {@code u} Utf8,
     * {@code z} Binary, {@code n} Null; {@code U} and {@code Z} for those whose bytes need offsets
     * of 64 bits.
     */
    public String format() {
        return switch (type) {
            case NULL -> "n";
            case INTEGER -> "l";
            case REAL -> "g";
            case TEXT -> isLarge ? "U" : "u";
            case BLOB -> isLarge ? "Z" : "z";
        };
    }

    /** Where the numbers are, or the bytes of texts and BLOBs. */
    public long dataAddress() {
        return data.address();
    }

    /** How many bytes there are at {@link #dataAddress}. */
    public long dataSize() {
        return type.isOfBytes() ? dataSize : type == ColumnType.NULL ? 0 : count * Long.BYTES;
    }

    /** Where the offsets of texts or BLOBs are, one more than rows; 0 for other types. */
    public long offsetsAddress() {
        return ends.address();
    }

    /** Where the bits are that are set for values, from the lowest of each byte; 0 if all are. */
    public long validityAddress() {
        return type == ColumnType.NULL ? 0 : validity.address();
    }

    /** The addresses of the buffers, in the order of Arrow. */
    long[] buffers() {
        return switch (type) {
            case NULL -> new long[0];
            case INTEGER, REAL -> new long[] {validityAddress(), dataAddress()};
            case TEXT, BLOB -> new long[] {validityAddress(), offsetsAddress(), dataAddress()};
        };
    }
}
