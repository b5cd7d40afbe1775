package org.sqlvm.engine.row.embedding;

/**
 * An embedding that many others are compared with: what the distance needs of it is computed once.
 * The results are those of {@link Distance#of}. One thread uses it.
 */
public final class FixedEmbedding {
    /** Sums over more signed bytes need not fit into an int. */
    private static final int WIDE_MAX = 1 << 15;

    private final Distance distance;
    private final ElementType type;
    private final byte[] array;
    private final int offset;
    private final int size;

    /** The sum of the squares of floats, if the distance wants it. */
    private final double squares;

    /**
     * The elements as integers, and those of the other embedding: loops over signed bytes have no
     * vector instructions, but those that convert them do. Null if they are no signed bytes, or too
     * many.
     */
    private final int[] wide;

    private final int[] other;

    /** @param embedding one whose type the distance takes */
    public FixedEmbedding(Distance distance, Embedding embedding) {
        this.distance = distance;
        type = embedding.type();
        array = embedding.array();
        offset = embedding.offset();
        size = embedding.size();
        boolean isCosine = distance == Distance.COSINE && type == ElementType.FLOAT32;
        squares = isCosine ? DistanceLoops.dot(array, offset, array, offset, embedding.count()) : 0;
        boolean isWide = type == ElementType.INT8 && size <= WIDE_MAX;
        wide = isWide ? new int[size] : null;
        other = isWide ? new int[size] : null;
        if (isWide) {
            DistanceLoops.widen(array, offset, wide);
        }
    }

    public ElementType type() {
        return type;
    }

    /** The size in bytes, which the other embeddings have, too. */
    public int size() {
        return size;
    }

    /** The distance to an embedding of the same type and size; NaN if there is none. */
    public double to(byte[] bytes, int at) {
        if (wide != null) {
            DistanceLoops.widen(bytes, at, other);
            return distance.ofIntegers(other, wide);
        }
        if (distance != Distance.COSINE || type != ElementType.FLOAT32) {
            return distance.of(type, bytes, at, array, offset, size);
        }
        long both = DistanceLoops.dotAndSquares(bytes, at, array, offset, size / Float.BYTES);
        return Distance.cosine(DistanceLoops.high(both), DistanceLoops.low(both), squares);
    }
}
