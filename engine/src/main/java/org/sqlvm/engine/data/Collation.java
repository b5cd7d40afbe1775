package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Locale;

/** A collating sequence (sqlite.org/datatype3.html section 7). The built-in ones are constants. */
public abstract class Collation {
    /** memcmp of the UTF-8 bytes, then the shorter first. */
    public static final Collation BINARY = new Binary();

    /** As BINARY, but the letters A to Z count as a to z. */
    public static final Collation NOCASE = new NoCase();

    /** As BINARY, but spaces at the end do not count. */
    public static final Collation RTRIM = new RightTrim();

    private static final Collation BINARY_UTF16LE = new BinaryUtf16(TextEncoding.UTF16LE);
    private static final Collation BINARY_UTF16BE = new BinaryUtf16(TextEncoding.UTF16BE);

    private final String name;

    protected Collation(String name) {
        this.name = name;
    }

    /** The built-in collation of that name, in any case, or null if there is none. */
    public static Collation named(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "BINARY" -> BINARY;
            case "NOCASE" -> NOCASE;
            case "RTRIM" -> RTRIM;
            default -> null;
        };
    }

    /**
     * BINARY in a database of that encoding: SQLite compares the bytes as they are stored, which
     * for UTF-16 is another order than for UTF-8.
     */
    public static Collation binary(TextEncoding encoding) {
        return switch (encoding) {
            case UTF8 -> BINARY;
            case UTF16LE -> BINARY_UTF16LE;
            case UTF16BE -> BINARY_UTF16BE;
        };
    }

    /** The name as SQL writes it, in upper case for the built-in ones. */
    public final String name() {
        return name;
    }

    /** Negative, zero or positive, as the left text sorts before, with or after the right one. */
    public abstract int compare(Text left, Text right);

    /**
     * Whether texts that compare equal have the same {@link #hash}, and most others another one.
     */
    public boolean isHashable() {
        return true;
    }

    /** Equal for texts that compare equal. */
    public int hash(Text text) {
        return isBytewise() ? text.hashCode() : 0;
    }

    /**
     * Whether texts compare equal if and only if their bytes are equal: then a hash of the bytes
     * may replace a comparison.
     */
    public boolean isBytewise() {
        return false;
    }

    @Override
    public final String toString() {
        return name;
    }

    private static final class Binary extends Collation {
        Binary() {
            super("BINARY");
        }

        @Override
        public int compare(Text left, Text right) {
            return Bytes.compare(left, right);
        }

        @Override
        public boolean isBytewise() {
            return true;
        }
    }

    private static final class NoCase extends Collation {
        NoCase() {
            super("NOCASE");
        }

        @Override
        public int compare(Text left, Text right) {
            byte[] leftArray = left.array;
            byte[] rightArray = right.array;
            int common = Math.min(left.length, right.length);
            for (int i = 0; i < common; i++) {
                int leftByte = Ascii.toLower(leftArray[left.offset + i] & 0xff);
                int rightByte = Ascii.toLower(rightArray[right.offset + i] & 0xff);
                if (leftByte != rightByte) {
                    return leftByte - rightByte;
                }
                if (leftByte == 0) {
                    break; // SQLite stops at a NUL in both and looks at the lengths alone.
                }
            }
            return left.length - right.length;
        }

        @Override
        public int hash(Text text) {
            int hash = text.length;
            for (int i = 0; i < text.length && text.array[text.offset + i] != 0; i++) {
                hash = 31 * hash + Ascii.toLower(text.array[text.offset + i] & 0xff);
            }
            return hash;
        }
    }

    private static final class RightTrim extends Collation {
        RightTrim() {
            super("RTRIM");
        }

        @Override
        public int compare(Text left, Text right) {
            return Arrays.compareUnsigned(
                    left.array,
                    left.offset,
                    left.offset + trimmedLength(left),
                    right.array,
                    right.offset,
                    right.offset + trimmedLength(right));
        }

        @Override
        public int hash(Text text) {
            return new Text(text.array, text.offset, trimmedLength(text)).hashCode();
        }

        private static int trimmedLength(Text text) {
            int length = text.length;
            while (length > 0 && text.array[text.offset + length - 1] == ' ') {
                length--;
            }
            return length;
        }
    }

    private static final class BinaryUtf16 extends Collation {
        private final Charset charset;

        BinaryUtf16(TextEncoding encoding) {
            super("BINARY");
            charset = encoding.charset;
        }

        @Override
        @TruffleBoundary
        public int compare(Text left, Text right) {
            return Arrays.compareUnsigned(
                    left.toString().getBytes(charset), right.toString().getBytes(charset));
        }

        @Override
        public boolean isBytewise() {
            return true;
        }
    }
}
