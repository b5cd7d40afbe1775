package org.sqlvm.language.nodes;

import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.frame.FrameSlotKind;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;

/**
 * How registers lie in a frame: two static slots each, one for the value and one for its kind.
 *
 * <p>Both kinds of number are 64 bits in the same slot, reals as raw bits. A frame slot with a tag
 * of its own would be the obvious choice; but where control flow merges, the compiler keeps a frame
 * in machine registers only if no slot is a long on one side and a double on the other, and a
 * column of SQLite may be either from row to row. Kinds are numbers to the compiler and merge
 * freely; a kind that is the same on all paths is a constant.
 */
final class Registers {
    static final int NULL = ValueKind.NULL;
    static final int LONG = ValueKind.LONG;
    static final int DOUBLE = ValueKind.DOUBLE;
    static final int TEXT = ValueKind.TEXT;
    static final int BLOB = ValueKind.BLOB;
    static final int INTERNAL = ValueKind.INTERNAL;

    private Registers() {}

    /** Adds the slots of registers 0 to {@code last}. They must be the frame's first. */
    static void addSlots(FrameDescriptor.Builder frame, int last) {
        frame.addSlots(slotCount(last), FrameSlotKind.Static);
    }

    /** How many slots registers 0 to {@code last} take. */
    static int slotCount(int last) {
        return 2 * (last + 1);
    }

    static int kind(VirtualFrame frame, int register) {
        return frame.getIntStatic((2 * register) + 1);
    }

    /** The number in a register of kind LONG, or the raw bits of one of kind DOUBLE. */
    static long getBits(VirtualFrame frame, int register) {
        return frame.getLongStatic(2 * register);
    }

    static double getDouble(VirtualFrame frame, int register) {
        return Double.longBitsToDouble(frame.getLongStatic(2 * register));
    }

    /** The object in a register of kind TEXT, BLOB or INTERNAL. */
    static Object getObject(VirtualFrame frame, int register) {
        return frame.getObjectStatic(2 * register);
    }

    static void setLong(VirtualFrame frame, int register, long value) {
        frame.setLongStatic(2 * register, value);
        frame.setIntStatic((2 * register) + 1, LONG);
    }

    static void setDouble(VirtualFrame frame, int register, double value) {
        frame.setLongStatic(2 * register, Double.doubleToRawLongBits(value));
        frame.setIntStatic((2 * register) + 1, DOUBLE);
    }

    static void setNull(VirtualFrame frame, int register) {
        frame.setIntStatic((2 * register) + 1, NULL);
    }

    static void setText(VirtualFrame frame, int register, Text value) {
        frame.setObjectStatic(2 * register, value);
        frame.setIntStatic((2 * register) + 1, TEXT);
    }

    static void setBlob(VirtualFrame frame, int register, Blob value) {
        frame.setObjectStatic(2 * register, value);
        frame.setIntStatic((2 * register) + 1, BLOB);
    }

    /** Sets a value that SQL never sees: an accumulator. */
    static void setInternal(VirtualFrame frame, int register, Object value) {
        assert kindOf(value) == INTERNAL : value;
        frame.setObjectStatic(2 * register, value);
        frame.setIntStatic((2 * register) + 1, INTERNAL);
    }

    /** Any value; numbers are unboxed. Partial evaluation folds the tests of known classes. */
    static void set(VirtualFrame frame, int register, Object value) {
        if (value instanceof Long number) {
            setLong(frame, register, number);
        } else if (value instanceof Double number) {
            setDouble(frame, register, number);
        } else if (value == SqlNull.NULL) {
            setNull(frame, register);
        } else if (value instanceof Text text) {
            setText(frame, register, text);
        } else if (value instanceof Blob blob) {
            setBlob(frame, register, blob);
        } else {
            setInternal(frame, register, value);
        }
    }

    /** Restores a value that {@link #kind}, {@link #getBits} and {@link #getObject} returned. */
    static void restore(VirtualFrame frame, int register, int kind, long bits, Object object) {
        if ((kind & (LONG | DOUBLE)) != 0) {
            frame.setLongStatic(2 * register, bits);
        } else if (kind != NULL) {
            frame.setObjectStatic(2 * register, object);
        }
        frame.setIntStatic((2 * register) + 1, kind);
    }

    /** Makes a register NULL whose value is not read again, so that compiled code drops it. */
    static void clear(VirtualFrame frame, int register) {
        frame.clearStatic(2 * register);
        setNull(frame, register);
    }

    static int kindOf(Object value) {
        return switch (value) {
            case Long _ -> LONG;
            case Double _ -> DOUBLE;
            case SqlNull _ -> NULL;
            case Text _ -> TEXT;
            case Blob _ -> BLOB;
            default -> INTERNAL;
        };
    }
}
