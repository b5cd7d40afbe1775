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

    /** All parameters become NULL. */
    Statement clearBindings();

    /**
     * Runs it to its first rows and gives them; for a statement without a result there are none.
     * The rows of an earlier run are over.
     *
     * @throws SqlvmException for an error before the first row
     */
    Rows query();

    /** Runs it to its end. Gives the number of rows an INSERT, UPDATE or DELETE changed, else 0. */
    long execute();

    @Override
    void close();
}
