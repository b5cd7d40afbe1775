package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.language.SqlvmLanguage;
import org.sqlvm.language.interop.GuestValues;
import org.sqlvm.language.interop.NullObject;

/**
 * Calls something of another language with values of registers. The caches of
 * {@link InteropLibrary} make what is called a part of the compiled query.
 */
public final class GuestCallNode extends Node {
    private static final int CACHE_SIZE = 3;

    @Child
    private InteropLibrary interop = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    @Child
    private TruffleString.FromByteArrayNode fromBytes = TruffleString.FromByteArrayNode.create();

    private final String name;

    /** Calls from elsewhere; null where calls are a part of the compiled query. */
    private final CallTarget apart;

    /**
     * @param name of the function, for errors
     * @param language says whether calls are inlined
     */
    public GuestCallNode(String name, SqlvmLanguage language) {
        this.name = name;
        apart = language.switches().inlining() ? null : GuestCallRootNode.target(language);
    }

    private Object execute(Object executable, Object[] arguments) throws InteropException {
        return apart == null
                ? interop.execute(executable, arguments)
                : executeApart(apart, executable, arguments);
    }

    @TruffleBoundary
    private static Object executeApart(CallTarget apart, Object executable, Object[] arguments) {
        return apart.call(executable, arguments);
    }

    /** Calls a function of one row's values. */
    public void call(GuestFunction function, Object[] values, CallResult result) {
        Object executable = function.executable();
        Object given;
        try {
            given = execute(executable, arguments(values, function.prefersInts()));
        } catch (InteropException error) {
            CompilerDirectives.transferToInterpreter();
            throw GuestErrors.call(name, error);
        }
        accept(given, result);
    }

    /** An aggregate takes a row. */
    public void step(GuestAccumulator accumulator, Object[] values) {
        Object[] arguments = arguments(values, accumulator.prefersInts());
        try {
            Object step = accumulator.boundStep();
            if (step != null) {
                execute(step, arguments);
            } else {
                interop.invokeMember(accumulator.instance(), GuestAccumulator.STEP, arguments);
            }
        } catch (InteropException error) {
            CompilerDirectives.transferToInterpreter();
            throw GuestErrors.call(name, error);
        }
    }

    /** Compares two texts under a collation. */
    public int order(GuestOrder order, Text left, Text right) {
        Object given;
        try {
            given = execute(order.executable(), new Object[] {argument(left), argument(right)});
        } catch (InteropException error) {
            CompilerDirectives.transferToInterpreter();
            throw GuestErrors.call(name, error);
        }
        return given instanceof Integer number ? number : toOrder(given);
    }

    @TruffleBoundary
    private int toOrder(Object given) {
        return GuestOrder.toOrder(name, given);
    }

    @ExplodeLoop
    private Object[] arguments(Object[] values, boolean ints) {
        Object[] arguments = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            arguments[i] = ints ? narrowed(argument(values[i])) : argument(values[i]);
        }
        return arguments;
    }

    /** A small integer with 32 bits, all else as it is. */
    static Object narrowed(Object value) {
        return value instanceof Long number && number == (int) (long) number
                ? (Object) (int) (long) number
                : value;
    }

    /** What is borrowed from a page is copied: who is called may keep it. */
    private Object argument(Object value) {
        if (value instanceof Long || value instanceof Double) {
            return value;
        }
        if (value == SqlNull.NULL) {
            return NullObject.NULL;
        }
        if (value instanceof Text text) {
            return fromBytes.execute(
                    text.array, text.offset, text.length, TruffleString.Encoding.UTF_8, true);
        }
        return blob((Blob) value);
    }

    @TruffleBoundary
    private static Object blob(Blob value) {
        return GuestValues.toGuest(value.owned());
    }

    private void accept(Object given, CallResult result) {
        if (given instanceof Long number) {
            result.setLong(number);
        } else if (given instanceof Integer number) {
            result.setLong(number);
        } else if (given instanceof Double number) {
            result.setDouble(number);
        } else {
            result.setValue(toSql(name, given));
        }
    }

    /** @throws org.sqlvm.engine.error.SqlException if SQL knows no such value */
    @TruffleBoundary
    static Object toSql(String name, Object given) {
        try {
            return GuestValues.toSql(given);
        } catch (UnsupportedTypeException _) {
            throw GuestErrors.result(name, given);
        }
    }
}
