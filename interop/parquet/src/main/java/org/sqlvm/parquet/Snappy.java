package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.Lz4;

import java.util.Arrays;

/** Blocks of Snappy (github.com/google/snappy/blob/main/format_description.txt). */
final class Snappy {
    private static final int HASH_BITS = 14;
    private static final int HASH_FACTOR = 0x1E35A7BD;
    private static final int OFFSET_MAX = 0xFFFF;
    private static final int MATCH_MIN = 4;
    private static final int MATCH_MAX = 64;

    /** Up to this many bytes, copying word by word is faster than a call. */
    private static final int SHORT_LENGTH = 2 * Long.BYTES;

    private Snappy() {}

    /** @throws IndexOutOfBoundsException also if the block is damaged */
    static void decompress(byte[] in, int from, int end, byte[] out) {
        assert 0 <= from && from <= end && end <= in.length : from + " to " + end;
        int at = from;
        long size = 0;
        for (int shift = 0; ; shift += 7) {
            int next = in[at++] & 0xFF;
            size |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                break;
            }
            if (shift > 28) {
                throw ParquetException.damaged("a page of Snappy");
            }
        }
        if (size != out.length) {
            throw ParquetException.damaged("a page of " + size + " bytes, not " + out.length);
        }
        int to = 0;
        while (at < end) {
            int tag = in[at++] & 0xFF;
            int length = tag >>> 2;
            if ((tag & 3) == 0) {
                if (length >= 60) {
                    int bytes = length - 59;
                    length = little(in, at, bytes);
                    at += bytes;
                }
                length++;
                if (length <= 0 || length > end - at || length > out.length - to) {
                    throw ParquetException.damaged("a page of Snappy");
                }
                literal(in, at, out, to, length);
                at += length;
            } else {
                int offset;
                switch (tag & 3) {
                    case 1 -> {
                        length = (length & 7) + 4;
                        offset = tag >>> 5 << 8 | (in[at++] & 0xFF);
                    }
                    case 2 -> {
                        length++;
                        offset = little(in, at, 2);
                        at += 2;
                    }
                    default -> {
                        length++;
                        offset = little(in, at, 4);
                        at += 4;
                    }
                }
                Lz4.copy(out, to, offset, length);
            }
            to += length;
        }
        if (to != out.length || at != end) {
            throw ParquetException.damaged("a page of Snappy");
        }
    }

    /** Copies bytes that are there. Some behind them may become others. */
    private static void literal(byte[] in, int at, byte[] out, int to, int length) {
        if (length <= SHORT_LENGTH
                && SHORT_LENGTH <= in.length - at
                && SHORT_LENGTH <= out.length - to) {
            Bytes.setLong(out, to, Bytes.longAt(in, at));
            Bytes.setLong(out, to + Long.BYTES, Bytes.longAt(in, at + Long.BYTES));
        } else {
            System.arraycopy(in, at, out, to, length);
        }
    }

    private static int little(byte[] in, int at, int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (in[at + i] & 0xFF) << (8 * i);
        }
        return value;
    }

    /** Compresses a block; each position is compared with the last one of the same hash. */
    static byte[] compress(byte[] in, int size) {
        assert 0 <= size && size <= in.length : size;
        byte[] out = new byte[size + size / 6 + 32];
        int to = 0;
        for (int rest = size; ; rest >>>= 7) {
            if (rest < 0x80) {
                out[to++] = (byte) rest;
                break;
            }
            out[to++] = (byte) (rest | 0x80);
        }
        int[] last = new int[1 << HASH_BITS];
        int literal = 0;
        int at = 1;
        int misses = 32;
        while (at <= size - MATCH_MIN) {
            int value = little(in, at, MATCH_MIN);
            int hash = (value * HASH_FACTOR) >>> (Integer.SIZE - HASH_BITS);
            int found = last[hash];
            last[hash] = at;
            if (at - found > OFFSET_MAX || little(in, found, MATCH_MIN) != value) {
                // The longer nothing matches, the larger the steps.
                at += misses++ >>> 5;
                continue;
            }
            misses = 32;
            to = literal(in, literal, at, out, to);
            int length = MATCH_MIN;
            while (at + length < size && in[at + length] == in[found + length]) {
                length++;
            }
            to = reference(out, to, at - found, length);
            at += length;
            literal = at;
        }
        to = literal(in, literal, size, out, to);
        return Arrays.copyOf(out, to);
    }

    private static int literal(byte[] in, int from, int end, byte[] out, int start) {
        int to = start;
        int length = end - from - 1;
        if (length < 0) {
            return to;
        }
        if (length < 60) {
            out[to++] = (byte) (length << 2);
        } else {
            int bytes = length < 1 << 8 ? 1 : length < 1 << 16 ? 2 : length < 1 << 24 ? 3 : 4;
            out[to++] = (byte) ((59 + bytes) << 2);
            for (int i = 0; i < bytes; i++) {
                out[to++] = (byte) (length >>> (8 * i));
            }
        }
        System.arraycopy(in, from, out, to, length + 1);
        return to + length + 1;
    }

    private static int reference(byte[] out, int start, int offset, int length) {
        assert 0 < offset && offset <= OFFSET_MAX && length >= MATCH_MIN : offset + ", " + length;
        int to = start;
        for (int rest = length; rest > 0; rest -= MATCH_MAX) {
            int part = Math.min(rest, MATCH_MAX);
            out[to++] = (byte) ((part - 1) << 2 | 2);
            out[to++] = (byte) offset;
            out[to++] = (byte) (offset >>> 8);
        }
        return to;
    }
}
