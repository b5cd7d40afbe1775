package org.sqlvm.server.client;

import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.server.client.NativeMessages.Backend;
import org.sqlvm.server.client.NativeMessages.RunFlag;
import org.sqlvm.server.client.NativeMessages.StatementFlag;
import org.sqlvm.server.message.MessageWriter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A compiled statement of an own client, and the run that it is in. Running it again ends the run
 * before.
 */
final class NativeStatement implements AutoCloseable {
    private static final int TOO_BIG = 18;
    private static final int MISUSE = 21;

    private final Statement statement;
    private final long rowsMax;
    /** The columns that the client knows. */
    private List<Column> columns;

    /** Null if no run has rows to be sent. */
    private Rows rows;
    /** The rows that are sent; null behind the last. */
    private RowBatch batch;

    private int next;
    /** Batches of the answer to Execute; null if the run has none, or has gone on behind them. */
    private List<RowBatch> kept;

    /** Rows that have been sent, or changed. */
    private long count;

    /** @param rowsMax the most rows of a result */
    NativeStatement(Statement statement, long rowsMax) {
        this.statement = statement;
        this.rowsMax = rowsMax;
        this.columns = statement.columns();
    }

    Statement statement() {
        return statement;
    }

    // --- What it is

    /** @param end where the statement ends in the text, in characters of Unicode */
    void describe(MessageWriter out, int end) {
        int flags = StatementFlag.EXISTS;
        flags |= statement.isQuery() ? StatementFlag.QUERY : 0;
        flags |= statement.isReadOnly() ? StatementFlag.READ_ONLY : 0;
        flags |= statement.changesRows() ? StatementFlag.CHANGES_ROWS : 0;
        out.begin(Backend.PREPARED).writeInt(end).writeByte(flags);
        out.writeInt(statement.parameterCount());
        for (int i = 1; i <= statement.parameterCount(); i++) {
            writeText(out, statement.parameterName(i));
        }
        writeColumns(out);
        out.end();
    }

    private void writeColumns(MessageWriter out) {
        out.writeInt(columns.size());
        for (Column column : columns) {
            writeText(out, column.name());
            writeText(out, column.declaredType());
            writeText(out, column.database());
            writeText(out, column.table());
            writeText(out, column.origin());
        }
    }

    /** Its length and its bytes; a length of -1 for null. */
    private static void writeText(MessageWriter out, String text) {
        if (text == null) {
            out.writeInt(-1);
        } else {
            int begin = out.beginValue();
            out.writeText(text);
            out.endValue(begin);
        }
    }

    // --- Running

    /** Begins a run. Parameters without a value are NULL. */
    void start(MessageWriter out, List<ColumnReader> values, int flags) {
        forget();
        ColumnReader.bindAll(statement, values, 0);
        boolean keepsRowids = keepRowids(flags);
        if ((flags & RunFlag.NO_ROWS) != 0 || !statement.isQuery()) {
            count = statement.execute();
        } else {
            rows = statement.query();
            batch = rows.nextBatch();
            kept = (flags & RunFlag.KEEP_ROWS) != 0 ? new ArrayList<>() : null;
            tellColumns(out);
        }
        writeRowids(out, keepsRowids);
    }

    private boolean keepRowids(int flags) {
        boolean keeps = (flags & RunFlag.ROWIDS) != 0 && statement.changesRows();
        statement.keepRowids(keeps);
        return keeps;
    }

    private void forget() {
        rows = null;
        batch = null;
        kept = null;
        next = 0;
        count = 0;
    }

    /** The schema may have changed since the client was told of the columns. */
    private void tellColumns(MessageWriter out) {
        List<Column> now = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            now.add(rows.column(i));
        }
        if (!now.equals(columns)) {
            columns = now;
            out.begin(Backend.COLUMNS);
            writeColumns(out);
            out.end();
        }
    }

    private void writeRowids(MessageWriter out, boolean areKept) {
        if (areKept) {
            writeNumbers(out, Backend.ROWIDS, statement.insertedRowids());
        }
    }

    private static void writeNumbers(MessageWriter out, char kind, long[] numbers) {
        out.begin(kind).writeInt(numbers.length);
        if (numbers.length > 0) {
            new ColumnWriter(out).writeIntegers(numbers, 0, numbers.length);
        }
        out.end();
    }

    /** Sends rows behind those of the answer before, which are not kept any more. */
    void sendMore(MessageWriter out, int rowLimit, int byteLimit) {
        kept = null;
        send(out, rowLimit, byteLimit);
    }

    /**
     * Sends rows of the run that goes on.
     *
     * @param rowLimit the most of them; 0 for any number
     * @param byteLimit after as many bytes no more are sent; 0 for any number
     */
    void send(MessageWriter out, int rowLimit, int byteLimit) {
        long rowsLeft = rowLimit == 0 ? Long.MAX_VALUE : rowLimit;
        long bytesLeft = byteLimit == 0 ? Long.MAX_VALUE : byteLimit;
        while (batch != null) {
            int most = (int) Math.min(rowsLeft, batch.rowCount() - next);
            int fitting = ColumnWriter.fit(batch, columns.size(), next, most);
            bytesLeft -= writeRows(out, fitting);
            rowsLeft -= fitting;
            if (next == batch.rowCount()) {
                if (kept != null) {
                    kept.add(batch);
                }
                batch = null; // As it stays if there is an error.
                next = 0;
                batch = rows.nextBatch();
            }
            if (batch != null && (rowsLeft == 0 || bytesLeft <= 0)) {
                out.send(Backend.SUSPENDED);
                return;
            }
        }
        end();
        complete(out);
    }

    /**
     * Writes all rows of the run, from the first on, and ends it.
     *
     * @throws SqlvmException if the client has gone on behind the first answer
     */
    void write(MemoryResult target) {
        if (kept == null) {
            throw new SqlvmException(
                    "rows of the statement are not kept any more", MISUSE, -1, null);
        }
        List<RowBatch> first = kept;
        kept = null;
        target.begin(columns);
        first.forEach(target::add);
        while (batch != null) {
            target.add(batch);
            batch = null;
            batch = rows.nextBatch();
        }
        end();
        target.end(rowsMax);
    }

    private void complete(MessageWriter out) {
        out.begin(Backend.COMPLETE).writeLong(count).end();
    }

    /** Gives how many bytes they are. */
    private int writeRows(MessageWriter out, int rowCount) {
        count += rowCount;
        if (count > rowsMax) {
            reset();
            throw new SqlvmException(
                    "a result has more than " + rowsMax + " rows", TOO_BIG, -1, null);
        }
        ColumnWriter writer = new ColumnWriter(out);
        out.begin(Backend.ROWS).writeInt(rowCount);
        for (int i = 0; i < columns.size(); i++) {
            writer.write(batch, i, next, rowCount);
        }
        next += rowCount;
        return out.end();
    }

    private void end() {
        Rows ended = rows;
        rows = null;
        if (ended != null) {
            ended.close();
        }
    }

    /** Runs it for each row of values. If one fails, the client is told of those before it. */
    void runAll(MessageWriter out, List<ColumnReader> values, int rowCount, int flags) {
        forget();
        boolean keepsRowids = keepRowids(flags);
        NativeBatch runs = new NativeBatch(statement, values, rowCount, keepsRowids);
        try {
            runs.run();
        } finally {
            long[] counts = runs.counts();
            writeNumbers(out, Backend.COUNTS, counts);
            count = Arrays.stream(counts).sum();
            if (counts.length > 0) {
                writeRowids(out, keepsRowids);
            }
        }
        complete(out);
    }

    /** Ends its run, if it is in one. */
    void reset() {
        batch = null;
        kept = null;
        end();
    }

    @Override
    public void close() {
        statement.close();
    }
}
