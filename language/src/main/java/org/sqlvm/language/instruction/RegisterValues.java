package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.program.Opcode;

/** Values in registers: a kind, the 64 bits of a number, and an object. */
public final class RegisterValues {
    private RegisterValues() {}

    /** Returns the value as an object; a number is boxed. */
    public static Object box(int kind, long bits, Object object) {
        return switch (kind) {
            case ValueKind.LONG -> bits;
            case ValueKind.DOUBLE -> Double.longBitsToDouble(bits);
            case ValueKind.NULL -> SqlNull.NULL;
            default -> object;
        };
    }

    /** Returns the kind of a value, a constant of {@link ValueKind}. */
    public static int kind(Object value) {
        return switch (value) {
            case Long _ -> ValueKind.LONG;
            case Double _ -> ValueKind.DOUBLE;
            case SqlNull _ -> ValueKind.NULL;
            case Text _ -> ValueKind.TEXT;
            case Blob _ -> ValueKind.BLOB;
            default -> ValueKind.INTERNAL;
        };
    }

    /** Returns the bits of a number; 0 for any other value. */
    public static long bits(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> Double.doubleToRawLongBits(number);
            default -> 0;
        };
    }

    /**
     * Returns the bits of a number; 0 for any other value, whose bits are left from another one.
     */
    public static long number(int kind, long bits) {
        return ValueKind.isNumber(kind) ? bits : 0;
    }

    /** Returns the object of a value; null for NULL and numbers, likewise. */
    public static Object object(int kind, Object object) {
        return kind == ValueKind.NULL || ValueKind.isNumber(kind) ? null : object;
    }

    /** Returns a number as a real. */
    public static double real(int kind, long bits) {
        return kind == ValueKind.LONG ? (double) bits : Double.longBitsToDouble(bits);
    }

    /** Returns an object that owns its bytes, for a copy that lasts. */
    public static Object own(int kind, Object object) {
        return (kind & (ValueKind.TEXT | ValueKind.BLOB)) != 0 ? ((Bytes) object).owned() : object;
    }

    /** Whether both kinds are those of numbers. */
    public static boolean areNumbers(int left, int right) {
        return left != 0
                && right != 0
                && ((left | right) & ~(ValueKind.LONG | ValueKind.DOUBLE)) == 0;
    }

    /** Joins two texts. */
    public static Object concat(Object a, Object b) {
        return Arithmetic.concat(a, b, Connection.LENGTH_MAX);
    }

    /** Whether a value that is not NULL is true. */
    public static boolean isTrue(int kind, long bits, Object object) {
        return switch (kind) {
            case ValueKind.LONG -> bits != 0;
            case ValueKind.DOUBLE -> Double.longBitsToDouble(bits) != 0.0;
            default -> Casts.isTrue(object);
        };
    }

    /** Compares values that are not NULL. */
    public static int compare(Object left, Object right, Affinity affinity, Collation collation) {
        Object a = left;
        Object b = right;
        if (affinity.isNumeric()
                || (affinity == Affinity.TEXT && (a instanceof Text || b instanceof Text))) {
            a = Affinities.forComparison(a, affinity);
            b = Affinities.forComparison(b, affinity);
        }
        return Values.compare(a, b, collation);
    }

    /** Returns the integer that a value is; null if it is none and that is allowed. */
    public static Object mustBeInt(Object value, boolean raises) {
        Object number = Affinities.toInteger(value);
        if (number instanceof Long) {
            return number;
        }
        if (raises) {
            throw Runs.failure(ResultCode.MISMATCH, Opcode.HALT_ABORT, "datatype mismatch");
        }
        return null;
    }

    /** Returns the integer that a value is cast to. */
    public static long integer(int kind, long bits, Object object) {
        if (kind == ValueKind.LONG) {
            return bits;
        }
        return Casts.cast(box(kind, bits, object), Affinity.INTEGER) instanceof Long number
                ? number
                : 0;
    }

    /** Returns the value that another one is cast to. */
    public static Object cast(Object value, Affinity affinity, TextEncoding encoding) {
        return Casts.cast(value, affinity, encoding);
    }

    /** Returns the value with an affinity. */
    public static Object convert(Object value, Affinity affinity) {
        return Affinities.apply(value, affinity);
    }
}
