package org.sqlvm.api;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Calls an accessor through a method handle: for classes of another module or loader, for which no
 * lambda can be made. Such a call is not compiled into the query.
 */
final class HandleReader
        implements ToLongFunction<Object>, ToDoubleFunction<Object>, Function<Object, Object> {
    private final MethodHandle read;

    /**
     * @param accessor a handle that takes the row
     * @param result the result type of the one method of this class that will be called: long,
     *     double or Object
     */
    HandleReader(MethodHandle accessor, Class<?> result) {
        read = accessor.asType(MethodType.methodType(result, Object.class));
    }

    @Override
    @TruffleBoundary
    public long applyAsLong(Object row) {
        try {
            return (long) read.invokeExact(row);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    @Override
    @TruffleBoundary
    public double applyAsDouble(Object row) {
        try {
            return (double) read.invokeExact(row);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    @Override
    @TruffleBoundary
    public Object apply(Object row) {
        try {
            return read.invokeExact(row);
        } catch (Throwable thrown) {
            throw unchecked(thrown);
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException exception
                ? exception
                : new UndeclaredThrowableException(thrown);
    }
}
