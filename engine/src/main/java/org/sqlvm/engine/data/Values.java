package org.sqlvm.engine.data;

/**
 * Values as registers, records and batches hold them: {@link SqlNull#NULL}, {@link Long},
 * {@link Double}, {@link Text} and {@link Blob}. A Double is never NaN: SQLite has no such value,
 * it is NULL.
 *
 * <p>SQL orders them NULL, numbers by value, texts by collation, blobs by bytes.
 */
public final class Values {
    /** 2^63, the smallest double that is too large for a long. */
    private static final double TWO_TO_63 = 9223372036854775808.0;

    private Values() {}

    /** Returns the result of typeof(): null, integer, real, text or blob. */
    public static String typeOf(Object value) {
        return switch (value) {
            case SqlNull ignored -> "null";
            case Long ignored -> "integer";
            case Double ignored -> "real";
            case Text ignored -> "text";
            case Blob ignored -> "blob";
            default -> throw new AssertionError(value.getClass());
        };
    }

    public static boolean isNull(Object value) {
        return value == SqlNull.NULL;
    }

    /** A real as a value: NULL for NaN. */
    public static Object real(double value) {
        return Double.isNaN(value) ? SqlNull.NULL : (Object) value;
    }

    /** The order of two values; NULL is equal to NULL here. */
    public static int compare(Object left, Object right, Collation collation) {
        if (left instanceof Long leftLong) {
            if (right instanceof Long rightLong) {
                return Long.compare(leftLong, rightLong);
            }
            if (right instanceof Double rightDouble) {
                return compareLongDouble(leftLong, rightDouble);
            }
        } else if (left instanceof Text leftText) {
            if (right instanceof Text rightText) {
                return collation.compare(leftText, rightText);
            }
        } else if (left instanceof Double leftDouble) {
            if (right instanceof Double rightDouble) {
                return compareDoubles(leftDouble, rightDouble);
            }
            if (right instanceof Long rightLong) {
                return -compareLongDouble(rightLong, leftDouble);
            }
        } else if (left instanceof Blob leftBlob && right instanceof Blob rightBlob) {
            return Bytes.compare(leftBlob, rightBlob);
        }
        return rank(left) - rank(right);
    }

    /** Whether both are equal in the order of values: 1 and 1.0 are, NULL and NULL are. */
    public static boolean equal(Object left, Object right, Collation collation) {
        return compare(left, right, collation) == 0;
    }

    /** An integer against a real, exactly: neither is rounded to the type of the other. */
    public static int compareLongDouble(long left, double right) {
        if (right < -TWO_TO_63) {
            return 1;
        }
        if (right >= TWO_TO_63) {
            return -1;
        }
        long whole = (long) right;
        if (left != whole) {
            return left < whole ? -1 : 1;
        }
        return compareDoubles(left, right); // The fraction decides; here left is exact as a double.
    }

    /** By value: -0.0 equals 0.0. */
    public static int compareDoubles(double left, double right) {
        assert !Double.isNaN(left) && !Double.isNaN(right) : left + " " + right;
        return left < right ? -1 : left > right ? 1 : 0;
    }

    /** The value in memory of its own, so that it stays when the cursor moves on. */
    public static Object owned(Object value) {
        return value instanceof Bytes bytes ? bytes.owned() : value;
    }

    /** Returns the storage class's rank in the order of values; integer and real share one. */
    private static int rank(Object value) {
        if (value == SqlNull.NULL) {
            return 0;
        }
        if (value instanceof Text) {
            return 2;
        }
        if (value instanceof Blob) {
            return 3;
        }
        assert value instanceof Long || value instanceof Double : value;
        return 1;
    }
}
