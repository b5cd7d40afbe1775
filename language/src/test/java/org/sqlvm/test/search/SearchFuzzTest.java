package org.sqlvm.test.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.TestMode;

import java.io.PrintStream;

/** A few rounds; {@code -Dsqlvm.searches=N} runs N of them. */
final class SearchFuzzTest {
    private static final long SEED = TestMode.seed(SearchFuzzTest.class, 1);
    private static final int ROUNDS =
            Integer.getInteger("sqlvm.searches", TestMode.rounds(20, 100));
    private static final int FAILURES_MAX = 3;

    @Test
    void asSqlite() {
        SearchFuzz fuzz = new SearchFuzz(new PrintStream(System.out, true));
        assertEquals(0, fuzz.run(SEED, ROUNDS, FAILURES_MAX));
        assertTrue(fuzz.found() > 0);
    }
}
