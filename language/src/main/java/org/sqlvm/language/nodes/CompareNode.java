package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.RegisterValues;
import org.sqlvm.language.runtime.ExecutionState;

/**
 * Eq, Ne, Lt, Le, Gt, Ge. Two integers, two reals and two texts under BINARY are compared here;
 * anything else, and any affinity that would change a side, goes to {@link Values}.
 */
final class CompareNode extends InstructionNode.Branch {
    private final Opcode opcode;
    private final Operand right;
    private final Operand left;
    private final Collation collation;
    private final Affinity affinity;
    private final boolean jumpIfNull;
    private final boolean nullEqual;

    /** Null but for a collation that is the user's. */
    @Child
    private CollationNode registered;

    /**
     * @param right the operand in P1
     * @param left the operand in P3: the instruction asks "left op right"
     */
    CompareNode(
            Opcode opcode,
            Operand right,
            Operand left,
            Collation collation,
            int flags,
            int target) {
        super(target);
        this.opcode = opcode;
        this.right = right;
        this.left = left;
        this.collation = collation;
        this.registered =
                collation instanceof RegisteredCollation own ? new CollationNode(own) : null;
        this.affinity = Affinity.of(flags & Opcode.AFFINITY_MASK);
        this.jumpIfNull = (flags & Opcode.JUMP_IF_NULL) != 0;
        this.nullEqual = (flags & Opcode.NULL_EQUAL) != 0;
    }

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case Eq, Ne, Lt, Le, Gt, Ge ->
                new CompareNode(
                        i.opcode(),
                        builder.operand(i.p1()),
                        builder.operand(i.p3()),
                        builder.setting().collation(i.p4()),
                        i.p5(),
                        i.p2());
            default -> null;
        };
    }

    @Override
    public boolean isTaken(VirtualFrame frame, ExecutionState state) {
        int leftKind = left.kind(frame);
        int rightKind = right.kind(frame);
        if (leftKind == Registers.NULL || rightKind == Registers.NULL) {
            if (nullEqual) {
                return (leftKind == rightKind) == (opcode == Opcode.Eq);
            }
            return jumpIfNull;
        }
        if (leftKind == Registers.LONG && rightKind == Registers.LONG) {
            return holds(Long.compare(left.getLong(frame), right.getLong(frame)));
        }
        if (leftKind == Registers.DOUBLE && rightKind == Registers.DOUBLE) {
            return holds(left.getDouble(frame), right.getDouble(frame));
        }
        if (leftKind == Registers.DOUBLE && rightKind == Registers.LONG) {
            return holds(-Values.compareLongDouble(right.getLong(frame), left.getDouble(frame)));
        }
        if (leftKind == Registers.LONG && rightKind == Registers.DOUBLE) {
            return holds(Values.compareLongDouble(left.getLong(frame), right.getDouble(frame)));
        }
        if (leftKind == Registers.TEXT && rightKind == Registers.TEXT && !affinity.isNumeric()) {
            if (collation == Collation.BINARY) {
                return holds(Bytes.compare(left.getText(frame), right.getText(frame)));
            }
            if (registered != null) {
                return holds(registered.compare(left.getText(frame), right.getText(frame)));
            }
        }
        return holds(compare(left.get(frame), right.get(frame), affinity, collation));
    }

    private boolean holds(int order) {
        return switch (opcode) {
            case Eq -> order == 0;
            case Ne -> order != 0;
            case Lt -> order < 0;
            case Le -> order <= 0;
            case Gt -> order > 0;
            default -> order >= 0;
        };
    }

    /** Neither side is a NaN: SQL has none. So these are the machine's own comparisons. */
    private boolean holds(double a, double b) {
        return switch (opcode) {
            case Eq -> a == b;
            case Ne -> a != b;
            case Lt -> a < b;
            case Le -> a <= b;
            case Gt -> a > b;
            default -> a >= b;
        };
    }

    @TruffleBoundary
    private static int compare(Object left, Object right, Affinity affinity, Collation collation) {
        return RegisterValues.compare(left, right, affinity, collation);
    }
}
