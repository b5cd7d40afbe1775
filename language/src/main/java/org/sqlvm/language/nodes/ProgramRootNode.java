package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerAsserts;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.frame.MaterializedFrame;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.ExplodeLoop.LoopExplosionKind;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.language.SqlvmLanguage;
import org.sqlvm.language.runtime.ExecutionState;

/**
 * Runs a program, one call after the other, until it halts. A call ends when the batch is full,
 * when the program halts, or after a slice of backward jumps; live registers then rest in the
 * {@link ExecutionState}, and the next call goes on from there.
 *
 * <p>Slices are how a long statement reaches compiled code: each call enters whatever code is
 * ready. They also make cancellation and progress cost nothing.
 */
public final class ProgramRootNode extends RootNode {
    /**
     * Longer programs are never compiled: the compiler's time grows with the square of their
     * length, to minutes, and what is so long mostly runs once (ANALYZE of a schema).
     */
    static final int COMPILED_MAX = 256;

    /** How a call of the program ended. */
    public enum Outcome {
        /** The batch is full, or a first row is due. Call again for more. */
        BATCH_FULL,
        /** The slice is over. Call again to go on. */
        SLICE_END,
        /** The program has halted. */
        DONE
    }

    /**
     * Backward jumps in a slice. Long in compiled code, where leaving costs about a microsecond;
     * short in the interpreter, so that a scan is in compiled code soon after that is ready.
     */
    private static final int SLICE_COMPILED = 1 << 16;

    private static final int SLICE_INTERPRETED = 1 << 11;

    @Children
    private final InstructionNode[] instructions;

    /**
     * Where a call may begin: the start, the instructions behind results, and the heads of loops.
     */
    @CompilationFinal(dimensions = 1)
    private final int[] entries;

    /** By entry: the saved registers that are not read from there on. */
    @CompilationFinal(dimensions = 2)
    private final int[][] clearedOnEntry;

    /** Registers that hold a value from call to call. */
    @CompilationFinal(dimensions = 1)
    private final int[] savedRegisters;

    private final boolean loops;
    private final String name;
    private final SourceSection section;

    ProgramRootNode(
            SqlvmLanguage language,
            FrameDescriptor descriptor,
            InstructionNode[] instructions,
            int[] entries,
            int[][] clearedOnEntry,
            int[] savedRegisters,
            boolean loops,
            String name,
            SourceSection section) {
        super(language, descriptor);
        assert entries[0] == 0 : entries[0];
        this.instructions = instructions;
        this.entries = entries;
        this.clearedOnEntry = clearedOnEntry;
        this.savedRegisters = savedRegisters;
        this.loops = loops;
        this.name = name;
        this.section = section;
    }

    @Override
    public Object execute(VirtualFrame frame) {
        return instructions.length <= COMPILED_MAX ? run(frame) : interpret(frame.materialize());
    }

    @TruffleBoundary
    private Object interpret(MaterializedFrame frame) {
        return run(frame);
    }

    /**
     * The loop is unrolled along the program: {@code pc} is a constant in each copy, so a jump
     * becomes a jump and an operand an immediate. Below zero, pc counts through {@link #entries};
     * at {@code instructions.length} the program is left. Everything that changes from turn to turn
     * sits in objects, since a changing local would make each turn a new copy.
     */
    @ExplodeLoop(kind = LoopExplosionKind.MERGE_EXPLODE)
    private Object run(VirtualFrame frame) {
        ExecutionState state = (ExecutionState) frame.getArguments()[0];
        Turns turns = new Turns();
        int leave = instructions.length;
        if (state.resume != 0) {
            restoreRegisters(frame, state);
        }
        int pc = -1;
        program:
        while (true) {
            CompilerAsserts.partialEvaluationConstant(pc);
            if (pc < 0) {
                int entry = -1 - pc;
                if (entry == entries.length) {
                    throw CompilerDirectives.shouldNotReachHere();
                }
                if (state.resume == entries[entry]) {
                    clear(frame, clearedOnEntry[entry]);
                    pc = entries[entry];
                    continue;
                }
                pc--;
                continue;
            }
            if (pc == leave) {
                return leave(frame, state, turns);
            }
            InstructionNode instruction = instructions[pc];
            if (instruction instanceof InstructionNode.Step step) {
                step.execute(frame, state);
                clear(frame, step.clearedNext);
                pc++;
                continue;
            }
            if (instruction instanceof InstructionNode.Branch branch) {
                if (branch.isTaken(frame, state)) {
                    clear(frame, branch.clearedOnJump);
                    if (branch.target <= pc && turns.isSliceOver(this)) {
                        suspend(state, branch.target, Outcome.SLICE_END);
                        pc = leave;
                        continue;
                    }
                    pc = branch.target;
                    continue;
                }
                clear(frame, branch.clearedNext);
                pc++;
                continue;
            }
            if (instruction instanceof InstructionNode.Goto jump) {
                jump.execute(frame, state);
                clear(frame, jump.clearedOnJump);
                if (jump.target <= pc && turns.isSliceOver(this)) {
                    suspend(state, jump.target, Outcome.SLICE_END);
                    pc = leave;
                    continue;
                }
                pc = jump.target;
                continue;
            }
            if (instruction instanceof InstructionNode.Multiway switching) {
                int target = switching.choose(frame, state);
                for (int i = 0; i < switching.targets.length; i++) {
                    if (target == switching.targets[i]) {
                        clear(frame, switching.clearedOnJump[i]);
                        if (switching.targets[i] <= pc && turns.isSliceOver(this)) {
                            suspend(state, switching.targets[i], Outcome.SLICE_END);
                            pc = leave;
                            continue program;
                        }
                        pc = switching.targets[i];
                        continue program;
                    }
                }
                clear(frame, switching.clearedNext);
                pc++;
                continue;
            }
            if (instruction instanceof InstructionNode.Result result) {
                boolean full = result.append(frame, state);
                clear(frame, result.clearedNext);
                if (full) {
                    suspend(state, pc + 1, Outcome.BATCH_FULL);
                    pc = leave;
                    continue;
                }
                pc++;
                continue;
            }
            ((InstructionNode.Leave) instruction).execute(frame, state);
            state.outcome = Outcome.DONE;
            pc = leave;
        }
    }

    /** A loop is compiled with only those values that are read again: see {@link Liveness}. */
    @ExplodeLoop
    private static void clear(VirtualFrame frame, int[] places) {
        for (int i = 0; i < places.length; i++) {
            if (places[i] > 0) {
                Registers.clear(frame, places[i]);
            } else {
                frame.clearStatic(-places[i]);
            }
        }
    }

    private static void suspend(ExecutionState state, int resume, Outcome outcome) {
        state.resume = resume;
        state.outcome = outcome;
    }

    /** The one way out, shared by all exits so that registers are saved by one copy of the code. */
    private Object leave(VirtualFrame frame, ExecutionState state, Turns turns) {
        Outcome outcome = state.outcome;
        if (outcome != Outcome.DONE) {
            saveRegisters(frame, state);
        }
        if (CompilerDirectives.hasNextTier() && turns.count > 0) {
            LoopNode.reportLoopCount(this, turns.count);
        }
        return outcome;
    }

    @ExplodeLoop
    private void saveRegisters(VirtualFrame frame, ExecutionState state) {
        for (int i = 0; i < savedRegisters.length; i++) {
            int register = savedRegisters[i];
            int kind = Registers.kind(frame, register);
            state.savedKinds[i] = (byte) kind;
            if (kind == Registers.LONG || kind == Registers.DOUBLE) {
                state.savedNumbers[i] = Registers.getBits(frame, register);
                state.savedObjects[i] = null;
            } else {
                state.savedObjects[i] =
                        kind == Registers.NULL ? null : Registers.getObject(frame, register);
            }
        }
    }

    @ExplodeLoop
    private void restoreRegisters(VirtualFrame frame, ExecutionState state) {
        for (int i = 0; i < savedRegisters.length; i++) {
            Registers.restore(
                    frame,
                    savedRegisters[i],
                    state.savedKinds[i],
                    state.savedNumbers[i],
                    state.savedObjects[i]);
        }
    }

    /** Whether the program can jump back, so that it may give more than a few rows. */
    public boolean hasLoops() {
        return loops;
    }

    public int savedRegisterCount() {
        return savedRegisters.length;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public SourceSection getSourceSection() {
        return section;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Backward jumps of this call. An object, not a local: see {@link #execute}. */
    private static final class Turns {
        int count;

        boolean isSliceOver(ProgramRootNode root) {
            TruffleSafepoint.poll(root);
            count++;
            return count
                    >= (CompilerDirectives.inInterpreter() ? SLICE_INTERPRETED : SLICE_COMPILED);
        }
    }
}
