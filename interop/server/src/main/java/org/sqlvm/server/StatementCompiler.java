package org.sqlvm.server;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.Database;
import org.sqlvm.api.Preparation;

/** Compiles what clients send, with an authorizer where a statement may have to be refused. */
final class StatementCompiler {
    private final Database database;
    private final Preparation preparation;
    private final boolean mayUseFiles;

    StatementCompiler(Database database, boolean mayUseFiles) {
        this.database = database;
        this.preparation = database.preparation();
        this.mayUseFiles = mayUseFiles;
    }

    /**
     * Compiles the first statement from {@code start} on.
     *
     * @param timeLimitMs 0 for any time
     */
    Database.Prepared prepare(String text, int start, long timeLimitMs) {
        boolean isGuarded = !mayUseFiles && RemoteAuthorizer.concerns(text);
        Authorizer own = isGuarded ? database.authorizer() : null;
        if (isGuarded) {
            database.setAuthorizer(new RemoteAuthorizer(own));
        }
        try {
            return preparation.timeLimit(timeLimitMs).prepare(text, start);
        } finally {
            if (isGuarded) {
                database.setAuthorizer(own);
            }
        }
    }

    /** Ends what is compiled now. Any thread may call. */
    void interrupt() {
        preparation.interrupt();
    }
}
