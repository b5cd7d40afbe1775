package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.RegisteredFunction;

/**
 * An aggregate of another language.
 *
 * @param maker is instantiated, or else executed, for each group
 */
record GuestAggregate(String name, boolean window, boolean isNullIfEmpty, Object maker)
        implements RegisteredFunction.AggregateBody {
    @Override
    @TruffleBoundary
    public Accumulator accumulator() {
        InteropLibrary interop = InteropLibrary.getUncached(maker);
        try {
            Object instance = interop.isInstantiable(maker)
                    ? interop.instantiate(maker)
                    : interop.execute(maker);
            return new GuestAccumulator(name, window, instance);
        } catch (InteropException error) {
            throw GuestErrors.call(name, error);
        }
    }
}
