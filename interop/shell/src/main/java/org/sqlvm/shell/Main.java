package org.sqlvm.shell;

import org.sqlvm.language.Surroundings;
import org.sqlvm.shell.command.DotCommands;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.terminal.LineSource;
import org.sqlvm.shell.terminal.ShellExit;

import java.io.InputStream;
import java.nio.file.Path;

/** The program {@code ./sqlvm}: to its user, sqlite3. */
public final class Main {
    private final String programName;
    private final Shell.DatabaseSource databases;
    private final InputStream in;
    private final ByteSink out;
    private final ByteSink error;
    private Surroundings surroundings = Surroundings.ofProcess();

    Main(
            String programName,
            Shell.DatabaseSource databases,
            InputStream in,
            ByteSink out,
            ByteSink error) {
        this.programName = programName;
        this.databases = databases;
        this.in = in;
        this.out = out;
        this.error = error;
    }

    private Main(String programName, Shell.DatabaseSource databases, Surroundings surroundings) {
        this(
                programName,
                databases,
                surroundings.in(),
                new ByteSink(surroundings.out()),
                new ByteSink(surroundings.error()));
        this.surroundings = surroundings;
    }

    public static void main(String[] arguments) {
        UnsafeWarning.switchOff();
        Runtime.getRuntime().halt(run(arguments, Surroundings.ofProcess()));
    }

    /** Runs the shell; returns its exit code. */
    public static int run(String[] arguments, Surroundings surroundings) {
        try (Databases databases = new Databases(surroundings)) {
            return new Main("sqlvm", databases, surroundings)
                    .run(arguments, surroundings.isTerminal(0));
        }
    }

    /** Runs the shell and returns its exit code. */
    int run(String[] arguments, boolean terminal) {
        try (Shell shell = new Shell(programName, databases, DotCommands::new, out, error)) {
            int code = run(shell, arguments, terminal);
            shell.output.reset();
            out.flush();
            return code;
        } catch (ShellExit exit) {
            if (exit.code() != ShellExit.BROKEN_PIPE) {
                out.flush();
            }
            return exit.code();
        }
    }

    private int run(Shell shell, String[] arguments, boolean terminal) {
        if (!surroundings.isOwnProcess()) {
            shell.startIn(surroundings);
        }
        CommandLine line = new CommandLine(shell, arguments);
        line.first();
        line.initialize(Path.of(System.getProperty("user.home")), terminal);
        line.second();
        if (!line.commands().isEmpty()) {
            return line.runCommands();
        }
        if (line.isInteractive(terminal)) {
            return Interactive.run(shell, line.hasDatabaseName(), surroundings) ? 1 : 0;
        }
        return shell.run(LineSource.of(in)) ? 1 : 0;
    }
}
