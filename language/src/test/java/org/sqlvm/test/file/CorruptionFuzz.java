package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** Some damages; {@code Main} does others. */
final class CorruptionFuzz {
    private static final long SEED = TestMode.seed(CorruptionFuzz.class, 20_260_102);

    @Test
    void cleanErrorsOrRows() throws IOException {
        CorruptionRun run = new CorruptionRun(Engines.SQLVM, new PrintStream(System.out, true))
                .run(SEED, TestMode.rounds(3, 200));
        assertEquals(List.of(), run.violations);
    }
}
