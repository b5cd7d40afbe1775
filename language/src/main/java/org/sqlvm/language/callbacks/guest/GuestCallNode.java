package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.values.GuestValues;

/**
 * Calls something of another language with values of registers. The caches of
 * {@link InteropLibrary} make what is called a part of the compiled query.
 */
public final class GuestCallNode extends Node {
    private static final int CACHE_SIZE = 3;

    /** For callers that are no nodes. */
    public static final GuestCallNode UNCACHED = new GuestCallNode(
            InteropLibrary.getUncached(), TruffleString.FromByteArrayNode.getUncached());

    @Child
    private InteropLibrary interop;

    @Child
    private TruffleString.FromByteArrayNode fromBytes;

    private GuestCallNode(InteropLibrary interop, TruffleString.FromByteArrayNode fromBytes) {
        this.interop = interop;
        this.fromBytes = fromBytes;
    }

    public static GuestCallNode create() {
        return new GuestCallNode(
                InteropLibrary.getFactory().createDispatched(CACHE_SIZE),
                TruffleString.FromByteArrayNode.create());
    }

    /** Has the language's lock held until the batch ends. */
    private static void lock(ExecutionState root, GuestCallee callee) {
        if (root.guestUnlock == null) {
            root.guestUnlock = callee.lock();
        }
    }

    /** Calls a function of one row's values. */
    public void call(
            ExecutionState root, GuestFunction function, Object[] values, CallResult result) {
        GuestCallee callee = function.callee();
        lock(root, callee);
        Object given;
        try {
            given = interop.execute(callee.executable(), arguments(callee, values));
        } catch (InteropException error) {
            CompilerDirectives.transferToInterpreter();
            throw GuestErrors.call(callee, GuestErrors.CALL, error);
        } catch (AbstractTruffleException error) {
            CompilerDirectives.transferToInterpreter();
            GuestErrors.failed(callee, GuestErrors.CALL, error, false);
            throw error;
        }
        accept(callee, given, result);
    }

    /** An aggregate takes a row. */
    public void step(ExecutionState root, GuestAccumulator accumulator, Object[] values) {
        GuestCallee maker = accumulator.maker();
        lock(root, maker);
        Object function = accumulator.stepFunction();
        Object step = accumulator.boundStep();
        try {
            if (function != null) {
                Object[] arguments = new Object[values.length + 1];
                arguments[0] = accumulator.self();
                convert(maker, values, arguments, 1);
                interop.execute(function, arguments);
            } else if (step != null) {
                interop.execute(step, arguments(maker, values));
            } else {
                Object[] arguments = arguments(maker, values);
                interop.invokeMember(accumulator.instance(), GuestAccumulator.STEP, arguments);
            }
        } catch (InteropException error) {
            CompilerDirectives.transferToInterpreter();
            throw GuestErrors.call(maker, GuestAccumulator.STEP, error);
        } catch (AbstractTruffleException error) {
            CompilerDirectives.transferToInterpreter();
            GuestErrors.failed(maker, GuestAccumulator.STEP, error, false);
            throw error;
        }
    }

    /** Compares two texts under a collation. */
    public int order(GuestOrder order, Text left, Text right) {
        GuestCallee callee = order.callee();
        Object given;
        try {
            given = interop.execute(
                    callee.executable(), argument(callee, left), argument(callee, right));
        } catch (InteropException error) {
            CompilerDirectives.transferToInterpreter();
            throw GuestErrors.call(callee, GuestErrors.COMPARE, error);
        } catch (AbstractTruffleException error) {
            CompilerDirectives.transferToInterpreter();
            GuestErrors.failed(callee, GuestErrors.COMPARE, error, false);
            throw error;
        }
        return given instanceof Integer number ? number : toOrder(callee, given);
    }

    @TruffleBoundary
    private static int toOrder(GuestCallee callee, Object given) {
        return GuestOrder.toOrder(callee, given);
    }

    private Object[] arguments(GuestCallee callee, Object[] values) {
        Object[] arguments = new Object[values.length];
        convert(callee, values, arguments, 0);
        return arguments;
    }

    /** Puts the values, as the callee takes them, into {@code arguments} from {@code at} on. */
    @ExplodeLoop
    private void convert(GuestCallee callee, Object[] values, Object[] arguments, int at) {
        for (int i = 0; i < values.length; i++) {
            arguments[at + i] = argument(callee, values[i]);
        }
    }

    /**
     * Converts an argument. A value borrowed from a page is copied, since the callee may keep it.
     */
    private Object argument(GuestCallee callee, Object value) {
        if (value instanceof Long integer) {
            return callee.integer(integer);
        }
        if (value instanceof Double) {
            return value;
        }
        if (value == SqlNull.NULL) {
            return callee.nothing();
        }
        if (value instanceof Text text) {
            return fromBytes.execute(
                    text.array, text.offset, text.length, TruffleString.Encoding.UTF_8, true);
        }
        return callee.blob((Blob) value);
    }

    private static void accept(GuestCallee callee, Object given, CallResult result) {
        if (given instanceof Long number) {
            result.setLong(number);
        } else if (given instanceof Integer number) {
            result.setLong(number);
        } else if (given instanceof Double number) {
            result.setDouble(number);
        } else {
            result.setValue(toSql(callee, GuestErrors.CALL, given));
        }
    }

    /** @throws org.sqlvm.engine.error.SqlException if SQL knows no such value */
    @TruffleBoundary
    static Object toSql(GuestCallee callee, String method, Object given) {
        try {
            return GuestValues.toSql(given);
        } catch (UnsupportedTypeException _) {
            throw GuestErrors.result(callee, method, given);
        } catch (SqlException error) {
            throw GuestErrors.result(callee, method, given, error);
        }
    }
}
