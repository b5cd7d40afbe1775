package org.sqlvm.language.statement;

import org.sqlvm.language.runtime.Parameters;

/**
 * Runs of statements that have been closed, for the next statements that have the same program. A
 * program that prepares a text, runs it once and closes it, and then the next, makes that run's
 * state, cursors and batch only once: they are half of what a statement of one row costs.
 *
 * <p>Of one connection, whose lock is held.
 */
public final class SpareRuns {
    /** A power of two. */
    private static final int SIZE = 64;

    /** By program, each at the place of its hash. */
    private final Execution[] runs = new Execution[SIZE];

    /** A run that begins. */
    public Execution begin(PreparedStatement statement, Parameters parameters) {
        int place = place(statement.compiled());
        Execution spare = runs[place];
        if (spare == null || !spare.isOf(statement.compiled())) {
            return new Execution(statement, parameters);
        }
        runs[place] = null;
        spare.restart(statement, parameters);
        return spare;
    }

    /** The statement of a run that has ended is closed: nobody uses the run any more. */
    public void give(Execution run) {
        if (run.letGo()) {
            runs[place(run.statement().compiled())] = run;
        }
    }

    private static int place(CompiledProgram program) {
        int hash = System.identityHashCode(program);
        return (hash ^ hash >>> 8) & (SIZE - 1);
    }
}
