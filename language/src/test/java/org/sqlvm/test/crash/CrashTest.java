package org.sqlvm.test.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.TestMode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A process of each journal mode is killed; {@code ./sqlvm crash} kills more. */
@Tag("full")
final class CrashTest {
    @Test
    void aKilledLoaderLeavesWholeLoads() throws IOException {
        isClean(CrashKind.LOADS);
    }

    @Test
    void aKilledWriterLeavesItsCommits() throws IOException {
        isClean(CrashKind.TRANSACTIONS);
    }

    @Test
    void aKilledIndexerLeavesIndexesThatAgree() throws IOException {
        isClean(CrashKind.INDEXES);
    }

    private static void isClean(CrashKind kind) throws IOException {
        if (TestMode.COMPILED) {
            return;
        }
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            assertEquals(0, new CrashRun(kind, out, 20_261_121).run(1), said::toString);
        }
    }
}
