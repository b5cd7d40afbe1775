package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A compiled statement. It may be run any number of times; a new run ends the one before. Only
 * {@link #interrupt} may be called by other threads than the connection's.
 */
public interface Statement extends AutoCloseable {
    /** The statement's text. */
    String sql();

    /** Returns whether the statement returns rows. */
    boolean isQuery();

    List<String> columnNames();

    /**
     * Returns the result's columns, as far as they are known before the statement runs; empty if it
     * returns no rows.
     */
    List<Column> columns();

    /** Returns whether the statement is an INSERT, UPDATE or DELETE, with RETURNING or without. */
    boolean changesRows();

    /** Returns whether the statement changes no database, by the rules of sqlite3_stmt_readonly. */
    boolean isReadOnly();

    /** Returns the number of parameters. */
    int parameterCount();

    /** Returns a parameter's name as written, with its prefix, or null for a plain {@code ?}. */
    @Nullable
    String parameterName(int number);

    /**
     * Returns the number of the parameter with this name, which includes the prefix; 0 if there is
     * none.
     */
    int parameterNumber(String name);

    /**
     * Binds parameter {@code number}, from 1.
     *
     * @param value null, a Boolean, any boxed integer or float, a String or a byte[]
     */
    Statement bind(int number, @Nullable Object value);

    Statement bindLong(int number, long value);

    Statement bindDouble(int number, double value);

    /** @param value the text; null for NULL */
    Statement bindText(int number, @Nullable String value);

    /** @param value the bytes, which are copied; null for NULL */
    Statement bindBlob(int number, byte @Nullable [] value);

    Statement bindNull(int number);

    /** Binds the values to the parameters from number 1 on. */
    default Statement bindAll(@Nullable Object... values) {
        for (int i = 0; i < values.length; i++) {
            bind(i + 1, values[i]);
        }
        return this;
    }

    /**
     * Binds a parameter by its name.
     *
     * @param name with its prefix ({@code :id}, {@code @id}, {@code $id}), or without one
     * @throws SqlvmException SQLITE_RANGE (25) if there is no such parameter
     */
    default Statement bind(String name, @Nullable Object value) {
        return bind(ParameterNames.number(this, name), value);
    }

    default Statement bindLong(String name, long value) {
        return bindLong(ParameterNames.number(this, name), value);
    }

    default Statement bindDouble(String name, double value) {
        return bindDouble(ParameterNames.number(this, name), value);
    }

    default Statement bindText(String name, @Nullable String value) {
        return bindText(ParameterNames.number(this, name), value);
    }

    /** Sets all parameters to NULL. */
    Statement clearBindings();

    /** A saved copy of the values that were bound to a statement. */
    interface Bindings {}

    /** Returns a copy of the values that are bound now, for {@link #restoreBindings}. */
    Bindings saveBindings();

    /** @param bindings saved by this statement; they are not changed and may be used again */
    Statement restoreBindings(Bindings bindings);

    /**
     * Runs the statement up to its first rows and returns its rows. A statement that returns no
     * rows runs to its end. The rows of an earlier run end.
     *
     * @throws SqlvmException if an error occurs before the first row
     */
    Rows query();

    /**
     * Makes the {@link Rows#close} of the next {@link #query} close this statement too, for callers
     * that run it once and keep only the rows.
     */
    Statement closeOnCompletion();

    /**
     * Runs the statement to its end and returns the number of rows that an INSERT, UPDATE or DELETE
     * has changed; else 0.
     */
    long execute();

    /**
     * Runs the statement once for each of a list of saved bindings, as long as all of these runs
     * can be done as one: for an INSERT that only appends rows, in a transaction. The bound
     * parameters keep their values.
     *
     * @param values bindings saved by this statement
     * @param from the index of the first one to run
     * @return the number of bindings that were run, each of which has inserted a row. The caller
     *     runs the next one, if any, by itself
     */
    int executeFirst(List<Bindings> values, int from);

    /**
     * Sets whether the next runs record the rowid of every row that they insert, without the rows
     * that triggers insert.
     */
    Statement keepRowids(boolean keep);

    /**
     * Makes the next runs append to the recorded rowids; without it, each run clears them first.
     */
    Statement keepMoreRowids();

    /** Returns the rowids that {@link #keepRowids} has recorded, in the order of the insertions. */
    long[] insertedRowids();

    /**
     * Limits the computing time of each of the next runs; time that the caller spends between two
     * rows does not count. A run that exceeds the limit ends with SQLITE_INTERRUPT (9).
     *
     * @param millis the limit in milliseconds; 0 for none
     */
    Statement timeLimit(long millis);

    /**
     * Sets what the next runs count, for {@link #counters}. Runs that count use a separate program,
     * which is compiled separately, so that other runs are not slowed down.
     */
    Statement count(Counting what);

    /**
     * Returns the counters of the last run, which may still be running.
     *
     * @return the counters; null if no run has counted, and for EXPLAIN
     */
    @Nullable
    Counters counters();

    /**
     * Returns how far the current run has come, or the last one. If it does not count, it has the
     * number of rows and the plan: {@code timeNs} is 0, its steps have no counts, and its
     * instructions none but 0. Any thread may call this while the statement runs; the numbers are
     * then those of about the same moment.
     *
     * @return null if nothing has run yet, and for EXPLAIN
     */
    @Nullable
    Counters progress();

    /**
     * Ends the current run, if any, with SQLITE_INTERRUPT (9). The run's changes are undone; a
     * transaction of BEGIN stays open. Any thread may call this.
     */
    void interrupt();

    @Override
    void close();
}
