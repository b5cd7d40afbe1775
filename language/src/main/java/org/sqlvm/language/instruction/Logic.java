package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;

/** Three-valued logic, unary operators, and the comparison of registers. */
public final class Logic {
    public static final int FALSE = 0;
    public static final int TRUE = 1;
    public static final int UNKNOWN = 2;

    /** Bit of a mask of kinds for NULL, whose kind has none. */
    private static final int NULL_BIT = 1 << 4;

    private Logic() {}

    /** Whether a kind is in a mask of kinds. */
    public static boolean isType(int kind, int mask) {
        return (mask & (kind == ValueKind.NULL ? NULL_BIT : kind)) != 0;
    }

    /** Returns the truth of a value. */
    public static int truth(int kind, long bits, Object object) {
        if (kind == ValueKind.NULL) {
            return UNKNOWN;
        }
        return RegisterValues.isTrue(kind, bits, object) ? TRUE : FALSE;
    }

    /** Returns the truth of a conjunction or, if TRUE is decisive, of a disjunction. */
    public static int connect(int left, int right, int decisive) {
        if (left == decisive || right == decisive) {
            return decisive;
        }
        return left == UNKNOWN ? left : right;
    }

    /** Returns the truth of a negation. */
    public static int not(int truth) {
        return truth == UNKNOWN ? truth : TRUE - truth;
    }

    /** Returns the kind of the register that a truth goes to. */
    public static int kind(int truth) {
        return truth == UNKNOWN ? ValueKind.NULL : ValueKind.LONG;
    }

    /** Returns the negative of a value, or its inverted bits. */
    public static Object unary(Object value, boolean inverts) {
        return inverts ? Arithmetic.bitNot(value) : Arithmetic.subtract(0L, value);
    }

    /** Compares two fields of rows, without regard to their direction. */
    public static int compare(Object left, Object right, KeyField field) {
        if (field.bigNull() && (left == SqlNull.NULL) != (right == SqlNull.NULL)) {
            return left == SqlNull.NULL ? 1 : -1;
        }
        return Values.compare(left, right, field.collation());
    }
}
