package org.sqlvm.bench.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

final class ServeTest {
    @TempDir
    Path folder;

    @Test
    void allWaysOfJavaGiveTheSame() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        int code = ServeCommand.run(
                new PrintStream(printed, true, StandardCharsets.UTF_8),
                ("--rows 2000 --runs 2 --ways"
                    + " EMBEDDED_JAVA,PGJDBC_TEXT,PGJDBC_BINARY,PIPE_JAVA,BUS_ROWS,BUS_MEMORY,MEMORY_JAVA"
                    + " --folder "
                                + folder)
                        .split(" "));
        String text = printed.toString(StandardCharsets.UTF_8);
        assertEquals(0, code, text);
        assertTrue(text.contains("\n| socket, pgjdbc, binary | 64 |"), text);
    }
}
