package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.ColumnValues;

/** Integers as differences from the one before, in blocks of which each has its own widths. */
final class DeltaDecoder implements Decoder {
    private static final int BLOCK_MAX = 1 << 20;

    private final byte[] page;
    private final boolean ints;
    private int at;

    private final int miniCount;
    private final int miniSize;
    private final long total;
    private long given;

    private long value;
    private long least;
    private int widths;

    /** The current mini block: its number in the block, and its remaining values. */
    private int mini;

    private int miniLeft;
    private int width;
    private long bit;

    DeltaDecoder(byte[] page, int from, boolean ints) {
        this.page = page;
        this.ints = ints;
        this.at = from;
        long block = varint();
        long minis = varint();
        total = varint();
        value = zigzag();
        if (block <= 0
                || block > BLOCK_MAX
                || minis <= 0
                || minis > block
                || block % minis != 0
                || total < 0) {
            throw ParquetException.damaged("blocks of " + block + " values");
        }
        miniCount = (int) minis;
        miniSize = (int) (block / minis);
        mini = miniCount;
    }

    long total() {
        return total;
    }

    private long varint() {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = page[at++];
            number |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return number;
            }
        }
        throw ParquetException.damaged("a number that does not end");
    }

    private long zigzag() {
        long number = varint();
        return number >>> 1 ^ -(number & 1);
    }

    @Override
    public void read(ColumnValues target, int from, int count) {
        for (int i = 0; i < count; i++) {
            target.longs[from + i] = next();
        }
    }

    long next() {
        if (given == total) {
            throw ParquetException.damaged("a page ends too early");
        }
        if (given++ > 0) {
            if (miniLeft == 0) {
                beginMini();
            }
            miniLeft--;
            value += least + delta();
            value = ints ? (int) value : value;
        }
        return value;
    }

    private void beginMini() {
        assert miniLeft == 0 : miniLeft;
        // The last mini block is stored whole, even if the block ends in it.
        at += (int) ((bit + Byte.SIZE - 1) / Byte.SIZE);
        mini++;
        if (mini >= miniCount) {
            least = zigzag();
            widths = at;
            at += miniCount;
            mini = 0;
        }
        bit = 0;
        miniLeft = miniSize;
        width = page[widths + mini] & 0xFF;
        if (width > Long.SIZE) {
            throw ParquetException.damaged("values of " + width + " bits");
        }
    }

    private long delta() {
        if (width == 0) {
            return 0;
        }
        assert width <= Long.SIZE && bit < (long) width * miniSize : width + ", " + bit;
        int first = at + (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        long low = word(first) >>> shift;
        if (shift + width > Long.SIZE) {
            low |= (page[first + Long.BYTES] & 0xFFL) << (Long.SIZE - shift);
        }
        bit += width;
        return width == Long.SIZE ? low : low & ((1L << width) - 1);
    }

    private long word(int first) {
        if (first <= page.length - Long.BYTES) {
            return Bytes.longAt(page, first);
        }
        long word = 0;
        for (int i = 0; i < Long.BYTES && first + i < page.length; i++) {
            word |= (page[first + i] & 0xFFL) << (Byte.SIZE * i);
        }
        return word;
    }

    /** Where the bytes behind the last value begin; all have been read. */
    int endAt() {
        assert given == total : given;
        // The mini block is there as a whole, with zeros behind the last value.
        return mini == miniCount ? at : at + (width * miniSize + Byte.SIZE - 1) / Byte.SIZE;
    }
}
