package org.sqlvm.engine.row;

import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * A function of one argument as operations on primitive values, for vectors whose values are of one
 * kind. A kind without an operation is computed value by value, by {@link ScalarFunction#call}.
 *
 * @param longToLong an integer of an integer; null if there is none, as for all operations
 * @param doubleToDouble a real of a real; NaN for NULL
 * @param blobsToDouble instead of all others: a function of two arguments, of which one is the same
 *     for all rows
 * @param blobToBlob a BLOB with the same bytes, which may be shared: those of vectors do not change
 */
public record VectorForm(
        LongUnaryOperator longToLong,
        LongToDoubleFunction longToDouble,
        DoubleToLongFunction doubleToLong,
        DoubleUnaryOperator doubleToDouble,
        TextToLong textToLong,
        BlobsToDouble blobsToDouble,
        UnaryOperator<Object> blobToBlob) {
    /** A function of two long BLOBs that gives a real: it is worth threads. */
    @FunctionalInterface
    public interface BlobsToDouble {
        /**
         * Fixes one argument, whichever of the two.
         *
         * @return null if there is no form for that value
         */
        Blobs with(Object fixed);
    }

    /** A function of BLOBs that gives reals. One thread uses it. */
    @FunctionalInterface
    public interface Blobs {
        /**
         * Computes the first {@code count} results; NaN for NULL.
         *
         * @return false if there is no form for one of the values; results are then undefined
         */
        boolean apply(Object[] values, int count, double[] results);
    }

    /** A number that says something of a text. */
    @FunctionalInterface
    public interface TextToLong {
        long of(CallContext context, byte[] bytes, int offset, int length);
    }

    /** Integers of integers, reals of reals. */
    public static VectorForm ofNumbers(LongUnaryOperator ofLong, DoubleUnaryOperator ofDouble) {
        return new VectorForm(ofLong, null, null, ofDouble, null, null, null);
    }

    /** Reals, of all numbers. */
    public static VectorForm toReal(DoubleUnaryOperator ofDouble) {
        return new VectorForm(null, ofDouble::applyAsDouble, null, ofDouble, null, null, null);
    }

    /** Integers, of all numbers. */
    public static VectorForm toInteger(LongUnaryOperator ofLong, DoubleToLongFunction ofDouble) {
        return new VectorForm(ofLong, null, ofDouble, null, null, null, null);
    }

    public static VectorForm ofTexts(TextToLong ofText) {
        return new VectorForm(null, null, null, null, ofText, null, null);
    }

    /** Reals, of two BLOBs. */
    public static VectorForm ofBlobs(BlobsToDouble ofBlobs) {
        return new VectorForm(null, null, null, null, null, ofBlobs, null);
    }

    /** A BLOB of a BLOB; null if that fails. */
    public static VectorForm ofBlob(UnaryOperator<Object> ofBlob) {
        return new VectorForm(null, null, null, null, null, null, ofBlob);
    }
}
