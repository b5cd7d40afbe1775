package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.runtime.ExecutionState;

/**
 * Add, Subtract, Multiply, Divide, Remainder, BitAnd, BitOr, ShiftLeft, ShiftRight, Concat.
 * Integers and reals are done here; text, blobs and whatever overflows go to {@link Arithmetic}.
 */
final class ArithmeticNode extends InstructionNode.Step {
    private final Opcode opcode;
    private final Operand right;
    private final Operand left;
    private final int target;

    /** An integer result has overflowed to REAL here: the check for it is no longer a trap. */
    @CompilationFinal
    private boolean overflowSeen;

    ArithmeticNode(Opcode opcode, Operand right, Operand left, int target) {
        this.opcode = opcode;
        this.right = right;
        this.left = left;
        this.target = target;
    }

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case Add,
                    Subtract,
                    Multiply,
                    Divide,
                    Remainder,
                    Concat,
                    BitAnd,
                    BitOr,
                    ShiftLeft,
                    ShiftRight ->
                new ArithmeticNode(
                        i.opcode(), builder.operand(i.p1()), builder.operand(i.p2()), i.p3());
            default -> null;
        };
    }

    @Override
    public void execute(VirtualFrame frame, ExecutionState state) {
        int leftKind = left.kind(frame);
        int rightKind = right.kind(frame);
        if (leftKind == Registers.NULL || rightKind == Registers.NULL) {
            Registers.setNull(frame, target);
        } else if (leftKind == Registers.LONG && rightKind == Registers.LONG) {
            doIntegers(frame, left.getLong(frame), right.getLong(frame));
        } else if (isReal(leftKind, rightKind)) {
            doReals(
                    frame,
                    leftKind == Registers.LONG ? left.getLong(frame) : left.getDouble(frame),
                    rightKind == Registers.LONG ? right.getLong(frame) : right.getDouble(frame));
        } else {
            Registers.set(frame, target, compute(opcode, left.get(frame), right.get(frame)));
        }
    }

    private boolean isReal(int leftKind, int rightKind) {
        return ((leftKind | rightKind) & ~(Registers.LONG | Registers.DOUBLE)) == 0
                && (opcode == Opcode.Add
                        || opcode == Opcode.Subtract
                        || opcode == Opcode.Multiply
                        || opcode == Opcode.Divide);
    }

    private void doIntegers(VirtualFrame frame, long a, long b) {
        switch (opcode) {
            case Add -> {
                long sum = a + b;
                if (((a ^ sum) & (b ^ sum)) < 0) {
                    overflow(frame, (double) a + (double) b);
                } else {
                    Registers.setLong(frame, target, sum);
                }
            }
            case Subtract -> {
                long difference = a - b;
                if (((a ^ b) & (a ^ difference)) < 0) {
                    overflow(frame, (double) a - (double) b);
                } else {
                    Registers.setLong(frame, target, difference);
                }
            }
            case Multiply -> {
                long high = Math.multiplyHigh(a, b);
                long low = a * b;
                if ((high == 0 && low >= 0) || (high == -1 && low < 0)) {
                    Registers.setLong(frame, target, low);
                } else {
                    overflow(frame, (double) a * (double) b);
                }
            }
            case BitAnd -> Registers.setLong(frame, target, a & b);
            case BitOr -> Registers.setLong(frame, target, a | b);
            default -> Registers.set(frame, target, compute(opcode, a, b));
        }
    }

    private void overflow(VirtualFrame frame, double result) {
        if (!overflowSeen) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            overflowSeen = true;
        }
        Registers.setDouble(frame, target, result);
    }

    private void doReals(VirtualFrame frame, double a, double b) {
        double result = switch (opcode) {
            case Add -> a + b;
            case Subtract -> a - b;
            case Multiply -> a * b;
            default -> b == 0.0 ? Double.NaN : a / b;
        };
        if (Double.isNaN(result)) {
            Registers.setNull(frame, target);
        } else {
            Registers.setDouble(frame, target, result);
        }
    }

    @TruffleBoundary
    private static Object compute(Opcode opcode, Object a, Object b) {
        return switch (opcode) {
            case Add -> Arithmetic.add(a, b);
            case Subtract -> Arithmetic.subtract(a, b);
            case Multiply -> Arithmetic.multiply(a, b);
            case Divide -> Arithmetic.divide(a, b);
            case Remainder -> Arithmetic.remainder(a, b);
            case BitAnd -> Arithmetic.bitAnd(a, b);
            case BitOr -> Arithmetic.bitOr(a, b);
            case ShiftLeft -> Arithmetic.shiftLeft(a, b);
            case ShiftRight -> Arithmetic.shiftRight(a, b);
            case Concat -> Arithmetic.concat(a, b, Connection.LENGTH_MAX);
            default -> throw CompilerDirectives.shouldNotReachHere(opcode.name());
        };
    }
}
