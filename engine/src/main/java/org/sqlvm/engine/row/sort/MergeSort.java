package org.sqlvm.engine.row.sort;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A stable sort that never throws for an inconsistent comparison, which a user's collation may
 * make. {@link Arrays#sort(Object[], Comparator)} throws if it notices one; this sort then gives
 * some order, as SQLite does.
 */
public final class MergeSort {
    /** Below this count insertion is faster than merging. */
    private static final int INSERTION_COUNT = 8;

    private MergeSort() {}

    /** Sorts the first {@code count} values. */
    public static <T> void sort(T[] values, int count, Comparator<? super T> order) {
        sort(Arrays.copyOf(values, count), values, 0, count, order);
    }

    /** Sorts a range of {@code target}, whose contents {@code source} has, too. */
    private static <T> void sort(
            T[] source, T[] target, int from, int to, Comparator<? super T> order) {
        if (to - from <= INSERTION_COUNT) {
            insert(target, from, to, order);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(target, source, from, middle, order);
        sort(target, source, middle, to, order);
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takesLeft = right == to
                    || (left < middle && order.compare(source[left], source[right]) <= 0);
            target[i] = takesLeft ? source[left++] : source[right++];
        }
    }

    private static <T> void insert(T[] target, int from, int to, Comparator<? super T> order) {
        for (int i = from + 1; i < to; i++) {
            T value = target[i];
            int hole = i;
            while (hole > from && order.compare(target[hole - 1], value) > 0) {
                target[hole] = target[hole - 1];
                hole--;
            }
            target[hole] = value;
        }
    }
}
