package org.sqlvm.bench.micro;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;

import java.util.Arrays;

/**
 * The measurement of one process.
 *
 * @param language the language's implementation, with its version
 * @param engine the database, with its version
 * @param rows the number of rows that a run has read
 * @param sum the sum that they add up to
 * @param wall nanoseconds of each run by the clock
 * @param cpu nanoseconds of each run of the thread's processor time
 * @param begun nanoseconds from the start of the process to the first run; null if not known
 * @param crossings calls from the program to the database and back, where they were counted
 * @param values the number of values that the calls carried, where they were counted
 * @param error the reason why there is nothing else, or null
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
record Measurement(
        String language,
        String engine,
        Long rows,
        Double sum,
        double[] wall,
        double[] cpu,
        Long begun,
        Long crossings,
        Long values,
        String error) {
    static Measurement failure(String error) {
        return new Measurement(null, null, null, null, null, null, null, null, null, error);
    }

    Host.Outcome outcome() {
        return new Host.Outcome(rows, sum);
    }

    /**
     * Nanoseconds from the start of the process, as far as it is known, to the end of each run by
     * the clock.
     */
    double[] ends() {
        double[] ends = wall.clone();
        ends[0] += begun == null ? 0 : begun;
        Arrays.parallelPrefix(ends, Double::sum);
        return ends;
    }

    /** The same to the end of the first run that takes at most {@code factor} times the time. */
    double warmAfter(double time, double factor) {
        int run = 0;
        while (run < wall.length - 1 && wall[run] > factor * time) {
            run++;
        }
        return ends()[run];
    }

    /** Returns the second half of the times: the program is warm by then. */
    static double[] secondHalf(double[] times) {
        return Arrays.copyOfRange(times, times.length / 2, times.length);
    }
}
