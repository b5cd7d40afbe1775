package org.sqlvm.language.runtime;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.StatementRun;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.row.OpenAccumulators;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.schema.Schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * One run of a program: the state that outlives a single call of its code. Nodes are shared by all
 * contexts of an engine, so all that belongs to a run is here.
 */
public final class ExecutionState implements LongSupplier {
    public final Connection connection;
    public final Program program;
    /** The schema the program was compiled for. */
    public final Schema schema;

    public Parameters parameters;

    /** Closed ones stay in their slots until the program opens others there. */
    public final ProgramCursor[] cursors;

    /** The run's part in the connection's transaction. */
    public final StatementRun run;

    /** In the root: the bodies of registered functions, by slot. */
    public RegisteredFunction.Body[] bodies;

    /** In the root: registered aggregates that have taken rows. */
    public final OpenAccumulators accumulators;

    /**
     * In the root: releases the lock of the callbacks' language; null if it is not held. Held from
     * the first callback of a batch to the batch's end.
     */
    public Runnable guestUnlock;

    /** In the root: after how many instructions to ask the progress handler; 0 for never. */
    private int progressInstructions;

    /** In the root: backward jumps after which the progress handler may be due. */
    private int progressTurns = Integer.MAX_VALUE;

    /** In the root: the number of instructions since the last call of the progress handler. */
    private long progressed;

    /** In the root: backward jumps after which a call of the program ends at the latest. */
    public int turnCountMax = Integer.MAX_VALUE;

    /**
     * In the root: the remaining cost before vectors are cheaper, in steps from one row of a table
     * to the next; unlimited once the consumer has received rows.
     */
    public long costMax = Long.MAX_VALUE;

    /** In the root: the run has ended before its first row, since it would cost more. */
    public boolean tooDear;

    /** Backward jumps of the last call of the program. */
    public int turnCount;

    /** Searches of that call, where they are counted. */
    public int searchCount;

    /** How the last call of the program has run, as {@link Tier} has it. */
    public int tier;

    /** The time that vectorized scans have taken since the field was last reset, in nanoseconds. */
    public long vectorTime;

    /** The counters; null unless the run counts. */
    public RunCounters counters;

    /** The batch being filled. The consumer takes it and leaves a new one. */
    public Batch batch;

    /** Where the next call goes on; 0 is the beginning. */
    public int resume;

    public Outcome outcome;

    /** Registers between two calls: kinds, numbers (reals as raw bits) and everything else. */
    public final byte[] savedKinds;

    public final long[] savedNumbers;
    public final Object[] savedObjects;

    /** The Once instructions that have been passed, by address. */
    public final boolean[] passed;

    /** Scratch objects of instructions, by address: search keys, record writers. */
    public final Object[] scratch;

    /** Result of the last Compare instruction. */
    public int compared;

    /** The value of 'now' in this run, in milliseconds since 1970; 0 until a function asks. */
    private long currentTimeMs;

    /** Rows inserted, updated or deleted by this run, but not by the programs it runs. */
    public long changes;

    /** The state of the statement's own program; this one, or the one that runs this. */
    public final ExecutionState root;

    /** The arguments of a subprogram; null for a statement's own program. */
    public final Object[] arguments;

    /** In the root: violations of foreign keys that must be mended before the statement ends. */
    public long violations;

    /** The program to run now, after {@link Outcome#CALL}. */
    public ExecutionState callee;

    /** The states of the programs that this one has run, which wait for their next run. */
    private final List<ExecutionState> callees = new ArrayList<>(0);

    /** Where to go on behind {@link #callee} if RAISE(IGNORE) has ended it. */
    public int resumeIfIgnored;

    /** RAISE(IGNORE) has ended this subprogram. */
    public boolean ignored;

    /** The program that runs this one; null for a statement's own. */
    public final ExecutionState caller;

    public final ProgramCode code;
    /** Null for a statement's own program. */
    private final SubRoutine routine;
    /** How many programs run this one. */
    private final int depth;

    /** The rowids that the statement itself inserts; null if its consumer does not ask. */
    public InsertedRowids rowids;

    private long changesBefore;
    private long lastRowidBefore;

    /**
     * A statement's own program.
     *
     * @param schema that the program was compiled for
     * @param code the code of the program
     */
    public ExecutionState(
            Connection connection,
            StatementRun run,
            Program program,
            Schema schema,
            ProgramCode code,
            Parameters parameters) {
        this.program = program;
        this.schema = schema;
        int savedCount = code.registerCount() + 1;
        assert parameters.count() == program.parameters().size() : parameters.count();
        this.connection = connection;
        this.run = run;
        this.bodies = connection.registry().registered().bodies();
        this.accumulators = new OpenAccumulators();
        this.parameters = parameters;
        this.cursors = new ProgramCursor[program.cursorCount()];
        this.savedKinds = new byte[savedCount];
        this.savedNumbers = new long[savedCount];
        this.savedObjects = new Object[savedCount];
        this.passed = new boolean[program.instructions().size()];
        this.scratch = new Object[program.instructions().size()];
        this.root = this;
        this.arguments = null;
        this.caller = null;
        this.routine = null;
        this.depth = 0;
        this.code = code;
    }

    /** A subprogram that {@code caller} runs. */
    public ExecutionState(ExecutionState caller, SubRoutine routine, int argumentCount) {
        if (caller.depth >= caller.connection.limits().triggerDepth()) {
            throw SqlException.error("triggers nested too deep");
        }
        this.program = routine.program().program();
        this.schema = caller.schema;
        int savedCount = routine.code().registerCount() + 1;
        this.connection = caller.connection;
        this.run = caller.run;
        this.accumulators = caller.accumulators;
        this.parameters = caller.parameters;
        this.cursors = new ProgramCursor[program.cursorCount()];
        this.savedKinds = new byte[savedCount];
        this.savedNumbers = new long[savedCount];
        this.savedObjects = new Object[savedCount];
        this.passed = new boolean[program.instructions().size()];
        this.scratch = new Object[program.instructions().size()];
        this.root = caller.root;
        this.arguments = new Object[argumentCount];
        this.caller = caller;
        this.routine = routine;
        this.depth = caller.depth + 1;
        this.code = routine.code();
        caller.callees.add(this);
    }

    /** Whether the last call of the program ended in the interpreter. */
    public boolean isInterpreted() {
        return tier == Tier.INTERPRETED;
    }

    /** Returns the title of a trigger's program; empty for any other. */
    public String title() {
        return routine == null ? "" : routine.program().title();
    }

    /** The statement's own program runs again, with the scratch objects and cursors that it has. */
    public void restart(Parameters nextParameters) {
        assert caller == null;
        // Unchanged bodies are not stored again: see Parameters.
        RegisteredFunction.Body[] nextBodies =
                connection.registry().registered().bodies();
        if (bodies != nextBodies) {
            bodies = nextBodies;
        }
        if (parameters != nextParameters) {
            parameters = nextParameters;
        }
        resume = 0;
        changes = 0;
        violations = 0;
        currentTimeMs = 0;
        callee = null;
        Arrays.fill(passed, false);
    }

    /** Forgets the values of the run that has ended. */
    public void dropValues() {
        Arrays.fill(savedObjects, null);
    }

    /** Another program of the statement has run so far, without a row: this one begins. */
    public void takeOver(ExecutionState given) {
        batch = given.batch;
        currentTimeMs = given.currentTimeMs;
        progressed = given.progressed;
    }

    /**
     * In the root: whether a further cost, in steps from one row of a table to the next, is less
     * than that of vectors. After a row it always is: vectors would return that row again.
     */
    public boolean affords(double cost) {
        return cost <= costMax || batch.rowCount() > 0;
    }

    /** Makes the calls of the program end often enough for the progress handler. */
    public void setProgress(int instructions) {
        progressInstructions = instructions;
        progressTurns = instructions == 0
                ? Integer.MAX_VALUE
                : Math.max(1, 2 * instructions / program.instructions().size());
        turnCountMax = progressTurns;
    }

    /** In the root: whether there is a progress handler to ask. */
    public boolean asksProgress() {
        return progressInstructions != 0;
    }

    /** The next call of the program ends after this number of backward jumps at the latest. */
    public void setTurnsMax(long turns) {
        turnCountMax = (int) Math.min(progressTurns, turns);
    }

    /** In the root: instructions have run. Asks the progress handler when it is time. */
    public void countInstructions(long count) {
        if (progressInstructions == 0) {
            return;
        }
        progressed += count;
        while (progressed >= progressInstructions) {
            progressed -= progressInstructions;
            connection.hooks().progress();
        }
    }

    /** Callbacks have ended for now: other threads may run their language. */
    public void leaveGuest() {
        Runnable unlock = guestUnlock;
        if (unlock != null) {
            guestUnlock = null;
            unlock.run();
        }
    }

    /** Whether a trigger runs that {@code other} is the program of: this one, or one around it. */
    public boolean runs(SubRoutine other) {
        for (ExecutionState state = this; state.routine != null; state = state.caller) {
            if (state.routine.program().trigger().equals(other.program().trigger())) {
                return true;
            }
        }
        return false;
    }

    /** A subprogram is to run, perhaps again. */
    public void begin() {
        resume = 0;
        changes = 0;
        ignored = false;
        Arrays.fill(passed, false);
        changesBefore = connection.changes();
        lastRowidBefore = connection.lastInsertRowid();
    }

    /** A row has been inserted whose rowid counts for last_insert_rowid(). */
    public void inserted(long rowid) {
        connection.setLastInsertRowid(rowid);
        if (rowids != null) {
            rowids.add(rowid);
        }
    }

    private void restore() {
        connection.restoreChanges(changesBefore);
        connection.setLastInsertRowid(lastRowidBefore);
    }

    /** Abandons the program of a statement that ends: the states of its triggers do not count. */
    public void abandon() {
        if (caller == null) {
            return;
        }
        ExecutionState outermost = this;
        while (outermost.caller != root) {
            outermost = outermost.caller;
        }
        outermost.restore();
    }

    /** A subprogram has ended: gives the state of the program that goes on. */
    public ExecutionState end() {
        for (ProgramCursor cursor : cursors) {
            if (cursor != null) {
                cursor.pause();
            }
        }
        restore();
        if (ignored) {
            caller.resume = caller.resumeIfIgnored;
        }
        return caller;
    }

    /** Returns the time of the run, which is the time of the first call, as in SQLite. */
    @Override
    public long getAsLong() {
        if (root != this) {
            return root.getAsLong();
        }
        if (currentTimeMs == 0) {
            currentTimeMs = System.currentTimeMillis();
        }
        return currentTimeMs;
    }

    /**
     * Opens the b-tree cursor again that is in this slot since an earlier execution of the
     * instruction, in this run of the program or an earlier one. An open one is closed first.
     *
     * @return false if there is none on this tree
     */
    public boolean reopen(int number, Btree btree, int root, boolean writable) {
        ProgramCursor cursor = cursors[number];
        if (cursor == null) {
            return false;
        }
        cursor.close();
        if (!cursor.fits(btree, root, writable)) {
            return false;
        }
        cursor.reopen();
        return true;
    }

    /** Puts a cursor into its slot and closes the one that was there. */
    public void open(int number, ProgramCursor cursor) {
        if (cursors[number] != null) {
            cursors[number].close();
        }
        cursors[number] = cursor;
    }

    /** Releases the resources of the run. The caller ends the connection's transaction. */
    public void close() {
        for (ProgramCursor cursor : cursors) {
            if (cursor != null) {
                cursor.close();
            }
        }
        callees.forEach(ExecutionState::close);
    }
}
