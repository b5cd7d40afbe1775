package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.btree.KeyProbe;
import org.sqlvm.engine.error.SqlException;

/**
 * A key to look for in an index: the wanted values of its first fields. Made once for a cursor, set
 * again for every search.
 *
 * <p>An entry whose fields all equal the wanted ones compares as {@link #setOnEqual} says: the
 * searches for the first entry that is &gt;= the key count them as greater (1), those for &gt; as
 * less (-1), and those for one entry as equal (0).
 */
public final class IndexKey implements KeyProbe {
    private static final int NULL = 0;
    private static final int LONG = 1;
    private static final int DOUBLE = 2;
    private static final int TEXT = 3;
    private static final int BLOB = 4;

    private final KeyOrder order;
    private final int[] kinds;
    private final long[] longs;
    private final double[] doubles;
    private final Bytes[] bytes;
    private int count;
    private int onEqual;

    public IndexKey(KeyOrder order, int countMax) {
        this.order = order;
        kinds = new int[countMax];
        longs = new long[countMax];
        doubles = new double[countMax];
        bytes = new Bytes[countMax];
        count = countMax;
    }

    /** How many of the fields count in the next searches. */
    public void setCount(int count) {
        assert count >= 0 && count <= kinds.length : count;
        this.count = count;
    }

    public int count() {
        return count;
    }

    /**
     * Sets the result of {@link #compare} for an entry whose fields equal the wanted ones: -1, 0 or
     * 1.
     */
    public void setOnEqual(int result) {
        assert result >= -1 && result <= 1 : result;
        onEqual = result;
    }

    /** Sets any value; a borrowed one must stay valid during the search. */
    public void set(int field, Object value) {
        if (value instanceof Long number) {
            setLong(field, number);
        } else if (value instanceof Text text) {
            kinds[field] = TEXT;
            bytes[field] = text;
        } else if (value instanceof Double number) {
            setDouble(field, number);
        } else if (value instanceof Blob blob) {
            kinds[field] = BLOB;
            bytes[field] = blob;
        } else {
            assert value == SqlNull.NULL : value;
            kinds[field] = NULL;
        }
    }

    public void setLong(int field, long value) {
        kinds[field] = LONG;
        longs[field] = value;
    }

    public void setDouble(int field, double value) {
        assert !Double.isNaN(value) : field;
        kinds[field] = DOUBLE;
        doubles[field] = value;
    }

    /** Whether one of the wanted values is NULL, so that no entry can conflict with the key. */
    public boolean hasNull() {
        for (int i = 0; i < count; i++) {
            if (kinds[i] == NULL) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int compare(byte[] payload, int offset, int length) {
        int headerEnd = offset + RecordReader.headerSize(payload, offset, length);
        int position = offset + RecordReader.varintSize(payload, offset);
        int limit = offset + length;
        long data = headerEnd;
        for (int field = 0; field < count; field++) {
            if (position >= headerEnd) {
                throw tooFewFields(field);
            }
            long type = RecordReader.readVarint(payload, position, headerEnd);
            int start = RecordReader.checked(data, type, limit);
            int result = compareField(field, payload, start, type);
            if (result != 0) {
                boolean eitherNull = type == SerialType.NULL || kinds[field] == NULL;
                return order.directed(field, result, eitherNull);
            }
            data = start + SerialType.size(type);
            position += RecordReader.varintSize(payload, position);
        }
        return onEqual;
    }

    @Override
    public byte[] common(
            byte[] first, int offset, int length, byte[] last, int lastOffset, int lastLength) {
        return hasPrefix()
                ? order.common(first, offset, length, last, lastOffset, lastLength)
                : null;
    }

    /** Returns no prefix for texts in UTF-16: a wanted text is in UTF-8. */
    @Override
    public long prefix(byte[] payload, int offset, int length, int skip) {
        return hasPrefix() ? order.prefix(payload, offset, length, skip) ^ Long.MIN_VALUE : 0;
    }

    @Override
    public long prefix(byte[] common) {
        if (!hasPrefix()) {
            return 0;
        }
        if (count == 0) {
            return onEqual < 0 ? Long.MAX_VALUE : Long.MIN_VALUE; // Behind all, or before.
        }
        return Long.MIN_VALUE ^ unsignedPrefix(common);
    }

    private long unsignedPrefix(byte[] common) {
        return switch (kinds[0]) {
            case LONG -> order.numberPrefix(longs[0]);
            case DOUBLE -> order.numberPrefix(doubles[0]);
            case TEXT -> prefixOf(KeyOrder.TEXT_CLASS, bytes[0], common);
            case BLOB -> prefixOf(KeyOrder.BLOB_CLASS, bytes[0], common);
            default -> order.nullPrefix();
        };
    }

    private boolean hasPrefix() {
        return order.fieldCount() > 0 && order.encoding() == TextEncoding.UTF8;
    }

    private long prefixOf(int storageClass, Bytes value, byte[] common) {
        return order.bytesPrefix(storageClass, value.array, value.offset, value.length, common);
    }

    @TruffleBoundary
    private SqlException tooFewFields(int field) {
        return SqlException.corrupt(0, "index entry has " + field + " of " + count + " fields");
    }

    /** Compares the stored field with the wanted one, ascending and with NULL as the least. */
    private int compareField(int field, byte[] array, int start, long type) {
        switch (kinds[field]) {
            case LONG:
                return compareToLong(array, start, type, longs[field]);
            case TEXT:
                return compareToText(field, array, start, type, bytes[field]);
            case DOUBLE:
                return compareToDouble(array, start, type, doubles[field]);
            case BLOB:
                return SerialType.isBlob(type)
                        ? KeyOrder.compareBytes(
                                array, start, (int) SerialType.size(type), bytes[field])
                        : -1;
            default:
                return type == SerialType.NULL ? 0 : 1;
        }
    }

    private static int compareToLong(byte[] array, int start, long type, long wanted) {
        if (type >= SerialType.BLOB_BASE) {
            return 1;
        }
        if (type == SerialType.NULL) {
            return -1;
        }
        if (type != SerialType.REAL) {
            return Long.compare(RecordReader.readLong(array, start, (int) type), wanted);
        }
        double stored = RecordReader.readDouble(array, start);
        return !Double.isNaN(stored) ? -Values.compareLongDouble(wanted, stored) : -1;
    }

    private static int compareToDouble(byte[] array, int start, long type, double wanted) {
        if (type >= SerialType.BLOB_BASE) {
            return 1;
        }
        if (type == SerialType.NULL) {
            return -1;
        }
        if (type != SerialType.REAL) {
            return Values.compareLongDouble(
                    RecordReader.readLong(array, start, (int) type), wanted);
        }
        double stored = RecordReader.readDouble(array, start);
        return !Double.isNaN(stored) ? Values.compareDoubles(stored, wanted) : -1;
    }

    private int compareToText(int field, byte[] array, int start, long type, Bytes wanted) {
        if (!SerialType.isText(type)) {
            return type >= SerialType.BLOB_BASE ? 1 : -1;
        }
        int size = (int) SerialType.size(type);
        if (order.isMemcmp(field)) {
            return KeyOrder.compareBytes(array, start, size, wanted);
        }
        return order.compareTexts(
                field, RecordReader.text(array, start, size, order.encoding()), (Text) wanted);
    }
}
