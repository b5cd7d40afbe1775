package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.profiles.ValueProfile;

import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.language.instruction.Aggregates;
import org.sqlvm.language.runtime.ExecutionState;

/** AggStep, AggChosen, AggFinal. */
final class AggregateNodes {
    private AggregateNodes() {}

    /** The node of an instruction of this family; null for one of another family. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        return switch (i.opcode()) {
            case AggStep -> step(i, (FunctionCall) i.p4(), builder);
            case AggChosen -> {
                builder.noteRead(i.p1());
                yield new AggChosenNode(i.p1(), i.p2());
            }
            case AggFinal -> end(i, (FunctionCall) i.p4(), builder);
            default -> null;
        };
    }

    private static InstructionNode step(Instruction i, FunctionCall call, ProgramBuilder builder) {
        builder.noteRead(i.p3());
        Operand[] arguments = builder.operands(i.p2(), i.p5());
        return call.function() instanceof RegisteredAggregate registered
                ? new CallbackNodes.AggStepNode(arguments, i.p3(), registered)
                : new AggStepNode(arguments, i.p3(), call);
    }

    private static InstructionNode end(Instruction i, FunctionCall call, ProgramBuilder builder) {
        builder.noteRead(i.p1());
        return call.function() instanceof RegisteredAggregate registered
                ? new CallbackNodes.AggFinalNode(i.p1(), registered)
                : new AggFinalNode(i.p1(), call);
    }

    static final class AggStepNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] arguments;

        private final int accumulator;
        private final FunctionCall call;
        private final ValueProfile accumulatorClass = ValueProfile.createClassProfile();

        AggStepNode(Operand[] arguments, int accumulator, FunctionCall call) {
            this.arguments = arguments;
            this.accumulator = accumulator;
            this.call = call;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Object held;
            if (Registers.kind(frame, accumulator) == Registers.INTERNAL) {
                held = Registers.getObject(frame, accumulator);
            } else {
                held = create(call);
                Registers.setInternal(frame, accumulator, held);
            }
            Accumulator target = (Accumulator) accumulatorClass.profile(held);
            if (arguments.length == 1) {
                Operand argument = arguments[0];
                switch (argument.kind(frame)) {
                    case Registers.LONG -> target.stepLong(argument.getLong(frame));
                    case Registers.DOUBLE -> target.stepDouble(argument.getDouble(frame));
                    default -> step(target, new Object[] {argument.get(frame)});
                }
            } else {
                step(target, Operand.values(frame, arguments));
            }
        }

        @TruffleBoundary
        private static Object create(FunctionCall call) {
            return Aggregates.accumulator(call);
        }

        @TruffleBoundary
        private static void step(Accumulator target, Object[] values) {
            target.step(values);
        }
    }

    static final class AggChosenNode extends InstructionNode.Step {
        private final int accumulator;
        private final int target;
        private final ValueProfile accumulatorClass = ValueProfile.createClassProfile();

        AggChosenNode(int accumulator, int target) {
            this.accumulator = accumulator;
            this.target = target;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Object held = accumulatorClass.profile(Registers.getObject(frame, accumulator));
            Registers.setLong(frame, target, Aggregates.unchosen((Accumulator) held));
        }
    }

    /** AggFinal: a group without rows has a new accumulator's result. */
    static final class AggFinalNode extends InstructionNode.Step {
        private final int register;
        private final FunctionCall call;

        AggFinalNode(int register, FunctionCall call) {
            this.register = register;
            this.call = call;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Object held = Registers.kind(frame, register) == Registers.INTERNAL
                    ? Registers.getObject(frame, register)
                    : null;
            Registers.set(frame, register, result(held, call));
        }

        @TruffleBoundary
        private static Object result(Object held, FunctionCall call) {
            return Aggregates.result(held, call);
        }
    }
}
