package org.sqlvm.jdbc;

import org.sqlvm.jdbc.error.Errors;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/** The settings of a statement's next runs. */
abstract class StatementSettings implements Statement {
    private final int type;
    private final int holdability;

    private long maxRows;
    private int maxFieldSize;
    private int queryTimeout;
    private int fetchSize;
    private int fetchDirection = ResultSet.FETCH_FORWARD;
    private boolean poolable;
    private boolean escapes = true;

    /**
     * @param type the type of the result sets: {@link ResultSet#TYPE_FORWARD_ONLY} or
     *     {@link ResultSet#TYPE_SCROLL_INSENSITIVE}
     */
    StatementSettings(int type, int holdability) {
        this.type = type;
        this.holdability = holdability;
    }

    final void checkOpen() throws SQLException {
        if (isClosed()) {
            throw Errors.closed("statement");
        }
    }

    final int holdability() {
        return holdability;
    }

    final boolean isScrollable() {
        return type == ResultSet.TYPE_SCROLL_INSENSITIVE;
    }

    /** Whether a text may have escapes in braces. */
    final boolean processesEscapes() {
        return escapes;
    }

    /** Returns the maximum number of rows of a result; 0 for no limit. */
    final long maxRows() {
        return maxRows;
    }

    /** Returns the time limit in seconds; 0 for none. */
    final int queryTimeout() {
        return queryTimeout;
    }

    /** Converts a count to the int that JDBC's older methods return. */
    static int toInt(long count) {
        return (int) Math.min(count, Integer.MAX_VALUE);
    }

    @Override
    public void setLargeMaxRows(long max) throws SQLException {
        checkOpen();
        if (max < 0) {
            throw Errors.invalid("the limit of rows is negative: " + max);
        }
        maxRows = max;
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return maxRows;
    }

    @Override
    public void setMaxRows(int max) throws SQLException {
        setLargeMaxRows(max);
    }

    @Override
    public int getMaxRows() throws SQLException {
        return toInt(getLargeMaxRows());
    }

    /** Kept, and not acted upon: values are never cut. */
    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        checkOpen();
        if (max < 0) {
            throw Errors.invalid("the limit of bytes is negative: " + max);
        }
        maxFieldSize = max;
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return maxFieldSize;
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        if (seconds < 0) {
            throw Errors.invalid("the timeout is negative: " + seconds);
        }
        queryTimeout = seconds;
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return queryTimeout;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        if (rows < 0) {
            throw Errors.invalid("the fetch size is negative: " + rows);
        }
        fetchSize = rows;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    /** Kept for scrollable result sets, and not acted upon. */
    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        checkDirection(direction);
        fetchDirection = direction;
    }

    static void checkDirection(int direction) throws SQLException {
        if (direction != ResultSet.FETCH_FORWARD
                && direction != ResultSet.FETCH_REVERSE
                && direction != ResultSet.FETCH_UNKNOWN) {
            throw Errors.invalid("no such fetch direction: " + direction);
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return fetchDirection;
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return type;
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return holdability;
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        escapes = enable;
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        throw Errors.notSupported("setCursorName");
    }

    @Override
    public void setPoolable(boolean on) throws SQLException {
        checkOpen();
        poolable = on;
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return poolable;
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapped.unwrap(this, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type.isInstance(this);
    }
}
