package org.sqlvm.language.statement;

import org.sqlvm.engine.db.StatementRun;
import org.sqlvm.engine.program.Explain;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.ExplainMode;
import org.sqlvm.engine.row.Batch;

/** The rows of an EXPLAIN. What is listed is the program that would run. */
final class Explanation {
    private final Program program;
    private final Object[][] rows;
    /** Rows that have been given. */
    private int count;

    private Explanation(Program program) {
        this.program = program;
        this.rows = program.explain() == ExplainMode.EXPLAIN
                ? Explain.rows(program)
                : Explain.queryPlan(program);
    }

    /**
     * Begins the transactions of the program that is listed.
     *
     * @throws org.sqlvm.engine.db.SchemaChangedException if a schema is not the program's any more
     */
    static Explanation begin(CompiledProgram compiled, StatementRun run) {
        Program program = compiled.program();
        for (int database : program.facts().databases()) {
            run.begin(database, false, false, false, compiled.schema());
        }
        return new Explanation(program);
    }

    /** The next rows; none after the last. */
    Batch next() {
        int size = Math.min(rows.length - count, Batch.CAPACITY_MAX);
        Batch batch = new Batch(program.columns().size(), Math.max(1, size));
        for (int row = 0; row < size; row++) {
            Object[] values = rows[count + row];
            for (int column = 0; column < values.length; column++) {
                batch.appendObject(column, row, values[column]);
            }
            batch.endRow();
        }
        count += size;
        return batch;
    }

    boolean isComplete() {
        return count == rows.length;
    }
}
