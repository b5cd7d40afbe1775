package org.sqlvm.parquet;

import java.util.Arrays;

/** Small integers in runs: one value many times, or eight and more packed into bits. */
final class Hybrid {
    private static final int GROUP = 8;

    /** Values are packed into longs, of which one may begin at the last bit of a byte. */
    static final int WIDTH_MAX = Integer.SIZE;

    /** Up to this width, half a group of values fits into one long. */
    private static final int GROUPED_WIDTH_MAX = 16;

    private final byte[] bytes;
    private final int end;
    private final int width;
    private final long mask;
    private int at;

    /** The number of values left in the run. */
    private int left;

    private boolean packed;

    /** The value of a run of one value. */
    private int value;

    /** Where the next packed value begins, in bits behind {@link #at}. */
    private long bit;

    Hybrid(byte[] bytes, int from, int end, int width) {
        if (width < 0 || width > WIDTH_MAX) {
            throw ParquetException.damaged("values of " + width + " bits");
        }
        assert 0 <= from && from <= end && end <= bytes.length : from + " to " + end;
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        this.width = width;
        this.mask = (1L << width) - 1;
    }

    private void begin() {
        int head = 0;
        for (int shift = 0; ; shift += 7) {
            if (at >= end || shift > 28) {
                throw ParquetException.damaged("a page ends too early");
            }
            int next = bytes[at++];
            head |= (next & 0x7F) << shift;
            if (next >= 0) {
                break;
            }
        }
        packed = (head & 1) != 0;
        int count = head >>> 1;
        if (packed) {
            // The last group may be cut.
            bit = 0;
            long all = (long) count * GROUP;
            long there = width == 0 ? all : (long) (end - at) * Byte.SIZE / width;
            left = (int) Math.min(Math.min(all, there), Integer.MAX_VALUE);
        } else {
            left = count;
            value = 0;
            for (int i = 0; i < width; i += Byte.SIZE) {
                value |= (bytes[at++] & 0xFF) << i;
            }
        }
        if (left == 0) {
            throw ParquetException.damaged("a run of no values");
        }
    }

    private void finishRun() {
        if (packed && left == 0) {
            at += (int) ((bit + Byte.SIZE - 1) / Byte.SIZE);
        }
    }

    /** Takes values if they are all the same and in one run; -1 if they may not be. */
    int same(int count) {
        if (left == 0) {
            begin();
        }
        if (packed || left < count) {
            return -1;
        }
        left -= count;
        return value;
    }

    void read(int[] target, int from, int count) {
        assert 0 <= from && count <= target.length - from : from + ", " + count;
        int to = from;
        int last = from + count;
        while (to < last) {
            if (left == 0) {
                begin();
            }
            int part = Math.min(left, last - to);
            if (packed) {
                unpack(target, to, part);
            } else {
                Arrays.fill(target, to, to + part, value);
            }
            left -= part;
            to += part;
            finishRun();
        }
    }

    private void unpack(int[] target, int to, int count) {
        int done = (bit & 7) == 0 && width <= GROUPED_WIDTH_MAX
                ? unpackGroups(bytes, at + (int) (bit >>> 3), target, to, count)
                : 0;
        long place = bit + (long) done * width;
        int safe = Math.min(end, bytes.length) - Long.BYTES;
        for (int i = done; i < count; i++) {
            int first = at + (int) (place >>> 3);
            long word = first <= safe ? Bytes.longAt(bytes, first) : tail(first);
            target[to + i] = (int) (word >>> (place & 7) & mask);
            place += width;
        }
        bit = place;
    }

    /**
     * Unpacks groups that begin with a byte. The second half of a group begins with a byte or in
     * the middle of one.
     *
     * @return the number of values, at most {@code count}
     */
    private int unpackGroups(byte[] in, int from, int[] target, int to, int count) {
        int bits = width;
        long kept = mask;
        int half = bits >>> 1;
        int shift = (bits % 2) * 4;
        int last = Math.min(end, in.length) - half - Long.BYTES;
        int first = from;
        int done = 0;
        while (done <= count - GROUP && first <= last) {
            long word = Bytes.longAt(in, first);
            int place = to + done;
            target[place] = (int) (word & kept);
            target[place + 1] = (int) ((word >>> bits) & kept);
            target[place + 2] = (int) ((word >>> (2 * bits)) & kept);
            target[place + 3] = (int) ((word >>> (3 * bits)) & kept);
            word = Bytes.longAt(in, first + half) >>> shift;
            target[place + 4] = (int) (word & kept);
            target[place + 5] = (int) ((word >>> bits) & kept);
            target[place + 6] = (int) ((word >>> (2 * bits)) & kept);
            target[place + 7] = (int) ((word >>> (3 * bits)) & kept);
            done += GROUP;
            first += bits;
        }
        return done;
    }

    private long tail(int first) {
        long word = 0;
        for (int i = 0; first + i < end && i < Long.BYTES; i++) {
            word |= (bytes[first + i] & 0xFFL) << (Byte.SIZE * i);
        }
        return word;
    }
}
