package org.sqlvm.server;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.Database;
import org.sqlvm.api.Preparation;

/** Compiles statements of clients, which see nothing of the machine unless the server lets them. */
final class StatementGuard {
    private final ServerSettings settings;
    private final Database database;
    private final Preparation preparation;

    StatementGuard(ServerSettings settings, Database database) {
        this.settings = settings;
        this.database = database;
        this.preparation = database.preparation();
    }

    /**
     * Compiles the first statement from {@code start} on.
     *
     * @param timeoutMs 0 for none
     * @throws org.sqlvm.api.SqlvmException if it is not understood, or refused
     */
    Database.Prepared prepare(String text, int start, long timeoutMs) {
        boolean isGuarded = !settings.mayUseFiles() && RemoteAuthorizer.concerns(text);
        Authorizer own = isGuarded ? database.authorizer() : null;
        if (isGuarded) {
            database.setAuthorizer(new RemoteAuthorizer(own));
        }
        try {
            return preparation.timeLimit(timeoutMs).prepare(text, start);
        } finally {
            if (isGuarded) {
                database.setAuthorizer(own);
            }
        }
    }
}
