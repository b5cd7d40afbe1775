package org.sqlvm.shell;

import org.sqlvm.shell.command.DotCommands;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.terminal.LineSource;
import org.sqlvm.shell.terminal.ShellExit;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program {@code ./sqlvm}: to its user, sqlite3. */
public final class Main {
    private final String programName;
    private final Shell.DatabaseSource databases;
    private final InputStream in;
    private final ByteSink out;
    private final ByteSink error;

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

    public static void main(String[] arguments) {
        UnsafeWarning.switchOff();
        // Not System.out: its layers encode characters and flush, and we write blocks of bytes.
        ByteSink out = new ByteSink(new FileOutputStream(FileDescriptor.out));
        ByteSink error = new ByteSink(new FileOutputStream(FileDescriptor.err));
        InputStream in = new FileInputStream(FileDescriptor.in);
        int code;
        try (Databases databases = new Databases()) {
            code = new Main("sqlvm", databases, in, out, error).run(arguments, isTerminal());
        }
        Runtime.getRuntime().halt(code);
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
        CommandLine line = new CommandLine(shell, arguments);
        line.first();
        line.initialize(Path.of(System.getProperty("user.home")), terminal);
        line.second();
        if (!line.commands().isEmpty()) {
            return line.runCommands();
        }
        if (line.isInteractive(terminal)) {
            return Interactive.run(shell, line.hasDatabaseName()) ? 1 : 0;
        }
        return shell.run(LineSource.of(in)) ? 1 : 0;
    }

    /**
     * Whether the standard input is a terminal; System.console() would load half of JLine to know.
     */
    private static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/0")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return System.console() != null && System.console().isTerminal();
        }
    }
}
