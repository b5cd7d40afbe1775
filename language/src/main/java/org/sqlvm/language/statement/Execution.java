package org.sqlvm.language.statement;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;

import org.sqlvm.api.Counters;
import org.sqlvm.api.Counting;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.ConnectionHooks;
import org.sqlvm.engine.db.SchemaChangedException;
import org.sqlvm.engine.db.StatementRun;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.event.Events;
import org.sqlvm.engine.event.StatementEvent;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.ExplainMode;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.instruction.Polls;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.InsertedRowids;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.runtime.RunCounters;
import org.sqlvm.language.runtime.Tier;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One run of a statement, as its consumer drives it: batch after batch. Ends by itself with the
 * last row or an error, or when it is closed. A consumer that is done with the rows may
 * {@link #restart} it: that saves a short statement most allocations of its run.
 */
public final class Execution {
    /** A schema that changes at every try is a schema that is being written to without end. */
    private static final int COMPILE_ATTEMPTS_MAX = 50;

    private PreparedStatement statement;
    private final Interruption interruption;
    /** The run's number for the interruption. */
    private volatile long number;

    private Parameters parameters;
    private final StatementRun run;
    private CompiledProgram compiled;

    /** Null before there is a choice between rows and vectors. */
    private VectorTrial trial;
    /** This run has a choice. */
    private boolean hasChoice;

    private ExecutionState state;
    /** The state of the running program: {@link #state}, or that of a trigger. */
    private ExecutionState current;

    private final BatchPool batches = new BatchPool();
    /** This run has a batch to fill. */
    private boolean hasBatch;

    private boolean announced;
    /** The consumer has had rows of this run. */
    private boolean gaveRows;

    /** The number of rows that this run has given. */
    private long rowCount;
    /** The run is of the program that computes nothing in advance, if there is one. */
    private boolean inTurn;

    private boolean started;
    /** The program has halted. */
    private boolean complete;

    /** The rows that {@link #begin} has read and the consumer has not fetched; or null. */
    private Batch first;

    private boolean ended;
    /** The exception that ended the run after the rows of the last batch; or null. */
    private RuntimeException pending;

    private long changes;
    /** Null if the statement is no EXPLAIN, or has not begun. */
    private Explanation explanation;

    /** The rowids that this run has inserted; null if its consumer does not ask for them. */
    private InsertedRowids rowids;

    /** The event of this run; null if runs are not recorded. */
    private StatementEvent event;

    /** The counters of the next runs. */
    private Counting counting = Counting.NOTHING;

    /** How long the run may compute; 0 for ever. */
    private long timeLimitNs;
    /** The time of its batches so far, if there is a limit. */
    private long timeSpentNs;

    /** @param parameters must stay as they are until the run has ended */
    public Execution(PreparedStatement statement, Parameters parameters) {
        this.statement = statement;
        this.interruption = statement.connection().workspace().interruption();
        this.number = interruption.newRun();
        this.parameters = parameters;
        this.run = statement.connection().begin();
    }

    /**
     * Runs the statement again. The run before has ended, and its rows are not read any more.
     *
     * @param nextParameters as for the constructor
     */
    public void restart(Parameters nextParameters) {
        assert ended;
        batches.restart(complete);
        hasBatch = false;
        // An unchanged value is not stored again: see Parameters.
        if (parameters != nextParameters) {
            parameters = nextParameters;
        }
        interruption.forget(number);
        run.restart();
        first = null;
        pending = null;
        started = false;
        announced = false;
        complete = false;
        ended = false;
        gaveRows = false;
        rowCount = 0;
        inTurn = false;
        changes = 0;
        timeSpentNs = 0;
        if (explanation != null) {
            explanation = null;
        }
        if (rowids != null) {
            rowids.beginRun();
        }
    }

    /**
     * Begins a run of another statement that has the same program. The caller has this to itself.
     */
    void restart(PreparedStatement next, Parameters nextParameters) {
        statement = next;
        number = interruption.newRun();
        restart(nextParameters);
    }

    /** Whether the program of its last run was this one. */
    boolean isOf(CompiledProgram program) {
        return compiled == program;
    }

    /**
     * The statement is closed: drops its values and settings.
     *
     * @return whether another statement may {@link #restart} this. It may not if the run has not
     *     ended, if it would keep much memory, or if it was not of the statement's usual program
     */
    boolean letGo() {
        if (!ended || state == null || compiled != statement.compiled() || !parameters.areSmall()) {
            return false;
        }
        rowids = null;
        state.rowids = null;
        timeLimitNs = 0;
        counting = Counting.NOTHING;
        if (!batches.letGo()) {
            state.batch = null;
        }
        state.dropValues();
        return true;
    }

    /** Remembers the rowids of this run, and of those that follow; or forgets them. */
    public void keepRowids(boolean keep) {
        rowids = keep ? new InsertedRowids() : null;
    }

    /** The runs that follow add to the rowids that are kept. */
    public void keepMoreRowids() {
        if (rowids != null) {
            rowids.accumulate();
        }
    }

    /** The rowids of the rows that this run itself has inserted, if it was to keep them. */
    public long[] insertedRowids() {
        return rowids == null ? new long[0] : rowids.toArray();
    }

    /**
     * Limits the time of this run and the following ones: a run that computes for longer is
     * interrupted as by {@link #interrupt}.
     *
     * @param millis the limit in milliseconds; 0 for none
     */
    public void setTimeLimit(long millis) {
        timeLimitNs = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Sets the counters of the runs that follow. */
    public void count(Counting what) {
        counting = what;
    }

    /** Returns the run's counters; null if it counts nothing. */
    @TruffleBoundary
    public Counters counters() {
        return state == null || state.counters == null
                ? null
                : state.counters.report(!state.isInterpreted());
    }

    /**
     * Returns the run's counters, without counts if it counts nothing; null if it has not begun.
     * Any thread may call this.
     */
    @TruffleBoundary
    public Counters progress() {
        ExecutionState now = state;
        if (now == null) {
            return null;
        }
        RunCounters own = now.counters;
        return own == null
                ? RunCounters.uncounted(now.program, rowCount, !now.isInterpreted())
                : own.report(!now.isInterpreted());
    }

    private CompiledProgram counted(CompiledProgram plain) {
        return counting == Counting.NOTHING ? plain : statement.counted(plain);
    }

    private RunCounters newCounters(RunCounters before) {
        return counting == Counting.NOTHING
                ? null
                : new RunCounters(state.program, counting == Counting.INSTRUCTIONS, before);
    }

    public PreparedStatement statement() {
        return statement;
    }

    /** Makes this run end with SQLITE_INTERRUPT. Any thread may call. */
    public void interrupt() {
        interrupt(number);
    }

    /** Interrupts the run with number {@code run}, if that is still the current {@link #number}. */
    public void interrupt(long run) {
        if (!ended && number == run) {
            interruption.request(run);
        }
    }

    /**
     * Returns the number for {@link #interrupt(long)}; it is the same for all runs of one
     * statement.
     */
    public long number() {
        return number;
    }

    /** The run is over, and its consumer has all its rows, or has had its error. */
    public boolean isEnded() {
        return ended && first == null && pending == null;
    }

    /** Rows that this run has inserted, updated or deleted. */
    public long changes() {
        return ended || state == null ? changes : state.changes;
    }

    /**
     * The next rows. Those that came before an error are given first; the call after them fails.
     *
     * @return a batch of at least one row, or null after the last
     * @throws SqlException with the run ended and its own changes undone
     */
    @TruffleBoundary
    public Batch nextBatch() {
        if (first != null) {
            Batch batch = first;
            first = null;
            return batch;
        }
        if (pending != null) {
            RuntimeException error = pending;
            pending = null;
            throw error;
        }
        if (ended) {
            return null;
        }
        try {
            announce();
            Batch batch = runProgram();
            batches.filled(batch);
            gaveRows |= batch.rowCount() > 0;
            rowCount += batch.rowCount();
            return batch.rowCount() == 0 ? null : batch;
        } catch (SqlException thrown) {
            if (hasBatch && isResult(thrown)) {
                return damage();
            }
            if (mayBeEarly(thrown) && compiling(statement::inTurn) != null) {
                beginInTurn();
                return nextBatch();
            }
            SqlException error = checked(thrown);
            end(error.code(), error.undo());
            return rowsBefore(error);
        } catch (AbstractTruffleException error) {
            // An exception of a callback in another language; or the context is closed.
            end(ResultCode.ERROR, Undo.STATEMENT);
            return rowsBefore(error);
        } catch (OutOfMemoryError error) {
            end(ResultCode.NOMEM, Undo.STATEMENT);
            state = null;
            batches.clear();
            hasBatch = false;
            throw new SqlException(ResultCode.NOMEM, "out of memory");
        } catch (Throwable error) {
            end(ResultCode.INTERNAL, Undo.STATEMENT);
            throw error;
        }
    }

    /**
     * Whether an error may come from a value that no row needs, since its query is computed for all
     * rows at once, and no effect of the run is visible yet.
     */
    private boolean mayBeEarly(SqlException error) {
        return error.code() == ResultCode.ERROR
                && error.getCause() == null
                && hasBatch
                && !gaveRows
                && !inTurn
                && current == state
                && state.changes == 0
                && !statement.connection().hooks().hasRollbackListener();
    }

    /** Starts over with the program that computes nothing in advance. */
    private void beginInTurn() {
        end(ResultCode.ERROR, Undo.STATEMENT);
        restart(parameters);
        announced = true;
        inTurn = true;
    }

    /** Tells the trace listener that the statement begins to run. */
    private void announce() {
        Connection connection = statement.connection();
        if (!announced && connection.hooks().isTraced()) {
            String text = ExpandedSql.of(statement.sql(), parameters, connection);
            connection.hooks().trace(text);
        }
        announced = true;
    }

    /** A trigger begins to run. */
    private void announceTrigger() {
        ConnectionHooks hooks = statement.connection().hooks();
        if (hooks.isTraced() && !current.title().isEmpty()) {
            hooks.trace(current.title());
        }
    }

    /** The rows that came before an error, which is the next; or the error, if there are none. */
    private Batch rowsBefore(RuntimeException error) {
        if (!hasBatch || state.batch.rowCount() == 0) {
            throw error;
        }
        pending = error;
        return state.batch;
    }

    /**
     * Makes the changes of a statement with RETURNING, also for a consumer that does not read its
     * rows. Any other statement waits until its rows are fetched.
     */
    @TruffleBoundary
    public void begin() {
        boolean changes = statement.program().kind() == Program.Kind.CHANGE;
        if (changes && statement.program().explain() == ExplainMode.NONE) {
            first = nextBatch();
        }
    }

    /**
     * Returns the error of a failed statement, or a violation of foreign keys by the changes that
     * FAIL leaves.
     */
    private SqlException checked(SqlException error) {
        boolean violates = state != null
                && error.undo() == Undo.NOTHING
                && (state.violations > 0
                        || (state.connection.isAutocommit()
                                && state.connection.deferredViolations() > 0));
        return violates ? Connection.foreignKeyFailed() : error;
    }

    /** Runs to the end, dropping rows. */
    @TruffleBoundary
    public void finish() {
        Batch batch;
        do {
            batch = nextBatch();
        } while (batch != null);
    }

    /** Ends the run; its remaining rows are not needed. */
    @TruffleBoundary
    public void close() {
        end(ResultCode.OK, Undo.NOTHING);
        first = null;
        pending = null;
    }

    private Batch runProgram() {
        for (int attempt = 0; ; attempt++) {
            try {
                if (!started) {
                    statement.refresh(this);
                }
                if (statement.program().explain() != ExplainMode.NONE) {
                    return explain();
                }
                if (!started) {
                    load();
                }
                return fill();
            } catch (SchemaChangedException changed) {
                if (started || attempt == COMPILE_ATTEMPTS_MAX) {
                    throw new SqlException(ResultCode.SCHEMA, "database schema has changed");
                }
                if (state != null) {
                    state.close();
                }
                compiling(statement::compile);
            }
        }
    }

    /** Compiles within the run: an interruption of the run ends the compilation, too. */
    void compiling(Runnable work) {
        compiling(() -> {
            work.run();
            return null;
        });
    }

    private <T> T compiling(Supplier<T> work) {
        long begun = System.nanoTime();
        long outer = interruption.enter(number);
        long outerLimit = interruption.limit(deadline(begun));
        try {
            return work.get();
        } finally {
            interruption.leave(outer);
            interruption.endLimit(outerLimit);
            timeSpentNs += timeLimitNs == 0 ? 0 : System.nanoTime() - begun;
        }
    }

    /** When the time is over. An odd number is not 0, which would be no limit. */
    private long deadline(long begun) {
        return timeLimitNs == 0 ? 0 : 1 | (begun + timeLimitNs - timeSpentNs);
    }

    private void load() {
        CompiledProgram inOrder = inTurn ? statement.inTurn() : null;
        CompiledProgram next = inOrder != null ? inOrder : statement.compiled();
        VectorChoice choice = inOrder != null ? null : next.choice();
        hasChoice = choice != null;
        if (hasChoice) {
            trial = trial == null ? new VectorTrial() : trial;
            trial.begin(choice, statement.connection());
            if (trial.beginsWithVectors()) {
                next = compiling(statement::onVectors);
            }
        }
        next = counted(next);
        if (state != null && compiled == next) {
            state.restart(parameters);
        } else {
            compiled = next;
            state = compiled.newState(statement.connection(), run, parameters);
            batches.clear();
        }
        state.setProgress(statement.connection().hooks().progressInstructions());
        state.counters = newCounters(null);
        state.rowids = rowids;
        if (current != state) {
            current = state;
        }
        event = Events.statement();
    }

    /**
     * The consumer reads a batch that {@link #nextBatch} gave no more, nor its arrays: it may be
     * filled again.
     */
    public void giveBack(Batch batch) {
        batches.giveBack(batch);
    }

    /** The consumer goes on reading a batch: it is never filled again. */
    public void keep(Batch batch) {
        batches.keep(batch);
    }

    private Batch emptyBatch() {
        Batch next = batches.next();
        return next != null
                ? next
                : new Batch(statement.program().columns().size(), firstCapacity());
    }

    private Batch fill() {
        Batch batch = emptyBatch();
        if (state.batch != batch) {
            state.batch = batch;
        }
        hasBatch = true;
        boolean timed = timeLimitNs != 0 || counting != Counting.NOTHING || event != null;
        long begun = timed ? System.nanoTime() : 0;
        if (state.counters != null) {
            state.counters.beginBatch(begun);
        }
        long outer = interruption.enter(number);
        long outerLimit = interruption.limit(deadline(begun));
        boolean done;
        try {
            done = compute();
        } finally {
            state.leaveGuest();
            interruption.leave(outer);
            interruption.endLimit(outerLimit);
        }
        if (timed) {
            timeSpentNs += System.nanoTime() - begun;
        }
        if (event != null) {
            event.addRows(batch.rowCount());
        }
        if (state.counters != null) {
            state.counters.gave(batch.rowCount(), timeSpentNs);
        }
        if (done) {
            end(ResultCode.OK, Undo.NOTHING);
            complete = true;
        }
        return batch;
    }

    /** Fills the batch; returns whether the program has halted. */
    private boolean compute() {
        Outcome outcome;
        do {
            interruption.check();
            if (current.tier == Tier.CLASS) {
                Polls.poll(); // As nodes do.
            }
            long begun = hasChoice ? trial.beginCall(state, gaveRows) : 0;
            outcome = current.code.call(current);
            started = true;
            // A turn of a loop is half of the program, roughly.
            state.countInstructions(
                    (current.turnCount + 2L) * current.program.instructions().size() / 2);
            if (outcome == Outcome.CALL) {
                current = current.callee;
                announceTrigger();
            } else if (outcome == Outcome.DONE && current != state) {
                current = current.end();
                outcome = Outcome.CALL;
            }
            if (hasChoice && goesOver(outcome == Outcome.DONE, begun)) {
                outcome = Outcome.SLICE_END;
            }
        } while (outcome == Outcome.SLICE_END || outcome == Outcome.CALL);
        return outcome == Outcome.DONE;
    }

    /**
     * Ends a call of a program with a choice. The program of rows is given up if it has cost too
     * much and the consumer has received no row. Returns whether the run goes on with the program
     * of vectors.
     */
    private boolean goesOver(boolean done, long begun) {
        boolean over = trial.endCall(state, begun, done, counting == Counting.NOTHING);
        if (over && !gaveRows && state.batch.rowCount() == 0) {
            trial.giveUp(state);
            compiled.code().forgetWork();
            goOnWithVectors();
            return true;
        }
        if (trial.isOutrun()) {
            statement.chooseForText();
        }
        return false;
    }

    /** The consumer has had no row yet: another program gives them all, in the same transaction. */
    private void goOnWithVectors() {
        ExecutionState given = state;
        given.close();
        compiled = counted(statement.onVectors());
        state = compiled.newState(statement.connection(), run, parameters);
        state.takeOver(given);
        state.counters = newCounters(given.counters);
        state.setProgress(statement.connection().hooks().progressInstructions());
        current = state;
    }

    /** Whether an error is a row of the result: PRAGMA integrity_check reports damage as a row. */
    private boolean isResult(SqlException error) {
        return ResultCode.primary(error.code()) == ResultCode.CORRUPT
                && statement.program().facts().damageIsResult();
    }

    private Batch damage() {
        end(ResultCode.OK, Undo.NOTHING);
        Batch batch = state.batch;
        batch.appendObject(0, batch.rowCount(), Text.of("database disk image is malformed"));
        batch.endRow();
        return batch;
    }

    /**
     * The first row must not wait for a second, unless there can be no second: then one call does
     * it all.
     */
    private int firstCapacity() {
        return statement.compiled().code().hasLoops() ? 1 : 2;
    }

    private Batch explain() {
        if (!started) {
            explanation = Explanation.begin(statement.compiled(), run);
            started = true;
        }
        Batch batch = explanation.next();
        if (explanation.isComplete()) {
            end(ResultCode.OK, Undo.NOTHING);
        }
        return batch;
    }

    private void end(int code, Undo undo) {
        if (ended) {
            return;
        }
        ended = true;
        interruption.forget(number);
        try {
            if (state != null) {
                state.accumulators.end();
            }
        } finally {
            release(code, undo);
            if (event != null) {
                record(code);
            }
        }
    }

    @TruffleBoundary
    private void record(int code) {
        StatementEvent ended = event;
        event = null;
        boolean isOnVectors = compiled.program().facts().reads().vectors();
        boolean wentOver = isOnVectors && hasChoice && !trial.beginsWithVectors();
        ended.finish(
                statement.shape(),
                timeSpentNs,
                changes,
                wentOver ? "rows, then vectors" : isOnVectors ? "vectors" : "rows",
                !state.isInterpreted(),
                code);
    }

    /** Releases the resources of the run, and ends its part in the transaction. */
    private void release(int code, Undo undo) {
        for (ExecutionState open = current; open != null; open = open.caller) {
            open.close();
        }
        if (current != null) {
            current.abandon();
        }
        if (state != null && statement.program().kind() == Program.Kind.CHANGE) {
            changes = undo == Undo.NOTHING ? state.changes : 0;
            if (rowids != null && undo != Undo.NOTHING) {
                rowids.undoRun();
            }
            statement.connection().setChanges(changes);
        }
        if (code == ResultCode.OK) {
            run.succeed();
        } else {
            run.fail(code, undo);
        }
    }
}
