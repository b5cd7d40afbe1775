package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class RunTimesTest {
    private final RunTimes times = new RunTimes(true);

    /** The fourth run decides. */
    private boolean vectorsLose(long time) {
        assertFalse(times.noteVectors(time));
        assertFalse(times.noteVectors(time));
        assertFalse(times.noteVectors(time));
        return times.noteVectors(time);
    }

    private boolean rowsLose(long time) {
        assertFalse(times.noteRows(time));
        assertFalse(times.noteRows(time));
        assertFalse(times.noteRows(time));
        return times.noteRows(time);
    }

    @Test
    void rowsThatWereFasterTakeThePlaceOfVectors() {
        assertFalse(times.noteRows(10));
        assertTrue(vectorsLose(20));
        assertFalse(rowsLose(10));
        assertFalse(rowsLose(100)); // The shortest run counts.
    }

    @Test
    void vectorsStayAsLongAsTheirShortestRunIsShorter() {
        assertFalse(times.noteRows(10));
        assertFalse(vectorsLose(5));
        assertFalse(vectorsLose(1000));
        assertEquals(5, times.vectors());
    }

    /** Rows ran while the machine did nothing else, and vectors while it was busy. */
    @Test
    void vectorsComeBackIfRowsAreSlowerAfterAll() {
        assertFalse(times.noteRows(10));
        assertTrue(vectorsLose(20));
        assertTrue(rowsLose(50));
        assertFalse(vectorsLose(20));
    }

    @Test
    void nothingIsComparedWhereRunsDiffer() {
        RunTimes varying = new RunTimes(false);
        for (int i = 0; i < 20; i++) {
            assertFalse(varying.noteRows(1));
            assertFalse(varying.noteVectors(100));
        }
        assertEquals(100, varying.vectors());
        assertTrue(varying.knowsRows());
    }
}
