package org.sqlvm.engine.data;

import org.sqlvm.engine.btree.RecordSequence;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;

/**
 * Makes records (file-format section 2.1) of consecutive rows: {@link #begin}, the values in the
 * order of the record, {@link #end}. The values get the affinities of their columns, and are
 * written where they stay.
 *
 * <p>The values of a record follow its header, whose size is known at the end only. So space is
 * left for one byte for each value; if the header needs more, the values are moved.
 */
public final class RecordEncoder {
    /** Longer strings are encoded by the JDK: its loop is faster, but it makes an array. */
    private static final int SHORT_MAX = 48;

    private final RecordSequence rows;
    private final Affinity[] affinities;
    private final boolean[] notNull;
    private final int lengthMax;

    private final long[] types;
    private int column;
    private int start;
    private int position;
    private int typesSize;

    /** A column that must not have it has a NULL. */
    private boolean hasNull;

    private long rowid;
    private byte form;

    /**
     * Creates an encoder that appends to existing records.
     *
     * @param affinities the affinities of the record's columns
     * @param notNull the columns that may not be NULL: a row with a NULL there is left to a
     *     statement
     * @param lengthMax the maximum size of a value in bytes
     */
    public RecordEncoder(
            RecordSequence rows, Affinity[] affinities, boolean[] notNull, int lengthMax) {
        assert affinities.length == notNull.length : affinities.length;
        this.rows = rows;
        this.affinities = affinities;
        this.notNull = notNull;
        this.lengthMax = lengthMax;
        types = new long[affinities.length];
    }

    /** Begins a row, which gets a new rowid unless {@link #setRowid} sets one. */
    public void begin() {
        column = 0;
        typesSize = 0;
        hasNull = false;
        form = RecordSequence.NEW;
        start = rows.size;
        // Eight bytes more: numbers are written as eight bytes, whatever they need.
        rows.reserve(start, 1 + types.length + Long.BYTES);
        position = start + 1 + types.length;
    }

    /** The row's rowid. */
    public void setRowid(long value) {
        rowid = value;
        form = RecordSequence.GIVEN;
    }

    /**
     * The row's rowid as any value; for NULL a new one.
     *
     * @throws SqlException SQLITE_MISMATCH if it is no integer
     */
    public void setRowid(Object value) {
        if (value == SqlNull.NULL) {
            return;
        }
        if (!(Affinities.toInteger(value) instanceof Long number)) {
            throw new SqlException(ResultCode.MISMATCH, "datatype mismatch");
        }
        setRowid((long) number);
    }

    /** Adds a value as in a register. */
    public void add(Object value) {
        if (value instanceof Long number) {
            addLong(number);
        } else if (value instanceof Double number) {
            addDouble(number);
        } else if (value instanceof Text text) {
            if (affinities[column].isNumeric()) {
                store(Affinities.stored(text, affinities[column]));
            } else {
                putBytes(SerialType.TEXT_BASE, text);
            }
        } else if (value instanceof Blob blob) {
            putBytes(SerialType.BLOB_BASE, blob);
        } else {
            addNull();
        }
    }

    public void addNull() {
        hasNull |= notNull[column];
        putType(SerialType.NULL);
    }

    public void addLong(long value) {
        Affinity affinity = affinities[column];
        if (affinity == Affinity.TEXT || affinity == Affinity.REAL) {
            store(Affinities.stored(value, affinity));
        } else {
            putLong(value);
        }
    }

    /** NaN is NULL. */
    public void addDouble(double value) {
        if (Double.isNaN(value)) {
            addNull();
            return;
        }
        switch (affinities[column]) {
            case BLOB, NONE -> putDouble(value);
            case REAL -> {
                if (value == (int) value) {
                    putLong((int) value);
                } else {
                    store(Affinities.stored(value, Affinity.REAL));
                }
            }
            default -> store(Affinities.stored(value, affinities[column]));
        }
    }

    /** @param value null is NULL */
    public void addText(String value) {
        if (value == null) {
            addNull();
        } else if (affinities[column].isNumeric()) {
            store(Affinities.stored(Text.of(value), affinities[column]));
        } else if (value.length() > SHORT_MAX || !putShort(value)) {
            putBytes(SerialType.TEXT_BASE, Text.of(value));
        }
    }

    /** @param value null is NULL */
    public void addBlob(byte[] value) {
        if (value == null) {
            addNull();
        } else {
            putBytes(SerialType.BLOB_BASE, Blob.of(value));
        }
    }

    /** A value with its affinity. */
    private void store(Object value) {
        switch (value) {
            case Long number -> putLong(number);
            case Double number -> putDouble(number);
            case Text text -> putBytes(SerialType.TEXT_BASE, text);
            default -> throw new AssertionError(value);
        }
    }

    private void putLong(long value) {
        int type = SerialType.ofLong(value);
        int size = SerialType.sizeOfByte((byte) type);
        if (size > 0) {
            rows.reserve(position, 2 * Long.BYTES);
            BigEndian.putLong(rows.bytes, position, value << (Long.SIZE - Byte.SIZE * size));
            position += size;
        }
        putType(type);
    }

    private void putDouble(double value) {
        rows.reserve(position, 2 * Long.BYTES);
        BigEndian.putLong(rows.bytes, position, Double.doubleToRawLongBits(value));
        position += Long.BYTES;
        putType(SerialType.REAL);
    }

    /** Writes a string that is ASCII. Gives false, with nothing done, if it is not. */
    private boolean putShort(String value) {
        int length = value.length();
        rows.reserve(position, length + Long.BYTES);
        byte[] target = rows.bytes;
        int at = position;
        int bits = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            bits |= c;
            target[at + i] = (byte) c;
        }
        if (bits >= 0x80) {
            return false;
        }
        checkLength(length);
        position = at + length;
        putType(SerialType.TEXT_BASE + 2L * length);
        return true;
    }

    private void putBytes(int base, Bytes value) {
        checkLength(value.length);
        rows.reserve(position, value.length + Long.BYTES);
        System.arraycopy(value.array, value.offset, rows.bytes, position, value.length);
        position += value.length;
        putType(base + 2L * value.length);
    }

    private void checkLength(int length) {
        if (length > lengthMax || position - start + (long) length > lengthMax) {
            throw new SqlException(ResultCode.TOOBIG, "string or blob too big");
        }
    }

    private void putType(long type) {
        types[column++] = type;
        typesSize += type <= 0x7f ? 1 : Varint.size(type);
    }

    /** All values have been added. */
    public void end() {
        assert column == types.length : column;
        int headerSize = typesSize + 1;
        if (headerSize == 1 + types.length && headerSize <= 0x7f) {
            byte[] target = rows.bytes;
            int at = start;
            target[at++] = (byte) headerSize;
            for (long type : types) {
                target[at++] = (byte) type;
            }
        } else {
            putLongHeader();
        }
        rows.add(position, rowid, hasNull ? leftToStatement() : form);
    }

    /** Returns the kind of a row left to the statement, with the given rowid or a new one. */
    private byte leftToStatement() {
        return form == RecordSequence.GIVEN
                ? RecordSequence.GIVEN_BY_STATEMENT
                : RecordSequence.BY_STATEMENT;
    }

    private void putLongHeader() {
        int size = typesSize + 1;
        int headerSize =
                size <= 0x7f ? size : typesSize + Varint.size(typesSize + Varint.size(size));
        int shift = headerSize - 1 - types.length;
        rows.reserve(position, shift + Long.BYTES);
        byte[] target = rows.bytes;
        int data = start + 1 + types.length;
        System.arraycopy(target, data, target, data + shift, position - data);
        position += shift;
        int at = Varint.write(target, start, headerSize);
        for (long type : types) {
            at = Varint.write(target, at, type);
        }
    }
}
