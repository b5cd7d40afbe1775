package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a text or blob in the making, up to a limit. */
public final class TextBuilder {
    /** SQLITE_LIMIT_LENGTH where no connection sets it lower. */
    public static final int LENGTH_MAX = 1_000_000_000;

    /** Bytes of a value that is too small to be worth a look at the connection's limit. */
    private static final int UNCHECKED_MAX = 1 << 10;

    private static final int SIZE_MIN = 32;

    private final int lengthMax;
    /** Has never more bytes than the limit, so that what fits into it needs no other check. */
    private byte[] array;

    private int length;

    /** @param lengthMax more bytes are an error */
    public TextBuilder(int lengthMax) {
        this(lengthMax, SIZE_MIN);
    }

    /**
     * Makes room at once for as many bytes as are expected, up to some that need no check.
     *
     * @param lengthMax more bytes are an error
     * @param expected a guess
     */
    public TextBuilder(int lengthMax, int expected) {
        this.lengthMax = lengthMax;
        array = new byte[Math.min(Math.clamp(expected, SIZE_MIN, UNCHECKED_MAX), lengthMax)];
    }

    /** "string or blob too big" */
    public static SqlException tooBig() {
        return new SqlException(ResultCode.TOOBIG, "string or blob too big");
    }

    public int length() {
        return length;
    }

    /** The last byte; 0 if there is none. */
    public int last() {
        return length == 0 ? 0 : array[length - 1] & 0xff;
    }

    private void reserve(long more) {
        long needed = length + more;
        if (needed > array.length) {
            grow(needed);
        }
    }

    private void grow(long needed) {
        if (needed > lengthMax) {
            throw tooBig();
        }
        checkLength(needed);
        long grown = Math.min(Math.max(needed, array.length * 2L), lengthMax);
        array = Arrays.copyOf(array, (int) grown);
    }

    /**
     * Checks the limit of the current connection and whether its statement is to end; callers need
     * to know neither.
     *
     * @param length the size of the value that is about to be made, in bytes
     * @throws SqlException SQLITE_TOOBIG, or SQLITE_INTERRUPT
     */
    static void checkLength(long length) {
        if (length > UNCHECKED_MAX) {
            checkLarge(length);
        }
    }

    @TruffleBoundary
    private static void checkLarge(long length) {
        Interruption.checkCurrent();
        if (length > Interruption.currentValueSizeMax()) {
            throw tooBig();
        }
    }

    public TextBuilder append(Bytes bytes) {
        return append(bytes.array, bytes.offset, bytes.length);
    }

    public TextBuilder append(byte[] bytes, int offset, int count) {
        reserve(count);
        System.arraycopy(bytes, offset, array, length, count);
        length += count;
        return this;
    }

    /** Appends characters of ASCII. */
    public TextBuilder append(String ascii) {
        byte[] bytes = ascii.getBytes(StandardCharsets.ISO_8859_1);
        return append(bytes, 0, bytes.length);
    }

    /** Appends one byte. */
    public TextBuilder append(int character) {
        reserve(1);
        array[length++] = (byte) character;
        return this;
    }

    /** Appends bytes between two quotation marks. */
    public TextBuilder appendQuoted(Bytes bytes) {
        reserve(bytes.length + 2L);
        array[length] = '"';
        System.arraycopy(bytes.array, bytes.offset, array, length + 1, bytes.length);
        array[length + 1 + bytes.length] = '"';
        length += bytes.length + 2;
        return this;
    }

    public TextBuilder repeat(int character, long count) {
        if (count > 0) {
            reserve(count);
            Arrays.fill(array, length, length + (int) count, (byte) character);
            length += (int) count;
        }
        return this;
    }

    /** Appends a character as UTF-8; surrogates, too, are written as three bytes. */
    public TextBuilder appendCodePoint(int character) {
        if (character < 0x80) {
            return append(character);
        }
        if (character < 0x800) {
            append(0xc0 | character >> 6);
        } else {
            if (character < 0x10000) {
                append(0xe0 | character >> 12);
            } else {
                append(0xf0 | character >> 18);
                append(0x80 | (character >> 12 & 0x3f));
            }
            append(0x80 | (character >> 6 & 0x3f));
        }
        return append(0x80 | (character & 0x3f));
    }

    public TextBuilder append(TextBuilder other) {
        return append(other.array, 0, other.length);
    }

    /** Bytes that continue a character of UTF-8. */
    public int continuationCount() {
        int count = 0;
        for (int i = 0; i < length; i++) {
            count += Utf8.isContinuation(array[i]) ? 1 : 0;
        }
        return count;
    }

    /** Inserts zeros before the byte at {@code offset}, if {@code count} is positive. */
    public void insertZeros(int offset, int count) {
        if (count > 0) {
            repeat('0', count);
            System.arraycopy(array, offset, array, offset + count, length - count - offset);
            Arrays.fill(array, offset, offset + count, (byte) '0');
        }
    }

    /**
     * Removes zeros from the end, and the point too if nothing follows it then, or one zero stays.
     */
    public void trimFraction(boolean keepZero) {
        while (array[length - 1] == '0') {
            length--;
        }
        if (array[length - 1] == '.') {
            if (keepZero) {
                append('0');
            } else {
                length--;
            }
        }
    }

    /** Removes {@code count} bytes from the beginning; all if there are no more. */
    public void removeFirst(int count) {
        int left = Math.max(0, length - count);
        System.arraycopy(array, length - left, array, 0, left);
        length = left;
    }

    private byte[] bytes() {
        return Arrays.copyOf(array, length);
    }

    public Text toText() {
        return Text.of(bytes());
    }

    public Blob toBlob() {
        return Blob.of(bytes());
    }
}
