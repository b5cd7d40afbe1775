package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.ColumnValues;

/** Values one behind the other. */
final class PlainDecoder implements Decoder {
    private final Physical type;
    private final int size;
    private final byte[] page;
    private int at;

    /** The next bit of the byte, for booleans. */
    private int bit;

    PlainDecoder(Node column, byte[] page, int from) {
        this.type = column.physical;
        this.size = size(column);
        this.page = page;
        this.at = from;
    }

    /** The size of a value; 0 if it varies, or is a bit. */
    static int size(Node column) {
        return column.physical == Physical.FIXED ? column.size : column.physical.size;
    }

    @Override
    public void read(ColumnValues target, int from, int count) {
        assert from >= 0 && count >= 0 : from + ", " + count;
        if (count > 0 && size > 0 && count > (page.length - at) / size) {
            throw ParquetException.damaged("a page ends too early");
        }
        switch (type) {
            case BOOLEAN -> booleans(target.longs, from, count);
            case INT32 -> {
                long[] longs = target.longs;
                for (int i = 0; i < count; i++) {
                    longs[from + i] = Bytes.intAt(page, at + i * Integer.BYTES);
                }
            }
            case INT64 -> {
                long[] longs = target.longs;
                for (int i = 0; i < count; i++) {
                    longs[from + i] = Bytes.longAt(page, at + i * Long.BYTES);
                }
            }
            case FLOAT -> {
                double[] doubles = target.doubles;
                for (int i = 0; i < count; i++) {
                    doubles[from + i] =
                            Float.intBitsToFloat(Bytes.intAt(page, at + i * Float.BYTES));
                }
            }
            case DOUBLE -> {
                double[] doubles = target.doubles;
                for (int i = 0; i < count; i++) {
                    doubles[from + i] =
                            Double.longBitsToDouble(Bytes.longAt(page, at + i * Double.BYTES));
                }
            }
            case BYTE_ARRAY -> {
                for (int i = 0; i < count; i++) {
                    int length = Bytes.intAt(page, at);
                    at += Integer.BYTES;
                    if (length < 0 || length > page.length - at) {
                        throw ParquetException.damaged("a value of " + length + " bytes");
                    }
                    target.setBytes(from + i, page, at, length);
                    at += length;
                }
            }
            case INT96, FIXED -> {
                for (int i = 0; i < count; i++) {
                    target.setBytes(from + i, page, at + i * size, size);
                }
            }
        }
        at += count * size;
    }

    private void booleans(long[] target, int from, int count) {
        for (int i = 0; i < count; i++) {
            target[from + i] = (page[at] & 1L << bit) >>> bit;
            bit = (bit + 1) & 7;
            at += bit == 0 ? 1 : 0;
        }
    }
}
