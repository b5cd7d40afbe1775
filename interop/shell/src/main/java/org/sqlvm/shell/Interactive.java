package org.sqlvm.shell;

import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.sqlvm.shell.session.Script;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.terminal.LineSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The shell at a terminal: prompts, editing, history. Ctrl-C drops the lines typed so far or stops
 * the running statement, Ctrl-D ends. The only class that knows JLine, so that scripts never load
 * it.
 */
final class Interactive implements LineSource {
    private final Shell shell;
    private final LineReader reader;

    private Interactive(Shell shell, LineReader reader) {
        this.shell = shell;
        this.reader = reader;
    }

    /** Runs the interactive shell; returns whether anything failed. */
    static boolean run(Shell shell, boolean named) {
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            LineReader reader = LineReaderBuilder.builder()
                    .terminal(terminal)
                    .appName("sqlvm")
                    .parser(Completion.words())
                    .completer(new Completion(shell))
                    .highlighter(new SqlHighlighter())
                    .variable(LineReader.HISTORY_FILE, history())
                    // SQL is full of backslashes and exclamation marks that mean themselves.
                    .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                    .build();
            if (!terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                shell.activity.showOn(new ByteSink(terminal.output()));
            }
            terminal.handle(Terminal.Signal.INT, signal -> shell.interrupt());
            shell.output.standard().put(banner(named)).flush();
            return shell.run(new Interactive(shell, reader));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String banner(boolean named) {
        String greeting = "sqlvm " + Shell.VERSION + ", SQLite " + Shell.DIALECT + "\n"
                + "Enter \".help\" for usage hints.\n";
        return named
                ? greeting
                : greeting + "Connected to a transient in-memory database.\n"
                        + "Use \".open FILENAME\" to reopen on a persistent database.\n";
    }

    private static Path history() {
        String file = System.getenv("SQLVM_HISTORY");
        return file != null
                ? Path.of(file)
                : Path.of(System.getProperty("user.home"), ".sqlvm_history");
    }

    @Override
    public String next(boolean continued) {
        try {
            return reader.readLine(continued ? shell.prompts.next : shell.prompts.first);
        } catch (UserInterruptException e) {
            throw new Script.LineCancelled();
        } catch (EndOfFileException e) {
            return null;
        }
    }

    @Override
    public boolean isInteractive() {
        return true;
    }
}
