package org.sqlvm.bench.mixed;

/**
 * The times of one part in one engine.
 *
 * @param first the milliseconds to the end of the first unit of work, including its preparation
 * @param young the microseconds of a unit, over the first seconds of the part
 * @param rest the same in the second round, when the compiler had nothing to do any more
 * @param restProcessor the microseconds of processor time of all threads for a unit, in that round
 * @param answers the answers of the first units
 * @param error the reason why there is nothing, or null
 */
record Measurement(
        String part,
        double first,
        double young,
        double rest,
        double restProcessor,
        long[] answers,
        String error) {
    static Measurement failure(Part part, String error) {
        return new Measurement(
                part.name(), Double.NaN, Double.NaN, Double.NaN, Double.NaN, new long[0], error);
    }

    /** Whether all units that both have run gave the same. */
    boolean agrees(Measurement other) {
        for (int i = 0; i < Math.min(answers.length, other.answers.length); i++) {
            if (answers[i] != other.answers[i]) {
                return false;
            }
        }
        return true;
    }
}
