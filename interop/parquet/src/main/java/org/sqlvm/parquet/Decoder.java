package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.ColumnValues;

/** Reads the values of a page, one run of them after another. NULLs are not among them. */
interface Decoder {
    /**
     * Reads values into their slots, in the form of their physical type: integers and booleans as
     * longs, reals as doubles, else bytes.
     *
     * @throws ParquetException or IndexOutOfBoundsException if the page has no more
     */
    void read(ColumnValues target, int from, int count);

    /** How the values of a type are held. */
    static ColumnValues.Kind kind(Physical type) {
        return switch (type) {
            case BOOLEAN, INT32, INT64 -> ColumnValues.Kind.LONGS;
            case FLOAT, DOUBLE -> ColumnValues.Kind.DOUBLES;
            case INT96, BYTE_ARRAY, FIXED -> ColumnValues.Kind.BLOBS;
        };
    }

    /** Returns the decoder of an encoding, by its number in the format. */
    static Decoder of(int encoding, Node column, byte[] page, int from, int count) {
        Physical type = column.physical;
        switch (encoding) {
            case 0 -> {
                return new PlainDecoder(column, page, from);
            }
            case 3 -> {
                if (type == Physical.BOOLEAN) {
                    return bits(page, from);
                }
            }
            case 5 -> {
                if (type == Physical.INT32 || type == Physical.INT64) {
                    return new DeltaDecoder(page, from, type == Physical.INT32);
                }
            }
            case 6 -> {
                if (type == Physical.BYTE_ARRAY) {
                    return DeltaBytesDecoder.ofLengths(page, from, count);
                }
            }
            case 7 -> {
                if (type == Physical.BYTE_ARRAY || type == Physical.FIXED) {
                    return DeltaBytesDecoder.ofPrefixes(page, from, count);
                }
            }
            case 9 -> {
                if (PlainDecoder.size(column) > 0) {
                    return split(column, page, from, count);
                }
            }
            default -> {}
        }
        throw new ParquetException(
                "values of type " + type + " in encoding " + encoding + " cannot be read");
    }

    /** Booleans in runs, behind the size of these. */
    private static Decoder bits(byte[] page, int from) {
        int size = Bytes.intAt(page, from);
        int begin = from + Integer.BYTES;
        if (size < 0 || size > page.length - begin) {
            throw ParquetException.damaged("a page ends too early");
        }
        Hybrid runs = new Hybrid(page, begin, begin + size, 1);
        int[] values = new int[ColumnValues.ROWS_MAX];
        return (target, to, count) -> {
            runs.read(values, 0, count);
            for (int i = 0; i < count; i++) {
                target.longs[to + i] = values[i];
            }
        };
    }

    /** First the first bytes of all values, then the second ones, and so on. */
    private static Decoder split(Node column, byte[] page, int from, int most) {
        int size = PlainDecoder.size(column);
        // NULLs are counted, but not there.
        int count = Math.min(most, (page.length - from) / size);
        byte[] plain = new byte[count * size];
        int there = (page.length - from) / size;
        for (int i = 0; i < size; i++) {
            for (int value = 0; value < count; value++) {
                plain[value * size + i] = page[from + i * there + value];
            }
        }
        return new PlainDecoder(column, plain, 0);
    }
}
