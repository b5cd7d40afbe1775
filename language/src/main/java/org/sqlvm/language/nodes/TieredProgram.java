package org.sqlvm.language.nodes;

import org.sqlvm.engine.program.Program;
import org.sqlvm.language.classfile.ClassProgram;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.ProgramCode;
import org.sqlvm.language.runtime.Tier;

import java.util.concurrent.locks.ReentrantLock;
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

    /** How long nodes run the program, in nanoseconds. */
    private final long interpretedTimeMin;

    private final InterpretedWork work = new InterpretedWork();
    private final ReentrantLock making = new ReentrantLock();

    /** Null before it is made, and if there can be none. */
    private volatile ClassProgram generated;

    /** Whether the class has been made, or there can be none. */
    private volatile boolean isMade;

    /**
     * Creates a program that has no class so far.
     *
     * @param callbacks the functions that Graal's compiler could inline; null without that compiler
     * @param delay how long nodes run the program for each instruction, in nanoseconds
     */
    TieredProgram(
            Program program,
            ProgramRootNode nodes,
            CallbackSlots callbacks,
            Supplier<ClassProgram> maker,
            int delay) {
        this.nodes = nodes;
        this.callbacks = callbacks == null || callbacks.areNone() ? null : callbacks;
        this.maker = maker;
        interpretedTimeMin = (long) delay * (FIXED_SIZE + program.instructions().size());
    }

    @Override
    public Outcome call(ExecutionState state) {
        if (callbacks != null && callbacks.haveGuests(state)) {
            return nodes.call(state);
        }
        ClassProgram known = generated;
        if (!isMade && work.time() >= interpretedTimeMin) {
            known = make();
        }
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
        if (isMade || !work.begin()) {
            return nodes.call(state);
        }
        long begun = System.nanoTime();
        Outcome outcome = nodes.call(state);
        work.end(state, begun);
        return outcome;
    }

    /** Returns the class; null if another thread is making it, or if there is none. */
    private ClassProgram make() {
        if (!making.tryLock()) {
            return null;
        }
        try {
            if (!isMade) {
                generated = maker.get();
            }
            return generated;
        } finally {
            isMade = true; // Also if it has failed, for want of memory.
            making.unlock();
        }
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
