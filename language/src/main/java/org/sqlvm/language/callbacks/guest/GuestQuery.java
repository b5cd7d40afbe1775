package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;

import org.sqlvm.api.RtreeQuery;
import org.sqlvm.engine.virtual.ValueList;

/**
 * A search of R-Trees by a function of another language. It takes an array with the box of a cell,
 * an array of parameters and the level, and returns whether the cell is wanted, or its score.
 */
public record GuestQuery(GuestCallee callee) implements RtreeQuery {
    @Override
    @TruffleBoundary
    public Within test(Cell cell) {
        Object[] arguments = callee.arguments(
                new Object[] {list(cell.coordinates()), list(cell.parameters()), (long) cell.level()
                });
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object given = interop.execute(callee.executable(), arguments);
            return interop.isNull(given) ? Within.NOT : within(cell, given, interop);
        } catch (InteropException error) {
            throw GuestErrors.call(callee, GuestErrors.CALL, error);
        } catch (AbstractTruffleException error) {
            GuestErrors.failed(callee, GuestErrors.CALL, error, false);
            throw error;
        }
    }

    private Within within(Cell cell, Object given, InteropLibrary interop)
            throws UnsupportedMessageException {
        if (interop.isBoolean(given)) {
            return interop.asBoolean(given) ? Within.PARTLY : Within.NOT;
        }
        switch (GuestCallNode.toSql(callee, GuestErrors.CALL, given)) {
            case Long score -> cell.setScore(score);
            case Double score -> cell.setScore(score);
            default -> throw GuestErrors.result(callee, GuestErrors.CALL, given);
        }
        return Within.PARTLY;
    }

    private static ValueList list(double[] numbers) {
        ValueList list = new ValueList();
        for (double number : numbers) {
            list.add(number);
        }
        return list;
    }
}
