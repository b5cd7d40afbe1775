package org.sqlvm.language.instruction;

import org.sqlvm.api.ScalarFunction;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.KeptAccumulator;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.language.callbacks.guest.GuestAccumulator;
import org.sqlvm.language.callbacks.guest.GuestAggregate;
import org.sqlvm.language.callbacks.guest.GuestCallNode;
import org.sqlvm.language.callbacks.guest.GuestFunction;
import org.sqlvm.language.callbacks.guest.GuestTable;
import org.sqlvm.language.callbacks.host.HostErrors;
import org.sqlvm.language.callbacks.host.HostFunction;
import org.sqlvm.language.runtime.ExecutionState;

/**
 * Calls of functions that the connection's user has registered. Which these are, the run knows, by
 * their slots: programs are shared.
 */
public final class Callbacks {
    private Callbacks() {}

    /** Whether what is registered belongs to another language. */
    public static boolean isGuest(RegisteredFunction.Body body) {
        return body instanceof GuestFunction
                || body instanceof GuestAggregate
                || body instanceof GuestTable;
    }

    /** Returns a scalar function in Java; null if it is one of another language. */
    public static ScalarFunction scalar(ExecutionState state, int slot) {
        return state.root.bodies[slot] instanceof HostFunction host ? host.function() : null;
    }

    /** Returns the error of the statement in which a function in Java has thrown something. */
    public static RuntimeException failure(Throwable thrown) {
        return HostErrors.of(thrown);
    }

    /** Calls a scalar function of another language, without the caches that a node has for it. */
    public static CallResult call(ExecutionState state, int slot, Object[] values) {
        CallResult result = new CallResult();
        GuestFunction guest = (GuestFunction) state.root.bodies[slot];
        GuestCallNode.UNCACHED.call(state.root, guest, values, result);
        return result;
    }

    /** Returns the accumulator of a new group. */
    public static Accumulator accumulator(ExecutionState state, int slot) {
        Accumulator accumulator = body(state, slot).accumulator();
        state.accumulators.add((KeptAccumulator) accumulator);
        return accumulator;
    }

    /** Has an accumulator of another language take a row, likewise. */
    public static void step(ExecutionState state, Object accumulator, Object[] values) {
        GuestCallNode.UNCACHED.step(state.root, (GuestAccumulator) accumulator, values);
    }

    /**
     * Returns a group's result.
     *
     * @param held the group's accumulator; anything else if it has no row
     */
    public static Object result(ExecutionState state, int slot, Object held) {
        if (held instanceof KeptAccumulator accumulator) {
            state.accumulators.remove(accumulator);
            return accumulator.finish();
        }
        RegisteredFunction.AggregateBody body = body(state, slot);
        return body.isNullIfEmpty() ? SqlNull.NULL : body.accumulator().finish();
    }

    private static RegisteredFunction.AggregateBody body(ExecutionState state, int slot) {
        return (RegisteredFunction.AggregateBody) state.root.bodies[slot];
    }
}
