package org.sqlvm.workload;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Numbers from 0, each with a probability of its own. */
public final class Weights {
    /** The probability of all numbers up to this one. */
    private final double[] sums;

    public Weights(double... weights) {
        sums = weights.clone();
        Arrays.parallelPrefix(sums, Double::sum);
        double total = sums[sums.length - 1];
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= total;
        }
    }

    /** A number is the less likely the higher it is: as 1 / (number + 1)<sup>exponent</sup>. */
    public static Weights zipf(int count, double exponent) {
        return new Weights(IntStream.rangeClosed(1, count)
                .mapToDouble(rank -> 1 / StrictMath.pow(rank, exponent))
                .toArray());
    }

    /** @param uniform from 0 to 1, without 1 */
    public int draw(double uniform) {
        int found = Arrays.binarySearch(sums, uniform);
        // A sum is the beginning of the next number.
        int number = found >= 0 ? found + 1 : -found - 1;
        return Math.min(number, sums.length - 1);
    }
}
