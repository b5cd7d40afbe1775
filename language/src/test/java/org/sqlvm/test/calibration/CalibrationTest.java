package org.sqlvm.test.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.plan.stats.Cost;

import java.util.EnumSet;

/** {@code ./sqlvm calibrate} measures every figure there is. Its times are no matter for a test. */
final class CalibrationTest {
    @Test
    void measuresEveryFigure() {
        EnumSet<Cost> measured = EnumSet.noneOf(Cost.class);
        CalibratedCost.ALL.forEach(cost -> measured.addAll(cost.figures()));
        assertEquals(EnumSet.allOf(Cost.class), measured);
    }
}
