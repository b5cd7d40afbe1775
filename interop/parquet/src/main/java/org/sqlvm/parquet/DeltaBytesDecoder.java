package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.ColumnValues;

import java.util.Arrays;

/** Texts whose lengths come before all of them, and may begin as the one before does. */
final class DeltaBytesDecoder implements Decoder {
    /** The maximum size in bytes of the texts that are made at a time. */
    private static final int MADE_MAX = 1 << 29;

    private final byte[] page;

    /** By value: the bytes that it has of the one before; null if it has none. */
    private final int[] prefixes;

    private final int[] lengths;
    private int next;
    private int at;
    private byte[] before = {};
    private int beforeAt;
    private int beforeLength;

    private DeltaBytesDecoder(byte[] page, int[] prefixes, int[] lengths, int at) {
        this.page = page;
        this.prefixes = prefixes;
        this.lengths = lengths;
        this.at = at;
    }

    static DeltaBytesDecoder ofLengths(byte[] page, int from, int count) {
        DeltaDecoder in = new DeltaDecoder(page, from, true);
        int[] lengths = ints(in, count);
        return new DeltaBytesDecoder(page, null, lengths, in.endAt());
    }

    static DeltaBytesDecoder ofPrefixes(byte[] page, int from, int count) {
        DeltaDecoder in = new DeltaDecoder(page, from, true);
        int[] prefixes = ints(in, count);
        DeltaDecoder suffixes = new DeltaDecoder(page, in.endAt(), true);
        int[] lengths = ints(suffixes, count);
        if (lengths.length != prefixes.length) {
            throw ParquetException.damaged("texts without beginnings");
        }
        return new DeltaBytesDecoder(page, prefixes, lengths, suffixes.endAt());
    }

    /** @param most how many values a page has, with NULLs */
    private static int[] ints(DeltaDecoder in, int most) {
        if (in.total() > most) {
            throw ParquetException.damaged("a page of " + in.total() + " values");
        }
        int[] values = new int[(int) in.total()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (int) in.next();
        }
        return values;
    }

    @Override
    public void read(ColumnValues target, int from, int count) {
        if (count > lengths.length - next) {
            throw ParquetException.damaged("a page ends too early");
        }
        long made = 0;
        for (int i = 0; i < count; i++) {
            int length = lengths[next];
            int prefix = prefixes == null ? 0 : prefixes[next];
            next++;
            if (length < 0 || length > page.length - at || prefix < 0 || prefix > beforeLength) {
                throw ParquetException.damaged("a value of " + length + " bytes");
            }
            made += prefix == 0 ? 0 : prefix + length;
            if (made > MADE_MAX) {
                throw new ParquetException("its texts are too large");
            }
            if (prefix == 0) {
                before = page;
                beforeAt = at;
            } else {
                byte[] whole = Arrays.copyOfRange(before, beforeAt, beforeAt + prefix + length);
                System.arraycopy(page, at, whole, prefix, length);
                before = whole;
                beforeAt = 0;
            }
            beforeLength = prefix + length;
            assert beforeLength <= before.length - beforeAt : beforeLength;
            at += length;
            target.setBytes(from + i, before, beforeAt, beforeLength);
        }
    }
}
