package org.sqlvm.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * The rows of a result, read forward one after the other. The server sends them in blocks; the next
 * block is requested while one is read. Columns are numbered from 0. Only the thread that uses the
 * connection may use the rows.
 */
public final class ClientRows implements AutoCloseable {
    /** The storage class of a value, in the order of SQLite's numbers, which begin with 1. */
    public enum Type {
        INTEGER,
        REAL,
        TEXT,
        BLOB,
        NULL
    }

    private final ClientStatement statement;
    private List<ClientColumn> columns;

    /** The blocks that have arrived and have not been read. */
    private final Queue<Block> blocks = new ArrayDeque<>();
    /** Whether the server has more rows, which it sends on request. */
    private boolean isSuspended;
    /** The error that follows the rows that have arrived; null if there is none so far. */
    private ClientException error;

    /** Whether the run has ended and its result has arrived. */
    private boolean isComplete;

    private long count;
    /** The counts of changed rows by run of a batch; null for a single run. */
    private long[] counts;

    private long[] rowids = {};

    /** Whether all rows have been read, or the rows were closed. */
    private boolean isOver;

    private ColumnValues[] values = {};
    private int row = -1;
    private int rowCount;

    /** A block of rows, stored by column. */
    record Block(int rowCount, ColumnValues[] values) {}

    ClientRows(ClientStatement statement, List<ClientColumn> columns) {
        this.statement = statement;
        this.columns = columns;
    }

    // --- Messages of the server

    void setColumns(List<ClientColumn> now) {
        columns = now;
        if (statement != null) {
            statement.setColumns(now);
        }
    }

    void setRowids(long... numbers) {
        rowids = numbers;
    }

    void setCounts(long... numbers) {
        counts = numbers;
    }

    void complete(long number) {
        count = number;
        isComplete = true;
    }

    void add(Block block) {
        assert block.rowCount() > 0 : block.rowCount();
        blocks.add(block);
    }

    void suspend() {
        isSuspended = true;
    }

    void fail(ClientException failure) {
        error = failure;
    }

    /** Returns whether rows or an error have arrived. */
    boolean hasCome() {
        return !blocks.isEmpty() || error != null;
    }

    ClientException error() {
        return error;
    }

    /** Returns whether the server still runs the statement. */
    boolean isRunning() {
        return !isComplete && error == null;
    }

    /** Marks the run as ended, after the server was told to end it. */
    void stop() {
        isComplete = true;
    }

    long count() {
        return count;
    }

    /** Returns the counts of changed rows by run; a single run is a batch of one. */
    long[] runCounts() {
        if (counts != null) {
            return counts;
        }
        return isComplete ? new long[] {count} : new long[0];
    }

    long[] rowids() {
        return rowids;
    }

    // --- Reading

    /**
     * Moves to the next row.
     *
     * @return false after the last row
     * @throws ClientException if computing the row failed
     */
    public boolean next() {
        if (row + 1 < rowCount) {
            row++;
            return true;
        }
        return advance();
    }

    private boolean advance() {
        leave();
        if (isOver) {
            return false;
        }
        while (blocks.isEmpty() && error == null) {
            if (isSuspended) {
                askForMore();
            } else if (!statement.connection().receive(this) && !isSuspended) {
                break;
            }
        }
        Block next = blocks.poll();
        if (next == null) {
            isOver = true;
            if (error != null) {
                throw error;
            }
            return false;
        }
        values = next.values();
        rowCount = next.rowCount();
        row = 0;
        if (blocks.isEmpty() && isSuspended) {
            askForMore();
        }
        return true;
    }

    private void askForMore() {
        assert isSuspended;
        isSuspended = false;
        statement.fetch(this);
    }

    private void leave() {
        row = -1;
        rowCount = 0;
    }

    /** The rows that come next, which have not been looked at; null if none have come. */
    private Block first() {
        return row < 0 && !isOver ? blocks.peek() : null;
    }

    /**
     * Returns the storage class of a column in the first row, before {@link #next} has moved to it;
     * null if that row has not arrived yet.
     */
    public Type firstType(int column) {
        Block first = first();
        return first == null ? null : first.values()[column].type(0);
    }

    /**
     * Returns the column's INTEGER in the first row, before {@link #next} has moved to it; 0 if
     * {@link #firstType} is not INTEGER.
     */
    public long firstLong(int column) {
        return firstType(column) == Type.INTEGER ? first().values()[column].integer(0) : 0;
    }

    public int columnCount() {
        return columns.size();
    }

    public List<ClientColumn> columns() {
        return columns;
    }

    private ColumnValues values(int column) {
        if (row < 0) {
            throw new IllegalStateException("no row: next() has not been called or was false");
        }
        return values[column];
    }

    public Type type(int column) {
        return values(column).type(row);
    }

    public boolean isNull(int column) {
        return type(column) == Type.NULL;
    }

    /**
     * Returns the value as an integer: a REAL is truncated, a TEXT or BLOB gives the number it
     * begins with, NULL gives 0.
     */
    public long getLong(int column) {
        ColumnValues all = values(column);
        long[] integers = all.integers();
        return integers != null ? integers[row] : toLong(all);
    }

    private long toLong(ColumnValues all) {
        return switch (all.type(row)) {
            case INTEGER -> all.integer(row);
            case REAL -> (long) all.real(row); // Java's cast clamps, as SQLite's does.
            case TEXT, BLOB -> Numbers.longOf(all.array(), all.offset(row), all.length(row));
            case NULL -> 0;
        };
    }

    /**
     * Returns the value as a real: a TEXT or BLOB gives the number it begins with, NULL gives 0.
     */
    public double getDouble(int column) {
        ColumnValues all = values(column);
        return switch (all.type(row)) {
            case INTEGER -> all.integer(row);
            case REAL -> all.real(row);
            case TEXT, BLOB -> Numbers.doubleOf(all.array(), all.offset(row), all.length(row));
            case NULL -> 0;
        };
    }

    /** The text, that of a number, or null for NULL. */
    public String getText(int column) {
        ColumnValues all = values(column);
        return switch (all.type(row)) {
            case INTEGER -> Long.toString(all.integer(row));
            case REAL -> Numbers.text(all.real(row));
            case TEXT, BLOB -> text(all);
            case NULL -> null;
        };
    }

    private String text(ColumnValues all) {
        return new String(all.array(), all.offset(row), all.length(row), StandardCharsets.UTF_8);
    }

    /** The bytes of the value or of its text, in a fresh array; null for NULL. */
    public byte[] getBlob(int column) {
        ColumnValues all = values(column);
        return switch (all.type(row)) {
            case TEXT, BLOB -> {
                int offset = all.offset(row);
                yield Arrays.copyOfRange(all.array(), offset, offset + all.length(row));
            }
            case NULL -> null;
            default -> getText(column).getBytes(StandardCharsets.UTF_8);
        };
    }

    /** A Long, Double, String, byte[] or null. */
    public Object getObject(int column) {
        return switch (type(column)) {
            case INTEGER -> (Object) getLong(column);
            case REAL -> (Object) getDouble(column);
            case TEXT -> getText(column);
            case BLOB -> getBlob(column);
            case NULL -> null;
        };
    }

    /** Ends the statement's run, and its read transaction if it holds one. */
    @Override
    public void close() {
        boolean wasOver = isOver;
        detach();
        if (!wasOver) {
            statement.end(this);
        }
    }

    /** The statement runs again, or is closed. */
    void detach() {
        leave();
        isOver = true;
        blocks.clear();
    }
}
