package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.error.SqlException;

import java.util.Arrays;
import java.util.List;

/**
 * The order of records under a list of {@link KeyField}s, made for speed: fields as arrays, and two
 * encoded records are compared without decoding them. Fields beyond the list compare BINARY
 * ascending.
 */
public final class KeyOrder implements org.sqlvm.engine.btree.KeyOrder {
    private static final int NULL_CLASS = 0;
    private static final int NUMBER_CLASS = 1;
    static final int TEXT_CLASS = 2;
    static final int BLOB_CLASS = 3;

    @CompilationFinal(dimensions = 1)
    private final Collation[] collations;

    /** The field compares text by the stored bytes. */
    @CompilationFinal(dimensions = 1)
    private final boolean[] memcmp;

    @CompilationFinal(dimensions = 1)
    private final boolean[] descending;

    @CompilationFinal(dimensions = 1)
    private final boolean[] bigNull;

    private final TextEncoding encoding;
    private final Collation rest;

    /** @param encoding how the records hold text */
    public KeyOrder(List<KeyField> fields, TextEncoding encoding) {
        this.encoding = encoding;
        rest = Collation.binary(encoding);
        int count = fields.size();
        collations = new Collation[count];
        memcmp = new boolean[count];
        descending = new boolean[count];
        bigNull = new boolean[count];
        for (int i = 0; i < count; i++) {
            KeyField field = fields.get(i);
            boolean binary = field.collation().name().equals("BINARY");
            collations[i] = binary ? rest : field.collation();
            memcmp[i] = binary; // BINARY compares the stored bytes, in any encoding.
            descending[i] = field.descending();
            bigNull[i] = field.bigNull();
        }
    }

    /** Fields of the list. */
    public int fieldCount() {
        return collations.length;
    }

    public TextEncoding encoding() {
        return encoding;
    }

    Collation collation(int field) {
        return field < collations.length ? collations[field] : rest;
    }

    /** Whether the wanted UTF-8 text can be compared with the stored bytes directly. */
    boolean isMemcmp(int field) {
        return encoding == TextEncoding.UTF8 && (field >= memcmp.length || memcmp[field]);
    }

    int compareTexts(int field, Text left, Text right) {
        return collation(field).compare(left, right);
    }

    /** A probe for one entry: all fields of the record count. */
    @Override
    public IndexKey probe(byte[] record, int length) {
        return probe(record, 0, length);
    }

    /** A probe for the entry {@code array[offset .. offset + length)}. */
    public IndexKey probe(byte[] array, int offset, int length) {
        Object[] values = new Object[RecordReader.columnCount(array, offset, length)];
        RecordReader.columns(array, offset, length, values, encoding);
        IndexKey key = new IndexKey(this, values.length);
        for (int i = 0; i < values.length; i++) {
            key.set(i, values[i]);
        }
        return key;
    }

    /** An ascending result of field {@code field} in the direction of the field. */
    public int directed(int field, int result, boolean eitherNull) {
        if (field >= descending.length) {
            return result;
        }
        boolean reversed = descending[field] != (bigNull[field] && eitherNull);
        return reversed ? -result : result;
    }

    /** Two values of field {@code field}, directed. */
    public int compareValues(int field, Object left, Object right) {
        int result = Values.compare(left, right, collation(field));
        return result == 0
                ? 0
                : directed(field, result, left == SqlNull.NULL || right == SqlNull.NULL);
    }

    /**
     * Two encoded records, as far as the fields of this order reach.
     *
     * @return negative, zero or positive as the left one sorts before, with or after the right one
     */
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        int leftHeaderEnd = leftOffset + RecordReader.headerSize(left, leftOffset, leftLength);
        int rightHeaderEnd = rightOffset + RecordReader.headerSize(right, rightOffset, rightLength);
        int leftPosition = leftOffset + RecordReader.varintSize(left, leftOffset);
        int rightPosition = rightOffset + RecordReader.varintSize(right, rightOffset);
        long leftData = leftHeaderEnd;
        long rightData = rightHeaderEnd;
        for (int field = 0; field < collations.length; field++) {
            if (leftPosition >= leftHeaderEnd || rightPosition >= rightHeaderEnd) {
                throw tooFewFields(field);
            }
            long leftType = RecordReader.readVarint(left, leftPosition, leftHeaderEnd);
            long rightType = RecordReader.readVarint(right, rightPosition, rightHeaderEnd);
            int leftStart = RecordReader.checked(leftData, leftType, leftOffset + leftLength);
            int rightStart = RecordReader.checked(rightData, rightType, rightOffset + rightLength);
            int result =
                    compareStored(field, left, leftStart, leftType, right, rightStart, rightType);
            if (result != 0) {
                return directed(
                        field, result, leftType == SerialType.NULL || rightType == SerialType.NULL);
            }
            leftData = leftStart + SerialType.size(leftType);
            rightData = rightStart + SerialType.size(rightType);
            leftPosition += RecordReader.varintSize(left, leftPosition);
            rightPosition += RecordReader.varintSize(right, rightPosition);
        }
        return 0;
    }

    /**
     * Returns the common prefix of the first values of two records and of all records between them;
     * null if there is none.
     */
    byte[] common(
            byte[] first, int offset, int length, byte[] last, int lastOffset, int lastLength) {
        long type = firstType(first, offset, length);
        long lastType = firstType(last, lastOffset, lastLength);
        if (type < SerialType.BLOB_BASE
                || lastType < SerialType.BLOB_BASE
                || storageClass(type) != storageClass(lastType)
                || !isByBytes(storageClass(type))) {
            return null;
        }
        int start = firstStart(first, offset, length, type);
        int lastStart = firstStart(last, lastOffset, lastLength, lastType);
        int size = (int) Math.min(SerialType.size(type), SerialType.size(lastType));
        int end = start + size;
        int differing = Arrays.mismatch(first, start, end, last, lastStart, lastStart + size);
        int count = differing < 0 ? size : differing;
        return count == 0 ? null : Arrays.copyOfRange(first, start, start + count);
    }

    /** The beginning of a whole key: {@link #prefix(byte[], int, int, int)} without skipping. */
    public long prefix(byte[] array, int offset, int length) {
        return prefix(array, offset, length, 0);
    }

    /**
     * The beginning of a record's key as an unsigned number: records whose numbers differ compare
     * as the numbers do; equal numbers say nothing. The first field's storage class is in the two
     * highest bits, then the first bits of its value.
     *
     * @param skip bytes of the value to leave out
     */
    public long prefix(byte[] array, int offset, int length, int skip) {
        if (collations.length == 0) {
            return 0;
        }
        long type = firstType(array, offset, length);
        int start = firstStart(array, offset, length, type);
        if (type == SerialType.NULL) {
            return nullPrefix();
        }
        if (type >= SerialType.BLOB_BASE) {
            int skipped = (int) Math.min(skip, SerialType.size(type));
            int size = (int) Math.min(8, SerialType.size(type) - skipped);
            return bytesPrefix(storageClass(type), array, start + skipped, size);
        }
        return numberPrefix(
                type == SerialType.REAL
                        ? RecordReader.readDouble(array, start)
                        : RecordReader.readLong(array, start, (int) type));
    }

    private static long firstType(byte[] array, int offset, int length) {
        int headerEnd = offset + RecordReader.headerSize(array, offset, length);
        int position = offset + RecordReader.varintSize(array, offset);
        if (position >= headerEnd) {
            throw tooFewFields(0);
        }
        return RecordReader.readVarint(array, position, headerEnd);
    }

    private static int firstStart(byte[] array, int offset, int length, long type) {
        int headerEnd = offset + RecordReader.headerSize(array, offset, length);
        return RecordReader.checked(headerEnd, type, offset + length);
    }

    /** Returns the prefix of a key that begins with NULL, which comes first or last of all. */
    long nullPrefix() {
        return descending[0] == bigNull[0] ? 0 : -1;
    }

    long numberPrefix(double number) {
        return directedPrefix(NUMBER_CLASS, orderedBits(number));
    }

    /** A number's bits, changed so that they are in the order of the numbers without a sign. */
    public static long orderedBits(double number) {
        long bits = Double.doubleToRawLongBits(number + 0.0); // -0.0 becomes 0.0
        return bits ^ (bits >> 63 | Long.MIN_VALUE);
    }

    /**
     * Returns a wanted value's number, to compare with the numbers of values that begin with
     * {@code common} and leave it out.
     *
     * @param storageClass {@link #TEXT_CLASS} or {@link #BLOB_CLASS}
     */
    long bytesPrefix(int storageClass, byte[] array, int start, int size, byte[] common) {
        if (common == null || !isByBytes(storageClass)) {
            return bytesPrefix(storageClass, array, start, size);
        }
        int shared = Math.min(size, common.length);
        int result = Arrays.compareUnsigned(array, start, start + shared, common, 0, common.length);
        if (result != 0) {
            return directedPrefix(storageClass, result < 0 ? 0 : -1L); // Before all, or behind.
        }
        return bytesPrefix(storageClass, array, start + shared, size - shared);
    }

    private long bytesPrefix(int storageClass, byte[] array, int start, int size) {
        return directedPrefix(
                storageClass,
                isByBytes(storageClass) ? leadingBytes(array, start, Math.min(8, size)) : 0);
    }

    /** Whether the first field's values of that class compare as their bytes do. */
    private boolean isByBytes(int storageClass) {
        return memcmp[0] || storageClass == BLOB_CLASS;
    }

    private long directedPrefix(int storageClass, long valueBits) {
        long ascending = (long) storageClass << 62 | valueBits >>> 2;
        return descending[0] ? ~ascending : ascending;
    }

    private static long leadingBytes(byte[] array, int start, int count) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= (array[start + i] & 0xffL) << (56 - 8 * i);
        }
        return bits;
    }

    private int compareStored(
            int field,
            byte[] left,
            int leftStart,
            long leftType,
            byte[] right,
            int rightStart,
            long rightType) {
        int leftClass = storageClass(leftType);
        int rightClass = storageClass(rightType);
        if (leftClass != rightClass) {
            return leftClass - rightClass;
        }
        switch (leftClass) {
            case NULL_CLASS:
                return 0;
            case NUMBER_CLASS:
                return compareNumbers(left, leftStart, leftType, right, rightStart, rightType);
            default:
                int leftSize = (int) SerialType.size(leftType);
                int rightSize = (int) SerialType.size(rightType);
                if (leftClass == BLOB_CLASS || memcmp[field]) {
                    return Arrays.compareUnsigned(
                            left,
                            leftStart,
                            leftStart + leftSize,
                            right,
                            rightStart,
                            rightStart + rightSize);
                }
                return collations[field].compare(
                        RecordReader.text(left, leftStart, leftSize, encoding),
                        RecordReader.text(right, rightStart, rightSize, encoding));
        }
    }

    /** Returns the position of NULL, numbers, text and blobs in the order of values. */
    private static int storageClass(long type) {
        if (type >= SerialType.BLOB_BASE) {
            return (type & 1) != 0 ? TEXT_CLASS : BLOB_CLASS;
        }
        return type == SerialType.NULL ? NULL_CLASS : NUMBER_CLASS;
    }

    private static int compareNumbers(
            byte[] left,
            int leftStart,
            long leftType,
            byte[] right,
            int rightStart,
            long rightType) {
        if (leftType == SerialType.REAL) {
            double leftValue = RecordReader.readDouble(left, leftStart);
            if (rightType == SerialType.REAL) {
                return Values.compareDoubles(leftValue, RecordReader.readDouble(right, rightStart));
            }
            return -Values.compareLongDouble(
                    RecordReader.readLong(right, rightStart, (int) rightType), leftValue);
        }
        long leftValue = RecordReader.readLong(left, leftStart, (int) leftType);
        if (rightType == SerialType.REAL) {
            return Values.compareLongDouble(leftValue, RecordReader.readDouble(right, rightStart));
        }
        return Long.compare(leftValue, RecordReader.readLong(right, rightStart, (int) rightType));
    }

    /** Compares stored bytes with wanted ones as memcmp does, then the shorter first. */
    static int compareBytes(byte[] array, int start, int size, Bytes wanted) {
        return Arrays.compareUnsigned(
                array,
                start,
                start + size,
                wanted.array,
                wanted.offset,
                wanted.offset + wanted.length);
    }

    @TruffleBoundary
    private static SqlException tooFewFields(int field) {
        return SqlException.corrupt(0, "record has " + field + " fields, too few for its key");
    }
}
