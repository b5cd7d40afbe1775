package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.Arrays;

/**
 * SQL's operators on values. NULL makes NULL; text and blobs count as the numbers they begin with;
 * an integer result that does not fit becomes a real; a real result that is no number becomes NULL.
 */
public final class Arithmetic {
    private Arithmetic() {}

    public static Object add(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            long sum = a + b;
            return addOverflows(a, b, sum) ? (Object) ((double) a + (double) b) : sum;
        }
        if (left instanceof Double a && right instanceof Double b) {
            return Values.real(a + b);
        }
        return slow(Operator.ADD, left, right);
    }

    public static Object subtract(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            long difference = a - b;
            return subtractOverflows(a, b, difference)
                    ? (Object) ((double) a - (double) b)
                    : difference;
        }
        if (left instanceof Double a && right instanceof Double b) {
            return Values.real(a - b);
        }
        return slow(Operator.SUBTRACT, left, right);
    }

    public static Object multiply(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return multiplyOverflows(a, b) ? (Object) ((double) a * (double) b) : (Object) (a * b);
        }
        if (left instanceof Double a && right instanceof Double b) {
            return Values.real(a * b);
        }
        return slow(Operator.MULTIPLY, left, right);
    }

    /** Integer division cuts towards zero; division by zero is NULL. */
    public static Object divide(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            if (b == 0) {
                return SqlNull.NULL;
            }
            return divideOverflows(a, b) ? (Object) ((double) a / (double) b) : (Object) (a / b);
        }
        if (left instanceof Double a && right instanceof Double b) {
            return b == 0 ? SqlNull.NULL : Values.real(a / b);
        }
        return slow(Operator.DIVIDE, left, right);
    }

    /** Both sides count as integers; the result is a real if one of them is a real. */
    public static Object remainder(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return b == 0 ? SqlNull.NULL : (Object) remainder((long) a, (long) b);
        }
        return slow(Operator.REMAINDER, left, right);
    }

    /** The remainder of a divisor other than 0. */
    public static long remainder(long left, long right) {
        assert right != 0 : left;
        return left % right; // Java gives 0 for Long.MIN_VALUE % -1, as SQLite does.
    }

    /** {@code sum = left + right} did not fit. */
    public static boolean addOverflows(long left, long right, long sum) {
        return ((left ^ sum) & (right ^ sum)) < 0;
    }

    /** {@code difference = left - right} did not fit. */
    public static boolean subtractOverflows(long left, long right, long difference) {
        return ((left ^ right) & (left ^ difference)) < 0;
    }

    /** {@code left * right} does not fit. */
    public static boolean multiplyOverflows(long left, long right) {
        return Math.multiplyHigh(left, right) != (left * right) >> 63;
    }

    /** {@code left / right} does not fit; {@code right} is not 0. */
    public static boolean divideOverflows(long left, long right) {
        return right == -1 && left == Long.MIN_VALUE;
    }

    /** Whether Java's division of two integers gives what SQL's does. */
    public static boolean isDivisible(long left, long right) {
        return right != 0 && !divideOverflows(left, right);
    }

    private enum Operator {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        REMAINDER
    }

    @TruffleBoundary
    private static Object slow(Operator operator, Object left, Object right) {
        if (left == SqlNull.NULL || right == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Object a = operand(left);
        Object b = operand(right);
        if (operator == Operator.REMAINDER) {
            return slowRemainder(left, right, !(a instanceof Long && b instanceof Long));
        }
        if (a instanceof Long && b instanceof Long) {
            return switch (operator) {
                case ADD -> add(a, b);
                case SUBTRACT -> subtract(a, b);
                case MULTIPLY -> multiply(a, b);
                default -> divide(a, b);
            };
        }
        double x = Casts.toDouble(a);
        double y = Casts.toDouble(b);
        return switch (operator) {
            case ADD -> Values.real(x + y);
            case SUBTRACT -> Values.real(x - y);
            case MULTIPLY -> Values.real(x * y);
            default -> y == 0 ? SqlNull.NULL : Values.real(x / y);
        };
    }

    private static Object slowRemainder(Object left, Object right, boolean real) {
        long divisor = Casts.toLong(right);
        if (divisor == 0) {
            return SqlNull.NULL;
        }
        long result = remainder(Casts.toLong(left), divisor);
        return real ? (Object) (double) result : (Object) result;
    }

    /** Returns the number that an operand other than NULL counts as: a Long or a Double. */
    public static Object operand(Object value) {
        return value instanceof Bytes bytes ? Numbers.numberOf(bytes) : value;
    }

    /** The value with its sign turned, {@code -value}. */
    public static Object negate(Object value) {
        if (value == SqlNull.NULL) {
            return value;
        }
        Object number = operand(value);
        if (number instanceof Long whole) {
            return whole == Long.MIN_VALUE ? (Object) (-(double) whole) : (Object) (-whole);
        }
        return -(Double) number;
    }

    /** {@code left || right}; the result is text, even of two blobs. */
    @TruffleBoundary
    public static Object concat(Object left, Object right, int lengthMax) {
        if (left == SqlNull.NULL || right == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        if (left instanceof WideBlob blob) {
            return joined(left, right, blob.encoding, lengthMax);
        }
        if (right instanceof WideBlob blob) {
            return joined(left, right, blob.encoding, lengthMax);
        }
        Text a = Casts.toText(left);
        Text b = Casts.toText(right);
        if ((long) a.length + b.length > lengthMax) {
            throw new SqlException(ResultCode.TOOBIG, "string or blob too big");
        }
        TextBuilder.checkLength((long) a.length + b.length);
        byte[] bytes = new byte[a.length + b.length];
        System.arraycopy(a.array, a.offset, bytes, 0, a.length);
        System.arraycopy(b.array, b.offset, bytes, a.length, b.length);
        return Text.of(bytes);
    }

    /** Joins operands with blobs of UTF-16: all bytes together are the text. */
    private static Text joined(Object left, Object right, TextEncoding encoding, int lengthMax) {
        byte[] a = encoded(left, encoding);
        byte[] b = encoded(right, encoding);
        if ((long) a.length + b.length > lengthMax) {
            throw new SqlException(ResultCode.TOOBIG, "string or blob too big");
        }
        TextBuilder.checkLength((long) a.length + b.length);
        byte[] bytes = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, bytes, a.length, b.length);
        return RecordReader.text(bytes, 0, bytes.length, encoding);
    }

    private static byte[] encoded(Object value, TextEncoding encoding) {
        return value instanceof Blob blob
                ? blob.toArray()
                : Casts.encoded(Casts.toText(value), encoding);
    }

    public static Object bitAnd(Object left, Object right) {
        if (left == SqlNull.NULL || right == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        return Casts.toLong(left) & Casts.toLong(right);
    }

    public static Object bitOr(Object left, Object right) {
        if (left == SqlNull.NULL || right == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        return Casts.toLong(left) | Casts.toLong(right);
    }

    public static Object bitNot(Object value) {
        return value == SqlNull.NULL ? value : (Object) (~Casts.toLong(value));
    }

    public static Object shiftLeft(Object value, Object distance) {
        if (value == SqlNull.NULL || distance == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        return shiftLeft(Casts.toLong(value), Casts.toLong(distance));
    }

    public static Object shiftRight(Object value, Object distance) {
        if (value == SqlNull.NULL || distance == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        return shiftRight(Casts.toLong(value), Casts.toLong(distance));
    }

    /** A negative distance shifts right; 64 and more shift everything out. */
    public static long shiftLeft(long value, long distance) {
        if (distance < 0) {
            return distance == Long.MIN_VALUE ? value >> 63 : shiftRight(value, -distance);
        }
        return distance < 64 ? value << distance : 0;
    }

    /** Keeps the sign. A negative distance shifts left. */
    public static long shiftRight(long value, long distance) {
        if (distance < 0) {
            return distance == Long.MIN_VALUE ? 0 : shiftLeft(value, -distance);
        }
        return value >> Math.min(distance, 63);
    }
}
