package org.sqlvm.shell.session;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.AuthorizerAction;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.language.SqlvmLanguage;
import org.sqlvm.language.Surroundings;
import org.sqlvm.shell.mode.Settings;
import org.sqlvm.shell.terminal.Activity;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.terminal.LineSource;
import org.sqlvm.shell.terminal.Output;
import org.sqlvm.shell.terminal.ShellExit;
import org.sqlvm.shell.terminal.ShownInput;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * One run of the shell: the settings, the open database, where output goes and where input comes
 * from. What the user says arrives as a script, as an argument or as a dot-command.
 */
public final class Shell implements AutoCloseable {
    /** So deep may .read nest. */
    private static final int NESTING_LIMIT = 25;

    public static final String VERSION = SqlvmLanguage.VERSION;
    /** The version of SQLite whose dialect and file format this is. */
    public static final String DIALECT = "3.54.1";

    public static final String MEMORY = ":memory:";

    /** The source of databases; tests have their own. */
    @FunctionalInterface
    public interface DatabaseSource {
        /** Opens a file, {@link #MEMORY}, or a temporary database if the path is empty. */
        Database open(String path, boolean readOnly);

        /** Before the first is opened: functions that are stored in files are run. */
        public default void allowStoredFunctions() {}

        /** Before the first is opened: these functions may use files, the host and languages. */
        public default void allowStoredFunctionsAccess() {}

        /** Returns a description of the runtime, for .version; null if it is not known. */
        public default String runtime() {
            return null;
        }
    }

    /** The dot-commands. */
    public interface Commands {
        List<String> names();

        Outcome run(String line);
    }

    /** The result of a dot-command or an input. */
    public enum Outcome {
        DONE,
        FAILED,
        QUIT
    }

    public final Settings settings = new Settings();
    public final Output output;
    final ByteSink error;
    public final Activity activity;
    public final String programName;
    public final Prompts prompts = new Prompts();

    private final DatabaseSource source;
    private final Function<Shell, Commands> commandMaker;
    /**
     * The dot-commands; null until the first one is run, so that a process that runs one statement
     * starts without them.
     */
    private Commands commands;

    private volatile Database database;
    private String databaseName;
    private boolean readOnly;
    /** Relative file names start here; null is where the process started. */
    private Path directory;

    /** In safe mode no command may touch files other than the database. */
    private boolean safe;

    private Surroundings surroundings = Surroundings.ofProcess();
    /** The action that safe mode has denied to the statement; null if none. */
    private String refused;

    private int nesting;
    private int lineNumber;

    /** The prompts of an interactive shell. */
    public static final class Prompts {
        public String first = "sqlvm> ";
        public String next = "   ...> ";
    }

    public Shell(
            String programName,
            DatabaseSource source,
            Function<Shell, Commands> commands,
            ByteSink out,
            ByteSink error) {
        this.commandMaker = commands;
        this.programName = programName;
        this.source = source;
        this.output = new Output(out, error);
        this.error = error;
        activity = new Activity(output, error);
    }

    public void report(String message) {
        output.flush();
        error.line(message).flush();
    }

    /** The database, opened now if it was not needed before. */
    public Database database() {
        if (database == null) {
            try {
                database = own(databaseName, readOnly);
            } catch (SqlvmException e) {
                report(cannotOpen(e));
                throw new ShellExit(1);
            }
        }
        return database;
    }

    /** Opens another database beside the shell's own. */
    public Database open(String name) {
        return source.open(resolved(name), false);
    }

    public Database openReadOnly(String name) {
        return source.open(resolved(name), true);
    }

    private String cannotOpen(SqlvmException e) {
        return "Error: unable to open database \"" + databaseName + "\": " + e.getMessage();
    }

    /** As {@link DatabaseSource#runtime}. */
    public String runtime() {
        return source.runtime();
    }

    /** Before a database is opened: the functions that are stored in it are run. */
    public void allowStoredFunctions() {
        source.allowStoredFunctions();
    }

    /** Before a database is opened: these functions may do what the shell may. */
    public void allowStoredFunctionsAccess() {
        source.allowStoredFunctionsAccess();
    }

    /** Names the database; it is opened when it is needed, so a mistyped name makes no file. */
    public void use(String name, boolean asReadOnly) {
        databaseName = name;
        readOnly = asReadOnly;
    }

    /** Changes to another database, or to an empty one in memory if that cannot be opened. */
    public void reopen(String name, boolean asReadOnly) {
        close();
        use(name, asReadOnly);
        try {
            database = own(databaseName, readOnly);
        } catch (SqlvmException e) {
            report(cannotOpen(e));
            database = own(MEMORY, false);
        }
    }

    private Database own(String name, boolean asReadOnly) {
        Database opened = source.open(resolved(name), asReadOnly);
        guard(opened);
        return opened;
    }

    private void guard(Database opened) {
        if (safe && opened != null) {
            opened.setAuthorizer((action, _, object, _, _) -> permit(action, object));
        }
    }

    /**
     * In safe mode: refuses what would read or write other files. COPY and VACUUM attach theirs.
     */
    private int permit(int action, String object) {
        String what = switch (action) {
            case AuthorizerAction.ATTACH -> "run ATTACH";
            case AuthorizerAction.FUNCTION ->
                object.startsWith("read_") ? "use the " + object + "() function" : null;
            case AuthorizerAction.CREATE_VTABLE ->
                object.equals("csv") ? "use the csv module" : null;
            default -> null;
        };
        refused = what == null ? refused : what;
        return what == null ? Authorizer.OK : Authorizer.DENY;
    }

    public String databaseName() {
        return databaseName;
    }

    public boolean isReadOnly() {
        return readOnly;
    }

    public boolean isOpen() {
        return database != null;
    }

    @Override
    public void close() {
        if (database != null) {
            database.close();
            database = null;
        }
    }

    /**
     * Makes a file name absolute if .cd has been used; Java cannot change the process's directory.
     * A program without a process of its own has standard streams of other names.
     */
    public String resolved(String name) {
        boolean file = !name.isEmpty() && !name.equals(MEMORY) && !name.startsWith("file:");
        return directory != null && file
                ? surroundings.path(directory.resolve(name).toString()).toString()
                : name;
    }

    /** Relative file names start in the folder of a program that has no process of its own. */
    public void startIn(Surroundings program) {
        directory = program.folder();
        surroundings = program;
    }

    public boolean changeDirectory(String name) {
        Path path = Path.of(resolved(name)).toAbsolutePath().normalize();
        if (!Files.isDirectory(path)) {
            return false;
        }
        directory = path;
        return true;
    }

    public Path directory() {
        return directory == null ? Path.of("") : directory;
    }

    /**
     * Starts a command of the operating system.
     *
     * @param inherited the standard streams that the command takes over, 0 to 2
     */
    public Process start(String command, int... inherited) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                .directory(directory().toAbsolutePath().toFile());
        return surroundings.start(builder, inherited);
    }

    public void setSafe() {
        safe = true;
        guard(database);
    }

    public boolean isSafe() {
        return safe;
    }

    /** Ends the shell if it is in safe mode. */
    public void failIfSafe(String what) {
        if (safe) {
            report("line " + lineNumber + ": cannot " + what + " in safe mode");
            throw new ShellExit(1);
        }
    }

    private Commands commands() {
        if (commands == null) {
            commands = commandMaker.apply(this);
        }
        return commands;
    }

    public List<String> commandNames() {
        return commands().names();
    }

    public Outcome command(String line) {
        return commands().run(line);
    }

    /** Runs SQL in the current mode; returns the error, or null. */
    public StatementError execute(String sql) {
        StatementRunner runner = new StatementRunner(settings, database(), output.sink());
        StatementError failure = activity.during(() -> runner.ofUser(activity).run(sql));
        if (refused != null) {
            failIfSafe(refused);
        }
        return failure;
    }

    /** Reads and runs all of an input. Gives whether any of it failed. */
    public boolean run(LineSource lines) {
        if (nesting == NESTING_LIMIT) {
            report("Input nesting limit (" + NESTING_LIMIT + ") reached at line " + lineNumber
                    + ". Check recursion.");
            return true;
        }
        nesting++;
        int outerLine = lineNumber;
        lineNumber = 0;
        boolean failed = new Script(this, lines).run();
        lineNumber = outerLine;
        nesting--;
        return failed;
    }

    void nextLine() {
        lineNumber++;
    }

    /**
     * Runs a file of SQL and dot-commands. Gives whether any of it failed, or null if there is no
     * file.
     */
    public Boolean runFile(String name) {
        Path path = Path.of(resolved(name));
        if (Files.isDirectory(path)) {
            return null;
        }
        try (InputStream in = ShownInput.open(path, activity)) {
            return run(LineSource.of(in));
        } catch (IOException e) {
            return null;
        }
    }

    /** Stops the statement or the command that another thread runs. */
    public void interrupt() {
        Database running = database;
        if (!activity.stop() && running != null) {
            running.interrupt(); // A query of a command's own.
        }
    }
}
