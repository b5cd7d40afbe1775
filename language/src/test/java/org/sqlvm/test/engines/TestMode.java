package org.sqlvm.test.engines;

/**
 * How a run of the tests is to go, by the properties that the build sets. An ordinary build runs a
 * tenth of each fuzzer with a seed that is the commit's, so that each commit tries other statements
 * and a commit always tries the same. {@code -Pfull} runs all of it with seeds that never change.
 */
public final class TestMode {
    /**
     * Whether every statement is compiled before its only run, which takes some tenths of a second
     * each.
     */
    public static final boolean COMPILED = "compiled".equals(System.getProperty("sqlvm.mode"));

    public static final boolean FULL = Boolean.getBoolean("sqlvm.full");

    private TestMode() {}

    /** The number of rounds to run of those that {@code -Pfull} runs. */
    public static int rounds(int full) {
        return FULL ? full : Math.max(1, full / 10);
    }

    /**
     * The number of rounds to run of those that {@code -Pfull} runs, when statements are compiled
     * and when not.
     */
    public static int rounds(int fullCompiled, int full) {
        return rounds(COMPILED ? fullCompiled : full);
    }

    /** The seed of {@code -Dsqlvm.seed}, or the commit's, or else the given one; it is printed. */
    public static long seed(Class<?> test, long fixed) {
        long seed = Long.getLong("sqlvm.seed", fixed);
        System.out.println(
                test.getSimpleName() + ": -Dsqlvm.seed=" + seed + " repeats its statements");
        return seed;
    }
}
