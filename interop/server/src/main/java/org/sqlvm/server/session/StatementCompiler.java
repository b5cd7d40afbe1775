package org.sqlvm.server.session;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.Database;
import org.sqlvm.api.Preparation;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.settings.ServerSettings;

import java.util.HashSet;
import java.util.Set;

/**
 * Compiles what clients send, with an authorizer where a statement may have to be refused. Every
 * way into a server compiles here.
 */
public final class StatementCompiler {
    private static final int AUTH = 23;

    private final Database database;
    private final Preparation preparation;
    private final ServerSettings settings;

    /** Empty before they are asked for. */
    private Set<String> pragmas = Set.of();

    /** Whether query_only was on before the client could set it; null before it is known. */
    private Boolean staysReadOnly;

    /** Whether the authorizer judges all statements from now on. */
    private boolean isGuarded;

    public StatementCompiler(Database database, ServerSettings settings) {
        this.database = database;
        this.preparation = database.preparation();
        this.settings = settings;
    }

    /**
     * Compiles the first statement from {@code start} on.
     *
     * @param timeLimitMs 0 for any time
     */
    public Database.Prepared prepare(String text, int start, long timeLimitMs) {
        if (settings.areFilesNamed()) {
            // The client could open the file itself.
            return compile(text, start, timeLimitMs);
        }
        if (RemoteAuthorizer.isRefused(text)) {
            throw new SqlvmException("not authorized", AUTH, -1, null);
        }
        boolean mayUseFiles = settings.mayUseFiles();
        if (isGuarded || !RemoteAuthorizer.concerns(text, mayUseFiles)) {
            return compile(text, start, timeLimitMs);
        }
        Authorizer own = database.authorizer();
        database.setAuthorizer(new RemoteAuthorizer(own, mayUseFiles, staysReadOnly(), pragmas()));
        try {
            return compile(text, start, timeLimitMs);
        } finally {
            isGuarded = !mayUseFiles && RemoteAuthorizer.hidesFiles(text);
            if (!isGuarded) {
                database.setAuthorizer(own);
            }
        }
    }

    /** Has the authorizer judge all statements from now on, whatever their words. */
    void guard() {
        if (!isGuarded && !settings.areFilesNamed()) {
            isGuarded = true;
            database.setAuthorizer(new RemoteAuthorizer(
                    database.authorizer(), settings.mayUseFiles(), staysReadOnly(), pragmas()));
        }
    }

    private Database.Prepared compile(String text, int start, long timeLimitMs) {
        return preparation.timeLimit(timeLimitMs).prepare(text, start);
    }

    /** The names of the engine's PRAGMAs. */
    private Set<String> pragmas() {
        if (pragmas.isEmpty()) {
            Set<String> names = new HashSet<>();
            try (Rows rows = database.query("PRAGMA pragma_list")) {
                while (rows.next()) {
                    names.add(rows.getText(0));
                }
            }
            pragmas = names;
        }
        return pragmas;
    }

    /** Asked for with the first statement that could set it. */
    private boolean staysReadOnly() {
        if (staysReadOnly == null) {
            try (Rows rows = database.query("PRAGMA query_only")) {
                staysReadOnly = settings.isReadOnly() || (rows.next() && rows.getLong(0) != 0);
            }
        }
        return staysReadOnly;
    }

    /** Ends what is compiled now. Any thread may call. */
    public void interrupt() {
        preparation.interrupt();
    }
}
