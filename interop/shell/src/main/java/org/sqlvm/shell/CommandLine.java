package org.sqlvm.shell;

import org.sqlvm.shell.mode.Mode;
import org.sqlvm.shell.mode.Settings;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.session.StatementError;
import org.sqlvm.shell.terminal.ShellExit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of sqlite3. They are read by hand and not by picocli: sqlite3's are long names behind
 * a single dash, must be read twice (the file of -init comes between), -cmd runs in the midst of
 * them with the settings so far, and a library's set-up alone takes longer than a small query.
 */
final class CommandLine {
    static final String USAGE = """
        Usage: %s [OPTIONS] FILENAME [SQL]
        FILENAME is the name of an SQLite database. A new database is created
        if the file does not previously exist.
        OPTIONS include:
           -ascii               set output mode to 'ascii'
           -bail                stop after hitting an error
           -batch               force batch I/O
           -box                 set output mode to 'box'
           -column              set output mode to 'column'
           -cmd COMMAND         run "COMMAND" before reading stdin
           -csv                 set output mode to 'csv'
           -echo                print inputs before execution
           -eqp                 show the query plan before each statement runs
           -init FILENAME       read/process named file
           -[no]header          turn headers on or off
           -help                show this message
           -html                set output mode to HTML
           -interactive         force interactive I/O
           -json                set output mode to 'json'
           -line                set output mode to 'line'
           -list                set output mode to 'list'
           -markdown            set output mode to 'markdown'
           -newline SEP         set output row separator. Default: '\\n'
           -nullvalue TEXT      set text string for NULL values. Default ''
           -quote               set output mode to 'quote'
           -readonly            open the database read-only
           -safe                enable safe-mode
           -separator SEP       set output column separator. Default: '|'
           -stored-functions    run functions that are stored in the file
           -stored-functions-access  let them use files, the network and the host
           -table               set output mode to 'table'
           -tabs                set output mode to 'tabs'
           -version             show the version\
        """;

    private final Shell shell;
    private final String[] arguments;
    private final List<String> commands = new ArrayList<>();
    private String databaseName;
    private String initFile;
    private boolean readOnly;
    private boolean batch;
    private boolean interactive;

    CommandLine(Shell shell, String[] arguments) {
        this.shell = shell;
        this.arguments = arguments;
    }

    /** Returns the commands to run instead of the standard input. */
    List<String> commands() {
        return commands;
    }

    /** Returns whether input is typed: {@code terminal}, unless an option overrides it. */
    boolean isInteractive(boolean terminal) {
        return interactive || (terminal && !batch);
    }

    /** Finds the database, opens it if it is there, and finds what else must be known early. */
    void first() {
        for (int i = 0; i < arguments.length; i++) {
            String argument = arguments[i];
            if (!argument.startsWith("-")) {
                if (databaseName == null) {
                    databaseName = argument;
                } else {
                    commands.add(argument);
                }
                continue;
            }
            switch (name(argument)) {
                case "separator", "nullvalue", "newline", "cmd", "vfs", "mmap", "heap" ->
                    value(++i);
                case "init" -> initFile = value(++i);
                case "batch" -> batch = true;
                case "readonly" -> readOnly = true;
                case "bail" -> shell.settings.bail = true;
                case "stored-functions" -> shell.allowStoredFunctions();
                case "stored-functions-access" -> shell.allowStoredFunctionsAccess();
                case "pagecache", "lookaside" -> {
                    value(++i);
                    value(++i);
                }
                default -> {
                    // Waits for the second reading.
                }
            }
        }
        boolean unnamed = databaseName == null;
        shell.use(unnamed ? Shell.MEMORY : databaseName, readOnly);
        if (!unnamed && exists(databaseName)) {
            shell.database();
        }
    }

    boolean hasDatabaseName() {
        return databaseName != null;
    }

    private boolean exists(String name) {
        return !name.isEmpty()
                && name.indexOf('\0') < 0
                && Files.exists(Path.of(shell.resolved(name)));
    }

    private static String name(String argument) {
        return argument.substring(argument.startsWith("--") ? 2 : 1);
    }

    private String value(int index) {
        if (index >= arguments.length) {
            shell.report(shell.programName + ": Error: missing argument to "
                    + arguments[arguments.length - 1]);
            throw new ShellExit(1);
        }
        return arguments[index];
    }

    /** Runs the file of -init, or the user's ~/.sqliterc if there is one. */
    void initialize(Path home, boolean terminal) {
        String file = initFile;
        if (file == null) {
            Path own = home.resolve(".sqliterc");
            if (!Files.isRegularFile(own)) {
                return;
            }
            file = own.toString();
        }
        Path path = Path.of(shell.resolved(file));
        boolean exists = Files.isReadable(path) && !Files.isDirectory(path);
        if (exists && isInteractive(terminal)) {
            shell.report("-- Loading resources from " + file);
        }
        Boolean failed = exists ? shell.runFile(file) : null;
        if (failed == null) {
            shell.report("cannot open: \"" + file + "\"");
        }
        if (shell.settings.bail && (failed == null || failed)) {
            throw new ShellExit(1);
        }
    }

    /** Applies the options and runs every -cmd. */
    void second() {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].startsWith("-")) {
                i = option(name(arguments[i]), i);
            }
        }
    }

    /** Processes an option; returns the index of its last argument. */
    private int option(String name, int index) {
        Settings settings = shell.settings;
        int last = index;
        switch (name) {
            case "init", "vfs", "mmap", "heap", "memtrace" -> last++;
            case "pagecache", "lookaside", "threadsafe", "nonce" -> last += 2;
            case "readonly", "bail", "stored-functions", "stored-functions-access" -> {
                // Known from the first reading.
            }
            case "html", "list", "line", "column", "json", "markdown", "table", "box" ->
                settings.mode = Mode.named(name);
            case "quote" -> settings.mode(Mode.QUOTE, ",", Settings.NEWLINE);
            case "csv" -> {
                settings.mode = Mode.CSV;
                settings.columnSeparator = Settings.limited(",");
            }
            case "ascii" -> settings.mode(Mode.ASCII, Settings.UNIT, Settings.RECORD);
            case "tabs" -> settings.mode(Mode.LIST, "\t", Settings.NEWLINE);
            case "separator" -> settings.columnSeparator = Settings.limited(value(++last));
            case "newline" -> settings.rowSeparator = Settings.limited(value(++last));
            case "nullvalue" -> settings.nullValue = Settings.limited(value(++last));
            case "header", "noheader" -> {
                settings.headers = name.equals("header");
                settings.headersSet = true;
            }
            case "echo" -> settings.echo = true;
            case "eqp" -> settings.autoPlan = Settings.AutoPlan.ON;
            case "eqpfull" -> settings.autoPlan = Settings.AutoPlan.FULL;
            case "interactive" -> interactive = true;
            case "batch" -> interactive = false;
            case "safe" -> shell.setSafe();
            case "version" -> {
                shell.output.standard().line(Shell.VERSION + " (SQLite " + Shell.DIALECT + ")");
                throw new ShellExit(0);
            }
            case "help" -> {
                shell.report(String.format(USAGE, shell.programName));
                throw new ShellExit(1);
            }
            case "cmd" -> {
                // sqlite3 stops reading options at a -cmd that is the last argument.
                if (++last < arguments.length) {
                    runOption(arguments[last]);
                }
            }
            default -> {
                shell.report(shell.programName + ": Error: unknown option: -" + name + "\n"
                        + "Use -help for a list of options.");
                throw new ShellExit(1);
            }
        }
        return last;
    }

    /** Runs the argument of -cmd; its error ends nothing unless -bail is given. */
    private void runOption(String command) {
        if (command.startsWith(".")) {
            Shell.Outcome outcome = shell.command(command);
            if (outcome != Shell.Outcome.DONE && shell.settings.bail) {
                throw new ShellExit(outcome == Shell.Outcome.QUIT ? 0 : 1);
            }
            return;
        }
        StatementError error = shell.execute(command);
        if (error != null) {
            shell.report(error.inArgument());
            if (shell.settings.bail) {
                throw new ShellExit(error.code());
            }
        }
    }

    /** Runs the commands of the command line. Gives the exit code. */
    int runCommands() {
        for (String command : commands) {
            if (command.startsWith(".")) {
                switch (shell.command(command)) {
                    case FAILED -> {
                        return 1;
                    }
                    case QUIT -> {
                        return 0;
                    }
                    case DONE -> {
                        // The next one follows.
                    }
                }
                continue;
            }
            StatementError error = shell.execute(command);
            if (error != null) {
                shell.report(error.inArgument());
                return error.code();
            }
        }
        return 0;
    }
}
