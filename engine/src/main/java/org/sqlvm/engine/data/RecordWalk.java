package org.sqlvm.engine.data;

import java.util.Arrays;

/**
 * A position in a record, from which its values are read. Reading columns from left to right looks
 * at each serial type once. So does reading them in any order with {@link #readAny} alone. The
 * record itself is an argument of every method; {@link #begin} and {@link #moveTo} go to another
 * one.
 */
public final class RecordWalk {
    private static final int NOTED_FIRST = 64;

    /** The column that is read next. */
    private int column;

    /** Where its serial type is, relative to the record. */
    private int header;

    /** Where its value is. */
    private long data;

    private int headerEnd;

    /** The offset of the serial type of each column that {@link #readAny} has passed. */
    private int[] headers = {};

    /** The offset of each noted column's value. */
    private long[] places = {};

    /** Goes to the first column. */
    public void begin(byte[] array, int offset, int length) {
        column = 0;
        headerEnd = RecordReader.headerSize(array, offset, length);
        header = RecordReader.varintSize(array, offset);
        data = headerEnd;
    }

    /**
     * Goes to a column.
     *
     * @param place the offset of its value, relative to the record; all serial types before its own
     *     have one byte
     */
    public void moveTo(byte[] array, int offset, int length, int toColumn, int place) {
        begin(array, offset, length);
        column = toColumn;
        header += toColumn;
        data = place;
    }

    /**
     * Reads the value of a column that is not before the position, and moves the position behind
     * it.
     *
     * @return a value, or Java's null if the record has too few
     */
    public Object read(byte[] array, int offset, int length, int wanted, TextEncoding encoding) {
        assert column <= wanted : column + " > " + wanted;
        int end = offset + headerEnd;
        int position = offset + header;
        Object value = null;
        while (column <= wanted && position < end) {
            long type = RecordReader.readVarint(array, position, end);
            if (column == wanted) {
                int at = RecordReader.checked(offset + data, type, offset + length);
                value = RecordReader.value(array, at, type, encoding);
            }
            data += RecordReader.size(type);
            position += RecordReader.varintSize(array, position);
            column++;
        }
        header = position - offset;
        column = wanted + 1;
        return value;
    }

    /**
     * The value of any column. Since {@link #begin} there has been no other method than this one.
     *
     * @return a value, or Java's null if the record has too few
     */
    public Object readAny(byte[] array, int offset, int length, int wanted, TextEncoding encoding) {
        int end = offset + headerEnd;
        while (column <= wanted && offset + header < end) {
            note();
            data += RecordReader.size(RecordReader.readVarint(array, offset + header, end));
            header += RecordReader.varintSize(array, offset + header);
            column++;
        }
        if (wanted >= column) {
            return null;
        }
        long type = RecordReader.readVarint(array, offset + headers[wanted], end);
        int at = RecordReader.checked(offset + places[wanted], type, offset + length);
        return RecordReader.value(array, at, type, encoding);
    }

    private void note() {
        if (column == headers.length) {
            int count = Math.max(NOTED_FIRST, 2 * column);
            headers = Arrays.copyOf(headers, count);
            places = Arrays.copyOf(places, count);
        }
        headers[column] = header;
        places[column] = data;
    }
}
