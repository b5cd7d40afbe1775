package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.language.values.GuestValues;

/** A collation of another language: a function that takes two strings and returns a number. */
public record GuestOrder(GuestCallee callee) implements RegisteredCollation.Order {
    @Override
    @TruffleBoundary
    public int compare(Text left, Text right) {
        InteropLibrary interop = InteropLibrary.getUncached(callee.executable());
        Object given;
        try {
            given = interop.execute(
                    callee.executable(),
                    GuestValues.toGuest(left.owned()),
                    GuestValues.toGuest(right.owned()));
        } catch (InteropException error) {
            throw GuestErrors.call(callee, GuestErrors.COMPARE, error);
        } catch (AbstractTruffleException error) {
            GuestErrors.failed(callee, GuestErrors.COMPARE, error, false);
            throw error;
        }
        return toOrder(callee, given);
    }

    /** Returns the sign of the collation's result. */
    static int toOrder(GuestCallee callee, Object given) {
        return switch (GuestCallNode.toSql(callee, GuestErrors.COMPARE, given)) {
            case Long order -> Long.signum(order);
            case Double order -> (int) Math.signum(order);
            default -> throw GuestErrors.result(callee, GuestErrors.COMPARE, given);
        };
    }
}
