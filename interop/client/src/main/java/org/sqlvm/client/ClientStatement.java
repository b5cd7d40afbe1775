package org.sqlvm.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A statement that the server has compiled. It may be run any number of times; running it again
 * ends the run before. Belongs to the thread that uses the connection.
 */
public final class ClientStatement implements AutoCloseable {
    /** Bytes of rows that the server sends before it is asked for more. */
    private static final int WINDOW = 1 << 20;

    /** Runs, and bytes about, that go into one message. */
    private static final int BATCH_RUNS = 8192;

    private static final int BATCH_SIZE = 4 << 20;

    /** Flags of a run. */
    static final int ROWIDS = 1;

    static final int NO_ROWS = 2;

    private static final int QUERY = 2;
    private static final int READ_ONLY = 4;
    private static final int CHANGES_ROWS = 8;

    private final ClientConnection connection;
    private final int number;
    private final String sql;
    private final int end;
    private final int flags;
    private final List<String> parameterNames;
    private List<ClientColumn> columns;

    /** Long, Double, String, byte[] or null. */
    private final Object[] values;

    private final List<Object[]> batch = new ArrayList<>();
    private long[] counts = {};
    private long[] rowids = {};
    private boolean keepsRowids;
    private int timeLimitMs;
    private int fetchSize;

    /** The rows of the current or last run; or null. */
    private ClientRows rows;

    private boolean isClosed;

    /**
     * Makes a statement from the server's description.
     *
     * @param sql the text that begins with the statement; others may follow
     * @param end the index in {@code sql} at which the statement ends
     */
    ClientStatement(
            ClientConnection connection,
            int number,
            String sql,
            int end,
            int flags,
            List<String> parameterNames,
            List<ClientColumn> columns) {
        this.connection = connection;
        this.number = number;
        this.sql = sql.substring(0, end);
        this.end = end;
        this.flags = flags;
        this.parameterNames = parameterNames;
        this.columns = columns;
        this.values = new Object[parameterNames.size()];
    }

    ClientConnection connection() {
        return connection;
    }

    int number() {
        return number;
    }

    /** The statement's text. */
    public String sql() {
        return sql;
    }

    /** Returns the index in the compiled text at which the next statement begins. */
    public int end() {
        return end;
    }

    /** Returns whether the statement returns rows. */
    public boolean isQuery() {
        return (flags & QUERY) != 0;
    }

    /** Whether it changes nothing in a database. */
    public boolean isReadOnly() {
        return (flags & READ_ONLY) != 0;
    }

    /** Whether it is an INSERT, UPDATE or DELETE, with RETURNING or without. */
    public boolean changesRows() {
        return (flags & CHANGES_ROWS) != 0;
    }

    /** The result's columns; empty if it has none. */
    public List<ClientColumn> columns() {
        return columns;
    }

    void setColumns(List<ClientColumn> now) {
        columns = now;
    }

    public int parameterCount() {
        return values.length;
    }

    /** The name as written, with its prefix, or null for a plain {@code ?}. */
    public String parameterName(int parameter) {
        return parameterNames.get(parameter - 1);
    }

    /** The number of the parameter with this name (with its prefix), or 0. */
    public int parameterNumber(String name) {
        return parameterNames.indexOf(name) + 1;
    }

    // --- Values

    /**
     * Binds a parameter.
     *
     * @param parameter the parameter's number, from 1
     * @param value null, a Boolean, Long, Integer, Short, Byte, Double, Float, String or byte[]
     * @throws ClientException if there is no such parameter, or the value is of another class
     */
    public ClientStatement bind(int parameter, Object value) {
        if (parameter < 1 || parameter > values.length) {
            throw outOfRange();
        }
        Object plain = plain(value);
        values[parameter - 1] = plain instanceof byte[] bytes ? bytes.clone() : plain;
        return this;
    }

    private static ClientException outOfRange() {
        return ClientException.ofServer(
                "column index out of range", ClientException.RANGE, -1, "07009");
    }

    /** A Long, Double, String, byte[] or null. */
    private static Object plain(Object value) {
        return switch (value) {
            case null -> null;
            case Long number -> number;
            case Integer number -> (long) number;
            case Short number -> (long) number;
            case Byte number -> (long) number;
            case Boolean truth -> truth ? 1L : 0L;
            case Double number -> number.isNaN() ? null : number;
            case Float number -> number.isNaN() ? null : (Object) (double) number;
            case String text -> ServerMessages.unicode(text);
            case byte[] bytes -> bytes;
            default -> throw ClientException.misuse("no value of SQL: " + value.getClass());
        };
    }

    /** Binds the parameters from number 1 on, as many as there are values. */
    public ClientStatement bindAll(Object... all) {
        for (int i = 0; i < all.length; i++) {
            bind(i + 1, all[i]);
        }
        return this;
    }

    /** Sets all parameters to NULL. */
    public ClientStatement clearBindings() {
        Arrays.fill(values, null);
        return this;
    }

    /** Returns the bound values by parameter: Long, Double, String, byte[] or null. */
    public Object[] bindings() {
        return values.clone();
    }

    // --- How it runs

    /** Bounds the time that each of the next runs may compute; 0 for any time. */
    public ClientStatement timeLimit(long millis) {
        timeLimitMs = Math.clamp(millis, 0, Integer.MAX_VALUE);
        return this;
    }

    /** Sets the number of rows that the server sends at a time; 0 lets the server choose. */
    public ClientStatement fetchSize(int rowCount) {
        fetchSize = Math.max(0, rowCount);
        return this;
    }

    /** Sets whether the next runs return the rowids of the rows that they insert. */
    public ClientStatement keepRowids(boolean on) {
        keepsRowids = on;
        return this;
    }

    /**
     * Returns the rowids that the last run has inserted, or all runs of the last batch; empty
     * without {@link #keepRowids}.
     */
    public long[] insertedRowids() {
        return rowids.clone();
    }

    // --- Running

    /**
     * Runs the statement up to its first rows.
     *
     * @throws ClientException if an error occurs before the first row
     */
    public ClientRows query() {
        ClientRows result = begin();
        connection.query(result, this::writeRun);
        rowids = result.rowids();
        return result;
    }

    private ClientRows begin() {
        if (isClosed) {
            throw ClientException.closed("statement");
        }
        if (rows != null) {
            rows.detach();
        }
        rows = new ClientRows(this, columns);
        return rows;
    }

    private void writeRun(MessageOutput out) {
        writeHead(out, 0, WINDOW, 1);
        for (int i = 0; i < values.length; i++) {
            ParameterWriter.write(out, Collections.singletonList(values), i);
        }
        out.end();
    }

    private void writeHead(MessageOutput out, int runFlags, int byteLimit, int runs) {
        out.begin('E').writeInt(number).writeByte(runFlags | (keepsRowids ? ROWIDS : 0));
        out.writeInt(timeLimitMs).writeInt(fetchSize).writeInt(byteLimit);
        out.writeInt(runs).writeInt(values.length);
    }

    /** Asks for more rows. */
    void fetch(ClientRows wanted) {
        connection.fetch(
                wanted,
                out -> out.begin('F')
                        .writeInt(number)
                        .writeInt(fetchSize)
                        .writeInt(WINDOW)
                        .end());
    }

    /** Runs it to its end. Gives the number of rows an INSERT, UPDATE or DELETE changed, else 0. */
    public long execute() {
        ClientRows result = begin();
        connection.runToEnd(result, this::writeWithoutRows);
        rowids = result.rowids();
        return result.count();
    }

    private void writeWithoutRows(MessageOutput out) {
        writeHead(out, NO_ROWS, 0, 1);
        for (int i = 0; i < values.length; i++) {
            ParameterWriter.write(out, Collections.singletonList(values), i);
        }
        out.end();
    }

    /** Adds a run with what is bound to the batch. */
    public ClientStatement addBatch() {
        batch.add(values.clone());
        return this;
    }

    /**
     * Runs it with all that {@link #addBatch} has kept, which takes one message for some thousands
     * of runs. They are no transaction by themselves.
     *
     * @return how many rows each run has changed
     * @throws ClientException when a run fails; {@link #batchCounts} has those before it
     */
    public long[] executeBatch() {
        List<Object[]> all = List.copyOf(batch);
        batch.clear();
        return executeBatch(all);
    }

    /**
     * Runs the statement once for each row of values, as one batch.
     *
     * @param rows the rows, each with a value for every parameter, of the classes that
     *     {@link #bind} takes
     */
    public long[] executeBatch(List<Object[]> rows) {
        counts = new long[0];
        List<Object[]> all = new ArrayList<>(rows.size());
        for (Object[] row : rows) {
            all.add(plainRow(row));
        }
        long[] allRowids = {};
        int from = 0;
        try {
            while (from < all.size()) {
                int to = chunkEnd(all, from);
                List<Object[]> chunk = all.subList(from, to);
                ClientRows result = begin();
                try {
                    connection.runToEnd(result, out -> writeBatch(out, chunk));
                } finally {
                    counts = joined(counts, result.runCounts());
                    allRowids = joined(allRowids, result.rowids());
                }
                from = to;
            }
        } finally {
            rowids = allRowids;
        }
        return counts.clone();
    }

    private Object[] plainRow(Object... row) {
        if (row.length != values.length) {
            throw outOfRange();
        }
        Object[] plain = new Object[row.length];
        for (int i = 0; i < row.length; i++) {
            plain[i] = plain(row[i]);
        }
        return plain;
    }

    /**
     * Returns the number of rows that each run of the last batch has changed, up to one that
     * failed.
     */
    public long[] batchCounts() {
        return counts.clone();
    }

    private static int chunkEnd(List<Object[]> all, int from) {
        int end = from;
        long size = 0;
        while (end < all.size() && end - from < BATCH_RUNS && size < BATCH_SIZE) {
            for (Object value : all.get(end)) {
                size += switch (value) {
                    case byte[] bytes -> bytes.length;
                    case String text -> text.length();
                    case null, default -> Long.BYTES;
                };
            }
            end++;
        }
        return end;
    }

    private void writeBatch(MessageOutput out, List<Object[]> chunk) {
        writeHead(out, NO_ROWS, 0, chunk.size());
        for (int i = 0; i < values.length; i++) {
            ParameterWriter.write(out, chunk, i);
        }
        out.end();
    }

    private static long[] joined(long[] first, long[] second) {
        if (first.length == 0) {
            return second;
        }
        long[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Rows are not wanted any more. */
    void end(ClientRows ended) {
        if (ended == rows && !isClosed) {
            connection.reset(ended, number);
        }
    }

    /** Ends its run, and frees it on the server. Does nothing if the connection is closed. */
    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        ClientRows last = rows;
        if (last != null) {
            last.detach();
        }
        connection.closeStatement(last, number);
    }
}
