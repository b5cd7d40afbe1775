package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

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
    /** Bit of the profile for NULL, whose kind has none. */
    private static final int SEEN_NULL = 1 << 5;

    final int register;
    private final Object constant;
    private final int constantKind;

    @CompilationFinal
    private int seen;

    /** @param constant the literal the register holds throughout the program, or null */
    Operand(int register, Object constant) {
        this.register = register;
        this.constant = constant;
        this.constantKind = constant == null ? 0 : Registers.kindOf(constant);
    }

    /** Returns the values of several registers as objects, for code behind a boundary. */
    @ExplodeLoop
    static Object[] values(VirtualFrame frame, Operand[] operands) {
        Object[] values = new Object[operands.length];
        for (int i = 0; i < operands.length; i++) {
            values[i] = operands[i].get(frame);
        }
        return values;
    }

    /** The kind of the value in the register: a constant of {@link Registers}. */
    int kind(VirtualFrame frame) {
        if (constant != null) {
            return constantKind;
        }
        int kind = Registers.kind(frame, register);
        int known = seen;
        if ((known & Registers.LONG) != 0 && kind == Registers.LONG) {
            return Registers.LONG;
        }
        if ((known & Registers.DOUBLE) != 0 && kind == Registers.DOUBLE) {
            return Registers.DOUBLE;
        }
        if ((known & SEEN_NULL) != 0 && kind == Registers.NULL) {
            return Registers.NULL;
        }
        if ((known & Registers.TEXT) != 0 && kind == Registers.TEXT) {
            return Registers.TEXT;
        }
        if ((known & Registers.BLOB) != 0 && kind == Registers.BLOB) {
            return Registers.BLOB;
        }
        if ((known & Registers.INTERNAL) != 0 && kind == Registers.INTERNAL) {
            return Registers.INTERNAL;
        }
        CompilerDirectives.transferToInterpreterAndInvalidate();
        seen |= kind == Registers.NULL ? SEEN_NULL : kind;
        return kind;
    }

    /** The value, known to be of kind LONG. */
    long getLong(VirtualFrame frame) {
        return constant != null ? (long) constant : Registers.getBits(frame, register);
    }

    /** The value, known to be of kind DOUBLE. */
    double getDouble(VirtualFrame frame) {
        return constant != null ? (double) constant : Registers.getDouble(frame, register);
    }

    /** The value, known to be of kind TEXT. */
    Text getText(VirtualFrame frame) {
        return (Text) (constant != null ? constant : Registers.getObject(frame, register));
    }

    /** The value, boxed if it is a number. */
    Object get(VirtualFrame frame) {
        return switch (kind(frame)) {
            case Registers.LONG -> getLong(frame);
            case Registers.DOUBLE -> getDouble(frame);
            case Registers.NULL -> SqlNull.NULL;
            default -> constant != null ? constant : Registers.getObject(frame, register);
        };
    }

    boolean isNull(VirtualFrame frame) {
        return kind(frame) == Registers.NULL;
    }
}
