package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.language.interop.GuestValues;

/** A collation of another language: takes two strings and gives a number. */
public record GuestOrder(String name, Object executable) implements RegisteredCollation.Order {
    @Override
    @TruffleBoundary
    public int compare(Text left, Text right) {
        InteropLibrary interop = InteropLibrary.getUncached(executable);
        Object given;
        try {
            given = interop.execute(
                    executable,
                    GuestValues.toGuest(left.owned()),
                    GuestValues.toGuest(right.owned()));
        } catch (InteropException error) {
            throw GuestErrors.call(name, error);
        }
        return toOrder(name, given);
    }

    /** The sign of what the collation gives. */
    static int toOrder(String name, Object given) {
        return switch (GuestCallNode.toSql(name, given)) {
            case Long order -> Long.signum(order);
            case Double order -> (int) Math.signum(order);
            default -> throw GuestErrors.result(name, given);
        };
    }
}
