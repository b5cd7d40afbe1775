package org.sqlvm.language.runtime;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.StatementRun;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.language.nodes.ProgramRootNode.Outcome;

import java.util.function.LongSupplier;

/**
 * One run of a program: what outlives a single call of its root node. Nodes are shared by all
 * contexts of an engine, so all that belongs to a run is here.
 */
public final class ExecutionState implements LongSupplier {
    public final Connection connection;
    public final Program program;
    /** The schema the program was compiled for. */
    public final Schema schema;

    /** Values of the parameters, numbered from 1; element 0 is not used. */
    public final Object[] parameters;

    public final ProgramCursor[] cursors;

    /** The run's part in the connection's transaction. */
    public final StatementRun run;

    /** The batch being filled. The consumer takes it and leaves a new one. */
    public Batch batch;

    /** Where the next call goes on; 0 is the beginning. */
    public int resume;

    public Outcome outcome;

    /** Registers between two calls: kinds, numbers (reals as raw bits) and everything else. */
    public final byte[] savedKinds;

    public final long[] savedNumbers;
    public final Object[] savedObjects;

    /** Which Once instructions have been passed, by address. */
    public final boolean[] passed;

    /** Scratch objects of instructions, by address: search keys, record writers. */
    public final Object[] scratch;

    /** Result of the last Compare instruction. */
    public int compared;

    /** What 'now' means to this run, in milliseconds since 1970; 0 until a function asks. */
    private long currentTimeMs;

    /** Rows inserted, updated or deleted by this run. */
    public long changes;

    public ExecutionState(
            Connection connection,
            StatementRun run,
            CompiledProgram compiled,
            Object[] parameters) {
        this.program = compiled.program();
        this.schema = compiled.schema();
        int savedCount = compiled.root().registerCount() + 1;
        assert parameters.length == program.parameters().size() + 1 : parameters.length;
        this.connection = connection;
        this.run = run;
        this.parameters = parameters;
        this.cursors = new ProgramCursor[program.cursorCount()];
        this.savedKinds = new byte[savedCount];
        this.savedNumbers = new long[savedCount];
        this.savedObjects = new Object[savedCount];
        this.passed = new boolean[program.instructions().size()];
        this.scratch = new Object[program.instructions().size()];
    }

    /** The time of the run: that of the first call, as in SQLite. */
    @Override
    public long getAsLong() {
        if (currentTimeMs == 0) {
            currentTimeMs = System.currentTimeMillis();
        }
        return currentTimeMs;
    }

    /** The value of parameter {@code number}; NULL if none was bound. */
    public Object parameter(int number) {
        Object value = parameters[number];
        return value == null ? SqlNull.NULL : value;
    }

    /** Puts a cursor in its place and closes the one that was there. */
    public void open(int number, ProgramCursor cursor) {
        if (cursors[number] != null) {
            cursors[number].close();
        }
        cursors[number] = cursor;
    }

    /** Drops what the run holds. The connection's transaction is the caller's business. */
    public void close() {
        for (ProgramCursor cursor : cursors) {
            if (cursor != null) {
                cursor.close();
            }
        }
    }
}
