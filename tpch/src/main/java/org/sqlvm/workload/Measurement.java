package org.sqlvm.workload;

import java.util.Arrays;
import java.util.List;

/**
 * The result of one engine for one query.
 *
 * @param status {@code ok}, {@code not supported}, {@code failed}, {@code timeout} or {@code wrong}
 * @param message the engine's own words, or the difference in its answer; null if ok
 * @param milliseconds the milliseconds of each run, the first in a fresh process
 * @param columns the columns of the answer; empty after the check
 * @param rows the rows of the answer; empty after the check
 */
public record Measurement(
        String engine,
        int query,
        String status,
        String message,
        double[] milliseconds,
        int rowCount,
        List<String> columns,
        List<List<Object>> rows) {

    static final String OK = "ok";
    static final String NOT_SUPPORTED = "not supported";
    static final String FAILED = "failed";
    static final String TIMEOUT = "timeout";
    static final String WRONG = "wrong";

    static Measurement without(String engine, int query, String status, String message) {
        return new Measurement(
                engine, query, status, message, new double[0], 0, List.of(), List.of());
    }

    Engine.Answer answer() {
        return new Engine.Answer(columns, rows);
    }

    /** The same, without the answer itself. */
    Measurement checked(String difference) {
        String result = difference == null ? status : WRONG;
        String words = difference == null ? message : difference;
        return new Measurement(
                engine, query, result, words, milliseconds, rowCount, List.of(), List.of());
    }

    /** The same with other times. */
    Measurement timed(double[] others) {
        return new Measurement(engine, query, status, message, others, rowCount, columns, rows);
    }

    boolean ok() {
        return status.equals(OK);
    }

    double cold() {
        return milliseconds[0];
    }

    /** The median of the second half of the runs; the first, if there is no other. */
    double warm() {
        double[] later =
                Arrays.copyOfRange(milliseconds, milliseconds.length / 2, milliseconds.length);
        Arrays.sort(later);
        int middle = later.length / 2;
        return later.length % 2 == 1 ? later[middle] : (later[middle - 1] + later[middle]) / 2;
    }

    double best() {
        return Arrays.stream(milliseconds).min().orElseThrow();
    }
}
