package org.sqlvm.engine.row.function;

import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;

/** A scalar function as a row of the function table. */
record Scalar(
        String name, int argumentCountMin, int argumentCountMax, boolean isDeterministic, Body body)
        implements ScalarFunction {
    /** Any number of arguments. */
    static final int MANY = Integer.MAX_VALUE;

    /** What the function does. */
    @FunctionalInterface
    interface Body {
        Object call(CallContext context, Object[] arguments);
    }

    /** A deterministic function of exactly {@code argumentCount} arguments. */
    static Scalar of(String name, int argumentCount, Body body) {
        return new Scalar(name, argumentCount, argumentCount, true, body);
    }

    /** A deterministic function of {@code min} to {@code max} arguments. */
    static Scalar of(String name, int min, int max, Body body) {
        return new Scalar(name, min, max, true, body);
    }

    @Override
    public Object call(CallContext context, Object[] arguments) {
        return body.call(context, arguments);
    }
}
