package org.sqlvm.engine.virtual.rtree;

import java.util.Arrays;

/**
 * The split of a node in two, as the R*-tree of Beckmann et al. (1990) does it: along the dimension
 * in which the sides of the boxes are shortest in sum, where the boxes overlap least.
 */
final class RtreeSplit {
    private final RtreeLayout layout;
    private final RtreeCell[] cells;
    private final RtreeCell leftBox;
    private final RtreeCell rightBox;

    /** The cells in the order of the best dimension. */
    private int[] order;

    /** How many of them go to the left. */
    private int leftCount;

    /** @param cells one more than a node can have */
    RtreeSplit(RtreeLayout layout, RtreeCell[] cells) {
        this.layout = layout;
        this.cells = cells;
        choose();
        leftBox = new RtreeCell(cells[order[0]]);
        rightBox = new RtreeCell(cells[order[leftCount]]);
    }

    /** The box of the left node; its number is the caller's to set. */
    RtreeCell leftBox() {
        return leftBox;
    }

    RtreeCell rightBox() {
        return rightBox;
    }

    /** Adds the cells to two empty nodes. */
    void distribute(RtreeNode left, RtreeNode right) {
        for (int i = 0; i < cells.length; i++) {
            boolean isLeft = i < leftCount;
            RtreeCell cell = cells[order[i]];
            (isLeft ? left : right).add(cell);
            (isLeft ? leftBox : rightBox).grow(cell);
        }
    }

    private void choose() {
        double bestMargin = 0;
        int[] spare = new int[cells.length];
        for (int dimension = 0; dimension < layout.dimensions(); dimension++) {
            int[] sorted = new int[cells.length];
            Arrays.setAll(sorted, i -> i);
            sort(sorted, 0, sorted.length, dimension, spare);
            Candidate candidate = new Candidate(sorted);
            if (dimension == 0 || candidate.margin < bestMargin) {
                bestMargin = candidate.margin;
                order = sorted;
                leftCount = candidate.leftCount;
            }
        }
    }

    /** The best split along one dimension. */
    private final class Candidate {
        double margin;
        int leftCount;

        Candidate(int[] sorted) {
            int count = sorted.length;
            RtreeCell[] rights = new RtreeCell[count];
            rights[count - 1] = cells[sorted[count - 1]];
            for (int i = count - 2; i > 0; i--) {
                rights[i] = new RtreeCell(rights[i + 1]);
                rights[i].grow(cells[sorted[i]]);
            }
            RtreeCell left = new RtreeCell(cells[sorted[0]]);
            int min = layout.cellsMin();
            double bestOverlap = 0;
            double bestArea = 0;
            for (int each = 1; each <= count - min; each++) {
                if (each >= min) {
                    RtreeCell right = rights[each];
                    margin += left.margin();
                    margin += right.margin();
                    double overlap = left.overlap(right);
                    double area = left.area(layout.integers()) + right.area(layout.integers());
                    if (each == min
                            || overlap < bestOverlap
                            || (overlap == bestOverlap && area < bestArea)) {
                        leftCount = each;
                        bestOverlap = overlap;
                        bestArea = area;
                    }
                }
                left.grow(cells[sorted[each]]);
            }
        }
    }

    /**
     * A merge sort by the lower, then the upper bound. Of equal cells the one from the right half
     * comes first.
     */
    private void sort(int[] index, int from, int to, int dimension, int[] spare) {
        if (to - from < 2) {
            return;
        }
        int middle = from + (to - from) / 2;
        sort(index, from, middle, dimension, spare);
        sort(index, middle, to, dimension, spare);
        int leftEnd = middle - from;
        System.arraycopy(index, from, spare, 0, leftEnd);
        int left = 0;
        int right = middle;
        for (int next = from; next < to; next++) {
            boolean fromLeft = left < leftEnd
                    && (right == to || isBefore(spare[left], index[right], dimension));
            index[next] = fromLeft ? spare[left++] : index[right++];
        }
    }

    private boolean isBefore(int one, int other, int dimension) {
        double[] a = cells[one].box;
        double[] b = cells[other].box;
        int low = 2 * dimension;
        return a[low] < b[low] || (a[low] == b[low] && a[low + 1] < b[low + 1]);
    }
}
