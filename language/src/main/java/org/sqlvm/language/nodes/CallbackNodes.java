package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.function.RegisteredScalar;
import org.sqlvm.language.callbacks.guest.GuestAccumulator;
import org.sqlvm.language.callbacks.guest.GuestCallNode;
import org.sqlvm.language.callbacks.guest.GuestFunction;
import org.sqlvm.language.callbacks.host.HostAccumulator;
import org.sqlvm.language.callbacks.host.HostCallNode;
import org.sqlvm.language.callbacks.host.HostFunction;
import org.sqlvm.language.callbacks.host.KeptArguments;
import org.sqlvm.language.instruction.Callbacks;
import org.sqlvm.language.runtime.ExecutionState;

/**
 * Function, AggStep and AggFinal of functions that the connection's user has registered. What they
 * do comes from the run, since programs are shared; caches make it a part of the compiled program.
 */
final class CallbackNodes {
    private CallbackNodes() {}

    /** Function. */
    static final class CallNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] arguments;

        private final int target;
        private final int slot;

        /** Null before the first function of Java. */
        @Child
        private HostCallNode hostCall;

        /** Null before the first function of another language. */
        @Child
        private GuestCallNode guestCall;

        CallNode(Operand[] arguments, int target, RegisteredScalar function) {
            this.arguments = arguments;
            this.target = target;
            this.slot = function.slot();
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            RegisteredFunction.Body body = state.root.bodies[slot];
            CallResult result = new CallResult();
            Object[] values = Operand.values(frame, arguments);
            if (body instanceof HostFunction host) {
                if (hostCall == null) {
                    CompilerDirectives.transferToInterpreterAndInvalidate();
                    hostCall = insert(HostCallNode.create());
                }
                hostCall.execute(
                        host.target(),
                        new Object[] {host.function(), new HostArguments(values), result});
            } else {
                if (guestCall == null) {
                    CompilerDirectives.transferToInterpreterAndInvalidate();
                    guestCall = insert(GuestCallNode.create());
                }
                guestCall.call(state.root, (GuestFunction) body, values, result);
            }
            Registers.restore(frame, target, result.kind(), result.bits(), result.object());
        }
    }

    /** AggStep. */
    static final class AggStepNode extends InstructionNode.Step {
        @CompilationFinal(dimensions = 1)
        private final Operand[] arguments;

        private final int accumulator;
        private final int slot;

        /** Whether there was an aggregate that keeps its arguments, and one that does not. */
        @CompilationFinal
        private boolean seenKept;

        @CompilationFinal
        private boolean seenPassed;

        @Child
        private HostCallNode hostCall;

        @Child
        private GuestCallNode guestCall;

        AggStepNode(Operand[] arguments, int accumulator, RegisteredAggregate function) {
            this.arguments = arguments;
            this.accumulator = accumulator;
            this.slot = function.slot();
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Object held;
            if (Registers.kind(frame, accumulator) == Registers.INTERNAL) {
                held = Registers.getObject(frame, accumulator);
            } else {
                held = accumulator(state, slot);
                Registers.setInternal(frame, accumulator, held);
            }
            if (held instanceof HostAccumulator host) {
                step(frame, host);
            } else {
                if (guestCall == null) {
                    CompilerDirectives.transferToInterpreterAndInvalidate();
                    guestCall = insert(GuestCallNode.create());
                }
                guestCall.step(
                        state.root, (GuestAccumulator) held, Operand.values(frame, arguments));
            }
        }

        private void step(VirtualFrame frame, HostAccumulator host) {
            if (hostCall == null) {
                CompilerDirectives.transferToInterpreterAndInvalidate();
                hostCall = insert(HostCallNode.create());
            }
            if (host.keepsArguments()) {
                if (!seenKept) {
                    CompilerDirectives.transferToInterpreterAndInvalidate();
                    seenKept = true;
                }
                KeptArguments kept = host.kept(arguments.length);
                keep(frame, kept);
                hostCall.execute(host.stepTarget(), new Object[] {host.aggregate(), kept});
            } else {
                if (!seenPassed) {
                    CompilerDirectives.transferToInterpreterAndInvalidate();
                    seenPassed = true;
                }
                HostArguments passed = new HostArguments(Operand.values(frame, arguments));
                hostCall.execute(host.stepTarget(), new Object[] {host.aggregate(), passed});
            }
        }

        @ExplodeLoop
        private void keep(VirtualFrame frame, KeptArguments kept) {
            for (int i = 0; i < arguments.length; i++) {
                Operand argument = arguments[i];
                switch (argument.kind(frame)) {
                    case Registers.LONG -> kept.setLong(i, argument.getLong(frame));
                    case Registers.DOUBLE -> kept.setDouble(i, argument.getDouble(frame));
                    default -> kept.set(i, argument.get(frame));
                }
            }
        }

        @TruffleBoundary
        private static Object accumulator(ExecutionState state, int slot) {
            return Callbacks.accumulator(state, slot);
        }
    }

    /** AggFinal. */
    static final class AggFinalNode extends InstructionNode.Step {
        private final int register;
        private final int slot;

        AggFinalNode(int register, RegisteredAggregate function) {
            this.register = register;
            this.slot = function.slot();
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            Object held = Registers.kind(frame, register) == Registers.INTERNAL
                    ? Registers.getObject(frame, register)
                    : null;
            Registers.set(frame, register, result(state, slot, held));
        }

        @TruffleBoundary
        private static Object result(ExecutionState state, int slot, Object held) {
            return Callbacks.result(state, slot, held);
        }
    }
}
