package org.sqlvm.api.arrow;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Texts as Arrow takes them: those of SQLite may hold any bytes, those of Arrow are valid UTF-8.
 */
final class Utf8 {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    static boolean isValid(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int at = offset;
        while (at < end) {
            at = skipAscii(bytes, at, end);
            if (at < end) {
                int size = sequence(bytes, at, end);
                if (size == 0) {
                    return false;
                }
                at += size;
            }
        }
        return true;
    }

    private static int skipAscii(byte[] bytes, int from, int end) {
        int at = from;
        while (end - at >= Long.BYTES && ((long) LONG.get(bytes, at) & HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        while (at < end && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /** The length of a character that is not ASCII (RFC 3629 section 4); 0 if it is none. */
    private static int sequence(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xff;
        int size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
        if (size == 0 || at + size > end) {
            return 0;
        }
        for (int i = 1; i < size; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xff;
        boolean isAllowed = switch (first) {
            case 0xe0 -> second >= 0xa0;
            case 0xed -> second < 0xa0;
            case 0xf0 -> second >= 0x90;
            case 0xf4 -> second < 0x90;
            default -> true;
        };
        return isAllowed ? size : 0;
    }

    /** Returns the bytes with U+FFFD instead of each invalid sequence. */
    static byte[] repaired(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8)
                .getBytes(StandardCharsets.UTF_8);
    }
}
