package org.sqlvm.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

@Tag("full")
final class LoadTest {
    @TempDir
    Path folder;

    @Test
    void clientsOfAServerThatIsKilledLoseNothing() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code = new LoadCommand(new PrintStream(printed, true, StandardCharsets.UTF_8))
                .run(("--servers sqlvm --clients 3 --seconds 0.5 --warm-up 0 --kills 1 --scale 1"
                                + " --folder "
                                + folder)
                        .split(" "));
        String text = printed.toString(StandardCharsets.UTF_8);
        assertEquals(0, code, text);
        assertTrue(text.contains("| sqlvm | 1 |"), text);
    }

    @Test
    void timesAreThoseOfTransactions() {
        LoadRun.Times times = LoadRun.Times.of(new int[] {3000, 1000, 2000, 9000});
        assertEquals(3, times.median());
        assertEquals(9, times.p99());
        assertEquals(9, times.longest());
        assertTrue(Double.isNaN(LoadRun.Times.of(new int[0]).median()));
    }
}
