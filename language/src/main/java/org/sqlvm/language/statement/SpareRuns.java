package org.sqlvm.language.statement;

import org.sqlvm.language.runtime.Parameters;

/**
 * Runs of closed statements, which later statements with the same program take over. So a program
 * that prepares each text, runs it once and closes it makes a run's state, cursors and batch once.
 *
 * <p>Of one connection, whose lock is held.
 */
public final class SpareRuns {
    /** A power of two. */
    private static final int SIZE = 64;

    /** The kept runs, each at an index that its program's hash gives. */
    private final Execution[] runs = new Execution[SIZE];

    /** Begins a run of a statement: a kept one of its program, or a new one. */
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

    /** Keeps a run whose statement is closed. The caller does not use it afterwards. */
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
