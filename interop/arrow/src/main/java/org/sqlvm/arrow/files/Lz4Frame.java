package org.sqlvm.arrow.files;

import org.sqlvm.engine.virtual.files.Lz4;

/** Frames of LZ4 (github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md). Checksums are left out. */
final class Lz4Frame {
    private static final int MAGIC = 0x184D_2204;
    private static final int RATIO_MAX = 256;
    private static final int RATIO_ROOM = 1 << 10;

    private Lz4Frame() {}

    /** @param size the size that the frame should have when decompressed */
    static byte[] decompress(byte[] in, int from, int size) {
        if (size > (long) in.length * RATIO_MAX + RATIO_ROOM || integer(in, from) != MAGIC) {
            throw new DamagedException("damaged Arrow: a buffer compressed by LZ4");
        }
        int flags = in[from + 4];
        boolean blockSums = (flags & 16) != 0;
        int at = from + 7 + ((flags & 8) != 0 ? Long.BYTES : 0) + (flags & 1) * Integer.BYTES;
        byte[] out = new byte[size];
        int to = 0;
        while (true) {
            int head = integer(in, at);
            at += Integer.BYTES;
            if (head == 0) {
                break;
            }
            int count = head & Integer.MAX_VALUE;
            if (count > in.length - at) {
                throw new DamagedException("damaged Arrow: a buffer compressed by LZ4");
            }
            if (head < 0) {
                System.arraycopy(in, at, out, to, count);
                to += count;
            } else {
                to = Lz4.decompress(in, at, at + count, out, to);
            }
            at += count + (blockSums ? Integer.BYTES : 0);
        }
        if (to != size) {
            throw new DamagedException("damaged Arrow: a buffer compressed by LZ4");
        }
        return out;
    }

    private static int integer(byte[] in, int at) {
        return (in[at] & 0xFF)
                | (in[at + 1] & 0xFF) << 8
                | (in[at + 2] & 0xFF) << 16
                | in[at + 3] << 24;
    }
}
