package org.sqlvm.test.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.TestMode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The power is lost before some of the calls of a few transactions; {@code ./sqlvm crash --power N
 * --indexes} loses it before each.
 */
final class PowerLossTest {
    private static final int TRANSACTIONS = 2;
    private static final int INTERVAL = 40;

    @Test
    void fullTextTablesAndRtreesAgreeAfterALossOfPower() throws IOException {
        long seed = TestMode.seed(PowerLossTest.class, 20_261_128);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            int failures = new PowerRun(out, seed, INTERVAL).run(TRANSACTIONS);
            assertEquals(0, failures, said::toString);
        }
    }
}
