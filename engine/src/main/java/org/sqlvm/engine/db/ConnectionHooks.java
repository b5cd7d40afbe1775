package org.sqlvm.engine.db;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.UpdateListener;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * The callbacks of a connection's user: {@link org.sqlvm.api.Hooks} says when each is called. An
 * exception that one throws is an error of the statement.
 */
public final class ConnectionHooks {
    private final Databases databases;
    private BooleanSupplier stop;
    private int progressInstructions;
    private Consumer<String> trace;
    private BooleanSupplier commit;
    private Runnable rollback;
    private UpdateListener update;
    private Authorization.Judge authorizer;
    private Authorizer givenAuthorizer;
    /** The busy handler; null while the busy timeout determines how long to wait. */
    private IntPredicate busy;

    ConnectionHooks(Databases databases) {
        this.databases = databases;
    }

    /** @param handler true ends the statement; null for none */
    public void setProgress(int instructions, BooleanSupplier handler) {
        stop = instructions < 1 ? null : handler;
        progressInstructions = stop == null ? 0 : instructions;
    }

    public void setTrace(Consumer<String> listener) {
        trace = listener;
    }

    public void setCommit(BooleanSupplier refuse) {
        commit = refuse;
    }

    public void setRollback(Runnable listener) {
        rollback = listener;
    }

    public void setUpdate(UpdateListener listener) {
        update = listener;
    }

    /** @param again false gives up waiting for a lock; null means that no wait is made */
    public void setBusy(IntPredicate again) {
        busy = again == null ? _ -> false : count -> call(() -> again.test(count));
        databases.list().forEach(database -> database.btree.storage().setBusyHandler(busy));
    }

    /** Forgets the busy handler, since PRAGMA busy_timeout replaces it. */
    void forgetBusy() {
        busy = null;
    }

    /** A database has been attached. */
    void attached(Btree btree) {
        if (busy != null) {
            btree.storage().setBusyHandler(busy);
        }
    }

    /** @param wanted the callback; null for none */
    public void setAuthorizer(Authorizer wanted) {
        givenAuthorizer = wanted;
        authorizer = wanted == null
                ? null
                : (action, first, second, database, source) ->
                        call(() -> wanted.authorize(action, first, second, database, source));
    }

    /** As the program has set it; null for none. */
    public Authorizer givenAuthorizer() {
        return givenAuthorizer;
    }

    /** The authorizer of statements that are compiled; may be null. */
    public Authorization.Judge authorizer() {
        return authorizer;
    }

    private static <T> T call(Supplier<T> hook) {
        try {
            return hook.get();
        } catch (SqlException | VirtualMachineError error) {
            throw error;
        } catch (RuntimeException | Error thrown) {
            throw SqlException.ofCallback(thrown);
        }
    }

    /** After how many instructions {@link #progress} is to be called; 0 for never. */
    public int progressInstructions() {
        return progressInstructions;
    }

    /** @throws SqlException SQLITE_INTERRUPT if the statement is to end */
    public void progress() {
        if (stop != null && call(stop::getAsBoolean)) {
            throw new SqlException(ResultCode.INTERRUPT, "interrupted");
        }
    }

    public boolean isTraced() {
        return trace != null;
    }

    /** Reports a statement; errors of the callback are ignored, as in SQLite. */
    public void trace(String text) {
        try {
            trace.accept(text);
        } catch (RuntimeException error) {
            assert error != null;
        }
    }

    /** Before a commit that has something to write. */
    void commits() {
        if (commit != null && call(commit::getAsBoolean)) {
            throw new SqlException(ResultCode.CONSTRAINT_COMMITHOOK, "constraint failed");
        }
    }

    void rolledBack() {
        if (rollback != null) {
            call(() -> {
                rollback.run();
                return null;
            });
        }
    }

    /** Whether a listener is registered for transactions that are undone. */
    public boolean hasRollbackListener() {
        return rollback != null;
    }

    /** Whether a listener is registered for rows that change. */
    public boolean hasUpdateListener() {
        return update != null;
    }

    /** A row of a rowid table has changed, one that a statement counts. */
    public void changed(int operation, Btree btree, int root, long rowid) {
        for (Schema schema : databases.schema().databases()) {
            if (databases.btree(schema.number()) != btree) {
                continue;
            }
            for (Table table : schema.tables()) {
                if (table.rootPage() == root && !table.name().startsWith("sqlite_")) {
                    call(() -> {
                        update.changed(operation, schema.id().name(), table.name(), rowid);
                        return null;
                    });
                    return;
                }
            }
        }
    }
}
