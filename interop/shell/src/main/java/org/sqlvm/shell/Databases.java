package org.sqlvm.shell;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

/**
 * Opens databases through the language: the only class of the shell that knows the polyglot API.
 * The context is made when the first database is opened, so that {@code -help} need not wait for
 * it.
 */
final class Databases implements Shell.DatabaseSource, AutoCloseable {
    private static final String LANGUAGE = "sqlvm";
    /** SQLITE_CANTOPEN, for an error that brings no code of its own. */
    private static final int CANNOT_OPEN = 14;

    private Context context;
    private boolean storedFunctions;

    /** They may be in any language that is there. */
    @Override
    public void allowStoredFunctions() {
        storedFunctions = true;
    }

    @Override
    public Database open(String path, boolean readOnly) {
        try {
            Value open = context().getBindings(LANGUAGE).getMember("open");
            return open.execute(path, readOnly).getMember("host").asHostObject();
        } catch (PolyglotException e) {
            if (!e.isGuestException()) {
                throw e;
            }
            Value error = e.getGuestObject();
            boolean coded = error != null && error.hasMember("code");
            int code = coded ? error.getMember("code").asInt() : CANNOT_OPEN;
            throw new SqlvmException(e.getMessage(), code, -1, e);
        }
    }

    private Context context() {
        if (context == null) {
            context = (storedFunctions ? Context.newBuilder() : Context.newBuilder(LANGUAGE))
                    .option("sqlvm.StoredFunctions", Boolean.toString(storedFunctions))
                    .allowAllAccess(true)
                    // Where there is no compiler we are slow, but our errors are still sqlite3's.
                    .option("engine.WarnInterpreterOnly", "false")
                    // As in sqlite3, waiting is asked for with .timeout.
                    .option("sqlvm.BusyTimeout", "0")
                    .build();
        }
        return context;
    }

    /** Truffle's runtime in its own words: "Interpreted" if it has no compiler. */
    @Override
    public String runtime() {
        return "Truffle (" + context().getEngine().getImplementationName() + ")";
    }

    @Override
    public void close() {
        if (context != null) {
            context.close();
        }
    }
}
