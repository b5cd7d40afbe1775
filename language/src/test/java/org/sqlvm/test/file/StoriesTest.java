package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.io.PrintStream;

/** Some stories; {@code Main} tells others. */
final class StoriesTest {
    private static final long SEED = TestMode.seed(StoriesTest.class, 1);

    @Test
    void asSqlite() throws IOException {
        assertEquals(
                0,
                new StoriesRun(new PrintStream(System.out, true))
                        .run(SEED, TestMode.rounds(100), 3));
    }
}
