package org.sqlvm.language.host;

import org.sqlvm.api.Database;
import org.sqlvm.api.Preparation;
import org.sqlvm.engine.error.Interruption;

/** Compiles statements for Java callers; to {@link Interruption} each of them is a run. */
final class HostPreparation implements Preparation {
    private static final long NOT_COMPILING = 0;

    private final HostDatabase database;
    private final Interruption interruption;
    private long timeLimitMs;
    /** The number of the run, for other threads. */
    private volatile long number = NOT_COMPILING;

    HostPreparation(HostDatabase database, Interruption interruption) {
        this.database = database;
        this.interruption = interruption;
    }

    @Override
    public Preparation timeLimit(long milliseconds) {
        timeLimitMs = milliseconds;
        return this;
    }

    @Override
    public Database.Prepared prepare(String sql, int start) {
        return database.entry().call(() -> {
            long run = interruption.newRun();
            long outer = interruption.enter(run);
            long outerLimit = interruption.limit(deadline());
            number = run;
            try {
                return database.compile(sql, start);
            } finally {
                number = NOT_COMPILING;
                interruption.forget(run);
                interruption.endLimit(outerLimit);
                interruption.leave(outer);
            }
        });
    }

    /** An odd number is not 0, which would be no limit. */
    private long deadline() {
        return timeLimitMs == 0 ? 0 : 1 | (System.nanoTime() + timeLimitMs * 1_000_000);
    }

    @Override
    public void interrupt() {
        long run = number;
        if (run != NOT_COMPILING) {
            interruption.request(run);
        }
    }
}
