package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.MatchContext;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;

/**
 * A function of another language for the rows that a full-text query finds. It takes the row, and
 * the arguments behind the table's name.
 *
 * @param maker makes the object that stands for the row
 */
public record GuestAuxiliary(GuestCallee callee, GuestMatch.Maker maker)
        implements AuxiliaryFunction {
    @Override
    @TruffleBoundary
    public void call(MatchContext match, Arguments arguments, Result result) {
        Object[] values = callee.arguments(((HostArguments) arguments).values());
        Object[] passed = new Object[values.length + 1];
        System.arraycopy(values, 0, passed, 1, values.length);
        GuestMatch row = maker.of(match, callee);
        passed[0] = row;
        try {
            Object given = InteropLibrary.getUncached().execute(callee.executable(), passed);
            ((CallResult) result).setValue(GuestCallNode.toSql(callee, GuestErrors.CALL, given));
        } catch (InteropException error) {
            throw GuestErrors.call(callee, GuestErrors.CALL, error);
        } finally {
            row.end();
        }
    }
}
