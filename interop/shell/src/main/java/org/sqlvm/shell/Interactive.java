package org.sqlvm.shell;

import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.sqlvm.language.Surroundings;
import org.sqlvm.shell.session.Script;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.terminal.LineSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The shell at a terminal: prompts, editing, history. Ctrl-C drops the lines typed so far or stops
 * the running statement, Ctrl-Z stops the job, Ctrl-D ends. The only class that knows JLine, so
 * that scripts never load it.
 */
final class Interactive implements LineSource {
    private final Shell shell;
    private final LineReader reader;

    private Interactive(Shell shell, LineReader reader) {
        this.shell = shell;
        this.reader = reader;
    }

    /** Runs the interactive shell; returns whether anything failed. */
    static boolean run(Shell shell, boolean named, Surroundings surroundings) {
        try (Terminal terminal = terminal(surroundings)) {
            LineReader reader = LineReaderBuilder.builder()
                    .terminal(terminal)
                    .appName("sqlvm")
                    .parser(Completion.words())
                    .completer(new Completion(shell))
                    .highlighter(new SqlHighlighter())
                    .variable(LineReader.HISTORY_FILE, history(surroundings))
                    // SQL is full of backslashes and exclamation marks that mean themselves.
                    .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                    .build();
            if (!terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                shell.activity.showOn(new ByteSink(terminal.output()));
            }
            terminal.handle(Terminal.Signal.INT, signal -> shell.interrupt());
            Attributes modes = terminal.getAttributes();
            terminal.handle(Terminal.Signal.TSTP, signal -> {
                terminal.setAttributes(modes);
                suspend(surroundings);
            });
            shell.output.standard().put(banner(named)).flush();
            return shell.run(new Interactive(shell, reader));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Terminal terminal(Surroundings surroundings) throws IOException {
        return surroundings.terminal() == null
                ? TerminalBuilder.builder().system(true).dumb(true).build()
                : PassedTerminal.open(surroundings);
    }

    /** Stops the job, as Ctrl-Z does where JLine does not read it. JLine shows its line again. */
    private static void suspend(Surroundings surroundings) {
        try {
            if (surroundings.terminal() == null) {
                surroundings.start(new ProcessBuilder("sh", "-c", "kill -STOP 0"));
            } else {
                surroundings.terminal().suspend();
            }
        } catch (IOException e) {
            // There is no sh: it goes on.
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

    private static Path history(Surroundings surroundings) {
        String file = surroundings.variable("SQLVM_HISTORY");
        return file != null
                ? surroundings.path(file)
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
