package org.sqlvm.engine.data;

/**
 * Equality and hashes of values as keys of groups, of DISTINCT and of hash joins.
 *
 * <p>Two values are the same key if IS says that they are equal: an integer and a real of the same
 * value, -0.0 and 0.0, two NULLs, texts that are equal under a collation, blobs of the same bytes.
 * A text is never the same key as a number or a blob: affinities are applied before. A join, for
 * which NULL equals nothing, has to leave NULL out.
 *
 * <p>A value is boxed, or has the form of {@link ValueKind}: its kind, 64 bits of a number, and the
 * object of a text or blob.
 */
public final class KeyValues {
    /** The code of NULL, which hardly another value has. */
    private static final long NULL_CODE = 0x5851_F42D_4C95_7F2DL;

    /** 2^64 divided by the golden ratio: it spreads numbers in sequence. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private KeyValues() {}

    // ------------------------------------------------------------------ unboxed values

    public static int kindOf(Object value) {
        if (value instanceof Long) {
            return ValueKind.LONG;
        }
        if (value instanceof Text) {
            return ValueKind.TEXT;
        }
        if (value instanceof Double) {
            return ValueKind.DOUBLE;
        }
        return value instanceof Blob ? ValueKind.BLOB : ValueKind.NULL;
    }

    /** A number's 64 bits; 0 for other values. */
    public static long bitsOf(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        return value instanceof Double number ? Double.doubleToRawLongBits(number) : 0;
    }

    /** The boxed value. */
    public static Object valueOf(int kind, long bits, Object object) {
        return switch (kind) {
            case ValueKind.NULL -> SqlNull.NULL;
            case ValueKind.LONG -> bits;
            case ValueKind.DOUBLE -> Double.longBitsToDouble(bits);
            default -> object;
        };
    }

    // ------------------------------------------------------------------ equality

    /** @param collation compares texts */
    public static boolean equal(
            int kind,
            long bits,
            Object object,
            int otherKind,
            long otherBits,
            Object other,
            Collation collation) {
        return ValueKind.isNumber(kind)
                ? equalNumbers(kind, bits, otherKind, otherBits)
                : equalObjects(kind, object, otherKind, other, collation);
    }

    /** Whether a number is the same key as another value, of whose object nothing is needed. */
    public static boolean equalNumbers(int kind, long bits, int otherKind, long otherBits) {
        assert ValueKind.isNumber(kind) : kind;
        if (kind == otherKind) {
            return kind == ValueKind.LONG
                    ? bits == otherBits
                    : Double.longBitsToDouble(bits) == Double.longBitsToDouble(otherBits);
        }
        return ValueKind.isNumber(otherKind)
                && compareNumbers(kind, bits, otherKind, otherBits) == 0;
    }

    /** Whether a text, a blob or NULL is the same key as another value. */
    public static boolean equalObjects(
            int kind, Object object, int otherKind, Object other, Collation collation) {
        assert !ValueKind.isNumber(kind) : kind;
        if (kind != otherKind) {
            return false;
        }
        if (kind == ValueKind.TEXT) {
            return equalTexts((Text) object, (Text) other, collation);
        }
        return kind == ValueKind.NULL || object.equals(other);
    }

    private static boolean equalTexts(Text left, Text right, Collation collation) {
        return collation == Collation.BINARY
                ? left.equals(right)
                : collation.compare(left, right) == 0;
    }

    /** The order of two keys; the kinds' numbers rise as the storage classes do. */
    public static int compare(
            int kind,
            long bits,
            Object object,
            int otherKind,
            long otherBits,
            Object other,
            Collation collation) {
        if (ValueKind.isNumber(kind) && ValueKind.isNumber(otherKind)) {
            return compareNumbers(kind, bits, otherKind, otherBits);
        }
        if (kind != otherKind) {
            return Integer.compare(kind, otherKind);
        }
        return switch (kind) {
            case ValueKind.NULL -> 0;
            case ValueKind.TEXT -> collation.compare((Text) object, (Text) other);
            default -> Bytes.compare((Blob) object, (Blob) other);
        };
    }

    private static int compareNumbers(int kind, long bits, int otherKind, long otherBits) {
        boolean real = kind == ValueKind.DOUBLE;
        boolean otherReal = otherKind == ValueKind.DOUBLE;
        if (real && otherReal) {
            return Values.compareDoubles(
                    Double.longBitsToDouble(bits), Double.longBitsToDouble(otherBits));
        }
        if (real) {
            return -Values.compareLongDouble(otherBits, Double.longBitsToDouble(bits));
        }
        return otherReal
                ? Values.compareLongDouble(bits, Double.longBitsToDouble(otherBits))
                : Long.compare(bits, otherBits);
    }

    /** Whether there is an integer that is the same key as a real. */
    public static boolean isWhole(double number) {
        return number == (long) number && number < 0x1p63;
    }

    // ------------------------------------------------------------------ hashes

    /** A number that values have in common if they are the same key; of an integer, itself. */
    public static long code(double number) {
        return isWhole(number) ? (long) number : Double.doubleToRawLongBits(number);
    }

    /**
     * Returns the code of any value.
     *
     * @param collation compares texts; it {@linkplain Collation#isHashable can be hashed}
     */
    public static long code(int kind, long bits, Object object, Collation collation) {
        return switch (kind) {
            case ValueKind.NULL -> NULL_CODE;
            case ValueKind.LONG -> bits;
            case ValueKind.DOUBLE -> code(Double.longBitsToDouble(bits));
            case ValueKind.TEXT -> collation.hash((Text) object);
            default -> object.hashCode();
        };
    }

    /** Returns the code of a boxed value, whose texts compare by their bytes. */
    public static long code(Object value) {
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Double number) {
            return code((double) number);
        }
        return value == SqlNull.NULL ? NULL_CODE : value.hashCode();
    }

    /** Spreads a code, or a hash that another one was added to: the upper bits are the best. */
    public static long mix(long code) {
        return code * MIX;
    }

    /** A hash made of a code. */
    public static int hash(long code) {
        return (int) (mix(code) >>> 32);
    }
}
