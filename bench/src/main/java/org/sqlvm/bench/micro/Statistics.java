package org.sqlvm.bench.micro;

import java.util.Arrays;

/** Statistics of measured times. */
final class Statistics {
    /** Student's t for 99 % on both sides, by degrees of freedom from 1. */
    private static final double[] T = {
        63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169
    };

    private static final double T_MANY = 2.576;

    private Statistics() {}

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    static double geometricMean(double[] values) {
        return Math.exp(Arrays.stream(values).map(Math::log).average().orElse(Double.NaN));
    }

    /**
     * Half of the 99 % confidence interval of the mean. To be given the means of processes: runs in
     * one process are not independent of each other.
     */
    static double interval(double[] means) {
        int freedom = means.length - 1;
        if (freedom < 1) {
            return Double.NaN;
        }
        double mean = mean(means);
        double squares = Arrays.stream(means).map(x -> (x - mean) * (x - mean)).sum();
        double t = freedom <= T.length ? T[freedom - 1] : T_MANY;
        return t * Math.sqrt(squares / freedom / means.length);
    }
}
