package org.sqlvm.test.engines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** An sqlite3 that stays, in a process of its own: it and we exclude each other through locks. */
public final class SqliteProcess implements AutoCloseable {
    private static final String END = "-- end --";

    private final Process process;
    private final OutputStream input;
    private final BufferedReader output;

    public SqliteProcess(Path file) throws IOException {
        process = new ProcessBuilder("sqlite3", "-batch", file.toString())
                .redirectErrorStream(true)
                .start();
        input = process.getOutputStream();
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Runs SQL and gives what it prints. */
    public String run(String sql) throws IOException {
        send(sql + "\n.print '" + END + "'\n");
        StringBuilder lines = new StringBuilder();
        for (String line = output.readLine();
                line != null && !line.equals(END);
                line = output.readLine()) {
            lines.append(line).append('\n');
        }
        return lines.toString().strip();
    }

    private void send(String text) throws IOException {
        input.write(text.getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    @Override
    public void close() throws IOException {
        input.close();
        output.readAllLines(); // Until the process has ended.
        process.onExit().join();
    }
}
