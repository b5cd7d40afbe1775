package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.callbacks.result.ParameterValues;
import org.sqlvm.language.values.RowShape;

import java.util.Arrays;

/** Walks over a collection of another language; {@link GuestRowNode} knows how. */
public final class GuestTableCursor extends VirtualCursor {
    final GuestTable table;
    /**
     * The form of the rows; null before the first row of a table that was empty when it was
     * registered.
     */
    RowShape shape;

    /** The collection. */
    Object rows;

    /** The values of the parameters, as in a register. */
    private Object[] parameters = {};

    /** The iterator; null for a collection with array elements. */
    Object iterator;

    private State state = State.EMPTY;

    private enum State {
        EMPTY,
        /** Before the first row. */
        BEFORE,
        ON
    }

    /** The number of array elements when the scan began. */
    long size;

    /** The current row's number, from 0. */
    long position;

    /** The current row; null for a row of NULLs. */
    Object row;

    GuestTableCursor(GuestTable table) {
        this.table = table;
        this.shape = table.shape();
        this.rows = table.rows();
    }

    @Override
    @TruffleBoundary
    public void filter(ScanPlan plan, Object[] arguments) {
        if (table.function() != null) {
            if (Arrays.asList(arguments).contains(SqlNull.NULL)) {
                state = State.EMPTY; // No row has a parameter that equals NULL.
                return;
            }
            parameters = ParameterValues.spread(
                    plan.index(), arguments, table.parameters().size());
            rows = call(table.function());
            shape = null;
        }
        state = State.BEFORE;
    }

    private Object call(GuestCallee function) {
        try {
            return InteropLibrary.getUncached()
                    .execute(function.executable(), function.arguments(parameters));
        } catch (InteropException error) {
            throw GuestErrors.call(function, GuestErrors.CALL, error);
        } catch (AbstractTruffleException error) {
            GuestErrors.failed(function, GuestErrors.CALL, error, false);
            throw error;
        }
    }

    /** The value of a hidden column; null if the column is not one. */
    Object parameter(int column) {
        int place = column - table.members().length;
        return place >= 0 ? parameters[place] : null;
    }

    @Override
    @TruffleBoundary
    public boolean next() {
        if (state != State.ON) {
            boolean any = state == State.BEFORE;
            state = State.ON;
            return any && GuestRowNode.UNCACHED.first(this);
        }
        return GuestRowNode.UNCACHED.next(this);
    }

    @Override
    @TruffleBoundary
    public Object column(int column) {
        CallResult result = new CallResult();
        GuestRowNode.UNCACHED.read(this, column, result);
        return result.value();
    }

    @Override
    public long rowid() {
        return position + 1;
    }
}
