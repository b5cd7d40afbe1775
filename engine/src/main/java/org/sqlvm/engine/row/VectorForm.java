package org.sqlvm.engine.row;

import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/**
 * A function of one argument as operations on primitive values, for vectors whose values are of one
 * kind. A kind without an operation is computed value by value, by {@link ScalarFunction#call}.
 *
 * @param longToLong an integer of an integer; null if there is none, as for all operations
 * @param doubleToDouble a real of a real; NaN for NULL
 */
public record VectorForm(
        LongUnaryOperator longToLong,
        LongToDoubleFunction longToDouble,
        DoubleToLongFunction doubleToLong,
        DoubleUnaryOperator doubleToDouble,
        TextToLong textToLong) {
    /** A number that says something of a text. */
    @FunctionalInterface
    public interface TextToLong {
        long of(CallContext context, byte[] bytes, int offset, int length);
    }

    /** Integers of integers, reals of reals. */
    public static VectorForm ofNumbers(LongUnaryOperator ofLong, DoubleUnaryOperator ofDouble) {
        return new VectorForm(ofLong, null, null, ofDouble, null);
    }

    /** Reals, of all numbers. */
    public static VectorForm toReal(DoubleUnaryOperator ofDouble) {
        return new VectorForm(null, ofDouble::applyAsDouble, null, ofDouble, null);
    }

    /** Integers, of all numbers. */
    public static VectorForm toInteger(LongUnaryOperator ofLong, DoubleToLongFunction ofDouble) {
        return new VectorForm(ofLong, null, ofDouble, null, null);
    }

    public static VectorForm ofTexts(TextToLong ofText) {
        return new VectorForm(null, null, null, null, ofText);
    }
}
