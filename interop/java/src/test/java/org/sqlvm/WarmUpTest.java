package org.sqlvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The queries of {@link Sqlvm#warmUp} do run, on vectors, and end. */
@Tag("full")
final class WarmUpTest {
    @Test
    void itsQueriesRunOnVectors() {
        try (Engine engine = Engine.create();
                Database database = Sqlvm.vectors(engine)) {
            WarmUp warmUp = new WarmUp(database);
            warmUp.fill();
            List<String> withoutVectors = new ArrayList<>();
            List<String> withoutRows = new ArrayList<>();
            for (String query : WarmUp.queries()) {
                if (!isOnVectors(database, query)) {
                    withoutVectors.add(query);
                }
                try (Rows rows = database.query(query)) {
                    if (!rows.next()) {
                        withoutRows.add(query);
                    }
                }
            }
            assertEquals(List.of(), withoutVectors);
            assertEquals(List.of(), withoutRows);
        }
    }

    private static boolean isOnVectors(Database database, String query) {
        try (Rows rows = database.query("EXPLAIN " + query)) {
            while (rows.next()) {
                if (rows.getText("opcode").equals("VectorScan")) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    void itEndsWithItsTime() {
        long begun = System.nanoTime();
        Sqlvm.warmUp(Duration.ofMillis(1));
        assertTrue(System.nanoTime() - begun < Duration.ofSeconds(60).toNanos());
    }

    @Test
    void anInterruptionEndsIt() {
        Thread.currentThread().interrupt();
        try {
            Sqlvm.warmUp(Duration.ofDays(1));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void itEndsWhenRoundsTakeNoLessTime() {
        List<Long> same = Collections.nCopies(16, 20L);
        assertTrue(WarmUp.isSettled(same));
        assertFalse(WarmUp.isSettled(same.subList(1, 16)));
        assertFalse(WarmUp.isSettled(List.of()));
        List<Long> falling = LongStream.range(0, 16).map(i -> 90 - i).boxed().toList();
        assertFalse(WarmUp.isSettled(falling));
        assertTrue(
                WarmUp.isSettled(Stream.of(falling, same).flatMap(List::stream).toList()));
    }
}
