package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.shell.command.DotCommands;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.terminal.LineSource;
import org.sqlvm.shell.terminal.Progress;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Tests what Ctrl-C stops at a terminal, and what keeps running. */
final class StoppedShellTest {
    /** A line that begins with this is typed without it, and stopped while it runs. */
    private static final String STOPPED = "^C";

    private static final long PAUSE_NANOS = 5_000_000;

    private static final String LONG_UPDATE = "UPDATE t SET b = b || a;";
    private static final String STATE = "SELECT count(*), sum(length(b)) FROM t;";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @BeforeEach
    void fill() {
        assertEquals(
                "400000|2288895\n",
                typed(
                        "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);",
                        "INSERT INTO t SELECT value, value FROM generate_series(1, 400000);",
                        STATE));
    }

    /** Lines as a person types them. */
    private static final class Keyboard implements LineSource {
        private final Iterator<String> lines;
        /** The line that runs is to be stopped. */
        private volatile boolean stopping;

        Keyboard(List<String> lines) {
            this.lines = lines.iterator();
        }

        @Override
        public String next(boolean continued) {
            stopping = false;
            if (!lines.hasNext()) {
                return null;
            }
            String line = lines.next();
            stopping = line.startsWith(STOPPED);
            return stopping ? line.substring(STOPPED.length()) : line;
        }

        @Override
        public boolean isInteractive() {
            return true;
        }
    }

    /** Returns what the shell prints, on both outputs. */
    private String typed(String... lines) {
        out.reset();
        ByteSink sink = new ByteSink(out);
        Keyboard keyboard = new Keyboard(List.of(lines));
        try (Databases databases = new Databases();
                Shell shell = new Shell("sqlvm", databases, DotCommands::new, sink, sink)) {
            shell.use(folder.resolve("t.db").toString(), false);
            Thread stopper = Thread.ofPlatform().daemon().start(() -> {
                while (!Thread.interrupted()) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                    if (keyboard.stopping) {
                        shell.interrupt();
                    }
                }
            });
            shell.run(keyboard);
            stopper.interrupt();
        }
        // A statement may be stopped while it is compiled, or while it runs.
        return out.toString(StandardCharsets.UTF_8)
                        .replaceAll("Parse error(.*: interrupted)", "Runtime error$1")
                        .stripTrailing()
                + "\n";
    }

    @Test
    void aStatementIsUndone() {
        assertEquals(
                """
                Runtime error: interrupted (9)
                400000|2288895
                Runtime error: interrupted (9)
                Runtime error: interrupted (9)
                ok
                """,
                typed(
                        STOPPED + LONG_UPDATE,
                        STATE,
                        STOPPED + "CREATE INDEX i ON t(b);",
                        ".indexes",
                        STOPPED + "VACUUM;",
                        "PRAGMA integrity_check;"));
    }

    @Test
    void aTransactionGoesOn() {
        assertEquals(
                """
                Runtime error: interrupted (9)
                Runtime error: interrupted (9)
                400001|2288899
                """,
                typed(
                        "BEGIN;",
                        "INSERT INTO t(b) VALUES ('mine');",
                        STOPPED + LONG_UPDATE,
                        STOPPED + "SELECT count(*) FROM t x, t y;",
                        "COMMIT;",
                        STATE));
    }

    private String rows() throws IOException {
        Path file = folder.resolve("rows.csv");
        Files.writeString(file, "x,y\n" + "1,two\n".repeat(2_000_000));
        return file.toString();
    }

    @Test
    void anImportIsUndone() throws IOException {
        String importing = STOPPED + ".import --csv " + rows() + " u";
        assertEquals(
                """
                Error: interrupted
                t
                Error: interrupted
                0
                1
                """,
                typed(
                        importing,
                        ".tables",
                        "BEGIN;",
                        "CREATE TABLE u(x, y);",
                        importing,
                        "SELECT count(*) FROM u;",
                        "INSERT INTO u VALUES (1, 2);",
                        "COMMIT;",
                        "SELECT count(*) FROM u;"));
    }

    @Test
    void aFileThatIsReadEnds() throws IOException {
        Path file = folder.resolve("long.sql");
        Files.writeString(file, LONG_UPDATE + "\nSELECT 'not this';\n.print nor that\n");
        String printed = typed(STOPPED + ".read " + file, STATE);
        // If the file is stopped before its first statement runs, there is nothing to tell.
        assertEquals(
                "400000|2288895\n",
                printed.replaceFirst("^Runtime error near line 1: interrupted \\(9\\)\n", ""));
    }

    @Test
    void aDumpSaysSo() throws IOException {
        Path file = folder.resolve("dump.sql");
        assertEquals(
                "1\n", typed(".output " + file, STOPPED + ".dump", ".output stdout", "SELECT 1;"));
        String dump = Files.readString(file);
        String error = "/**** ERROR: (9) interrupted *****/\n";
        // A dump that is stopped before its first line has nothing to undo.
        assertTrue(
                dump.equals(error) || dump.endsWith(error + "ROLLBACK; -- due to errors\n"),
                () -> dump.substring(Math.max(0, dump.length() - 200)));
    }

    @Test
    void aBarGrowsWhereTheEndIsKnown() {
        assertEquals("██████████░░░░░░░░░░ 50 %", Progress.bar(3, 0.5));
        assertEquals("████████████████████ 100 %", Progress.bar(3, 1.01));
        assertEquals("░░░████░░░░░░░░░░░░░", Progress.bar(3, -1));
        assertEquals("░░░░░░░░░░░░░░░████░", Progress.bar(17, -1));
    }
}
