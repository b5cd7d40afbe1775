package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.StrictTypes;
import org.sqlvm.language.instruction.Strict;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Parameters;

/** Instructions that put values into registers, move them, and convert them in place. */
final class LoadNodes {
    private LoadNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case Integer -> new IntegerNode(i.p2(), i.p1());
            case Int64 -> new IntegerNode(i.p2(), (Long) i.p4());
            case Real -> new RealNode(i.p2(), (Double) i.p4());
            case String8, Blob -> new BytesNode(i.p2(), (Bytes) i.p4());
            case Null -> new NullNode(i.p2(), i.p3());
            case Variable -> new VariableNode(i.p1(), i.p2());
            case Copy -> new CopyNode(builder.operands(i.p1(), i.p3() + 1), i.p2(), true);
            case SCopy -> new CopyNode(builder.operands(i.p1(), 1), i.p2(), false);
            case Affinity ->
                new AffinityNode(
                        builder.operands(i.p1(), i.p2()), ProgramBuilder.affinities(i.p4()));
            case RealAffinity -> new RealAffinityNode(builder.operand(i.p1()));
            case TypeCheck ->
                new TypeCheckNode(builder.operands(i.p1(), i.p2()), (StrictTypes) i.p4());
            case MemMax ->
                i.p5() == Opcode.COUNTER_OF_STATEMENT
                        ? new TriggerNodes.CounterMaxNode(i.p1(), builder.operand(i.p2()))
                        : new MemMaxNode(builder.operand(i.p1()), builder.operand(i.p2()));
            case Cast ->
                new CastNode(builder.operand(i.p1()), Affinity.of(i.p2()), builder.encoding());
            case AddImm -> new AddImmNode(builder.operand(i.p1()), i.p2());
            default -> null;
        };
    }

    /** Integer, Int64. */
    static final class IntegerNode extends InstructionNode.Step {
        private final int target;
        private final long value;

        IntegerNode(int target, long value) {
            this.target = target;
            this.value = value;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.setLong(frame, target, value);
        }
    }

    static final class RealNode extends InstructionNode.Step {
        private final int target;
        private final double value;

        RealNode(int target, double value) {
            this.target = target;
            this.value = value;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.setDouble(frame, target, value);
        }
    }

    /** String8, Blob. */
    static final class BytesNode extends InstructionNode.Step {
        private final int target;
        private final Bytes value;

        BytesNode(int target, Bytes value) {
            this.target = target;
            this.value = value;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.set(frame, target, value);
        }
    }

    static final class NullNode extends InstructionNode.Step {
        private final int first;
        private final int last;

        NullNode(int first, int last) {
            this.first = first;
            this.last = Math.max(first, last);
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            for (int register = first; register <= last; register++) {
                Registers.setNull(frame, register);
            }
        }
    }

    static final class VariableNode extends InstructionNode.Step {
        private final int number;
        private final int target;

        VariableNode(int number, int target) {
            this.number = number;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Parameters parameters = state.parameters;
            Registers.restore(
                    frame,
                    target,
                    parameters.kind(number),
                    parameters.bits(number),
                    parameters.object(number));
        }
    }

    /** SCopy, Copy. A copy that lasts owns its bytes. */
    static final class CopyNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] sources;

        private final int target;
        private final boolean lasting;

        CopyNode(Operand[] sources, int target, boolean lasting) {
            this.sources = sources;
            this.target = target;
            this.lasting = lasting;
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            for (int i = 0; i < sources.length; i++) {
                Operand source = sources[i];
                switch (source.kind(frame)) {
                    case Registers.LONG ->
                        Registers.setLong(frame, target + i, source.getLong(frame));
                    case Registers.DOUBLE ->
                        Registers.setDouble(frame, target + i, source.getDouble(frame));
                    case Registers.TEXT, Registers.BLOB ->
                        Registers.set(
                                frame,
                                target + i,
                                lasting ? own(source.get(frame)) : source.get(frame));
                    default -> Registers.set(frame, target + i, source.get(frame));
                }
            }
        }

        @TruffleBoundary
        private static Object own(Object bytes) {
            return ((Bytes) bytes).owned();
        }
    }

    static final class RealAffinityNode extends InstructionNode.Step {
        private final Operand operand;

        RealAffinityNode(Operand operand) {
            this.operand = operand;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            if (operand.kind(frame) == Registers.LONG) {
                Registers.setDouble(frame, operand.register, operand.getLong(frame));
            }
        }
    }

    /** Affinity: each operand with the affinity that belongs to it. */
    static final class AffinityNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        @CompilationFinal(dimensions = 1)
        private final Affinity[] affinities;

        AffinityNode(Operand[] operands, Affinity[] affinities) {
            assert operands.length == affinities.length : operands.length;
            this.operands = operands;
            this.affinities = affinities;
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            for (int i = 0; i < operands.length; i++) {
                apply(frame, operands[i], affinities[i]);
            }
        }

        static void apply(VirtualFrame frame, Operand operand, Affinity affinity) {
            int kind = operand.kind(frame);
            if (affinity == Affinity.REAL && kind == Registers.LONG) {
                Registers.setDouble(frame, operand.register, operand.getLong(frame));
            } else if (affinity == Affinity.REAL && kind == Registers.DOUBLE) {
                // The value is converted as the integer that it may be: -0.0 becomes 0.0.
                Registers.setDouble(frame, operand.register, operand.getDouble(frame) + 0.0);
            } else if (isChanged(kind, affinity)) {
                Registers.set(frame, operand.register, convert(operand.get(frame), affinity));
            }
        }

        /** Whether a value of this kind may have to be converted. */
        private static boolean isChanged(int kind, Affinity affinity) {
            return switch (affinity) {
                case NONE, BLOB -> false;
                case TEXT -> kind == Registers.LONG || kind == Registers.DOUBLE;
                case NUMERIC, INTEGER -> kind == Registers.TEXT || kind == Registers.DOUBLE;
                case REAL -> kind == Registers.TEXT;
            };
        }

        @TruffleBoundary
        private static Object convert(Object value, Affinity affinity) {
            return Affinities.apply(value, affinity);
        }
    }

    static final class CastNode extends InstructionNode.Step {
        private final Operand operand;
        private final Affinity target;
        private final TextEncoding encoding;

        CastNode(Operand operand, Affinity target, TextEncoding encoding) {
            this.operand = operand;
            this.target = target;
            this.encoding = encoding;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            int kind = operand.kind(frame);
            if (kind == Registers.NULL
                    || (kind == Registers.LONG
                            && (target == Affinity.INTEGER || target == Affinity.NUMERIC))) {
                return;
            }
            if (kind == Registers.LONG && target == Affinity.REAL) {
                Registers.setDouble(frame, operand.register, operand.getLong(frame));
                return;
            }
            Registers.set(frame, operand.register, convert(operand.get(frame), target, encoding));
        }

        @TruffleBoundary
        private static Object convert(Object value, Affinity target, TextEncoding encoding) {
            return org.sqlvm.engine.data.Casts.cast(value, target, encoding);
        }
    }

    static final class AddImmNode extends InstructionNode.Step {
        private final Operand operand;
        private final long addend;

        AddImmNode(Operand operand, long addend) {
            this.operand = operand;
            this.addend = addend;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            long value = operand.kind(frame) == Registers.LONG
                    ? operand.getLong(frame)
                    : toInteger(operand.get(frame));
            Registers.setLong(frame, operand.register, value + addend);
        }

        @TruffleBoundary
        private static long toInteger(Object value) {
            return org.sqlvm.engine.data.Casts.cast(value, Affinity.INTEGER) instanceof Long number
                    ? number
                    : 0;
        }
    }

    static final class MemMaxNode extends InstructionNode.Step {
        private final Operand greatest;
        private final Operand other;

        MemMaxNode(Operand greatest, Operand other) {
            this.greatest = greatest;
            this.other = other;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            long value = Math.max(greatest.getLong(frame), other.getLong(frame));
            Registers.setLong(frame, greatest.register, value);
        }
    }

    /** TypeCheck: the kinds of value that the columns of a STRICT table take. */
    static final class TypeCheckNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] operands;

        /** By operand: the kinds it may be of, as bits of {@link Registers}; NULL is always one. */
        @CompilationFinal(dimensions = 1)
        private final int[] kinds;

        private final StrictTypes columns;

        TypeCheckNode(Operand[] operands, StrictTypes columns) {
            this.operands = operands;
            this.columns = columns;
            this.kinds = new int[operands.length];
            for (int i = 0; i < kinds.length; i++) {
                kinds[i] = Strict.kinds(columns, i);
            }
        }

        @Override
        @ExplodeLoop
        public void execute(VirtualFrame frame, ExecutionState state) {
            for (int i = 0; i < operands.length; i++) {
                int kind = operands[i].kind(frame);
                if (Strict.allows(kinds[i], kind)) {
                    continue;
                }
                if (kinds[i] == Registers.DOUBLE && kind == Registers.LONG) {
                    Registers.setDouble(frame, operands[i].register, operands[i].getLong(frame));
                } else {
                    throw error(i, kind);
                }
            }
        }

        @TruffleBoundary
        private SqlException error(int column, int kind) {
            return Strict.error(columns, column, kind);
        }
    }
}
