package org.sqlvm.engine.row.function;

import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.TimeGrain;
import org.sqlvm.engine.row.VectorForm;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A scalar function as a row of the function table, with all that rules know of it. */
record Scalar(
        String name,
        int argumentCountMin,
        int argumentCountMax,
        Set<FunctionFact> facts,
        TimeGrain timeGrain,
        VectorForm vectorForm,
        Body body)
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
        return of(name, argumentCount, argumentCount, body);
    }

    /** A deterministic function of {@code min} to {@code max} arguments. */
    static Scalar of(String name, int min, int max, Body body) {
        return changing(name, min, max, body)
                .with(FunctionFact.DETERMINISTIC, FunctionFact.ON_VECTORS);
    }

    /** A function whose result may change from call to call. */
    static Scalar changing(String name, int min, int max, Body body) {
        return new Scalar(name, min, max, Set.of(), TimeGrain.SECONDS, null, body);
    }

    /** The function, of which more is known. */
    Scalar with(FunctionFact... more) {
        Set<FunctionFact> all = EnumSet.noneOf(FunctionFact.class);
        all.addAll(facts);
        all.addAll(List.of(more));
        return new Scalar(
                name,
                argumentCountMin,
                argumentCountMax,
                Set.copyOf(all),
                timeGrain,
                vectorForm,
                body);
    }

    Scalar with(TimeGrain grain) {
        return new Scalar(name, argumentCountMin, argumentCountMax, facts, grain, vectorForm, body);
    }

    Scalar with(VectorForm form) {
        return new Scalar(name, argumentCountMin, argumentCountMax, facts, timeGrain, form, body);
    }

    @Override
    public Object call(CallContext context, Object[] arguments) {
        return body.call(context, arguments);
    }
}
