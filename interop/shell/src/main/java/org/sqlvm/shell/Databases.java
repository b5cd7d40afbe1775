package org.sqlvm.shell;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.Database;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.language.HostDatabases;
import org.sqlvm.language.Surroundings;
import org.sqlvm.language.machine.ProgramRuntime;
import org.sqlvm.shell.session.Shell;

import java.util.Map;

/**
 * Opens databases through the language: the only class of the shell that knows the polyglot API.
 * The context is made when the first database is opened, so that {@code -help} need not wait for
 * it.
 */
final class Databases implements Shell.DatabaseSource, AutoCloseable {
    private static final String LANGUAGE = "sqlvm";

    private final Surroundings surroundings;
    private Context context;
    private boolean storedFunctions;
    private boolean storedFunctionsAccess;

    Databases() {
        this(Surroundings.ofProcess());
    }

    Databases(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** They may be in any language that is there. */
    @Override
    public void allowStoredFunctions() {
        storedFunctions = true;
    }

    @Override
    public void allowStoredFunctionsAccess() {
        storedFunctionsAccess = true;
    }

    @Override
    public Database open(String path, boolean readOnly) {
        return Door.SHELL.open(() -> HostDatabases.open(context(), path, readOnly));
    }

    private Context context() {
        if (context == null) {
            ProgramRuntime.prepare();
            context = storedFunctions
                    ? surroundings.context(Map.of(), this::prepared)
                    : surroundings.context(
                            ProgramRuntime.engineOptions(), this::prepared, LANGUAGE);
        }
        return context;
    }

    private Context.Builder prepared(Context.Builder builder) {
        return builder.option("sqlvm.StoredFunctions", Boolean.toString(storedFunctions))
                .option("sqlvm.StoredFunctionsAccess", Boolean.toString(storedFunctionsAccess))
                // The shell prints only what sqlite3 prints; .version shows the runtime.
                .option("sqlvm.RuntimeMessage", "off")
                // As in sqlite3, waiting is asked for with .timeout.
                .option("sqlvm.BusyTimeout", "0");
    }

    /**
     * Truffle's runtime in its own words, "Interpreted" if it has no compiler; and in ours, which
     * say why.
     */
    @Override
    public String runtime() {
        String name = context().getEngine().getImplementationName();
        return "Truffle (" + name + ")\nPrograms are " + ProgramRuntime.message();
    }

    @Override
    public void close() {
        if (context != null) {
            context.close();
        }
    }
}
