package org.sqlvm.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Options of a scan.
 *
 * @param pushDown whether filters and the like are left to sqlvm
 * @param isMixed whether STRING columns have values of any storage class
 * @param partitions the number of parts of a file
 * @param isExact whether the caller has named this number
 */
record ScanOptions(PushDown pushDown, boolean isMixed, int partitions, boolean isExact) {
    /** The option that reads columns of several storage classes as texts. */
    static final String MIXED = "mixed";

    /** Tasks for each thread, so that a thread that is done early has more to do. */
    private static final int TASKS_PER_THREAD = 2;

    static ScanOptions of(CaseInsensitiveStringMap options) {
        int partitions = options.getInt("partitions", 0);
        return new ScanOptions(
                PushDown.of(options.getOrDefault("pushDown", "auto")),
                isMixed(options),
                partitions > 0 ? partitions : usual(),
                partitions > 0);
    }

    /** @throws IllegalArgumentException if the option has another value than error or string */
    static boolean isMixed(CaseInsensitiveStringMap options) {
        String mixed = options.getOrDefault(MIXED, "error");
        if (!mixed.equals("error") && !mixed.equals("string")) {
            throw new IllegalArgumentException(
                    "the option 'mixed' is 'error' or 'string', not '" + mixed + "'");
        }
        return mixed.equals("string");
    }

    private static int usual() {
        return SparkSession.active().sparkContext().defaultParallelism() * TASKS_PER_THREAD;
    }
}
