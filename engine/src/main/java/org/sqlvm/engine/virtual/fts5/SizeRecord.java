package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.data.Blob;

import java.io.ByteArrayOutputStream;

/** The record of {@code %_docsize}: how many tokens each column of a row has. */
final class SizeRecord {
    private static final int VARINT_MAX = 9;

    private SizeRecord() {}

    static Blob encode(int[] sizes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int size : sizes) {
            for (int shift = 28; shift > 0; shift -= 7) {
                if (size >>> shift != 0) {
                    bytes.write((size >>> shift & 0x7F) | 0x80);
                }
            }
            bytes.write(size & 0x7F);
        }
        return Blob.of(bytes.toByteArray());
    }

    /**
     * Reads a record.
     *
     * @param bytes null if there is none
     * @return false if it is damaged
     */
    static boolean decode(byte[] bytes, int[] sizes) {
        int at = 0;
        for (int i = 0; i < sizes.length; i++) {
            if (bytes == null || at >= bytes.length) {
                return false;
            }
            long value = 0;
            int length = 0;
            int last;
            do {
                last = at < bytes.length ? bytes[at] : 0; // SQLite reads zeros behind it.
                at++;
                length++;
                value = length == VARINT_MAX
                        ? value << 8 | (last & 0xFF)
                        : value << 7 | (last & 0x7F);
            } while (last < 0 && length < VARINT_MAX);
            sizes[i] = (int) value & Integer.MAX_VALUE;
        }
        return at == bytes.length;
    }

    /** The sum of all. */
    static long sum(int[] sizes) {
        long sum = 0;
        for (int size : sizes) {
            sum += size;
        }
        return sum;
    }
}
