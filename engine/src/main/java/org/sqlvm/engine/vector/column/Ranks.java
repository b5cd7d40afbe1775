package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Bytes;

/**
 * The ranks of the entries of two dictionaries in one common order; equal entries have the same
 * rank. Texts of the two columns compare like the ranks.
 */
public final class Ranks {
    private final Chunk.Dictionary left;
    private final Chunk.Dictionary right;
    private long[] leftRanks;
    private long[] rightRanks;

    public Ranks(Chunk.Dictionary left, Chunk.Dictionary right) {
        this.left = left;
        this.right = right;
    }

    /** By number of an entry in the left dictionary: its rank. */
    public long[] left() {
        make();
        return leftRanks;
    }

    /** By number of an entry in the right dictionary: its rank. */
    public long[] right() {
        make();
        return rightRanks;
    }

    private void make() {
        if (leftRanks != null) {
            return;
        }
        int[] leftOrder = left.order();
        int[] rightOrder = right.order();
        long[] ofLeft = new long[leftOrder.length];
        long[] ofRight = new long[rightOrder.length];
        int l = 0;
        int r = 0;
        for (long rank = 0; l < leftOrder.length || r < rightOrder.length; rank++) {
            int order = l == leftOrder.length
                    ? 1
                    : r == rightOrder.length
                            ? -1
                            : Bytes.compare(
                                    left.entries[leftOrder[l]], right.entries[rightOrder[r]]);
            if (order <= 0) {
                ofLeft[leftOrder[l++]] = rank;
            }
            if (order >= 0) {
                ofRight[rightOrder[r++]] = rank;
            }
        }
        leftRanks = ofLeft;
        rightRanks = ofRight;
    }
}
