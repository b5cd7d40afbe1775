package org.sqlvm.bench.serve;

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
final class ServeTest {
    @TempDir
    Path folder;

    @Test
    void allWaysOfJavaGiveTheSame() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        String ways = "EMBEDDED_JAVA,PGJDBC_TEXT,PGJDBC_BINARY,PIPE_JAVA,MEMORY_JAVA,BUS_ROWS,"
                + "BUS_MEMORY";
        String options = "--rows 2000 --runs 2 --ways " + ways + " --folder " + folder;
        int code = new ServeCommand(new PrintStream(printed, true, StandardCharsets.UTF_8))
                .run(options.split(" "));
        String text = printed.toString(StandardCharsets.UTF_8);
        assertEquals(0, code, text);
        assertTrue(text.contains("\n| socket, pgjdbc, binary | 64 |"), text);
    }
}
