package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** The damages of a fixed seed; {@link Main} does others. */
final class CorruptionFuzz {
    private static final long SEED = 20_260_102;

    @Test
    void cleanErrorsOrRows() throws IOException {
        CorruptionRun run = new CorruptionRun(Engines.SQLVM, new PrintStream(System.out, true))
                .run(SEED, TestMode.COMPILED ? 3 : 200);
        assertEquals(List.of(), run.violations);
    }
}
