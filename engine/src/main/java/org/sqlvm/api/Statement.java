package org.sqlvm.api;

import java.util.List;

/**
 * A compiled statement. It may be run any number of times; running it again ends the run before.
 */
public interface Statement extends AutoCloseable {
    /** The statement's text. */
    String sql();

    /** Whether it gives rows. */
    boolean isQuery();

    List<String> columnNames();

    /** The result's columns, as far as they are known before it runs; empty if it has none. */
    List<Column> columns();

    /** Whether it is an INSERT, UPDATE or DELETE, with RETURNING or without. */
    boolean changesRows();

    /** Whether it changes nothing in a database, as sqlite3_stmt_readonly has it. */
    boolean isReadOnly();

    /** How many parameters it takes. */
    int parameterCount();

    /** Parameter name as written, with its prefix, or null for a plain {@code ?}. */
    String parameterName(int number);

    /** Number of the parameter with this name (with its prefix), or 0. */
    int parameterNumber(String name);

    /**
     * Binds parameter {@code number}, from 1.
     *
     * @param value null, Boolean, any boxed integer or float, String, byte[]
     */
    Statement bind(int number, Object value);

    Statement bindLong(int number, long value);

    Statement bindDouble(int number, double value);

    /** @param value null is NULL */
    Statement bindText(int number, String value);

    /** @param value is copied; null is NULL */
    Statement bindBlob(int number, byte[] value);

    Statement bindNull(int number);

    /** Binds the parameters from number 1 on, as many as there are values. */
    default Statement bindAll(Object... values) {
        for (int i = 0; i < values.length; i++) {
            bind(i + 1, values[i]);
        }
        return this;
    }

    /**
     * Binds a parameter by its name.
     *
     * @param name with its prefix ({@code :id}, {@code @id}, {@code $id}), or without one
     * @throws SqlvmException SQLITE_RANGE (25) if there is none
     */
    default Statement bind(String name, Object value) {
        return bind(ParameterNames.number(this, name), value);
    }

    default Statement bindLong(String name, long value) {
        return bindLong(ParameterNames.number(this, name), value);
    }

    default Statement bindDouble(String name, double value) {
        return bindDouble(ParameterNames.number(this, name), value);
    }

    default Statement bindText(String name, String value) {
        return bindText(ParameterNames.number(this, name), value);
    }

    /** All parameters become NULL. */
    Statement clearBindings();

    /** The values bound to a statement at some time. */
    interface Bindings {}

    /** What is bound now, for {@link #restoreBindings}. */
    Bindings saveBindings();

    /** @param bindings of this statement; they stay as they are */
    Statement restoreBindings(Bindings bindings);

    /**
     * Runs it to its first rows and gives them; for a statement without a result there are none.
     * The rows of an earlier run are over.
     *
     * @throws SqlvmException for an error before the first row
     */
    Rows query();

    /**
     * Makes {@link Rows#close} of its next {@link #query} close this statement, too: for a caller
     * that runs it once and keeps only the rows.
     */
    Statement closeOnCompletion();

    /** Runs it to its end. Gives the number of rows an INSERT, UPDATE or DELETE changed, else 0. */
    long execute();

    /**
     * Runs it with values one after the other, as long as that can be done at once: an INSERT that
     * only appends rows, in a transaction. Its parameters keep their values.
     *
     * @param values saved by this statement
     * @param from which of them is the first
     * @return how many it has run with, each of which has inserted a row. The next one has to be
     *     run by itself, if there is one
     */
    int executeFirst(List<Bindings> values, int from);

    /**
     * Makes its next runs remember the rowid of every row that they insert, but not of those that
     * triggers do.
     */
    Statement keepRowids(boolean keep);

    /** Makes its next runs add to the rowids at hand, which each would begin anew otherwise. */
    Statement keepMoreRowids();

    /** Of the last run, if they were kept; in the order in which the rows were inserted. */
    long[] insertedRowids();

    /**
     * Bounds the time that each of the next runs may spend in computing; what its caller does
     * between two rows does not count. A run that exceeds it ends with SQLITE_INTERRUPT.
     *
     * @param millis 0 for no bound
     */
    Statement timeLimit(long millis);

    /**
     * Makes its next runs count what they do, for {@link #counters}. Those that do not are not
     * slower for it: counting is a program of its own, which is also compiled by itself.
     */
    Statement count(Counting what);

    /**
     * What the last run has counted, so far or to its end.
     *
     * @return null without a run that counts, and for EXPLAIN
     */
    Counters counters();

    /**
     * Makes its run end with SQLITE_INTERRUPT; what it has changed is undone, and a transaction of
     * BEGIN goes on. Any thread may call; without a run it does nothing.
     */
    void interrupt();

    @Override
    void close();
}
