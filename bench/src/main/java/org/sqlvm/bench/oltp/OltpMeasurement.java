package org.sqlvm.bench.oltp;

import java.util.Arrays;

/**
 * The runs of one query on one engine.
 *
 * @param prepareMs the time to prepare the query
 * @param runsMs the time of each run, with all values fetched
 * @param rows the number of rows of all runs
 * @param answers a number for each run, which is equal if the rows are
 */
record OltpMeasurement(
        String query, double prepareMs, double[] runsMs, long rows, double[] answers) {
    /** Sums of reals may differ in the last digits. */
    private static final double PRECISION = 1e-9;

    double mean() {
        return Arrays.stream(runsMs).average().orElse(Double.NaN);
    }

    double median() {
        double[] sorted = runsMs.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Returns the mean of the later half, when the code is compiled. */
    double later() {
        return Arrays.stream(runsMs, runsMs.length / 2, runsMs.length).average().orElse(Double.NaN);
    }

    /** The first run, with what was prepared for it. */
    double first() {
        return prepareMs + runsMs[0];
    }

    /** The same without the answers, to the microsecond. */
    OltpMeasurement times() {
        double[] rounded =
                Arrays.stream(runsMs).map(ms -> Math.round(ms * 1e3) / 1e3).toArray();
        return new OltpMeasurement(query, prepareMs, rounded, rows, new double[0]);
    }

    /** Whether the runs that both have done gave the same. */
    boolean agrees(OltpMeasurement other) {
        for (int i = 0; i < Math.min(answers.length, other.answers.length); i++) {
            double difference = Math.abs(answers[i] - other.answers[i]);
            if (difference > PRECISION * Math.max(1, Math.abs(answers[i]))) {
                return false;
            }
        }
        return true;
    }
}
