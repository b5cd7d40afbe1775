package org.sqlvm.engine.btree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.BitSet;
import java.util.stream.IntStream;

final class ChangedPartsTest {
    private static BitSet bits(int... places) {
        BitSet bits = new BitSet();
        IntStream.of(places).forEach(bits::set);
        return bits;
    }

    @Test
    void aRowBelongsToThePartWhoseEndIsNotBelowIt() {
        ChangedParts parts = new ChangedParts(new long[] {-5, 10, 20}, 7);
        assertEquals(bits(), parts.changed());
        assertEquals(7, parts.version());
        parts.note(10);
        parts.note(-4);
        assertEquals(bits(1), parts.changed());
        parts.note(11);
        parts.note(20);
        assertEquals(bits(1, 2), parts.changed());
        parts.note(-5);
        assertEquals(bits(0, 1, 2), parts.changed());
        assertEquals(12, parts.version());
    }

    @Test
    void whatIsAboveAllIsAPart() {
        ChangedParts parts = new ChangedParts(new long[] {1}, 0);
        parts.note(Long.MAX_VALUE);
        parts.note(2);
        assertEquals(bits(1), parts.changed());
        parts.note(Long.MIN_VALUE);
        parts.note(Long.MIN_VALUE);
        assertEquals(bits(0, 1), parts.changed());
    }

    @Test
    void anEmptyTableHasOnePart() {
        ChangedParts parts = new ChangedParts(new long[0], 0);
        parts.note(0);
        assertEquals(bits(0), parts.changed());
    }
}
