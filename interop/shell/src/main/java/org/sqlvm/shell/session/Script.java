package org.sqlvm.shell.session;

import org.sqlvm.shell.terminal.LineSource;
import org.sqlvm.shell.text.StatementReader;

/** Runs the statements and dot-commands of an input, one after the other as they are complete. */
public final class Script {
    private final Shell shell;
    private final LineSource lines;
    private final StatementReader reader = new StatementReader();
    private boolean failed;

    Script(Shell shell, LineSource lines) {
        this.shell = shell;
        this.lines = lines;
    }

    /** Runs the script; returns whether anything failed. */
    boolean run() {
        while (!isOver()) {
            shell.output.flush();
            String line;
            try {
                line = lines.next(!reader.isEmpty());
            } catch (LineCancelled e) {
                reader.drop();
                continue;
            }
            if (line == null) {
                if (lines.isInteractive()) {
                    shell.output.standard().put('\n');
                }
                break;
            }
            if (lines.isInteractive()) {
                shell.activity.begin();
            }
            shell.nextLine();
            switch (reader.add(line)) {
                case OPEN -> {
                    // The next line goes on.
                }
                case BLANK -> echo(reader.text());
                case COMMAND -> {
                    if (command(reader.text()) == Shell.Outcome.QUIT) {
                        return failed;
                    }
                }
                case SQL -> {
                    sql(reader.text());
                    shell.output.endOnce();
                }
            }
        }
        if (isStopped()) {
            failed = true;
        } else if (!reader.isEmpty()) {
            sql(reader.rest());
        }
        return failed;
    }

    private boolean isOver() {
        return isStopped() || (failed && shell.settings.bail && !lines.isInteractive());
    }

    /** The user has stopped a file that is read, not only one of its statements. */
    private boolean isStopped() {
        return shell.activity.isStopped() && !lines.isInteractive();
    }

    /** Thrown by an input when the user wants none of the lines typed so far. */
    public static final class LineCancelled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public LineCancelled() {
            super("", null, false, false);
        }
    }

    private Shell.Outcome command(String line) {
        echo(line);
        if (line.startsWith("#")) {
            return Shell.Outcome.DONE;
        }
        Shell.Outcome outcome = shell.activity.during(() -> shell.command(line));
        failed |= outcome == Shell.Outcome.FAILED;
        return outcome;
    }

    private void sql(String sql) {
        echo(sql);
        // Opening is not part of what is timed.
        shell.database();
        StopWatch watch = shell.settings.timer ? new StopWatch() : null;
        StatementError error = shell.execute(sql);
        if (watch != null) {
            shell.output.standard().line(watch.toString());
        }
        if (error != null) {
            failed = true;
            shell.report(lines.isInteractive() ? error.typed() : error.atLine(reader.firstLine()));
        } else if (shell.settings.changes) {
            shell.output
                    .sink()
                    .line("changes: " + shell.database().changes() + "   total_changes: "
                            + shell.database().totalChanges());
        }
    }

    private void echo(String text) {
        if (shell.settings.echo) {
            shell.output.sink().line(text);
        }
    }
}
