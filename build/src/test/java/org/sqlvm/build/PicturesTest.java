package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Pictures of results show the figures beside them. */
final class PicturesTest {
    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(Sources.ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(true, process.waitFor(1, TimeUnit.MINUTES));
        return process.exitValue() == 0 ? "" : text;
    }

    @Test
    void areDrawnFromTheirFigures() throws IOException, InterruptedException {
        assumeTrue(
                run("sh", "-c", "python3 -c 'import statistics, math'").isEmpty(),
                "no python3 here");
        assertEquals("", run("python3", "-B", "build/site/plot.py", "--check"));
    }
}
