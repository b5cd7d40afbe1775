package org.sqlvm.language.statement;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.language.machine.ProcessorTime;
import org.sqlvm.language.runtime.ExecutionState;

/**
 * One run of a statement with a {@link VectorChoice}: counts the cost of the program of rows, and
 * decides when to give it up for the program of vectors. One object serves all runs of an
 * {@link Execution}.
 */
final class VectorTrial {
    private VectorChoice choice;
    /** The run has begun with the program of vectors. */
    private boolean onVectors;
    /** The run is of the program of rows, which may be given up. */
    private boolean undecided;
    /** The time that the run's calls have taken, in nanoseconds. */
    private long time;
    /** The run's cost so far, and the cost at which it is given up. */
    private long cost;

    private long costMax;
    /** The ratio of the cost of an interpreted turn to that of a compiled one. */
    private int interpretedWeight;
    /**
     * How long turns that are interpreted may take, and have taken, in nanoseconds of processor
     * time: other work on the machine must not make rows look slow.
     */
    private long interpretedMax;

    private long interpretedTime;
    /** When the call began that is timed so, in the thread's processor time. */
    private long interpretedBegun;
    /** The call that runs is timed so. */
    private boolean timed;
    /** The last call was interpreted, or there was none yet. */
    private boolean interpreted;

    /** Whether the run of rows has come to its end, but has cost more than vectors would. */
    private boolean outrun;

    /** A run begins. */
    void begin(VectorChoice choiceOfProgram, Connection connection) {
        choice = choiceOfProgram;
        time = 0;
        cost = 0;
        onVectors = choice.beginsWithVectors();
        undecided = !onVectors;
        costMax = onVectors ? 0 : choice.costMax(connection);
        interpretedWeight = choice.interpretedWeight(connection);
        interpretedMax = onVectors ? 0 : choice.interpretedMax(connection);
        interpretedTime = 0;
        interpreted = true;
        outrun = false;
    }

    /** Whether the run begins with the program of vectors. */
    boolean beginsWithVectors() {
        return onVectors;
    }

    /**
     * A call of the program begins. Gives the time, in nanoseconds.
     *
     * @param gaveRows the consumer has had rows: the program is not given up any more
     */
    long beginCall(ExecutionState state, boolean gaveRows) {
        timed = undecided && interpreted && interpretedMax < Long.MAX_VALUE;
        if (undecided) {
            long left = costMax - cost;
            state.setTurnsMax(left >= 0 ? choice.turns(left, timed) : Long.MAX_VALUE);
            state.costMax = gaveRows ? Long.MAX_VALUE : left;
            state.tooDear = false;
        }
        if (timed) {
            interpretedBegun = ProcessorTime.ofThread();
        }
        return System.nanoTime();
    }

    /**
     * Ends a call of the program.
     *
     * @param begun the result of {@link #beginCall}
     * @param done whether the program has come to its end
     * @param usual whether the times are comparable to those of other runs: this one does not count
     *     instructions
     * @return whether the program of rows has cost more than it should, and has not ended; or has
     *     ended before it would
     */
    boolean endCall(ExecutionState state, long begun, boolean done, boolean usual) {
        long taken = System.nanoTime() - begun;
        time += taken;
        if (onVectors && done && usual) {
            choice.noteVectors(time);
        }
        if (!undecided) {
            return false;
        }
        if (state.tooDear) {
            return true;
        }
        interpreted = state.isInterpreted();
        if (timed && interpreted) {
            long spent = ProcessorTime.ofThread() - interpretedBegun;
            interpretedTime += Math.max(0, spent - state.vectorTime);
        }
        state.vectorTime = 0;
        int weight = interpreted ? interpretedWeight : 1;
        cost += choice.cost(state.turnCount, state.searchCount, weight);
        if (done && usual) {
            outrun = cost > costMax;
            choice.noteRows(cost, costMax, time);
        }
        return !done && (cost > costMax || interpretedTime > interpretedMax);
    }

    /** Whether the program of rows has come to its end, but has cost more than vectors would. */
    boolean isOutrun() {
        return outrun;
    }

    /** The program of rows is given up. What was known before it began to cost is no trial. */
    void giveUp(ExecutionState state) {
        if (!state.tooDear) {
            choice.noteOutrun();
        }
        undecided = false;
    }
}
