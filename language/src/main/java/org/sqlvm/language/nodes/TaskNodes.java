package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.EncapsulatingNodeReference;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode.Flow;
import org.sqlvm.language.instruction.Task;
import org.sqlvm.language.instruction.Tasks;
import org.sqlvm.language.runtime.ExecutionState;

/** Instructions whose work is a {@link Task}. It runs behind a boundary. */
final class TaskNodes {
    private TaskNodes() {}

    /** The node of an instruction that has a task; null for another one. */
    static InstructionNode of(Instruction i, ProgramBuilder builder) {
        Task task = Tasks.of(i, builder.address(), builder.setting());
        if (task == null) {
            return null;
        }
        Work work = new Work(task, builder.inputs(), builder.outputs());
        return i.opcode().flow == Flow.BRANCH ? new BranchNode(work, i.p2()) : new StepNode(work);
    }

    /** A task with its registers. */
    private static final class Work {
        private final Task task;

        @CompilationFinal(dimensions = 1)
        private final Operand[] inputs;

        @CompilationFinal(dimensions = 1)
        private final int[] outputs;

        Work(Task task, Operand[] inputs, int[] outputs) {
            this.task = task;
            this.inputs = inputs;
            this.outputs = outputs;
        }

        @ExplodeLoop
        boolean run(VirtualFrame frame, ExecutionState state, Node node) {
            Object[] written = new Object[outputs.length];
            boolean jumps = run(state, Operand.values(frame, inputs), written, node);
            for (int i = 0; i < outputs.length; i++) {
                Registers.set(frame, outputs[i], written[i]);
            }
            return jumps;
        }

        /** @param node where the thread is, for those that stop it */
        @TruffleBoundary
        private boolean run(ExecutionState state, Object[] in, Object[] out, Node node) {
            EncapsulatingNodeReference reference = EncapsulatingNodeReference.getCurrent();
            Node before = reference.set(node);
            try {
                return task.run(state, in, out);
            } finally {
                reference.set(before);
            }
        }
    }

    static final class StepNode extends InstructionNode.Step {
        private final Work work;

        StepNode(Work work) {
            this.work = work;
        }

        @Override
        public void execute(VirtualFrame frame, ExecutionState state) {
            work.run(frame, state, this);
        }
    }

    static final class BranchNode extends InstructionNode.Branch {
        private final Work work;

        BranchNode(Work work, int target) {
            super(target);
            this.work = work;
        }

        @Override
        public boolean isTaken(VirtualFrame frame, ExecutionState state) {
            return work.run(frame, state, this);
        }
    }
}
