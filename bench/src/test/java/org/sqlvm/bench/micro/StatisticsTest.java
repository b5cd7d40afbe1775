package org.sqlvm.bench.micro;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Figures that are computed from times. */
final class StatisticsTest {
    private static final double EXACT = 1e-9;

    @Test
    void medians() {
        assertEquals(3, Statistics.median(new double[] {9, 1, 3}));
        assertEquals(2.5, Statistics.median(new double[] {9, 1, 3, 2}));
    }

    @Test
    void geometricMeansOfRatios() {
        assertEquals(4, Statistics.geometricMean(new double[] {2, 8}), EXACT);
    }

    /** Half of an interval is t times the standard error; t of four degrees of freedom is 4.604. */
    @Test
    void confidenceIntervals() {
        double[] means = {9, 9.5, 10, 10.5, 11};
        double deviation = Math.sqrt(2.5 / 4);
        assertEquals(4.604 * deviation / Math.sqrt(5), Statistics.interval(means), EXACT);
        assertTrue(Double.isNaN(Statistics.interval(new double[] {9})));
    }

    @Test
    void warmIsTheSecondHalf() {
        assertArrayEquals(
                new double[] {2, 1, 1}, Measurement.secondHalf(new double[] {9, 5, 2, 1, 1}));
    }

    @Test
    void outcomesMayDifferInTheLastDigits() {
        Host.Outcome outcome = new Host.Outcome(7, 1e12);
        assertTrue(outcome.equalsNearly(new Host.Outcome(7, 1e12 + 1)));
        assertTrue(!outcome.equalsNearly(new Host.Outcome(8, 1e12)));
        assertTrue(!outcome.equalsNearly(new Host.Outcome(7, 1.001e12)));
    }
}
