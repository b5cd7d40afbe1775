package org.sqlvm.engine.row.embedding;

import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;

/**
 * The distances between embeddings: the nearer, the less. All but DOT are sqlite-vec's, whose
 * results are floats; only the last digits differ, since the sums are made in another order.
 */
public enum Distance {
    L2("L2"),
    COSINE("cosine"),
    /** The negative inner product, so that the nearest come first in ascending order. */
    DOT("dot"),
    L1("L1"),
    HAMMING("hamming");

    private final String words;

    Distance(String words) {
        this.words = words;
    }

    /** Whether it is defined for elements of a type. */
    public boolean takes(ElementType type) {
        return (this == HAMMING) == (type == ElementType.BIT);
    }

    /** Whether the results are integers: as in sqlite-vec those of L1 are for int8. */
    public boolean givesIntegers(ElementType type) {
        return this == L1 && type == ElementType.INT8;
    }

    /**
     * The distance of two embeddings of one type, which it takes, and one size.
     *
     * @return NaN if there is none
     */
    public double of(ElementType type, byte[] a, int aAt, byte[] b, int bAt, int size) {
        return type == ElementType.FLOAT32
                ? ofFloats(a, aAt, b, bAt, size / Float.BYTES)
                : ofBytes(a, aAt, b, bAt, size);
    }

    private double ofFloats(byte[] a, int aAt, byte[] b, int bAt, int count) {
        return switch (this) {
            case L2 -> (float) Math.sqrt(DistanceLoops.squares(a, aAt, b, bAt, count));
            case COSINE ->
                cosine(
                        DistanceLoops.dot(a, aAt, b, bAt, count),
                        DistanceLoops.dot(a, aAt, a, aAt, count),
                        DistanceLoops.dot(b, bAt, b, bAt, count));
            // Adding 0 turns -0 into 0.
            case DOT -> -DistanceLoops.dot(a, aAt, b, bAt, count) + 0.0;
            case L1 -> DistanceLoops.differences(a, aAt, b, bAt, count);
            case HAMMING -> throw new AssertionError(this);
        };
    }

    private double ofBytes(byte[] a, int aAt, byte[] b, int bAt, int count) {
        return switch (this) {
            case L2 -> (float) Math.sqrt(DistanceLoops.byteSquares(a, aAt, b, bAt, count));
            case COSINE ->
                cosine(
                        DistanceLoops.byteDot(a, aAt, b, bAt, count),
                        DistanceLoops.byteDot(a, aAt, a, aAt, count),
                        DistanceLoops.byteDot(b, bAt, b, bAt, count));
            case DOT -> -DistanceLoops.byteDot(a, aAt, b, bAt, count);
            case L1 -> DistanceLoops.byteDifferences(a, aAt, b, bAt, count);
            case HAMMING -> DistanceLoops.bits(a, aAt, b, bAt, count);
        };
    }

    /** The distance of signed bytes that have been widened. */
    double ofIntegers(int[] a, int[] b) {
        return switch (this) {
            case L2 -> (float) Math.sqrt(DistanceLoops.intSquares(a, b));
            case COSINE ->
                cosine(
                        DistanceLoops.intDot(a, b),
                        DistanceLoops.intDot(a, a),
                        DistanceLoops.intDot(b, b));
            case DOT -> -DistanceLoops.intDot(a, b);
            case L1, HAMMING -> throw new AssertionError(this);
        };
    }

    static double cosine(double dot, double squaresOfA, double squaresOfB) {
        return (float) (1 - dot / (Math.sqrt(squaresOfA) * Math.sqrt(squaresOfB)));
    }

    /** The result of a call. */
    public Object of(Object[] arguments) {
        Embedding[] pair = Embedding.pair(arguments);
        Embedding a = pair[0];
        Embedding b = pair[1];
        if (!takes(a.type())) {
            throw SqlException.error("Cannot calculate " + words + " distance between two "
                    + (a.type() == ElementType.BIT ? "bit" : a.type().words + " ") + "vectors.");
        }
        double result = of(a.type(), a.array(), a.offset(), b.array(), b.offset(), a.size());
        return givesIntegers(a.type()) ? (Object) (long) result : Values.real(result);
    }
}
