package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.function.RegisteredFunction;

/**
 * An aggregate of another language.
 *
 * @param maker is instantiated, or else executed, for each group
 */
public record GuestAggregate(GuestCallee maker, boolean window, boolean isNullIfEmpty)
        implements RegisteredFunction.AggregateBody {
    @Override
    @TruffleBoundary
    public Accumulator accumulator() {
        Object made = maker.executable();
        InteropLibrary interop = InteropLibrary.getUncached(made);
        try {
            Object instance = interop.isInstantiable(made)
                    ? interop.instantiate(made)
                    : interop.execute(made);
            return new GuestAccumulator(maker, window, instance);
        } catch (InteropException error) {
            throw GuestErrors.call(maker, GuestErrors.NEW, error);
        } catch (AbstractTruffleException error) {
            GuestErrors.failed(maker, GuestErrors.NEW, error, false);
            throw error;
        }
    }
}
