package org.sqlvm.language.nodes;

import org.sqlvm.engine.program.Program;
import org.sqlvm.language.classfile.ClassProgram;
import org.sqlvm.language.options.ClassSwitches;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.ProgramCode;
import org.sqlvm.language.runtime.Tier;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A program that runs on nodes until it has worked about as long as making a class of it takes, and
 * as that class from then on. A run changes over where a call of the program ends: both leave the
 * registers that are read again, and the cursors, in the state. A run does not change back.
 *
 * <p>Where Graal's compiler is there, a run that calls another language stays on nodes: Graal
 * inlines functions of guests in them.
 */
final class TieredProgram implements ProgramCode {
    /**
     * The instructions that take as long to make as the rest of a class: each takes some tenth of a
     * millisecond.
     */
    private static final int FIXED_SIZE = 50;

    private final ProgramRootNode nodes;

    /** The functions that Graal's compiler could inline; null if guests make no difference. */
    private final CallbackSlots callbacks;

    /** Makes the class; gives null if there can be none. */
    private final Supplier<ClassProgram> maker;

    /** Whether another thread makes the class, while runs go on on nodes. */
    private final boolean inBackground;

    /** How long nodes run the program, in nanoseconds. */
    private final long interpretedTimeMin;

    private final InterpretedWork work;

    /** Whether the class is made, or is being made, or could not be. */
    private final AtomicBoolean isBegun = new AtomicBoolean();

    /** Null before it is made, and if there can be none. */
    private volatile ClassProgram generated;

    /**
     * Creates a program that has no class so far.
     *
     * @param callbacks the functions that Graal's compiler could inline; null without that compiler
     */
    TieredProgram(
            Program program,
            ProgramRootNode nodes,
            CallbackSlots callbacks,
            Supplier<ClassProgram> maker,
            ClassSwitches switches) {
        this.nodes = nodes;
        this.callbacks = callbacks == null || callbacks.areNone() ? null : callbacks;
        this.maker = maker;
        inBackground = switches.inBackground();
        work = new InterpretedWork(program.instructions().size());
        interpretedTimeMin =
                (long) switches.delay() * (FIXED_SIZE + program.instructions().size());
    }

    @Override
    public Outcome call(ExecutionState state) {
        if (callbacks != null && callbacks.haveGuests(state)) {
            return nodes.call(state);
        }
        if (!isBegun.get() && work.time() >= interpretedTimeMin) {
            begin();
        }
        ClassProgram known = generated;
        return known != null && isForClass(state, known) ? known.call(state) : interpret(state);
    }

    private boolean isForClass(ExecutionState state, ClassProgram known) {
        boolean begins = state.resume == 0;
        if (!begins && state.tier == Tier.CLASS) {
            return true;
        }
        return !nodes.isWatched() && (begins || known.takesOver());
    }

    private Outcome interpret(ExecutionState state) {
        if (isBegun.get() || !work.begin()) {
            return nodes.call(state);
        }
        long begun = System.nanoTime();
        Outcome outcome = nodes.call(state);
        work.end(state, begun);
        return outcome;
    }

    /** Makes the class, or has it made; once, also if it fails for want of memory. */
    private void begin() {
        if (!isBegun.compareAndSet(false, true)) {
            return; // Another thread does.
        }
        if (inBackground) {
            ClassThread.execute(this::make);
        } else {
            make();
        }
    }

    private void make() {
        generated = maker.get();
    }

    @Override
    public int registerCount() {
        return nodes.registerCount();
    }

    @Override
    public boolean hasLoops() {
        return nodes.hasLoops();
    }

    @Override
    public void forgetWork() {
        work.forget();
        nodes.forgetWork();
    }
}
