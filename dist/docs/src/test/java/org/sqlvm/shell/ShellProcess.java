package org.sqlvm.shell;

import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs the shell as a process would, within this one: pages have too many commands for processes.
 */
public final class ShellProcess {
    private ShellProcess() {}

    /** Runs the shell; returns its output, including errors. */
    public static String run(String[] arguments, byte[] input) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(printed);
        try (Databases databases = new Databases()) {
            new Main("sqlvm", databases, new ByteArrayInputStream(input), sink, sink)
                    .run(arguments, false);
        }
        sink.flush();
        return printed.toString(StandardCharsets.UTF_8);
    }
}
