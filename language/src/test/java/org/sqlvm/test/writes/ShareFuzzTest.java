package org.sqlvm.test.writes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.io.PrintStream;

/** A few rounds; {@code Main} runs others. */
final class ShareFuzzTest {
    private static final long SEED = TestMode.seed(ShareFuzzTest.class, 1);

    @Test
    void asSqlite() throws IOException {
        ShareFuzz fuzz = new ShareFuzz(new PrintStream(System.out, true));
        assertEquals(0, fuzz.run(SEED, TestMode.rounds(100), 3));
        // How much depends on which thread comes first, and in compiled mode on what the compiler
        // does meanwhile.
        assertTrue(fuzz.taken() > 0);
    }
}
