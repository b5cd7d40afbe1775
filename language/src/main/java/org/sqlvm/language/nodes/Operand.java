package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

/**
 * A register as one instruction reads it, with a profile of the kinds of value it has held here.
 *
 * <p>The profile's bits only grow. A kind not seen yet leaves compiled code, sets its bit and goes
 * on, so an operand can invalidate code as often as there are kinds and no more. With one kind
 * seen, {@link #kind} is a constant behind a check and the rest of the instruction folds to that
 * case. A register that only one instruction of the program ever writes, and that with a literal,
 * is that literal: it has no check at all.
 */
final class Operand {
    static final int LONG = 1;
    static final int DOUBLE = 1 << 1;
    static final int NULL = 1 << 2;
    static final int TEXT = 1 << 3;
    static final int BLOB = 1 << 4;
    /** An accumulator or another internal object, which SQL never sees. */
    static final int INTERNAL = 1 << 5;

    final int register;
    private final Object constant;
    private final int constantKind;

    @CompilationFinal
    private int seen;

    /** @param constant the literal the register holds throughout the program, or null */
    Operand(int register, Object constant) {
        this.register = register;
        this.constant = constant;
        this.constantKind = constant == null ? 0 : kindOf(constant);
    }

    /** The kind of the value in the register: one of the constants above. */
    int kind(VirtualFrame frame) {
        if (constant != null) {
            return constantKind;
        }
        int known = seen;
        if ((known & LONG) != 0 && frame.isLong(register)) {
            return LONG;
        }
        if ((known & DOUBLE) != 0 && frame.isDouble(register)) {
            return DOUBLE;
        }
        if ((known & (NULL | TEXT | BLOB | INTERNAL)) != 0 && frame.isObject(register)) {
            Object value = frame.getObject(register);
            if ((known & NULL) != 0 && value == SqlNull.NULL) {
                return NULL;
            }
            if ((known & TEXT) != 0 && value instanceof Text) {
                return TEXT;
            }
            if ((known & BLOB) != 0 && value instanceof Blob) {
                return BLOB;
            }
            if ((known & INTERNAL) != 0 && kindOf(value) == INTERNAL) {
                return INTERNAL;
            }
        }
        CompilerDirectives.transferToInterpreterAndInvalidate();
        int kind = frame.isLong(register)
                ? LONG
                : frame.isDouble(register) ? DOUBLE : kindOf(frame.getObject(register));
        seen |= kind;
        return kind;
    }

    /** The value, known to be of kind LONG. */
    long getLong(VirtualFrame frame) {
        return constant != null ? (long) constant : frame.getLong(register);
    }

    /** The value, known to be of kind DOUBLE. */
    double getDouble(VirtualFrame frame) {
        return constant != null ? (double) constant : frame.getDouble(register);
    }

    /** The value, known to be of kind TEXT. */
    Text getText(VirtualFrame frame) {
        return CompilerDirectives.castExact(
                constant != null ? constant : frame.getObject(register), Text.class);
    }

    /** The value, boxed if it is a number. */
    Object get(VirtualFrame frame) {
        return switch (kind(frame)) {
            case LONG -> getLong(frame);
            case DOUBLE -> getDouble(frame);
            case NULL -> SqlNull.NULL;
            default -> constant != null ? constant : frame.getObject(register);
        };
    }

    boolean isNull(VirtualFrame frame) {
        return kind(frame) == NULL;
    }

    private static int kindOf(Object value) {
        return switch (value) {
            case Long _ -> LONG;
            case Double _ -> DOUBLE;
            case SqlNull _ -> NULL;
            case Text _ -> TEXT;
            case Blob _ -> BLOB;
            default -> INTERNAL;
        };
    }

    /** Puts a boxed value into a register, numbers unboxed. */
    static void store(VirtualFrame frame, int register, Object value) {
        if (value instanceof Long number) {
            frame.setLong(register, number);
        } else if (value instanceof Double number) {
            frame.setDouble(register, number);
        } else {
            frame.setObject(register, value);
        }
    }
}
