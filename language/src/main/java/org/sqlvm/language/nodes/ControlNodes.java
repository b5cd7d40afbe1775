package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.Logic;
import org.sqlvm.language.instruction.RegisterValues;
import org.sqlvm.language.instruction.Runs;
import org.sqlvm.language.runtime.ExecutionState;

import java.util.List;

/** Instructions that decide where the program goes on. */
final class ControlNodes {
    private ControlNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case Init, Goto -> new GotoNode(i.p2());
            case Gosub -> new GosubNode(i.p1(), builder.address() + 1, i.p2());
            case InitCoroutine -> new GosubNode(i.p1(), i.p3(), i.p2());
            case Return -> new ReturnNode(builder.operand(i.p1()), i.p3() == 1, builder.jumps());
            case Yield ->
                new YieldNode(builder.operand(i.p1()), builder.address() + 1, builder.jumps());
            case EndCoroutine ->
                new EndCoroutineNode(
                        builder.operand(i.p1()),
                        yieldEnds(i.p1(), builder.jumps(), builder.code()),
                        builder.jumps());
            case Halt ->
                new HaltNode(
                        i.p1(),
                        i.p2(),
                        (String) i.p4(),
                        i.p3() == 0 ? null : builder.operand(i.p3()));
            case HaltIfNull ->
                new HaltIfNullNode(builder.operand(i.p3()), i.p1(), i.p2(), (String) i.p4());
            case If -> new IfNode(builder.operand(i.p1()), true, i.p3() != 0, i.p2());
            case IfNot -> new IfNode(builder.operand(i.p1()), false, i.p3() != 0, i.p2());
            case IsNull -> new NullTestNode(builder.operand(i.p1()), true, i.p2());
            case IsType -> new IsTypeNode(builder.operand(i.p1()), i.p5(), i.p2());
            case NotNull -> new NullTestNode(builder.operand(i.p1()), false, i.p2());
            case Once -> new OnceNode(builder.address(), i.p2());
            case IfPos -> counter(CounterNode.Kind.IF_POS, i, builder);
            case DecrJumpZero -> counter(CounterNode.Kind.DECR_JUMP_ZERO, i, builder);
            case OffsetLimit ->
                new OffsetLimitNode(builder.operand(i.p1()), builder.operand(i.p3()), i.p2());
            case MustBeInt -> new MustBeIntNode(builder.operand(i.p1()), i.p2());
            case Jump -> new JumpNode(i.p1(), i.p2(), i.p3(), builder.jumps());
            default -> null;
        };
    }

    private static CounterNode counter(
            CounterNode.Kind kind, Instruction i, ProgramBuilder builder) {
        return new CounterNode(kind, builder.operand(i.p1()), i.p3(), i.p2());
    }

    /**
     * Returns the action at the end of a coroutine, by the index among {@code targets} of the
     * address behind the Yield that entered it.
     */
    private static int[] yieldEnds(int register, int[] targets, List<Instruction> code) {
        int[] ends = new int[targets.length];
        for (int place = 0; place < targets.length; place++) {
            Instruction before = targets[place] == 0 ? null : code.get(targets[place] - 1);
            boolean yields = before != null && before.opcode() == Opcode.Yield;
            ends[place] = yields && before.p1() == register ? before.p2() : 0;
        }
        return ends;
    }

    /** Goto, Init: a jump and nothing else. */
    static final class GotoNode extends InstructionNode.Goto {
        GotoNode(int target) {
            super(target);
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {}
    }

    /** Gosub, InitCoroutine: a jump that leaves an address in a register. */
    static final class GosubNode extends InstructionNode.Goto {
        private final int register;
        private final int address;

        GosubNode(int register, int address, int target) {
            super(target);
            this.register = register;
            this.address = address;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Registers.setLong(frame, register, address);
        }
    }

    /** Return: to the address in a register; falls through if there is none and P3 allows it. */
    static final class ReturnNode extends InstructionNode.Multiway {
        private final Operand register;
        private final boolean mayFallThrough;

        ReturnNode(Operand register, boolean mayFallThrough, int[] targets) {
            super(targets);
            this.register = register;
            this.mayFallThrough = mayFallThrough;
        }

        @Override
        public int choose(VirtualFrame frame, ExecutionState state) {
            if (register.kind(frame) != Registers.LONG) {
                assert mayFallThrough : "no return address";
                return NEXT;
            }
            return (int) register.getLong(frame);
        }
    }

    /** Yield: swaps the program counter with a register. */
    static final class YieldNode extends InstructionNode.Multiway {
        private final Operand register;
        private final int next;

        /** @param next the address to leave in the register */
        YieldNode(Operand register, int next, int[] targets) {
            super(targets);
            this.register = register;
            this.next = next;
        }

        @Override
        public int choose(VirtualFrame frame, ExecutionState state) {
            int target = (int) register.getLong(frame);
            Registers.setLong(frame, register.register, next);
            return target;
        }
    }

    /** EndCoroutine: to the P2 of the Yield that entered the coroutine. */
    static final class EndCoroutineNode extends InstructionNode.Multiway {
        private final Operand register;

        /** By target, an address behind a Yield: that one's P2. */
        @CompilationFinal(dimensions = 1)
        private final int[] ends;

        EndCoroutineNode(Operand register, int[] ends, int[] targets) {
            super(targets);
            this.register = register;
            this.ends = ends;
        }

        @Override
        @ExplodeLoop
        public int choose(VirtualFrame frame, ExecutionState state) {
            long address = register.getLong(frame);
            for (int place = 0; place < targets.length; place++) {
                if (targets[place] == address) {
                    return ends[place];
                }
            }
            throw CompilerDirectives.shouldNotReachHere();
        }
    }

    /** Jump: three ways on the result of the Compare before it. */
    static final class JumpNode extends InstructionNode.Multiway {
        private final int less;
        private final int equal;
        private final int greater;

        JumpNode(int less, int equal, int greater, int[] targets) {
            super(targets);
            this.less = less;
            this.equal = equal;
            this.greater = greater;
        }

        @Override
        public int choose(VirtualFrame frame, ExecutionState state) {
            int compared = state.compared;
            if (compared < 0) {
                return less;
            }
            return compared == 0 ? equal : greater;
        }
    }

    static final class HaltNode extends InstructionNode.Leave {
        private final int code;
        private final int action;
        private final String message;
        /** The register of the message; null for the constant one. */
        private final Operand computed;

        HaltNode(int code, int action, String message, Operand computed) {
            this.code = code;
            this.action = action;
            this.message = message;
            this.computed = computed;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            if (code == ResultCode.OK) {
                state.ignored = action == Opcode.HALT_IGNORE;
                return;
            }
            throw computed == null
                    ? failure(code, action, message)
                    : failure(code, action, computed.get(frame));
        }

        @TruffleBoundary
        private static SqlException failure(int code, int action, Object message) {
            return Runs.failure(code, action, message);
        }

        @TruffleBoundary
        static SqlException failure(int code, int action, String message) {
            return Runs.failure(code, action, message);
        }
    }

    static final class HaltIfNullNode extends InstructionNode.Step {
        private final Operand operand;
        private final int code;
        private final int action;
        private final String message;

        HaltIfNullNode(Operand operand, int code, int action, String message) {
            this.operand = operand;
            this.code = code;
            this.action = action;
            this.message = message;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            if (operand.isNull(frame)) {
                throw HaltNode.failure(code, action, message);
            }
        }
    }

    /** If, IfNot. */
    static final class IfNode extends InstructionNode.Branch {
        private final Operand operand;
        private final boolean jumpIf;
        private final boolean jumpIfNull;

        IfNode(Operand operand, boolean jumpIf, boolean jumpIfNull, int target) {
            super(target);
            this.operand = operand;
            this.jumpIf = jumpIf;
            this.jumpIfNull = jumpIfNull;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return switch (operand.kind(frame)) {
                case Registers.LONG -> (operand.getLong(frame) != 0) == jumpIf;
                case Registers.DOUBLE -> (operand.getDouble(frame) != 0.0) == jumpIf;
                case Registers.NULL -> jumpIfNull;
                default -> isTrue(operand.get(frame)) == jumpIf;
            };
        }

        @TruffleBoundary
        private static boolean isTrue(Object value) {
            return Casts.isTrue(value);
        }
    }

    /** IsNull, NotNull. */
    static final class NullTestNode extends InstructionNode.Branch {
        private final Operand operand;
        private final boolean jumpIfNull;

        NullTestNode(Operand operand, boolean jumpIfNull, int target) {
            super(target);
            this.operand = operand;
            this.jumpIfNull = jumpIfNull;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return operand.isNull(frame) == jumpIfNull;
        }
    }

    static final class IsTypeNode extends InstructionNode.Branch {
        private final Operand operand;
        private final int mask;

        IsTypeNode(Operand operand, int mask, int target) {
            super(target);
            this.operand = operand;
            this.mask = mask;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return Logic.isType(operand.kind(frame), mask);
        }
    }

    static final class OnceNode extends InstructionNode.Branch {
        private final int address;

        OnceNode(int address, int target) {
            super(target);
            this.address = address;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            if (state.passed[address]) {
                return true;
            }
            state.passed[address] = true;
            return false;
        }
    }

    /** IfPos, DecrJumpZero: counters of LIMIT and OFFSET. */
    static final class CounterNode extends InstructionNode.Branch {
        enum Kind {
            IF_POS,
            DECR_JUMP_ZERO
        }

        private final Kind kind;
        private final Operand counter;
        private final int decrement;

        CounterNode(Kind kind, Operand counter, int decrement, int target) {
            super(target);
            this.kind = kind;
            this.counter = counter;
            this.decrement = decrement;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            assert counter.kind(frame) == Registers.LONG : counter.register;
            long value = counter.getLong(frame);
            switch (kind) {
                case IF_POS -> {
                    if (value > 0) {
                        Registers.setLong(frame, counter.register, value - decrement);
                        return true;
                    }
                    return false;
                }
                default -> {
                    long less = Runs.decrement(value);
                    Registers.setLong(frame, counter.register, less);
                    return less == 0;
                }
            }
        }
    }

    static final class OffsetLimitNode extends InstructionNode.Step {
        private final Operand limit;
        private final Operand offset;
        private final int target;

        OffsetLimitNode(Operand limit, Operand offset, int target) {
            this.limit = limit;
            this.offset = offset;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            assert limit.kind(frame) == Registers.LONG && offset.kind(frame) == Registers.LONG;
            long rows = Runs.offsetLimit(limit.getLong(frame), offset.getLong(frame));
            Registers.setLong(frame, target, rows);
        }
    }

    /** MustBeInt. */
    static final class MustBeIntNode extends InstructionNode.Branch {
        private final Operand operand;
        private final boolean raises;

        MustBeIntNode(Operand operand, int target) {
            super(target);
            this.operand = operand;
            this.raises = target == 0;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            if (operand.kind(frame) == Registers.LONG) {
                return false;
            }
            if (convert(operand.get(frame), raises) instanceof Long number) {
                Registers.setLong(frame, operand.register, number);
                return false;
            }
            return true;
        }

        @TruffleBoundary
        private static Object convert(Object value, boolean raises) {
            return RegisterValues.mustBeInt(value, raises);
        }
    }
}
