package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerAsserts;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.frame.MaterializedFrame;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.ExplodeLoop.LoopExplosionKind;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.ProgramCode;
import org.sqlvm.language.runtime.Tier;

import java.util.BitSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Runs a program, one call after the other, until it halts. A call ends when the batch is full,
 * when the program halts, or after a slice of backward jumps; live registers then rest in the
 * {@link ExecutionState}, and the next call goes on from there.
 *
 * <p>Slices are how a long statement reaches compiled code: each call enters whatever code is
 * ready. They also make cancellation and progress cost nothing.
 */
public final class ProgramRootNode extends RootNode implements ProgramCode {
    /**
     * The maximum length of programs that are compiled. ANALYZE of two tables, 300 instructions,
     * takes the compiler some seconds; it rejects that of three, 420 instructions, for the size of
     * the code.
     */
    private static final int COMPILED_MAX = 256;

    /**
     * The weight of a subprogram's call in that: all live registers are saved before it and
     * restored behind it. REPLACE of 120 instructions, 32 of them calls, took the compiler minutes,
     * and it refused the code for its size.
     */
    private static final int CALL_WEIGHT = 8;

    /**
     * Backward jumps in a slice. Long in compiled code, where leaving costs about a microsecond;
     * short in the interpreter, so that a scan is in compiled code soon after that is ready.
     */
    private static final int SLICE_COMPILED = 1 << 16;

    private static final int SLICE_INTERPRETED = 1 << 11;

    /** More than any threshold of Truffle's. */
    private static final int DUE = 1 << 30;

    /** The children of {@link #own}. */
    @CompilationFinal(dimensions = 1)
    private final InstructionNode[] instructions;

    private final ProgramBodyNode own;

    /** The node {@link #own}, or its wrapper of a tool. */
    @Child
    private ProgramBodyNode body;

    /** Something is to be done before each instruction: it is counted, or tools stop there. */
    @CompilationFinal
    private boolean watched;

    /**
     * Where a call may begin: the start, the instructions behind results, and the heads of loops.
     */
    @CompilationFinal(dimensions = 1)
    private final int[] entries;

    /** By entry: the registers that rest in the state until a call begins there; first none. */
    @CompilationFinal(dimensions = 2)
    private final int[][] savedRegisters;

    private final int registerCount;

    /** By address: whether a jump back to it closes a loop, so that a slice may end there. */
    @CompilationFinal(dimensions = 1)
    private final boolean[] loopHeads;

    /**
     * Whether each instruction is counted; such a program serves only callers that need the counts.
     */
    private final boolean counts;

    /**
     * The instructions are compiled as soon as Truffle finds it right. Else a compiled call does no
     * more than interpret them: compiling that took 17 to 109 ms, once, where refusing to compile
     * at each call, as {@link #prepareForCompilation} could, took half a millisecond each time.
     */
    @CompilationFinal
    private boolean compiles;

    private final boolean mayCompile;

    /** How long the program is interpreted before it is compiled, in nanoseconds. */
    private final long interpretedTimeMin;

    private final InterpretedWork work;

    private final String name;
    private final SourceSection section;
    private final Program program;

    private final ProgramStops.Shown shown;

    private final ProgramVariables variables;

    ProgramRootNode(
            TruffleLanguage<?> language,
            FrameDescriptor descriptor,
            InstructionNode[] instructions,
            int[] entries,
            int[][] savedRegisters,
            int registerCount,
            boolean[] loopHeads,
            boolean counts,
            long interpretedTimeMin,
            String name,
            SourceSection section,
            Program program,
            ProgramStops.Shown shown,
            Supplier<IntFunction<BitSet>> live) {
        super(language, descriptor);
        assert entries[0] == 0 : entries[0];
        this.instructions = instructions;
        this.own = new ProgramBodyNode(this, instructions);
        this.body = own;
        this.watched = counts;
        this.entries = entries;
        this.savedRegisters = savedRegisters;
        this.registerCount = registerCount;
        this.loopHeads = loopHeads;
        this.counts = counts;
        this.interpretedTimeMin = interpretedTimeMin;
        work = new InterpretedWork(program.instructions().size());
        mayCompile = mayCompile(program);
        compiles = mayCompile && interpretedTimeMin == 0;
        this.name = name;
        this.section = section;
        this.program = program;
        this.shown = shown;
        this.variables = new ProgramVariables(program, live);
    }

    @Override
    public Object execute(VirtualFrame frame) {
        ExecutionState state = (ExecutionState) frame.getArguments()[0];
        if (counts) {
            state.counters.begin();
        }
        if (!compiles && mayCompile && work.time() >= interpretedTimeMin) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            compiles = true;
            LoopNode.reportLoopCount(this, DUE);
        }
        body.execute(frame, state);
        return state.outcome;
    }

    @Override
    public Outcome call(ExecutionState state) {
        return (Outcome) getCallTarget().call(state);
    }

    /** Runs the instructions. */
    void proceed(VirtualFrame frame, ExecutionState state) {
        if (compiles) {
            run(frame, state);
        } else {
            interpret(frame.materialize(), state);
        }
    }

    /** The program that a node is a part of. */
    static ProgramRootNode of(Node node) {
        return (ProgramRootNode) node.getRootNode();
    }

    /** Whether the compiler can cope with the code of a program. */
    static boolean mayCompile(Program program) {
        int weight = program.instructions().size();
        for (Instruction instruction : program.instructions()) {
            weight += instruction.opcode() == Opcode.Program ? CALL_WEIGHT - 1 : 0;
        }
        return weight <= COMPILED_MAX;
    }

    @TruffleBoundary
    private void interpret(MaterializedFrame frame, ExecutionState state) {
        boolean isTimed = work.begin();
        long begun = isTimed ? System.nanoTime() : 0;
        run(frame, state);
        if (isTimed) {
            work.end(state, begun);
        }
    }

    /**
     * The loop is unrolled along the program: {@code pc} is a constant in each copy, so a jump
     * becomes a jump and an operand an immediate. Below zero, pc counts through {@link #entries};
     * at {@code instructions.length} the program is left. Everything that changes from turn to turn
     * sits in objects, since a changing local would make each turn a new copy.
     */
    @ExplodeLoop(kind = LoopExplosionKind.MERGE_EXPLODE)
    private Object run(VirtualFrame frame, ExecutionState state) {
        Turns turns = new Turns(state.root.turnCountMax);
        int leave = instructions.length;
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
                    restoreRegisters(frame, state, savedRegisters[entry]);
                    pc = entries[entry];
                    continue;
                }
                pc--;
                continue;
            }
            if (pc == leave) {
                return leave(state, turns);
            }
            InstructionNode instruction = fetch(frame, state, turns, pc);
            if (instruction instanceof InstructionNode.Step step) {
                step.execute(frame, state);
                clear(frame, step.clearedNext);
                pc++;
                continue;
            }
            if (instruction instanceof InstructionNode.Rows rows && rows.append(frame, state)) {
                suspend(frame, state, pc, Outcome.BATCH_FULL);
                pc = leave;
                continue;
            }
            if (instruction instanceof InstructionNode.Branch branch) {
                if (branch.isTaken(frame, state)) {
                    clear(frame, branch.clearedOnJump);
                    if (endsSlice(frame, state, turns, pc, branch.target)) {
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
                if (endsSlice(frame, state, turns, pc, jump.target)) {
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
                        if (endsSlice(frame, state, turns, pc, switching.targets[i])) {
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
            if (!(instruction instanceof InstructionNode.Leave last)) {
                if (pauses(frame, state, pc, instruction)) {
                    pc = leave;
                    continue;
                }
                pc++;
                continue;
            }
            last.execute(frame, state);
            setOutcome(state, Outcome.DONE);
            pc = leave;
        }
    }

    /** The instruction at an address, which runs next. */
    private InstructionNode fetch(VirtualFrame frame, ExecutionState state, Turns turns, int pc) {
        if (watched) {
            watch(frame, state, pc);
        }
        InstructionNode instruction = instructions[pc];
        if (instruction.countsAsSearch) {
            turns.searches++;
        }
        return instruction;
    }

    private void watch(VirtualFrame frame, ExecutionState state, int pc) {
        if (counts) {
            state.counters.count(pc);
        }
        own.stop(frame, pc);
    }

    /** Whether tools look at this program. */
    boolean isWatched() {
        return watched || body != own;
    }

    /** Whether tools want to see each row. */
    boolean isStopping() {
        return own.isStopping();
    }

    /** Tools ask for them; from now on the program comes by. */
    StopsNode[] makeStops() {
        watched = true;
        return new ProgramStops(program, section, variables, shown).make();
    }

    /** Returns a run's variables for tools. */
    ProgramVariables variables() {
        return variables;
    }

    /** A result, or the run of another program: whether the program is left before it goes on. */
    private boolean pauses(
            VirtualFrame frame, ExecutionState state, int pc, InstructionNode instruction) {
        if (instruction instanceof InstructionNode.Result result) {
            boolean full = result.append(frame, state);
            clear(frame, result.clearedNext);
            if (full) {
                suspend(frame, state, pc + 1, Outcome.BATCH_FULL);
            }
            return full;
        }
        InstructionNode.Call call = (InstructionNode.Call) instruction;
        boolean runs = call.prepare(frame, state);
        if (runs) {
            suspendForCall(frame, state, pc + 1, call.target);
        } else {
            clear(frame, call.clearedNext);
        }
        return runs;
    }

    /** A loop is compiled with only those values that are read again: see {@link Clearing}. */
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

    /** Whether the jump is the last of the slice; then the next call begins at its target. */
    private boolean endsSlice(
            VirtualFrame frame, ExecutionState state, Turns turns, int pc, int target) {
        if (target <= pc && loopHeads[target] && turns.isSliceOver(this)) {
            suspend(frame, state, target, Outcome.SLICE_END);
            return true;
        }
        return false;
    }

    /**
     * Saves the variables that are read again behind {@code resume}. Each exit does so for itself:
     * one common exit would have to know every register of the program.
     */
    private void suspend(VirtualFrame frame, ExecutionState state, int resume, Outcome outcome) {
        CompilerAsserts.partialEvaluationConstant(resume);
        saveRegisters(frame, state, savedRegisters[entryAt(resume)]);
        state.resume = resume;
        setOutcome(state, outcome);
    }

    /** Most calls end as the last one did, and a store of a reference costs a barrier. */
    private static void setOutcome(ExecutionState state, Outcome outcome) {
        if (state.outcome != outcome) {
            state.outcome = outcome;
        }
    }

    /** Saves the variables that are read behind either of two addresses. */
    private void suspendForCall(VirtualFrame frame, ExecutionState state, int next, int ifIgnored) {
        CompilerAsserts.partialEvaluationConstant(next);
        CompilerAsserts.partialEvaluationConstant(ifIgnored);
        saveRegisters(frame, state, savedRegisters[entryAt(ifIgnored)]);
        state.resumeIfIgnored = ifIgnored;
        suspend(frame, state, next, Outcome.CALL);
    }

    @ExplodeLoop
    private int entryAt(int address) {
        for (int i = 1; i < entries.length; i++) {
            if (entries[i] == address) {
                return i;
            }
        }
        throw CompilerDirectives.shouldNotReachHere();
    }

    private Object leave(ExecutionState state, Turns turns) {
        if (compiles && CompilerDirectives.hasNextTier() && turns.count > 0) {
            LoopNode.reportLoopCount(this, turns.count);
        }
        state.turnCount = turns.count;
        state.searchCount = turns.searches;
        state.tier = CompilerDirectives.inInterpreter() ? Tier.INTERPRETED : Tier.COMPILED;
        if (counts) {
            state.counters.end();
        }
        return state.outcome;
    }

    @ExplodeLoop
    private static void saveRegisters(VirtualFrame frame, ExecutionState state, int[] registers) {
        for (int i = 0; i < registers.length; i++) {
            int register = registers[i];
            int kind = Registers.kind(frame, register);
            state.savedKinds[register] = (byte) kind;
            if (kind == Registers.LONG || kind == Registers.DOUBLE) {
                state.savedNumbers[register] = Registers.getBits(frame, register);
                state.savedObjects[register] = null;
            } else {
                state.savedObjects[register] =
                        kind == Registers.NULL ? null : Registers.getObject(frame, register);
            }
        }
    }

    @ExplodeLoop
    private static void restoreRegisters(
            VirtualFrame frame, ExecutionState state, int[] registers) {
        for (int i = 0; i < registers.length; i++) {
            int register = registers[i];
            Registers.restore(
                    frame,
                    register,
                    state.savedKinds[register],
                    state.savedNumbers[register],
                    state.savedObjects[register]);
        }
    }

    @Override
    public void forgetWork() {
        work.forget();
    }

    /** A program that is compiled before its first run, as in tests, is compiled completely. */
    @Override
    protected boolean prepareForCompilation(boolean isRoot, int tier, boolean isLastTier) {
        if (!work.hasBegun()) {
            compiles = mayCompile;
        }
        return true;
    }

    @Override
    public boolean hasLoops() {
        for (boolean head : loopHeads) {
            if (head) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int registerCount() {
        return registerCount;
    }

    @Override
    protected boolean isInstrumentable() {
        return !section.getSource().isInternal();
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
        private final int countMax;
        int count;
        int searches;

        Turns(int countMax) {
            this.countMax = countMax;
        }

        boolean isSliceOver(ProgramRootNode root) {
            TruffleSafepoint.poll(root);
            count++;
            int slice = CompilerDirectives.inInterpreter() ? SLICE_INTERPRETED : SLICE_COMPILED;
            return count >= Math.min(slice, countMax);
        }
    }
}
