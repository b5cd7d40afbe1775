package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.Logic;
import org.sqlvm.language.runtime.ExecutionState;

import java.util.List;

/** Three-valued logic, unary operators, and the comparison of register ranges. */
final class LogicNodes {
    private LogicNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case And, Or ->
                new ConnectiveNode(
                        builder.operand(i.p1()),
                        builder.operand(i.p2()),
                        i.p3(),
                        i.opcode() == Opcode.And);
            case Not -> new NotNode(builder.operand(i.p1()), i.p2());
            case BitNot -> new UnaryNode(builder.operand(i.p1()), i.p2(), true);
            case Negative -> new UnaryNode(builder.operand(i.p1()), i.p2(), false);
            case IsTrue ->
                new IsTrueNode(
                        builder.operand(i.p1()),
                        i.p2(),
                        i.p3(),
                        i.p4() == null ? 0 : ((Number) i.p4()).intValue());
            case ZeroOrNull ->
                new ZeroOrNullNode(builder.operand(i.p1()), builder.operand(i.p3()), i.p2());
            case Compare ->
                new CompareRangesNode(
                        builder.operands(i.p1(), i.p3()),
                        builder.operands(i.p2(), i.p3()),
                        ((KeyInfo) i.p4()).fields());
            default -> null;
        };
    }

    private static int truth(Operand operand, VirtualFrame frame) {
        return switch (operand.kind(frame)) {
            case Registers.LONG -> operand.getLong(frame) != 0 ? Logic.TRUE : Logic.FALSE;
            case Registers.DOUBLE -> operand.getDouble(frame) != 0.0 ? Logic.TRUE : Logic.FALSE;
            case Registers.NULL -> Logic.UNKNOWN;
            default -> isTrue(operand.get(frame)) ? Logic.TRUE : Logic.FALSE;
        };
    }

    @TruffleBoundary
    private static boolean isTrue(Object value) {
        return Casts.isTrue(value);
    }

    private static void store(VirtualFrame frame, int target, int truth) {
        if (truth == Logic.UNKNOWN) {
            Registers.setNull(frame, target);
        } else {
            Registers.setLong(frame, target, truth);
        }
    }

    /** And, Or. */
    static final class ConnectiveNode extends InstructionNode.Step {
        private final Operand left;
        private final Operand right;
        private final int target;
        /** The truth value that decides alone: false for AND, true for OR. */
        private final int decisive;

        ConnectiveNode(Operand left, Operand right, int target, boolean conjunction) {
            this.left = left;
            this.right = right;
            this.target = target;
            this.decisive = conjunction ? Logic.FALSE : Logic.TRUE;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            store(frame, target, Logic.connect(truth(left, frame), truth(right, frame), decisive));
        }
    }

    static final class NotNode extends InstructionNode.Step {
        private final Operand operand;
        private final int target;

        NotNode(Operand operand, int target) {
            this.operand = operand;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            store(frame, target, Logic.not(truth(operand, frame)));
        }
    }

    static final class IsTrueNode extends InstructionNode.Step {
        private final Operand operand;
        private final int target;
        private final int ifNull;
        private final int inversion;

        IsTrueNode(Operand operand, int target, int ifNull, int inversion) {
            this.operand = operand;
            this.target = target;
            this.ifNull = ifNull;
            this.inversion = inversion;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            int value = truth(operand, frame);
            Registers.setLong(frame, target, (value == Logic.UNKNOWN ? ifNull : value) ^ inversion);
        }
    }

    static final class ZeroOrNullNode extends InstructionNode.Step {
        private final Operand left;
        private final Operand right;
        private final int target;

        ZeroOrNullNode(Operand left, Operand right, int target) {
            this.left = left;
            this.right = right;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            store(
                    frame,
                    target,
                    left.isNull(frame) || right.isNull(frame) ? Logic.UNKNOWN : Logic.FALSE);
        }
    }

    /** Negative, BitNot. */
    static final class UnaryNode extends InstructionNode.Step {
        private final Operand operand;
        private final int target;
        private final boolean bits;

        UnaryNode(Operand operand, int target, boolean bits) {
            this.operand = operand;
            this.target = target;
            this.bits = bits;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            int kind = operand.kind(frame);
            if (kind == Registers.LONG && bits) {
                Registers.setLong(frame, target, ~operand.getLong(frame));
            } else if (kind == Registers.DOUBLE && !bits) {
                Registers.setDouble(frame, target, 0.0 - operand.getDouble(frame));
            } else {
                Registers.set(frame, target, compute(operand.get(frame), bits));
            }
        }

        @TruffleBoundary
        private static Object compute(Object value, boolean bits) {
            return Logic.unary(value, bits);
        }
    }

    /** Compare: leaves the order of two register ranges for the Jump behind it. */
    static final class CompareRangesNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] left;

        @CompilationFinal(dimensions = 1)
        private final Operand[] right;

        @CompilationFinal(dimensions = 1)
        private final KeyField[] fields;

        /** By field: null but for a collation that is the user's. */
        @Children
        private final CollationNode[] registered;

        CompareRangesNode(Operand[] left, Operand[] right, List<KeyField> fields) {
            this.left = left;
            this.right = right;
            this.fields = fields.toArray(KeyField[]::new);
            this.registered = new CollationNode[this.fields.length];
            for (int i = 0; i < registered.length; i++) {
                registered[i] = this.fields[i].collation() instanceof RegisteredCollation own
                        ? new CollationNode(own)
                        : null;
            }
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            state.compared = compare(frame);
        }

        @ExplodeLoop
        private int compare(VirtualFrame frame) {
            for (int i = 0; i < left.length; i++) {
                int leftKind = left[i].kind(frame);
                int rightKind = right[i].kind(frame);
                int order;
                if (leftKind == Registers.LONG && rightKind == Registers.LONG) {
                    order = Long.compare(left[i].getLong(frame), right[i].getLong(frame));
                } else if (registered[i] != null
                        && leftKind == Registers.TEXT
                        && rightKind == Registers.TEXT) {
                    order = registered[i].compare(left[i].getText(frame), right[i].getText(frame));
                } else {
                    order = compare(left[i].get(frame), right[i].get(frame), fields[i]);
                }
                if (order != 0) {
                    return fields[i].descending() ? -order : order;
                }
            }
            return 0;
        }

        @TruffleBoundary
        private static int compare(Object left, Object right, KeyField field) {
            return Logic.compare(left, right, field);
        }
    }
}
