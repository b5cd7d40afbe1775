package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintStream;

/** The stories of fixed seeds; {@link Main} tells others. */
final class StoriesTest {
    private static final int STORIES = TestMode.COMPILED ? 2 : 100;

    @Test
    void asSqlite() throws IOException {
        assertEquals(0, new StoriesRun(new PrintStream(System.out, true)).run(1, STORIES, 3));
    }
}
