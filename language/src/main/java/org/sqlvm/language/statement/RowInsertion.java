package org.sqlvm.language.statement;

import org.sqlvm.api.Limit;
import org.sqlvm.engine.btree.RecordSequence;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.DirectInsertion;
import org.sqlvm.engine.db.SchemaChangedException;
import org.sqlvm.engine.db.StatementRun;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.error.Undo;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.runtime.Parameters;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Many rows for one INSERT: a transaction, or a savepoint inside of one. The caller makes records
 * with the {@link #encoder} and says when it is time to {@link #flush} them. Rows bypass the
 * statement's program if that only appends ({@link DirectInsertion}); else they go through it.
 *
 * <p>Between two calls the caller may do what it likes with the connection, except end the
 * transaction: for others this is a running statement.
 */
public final class RowInsertion {
    private static final int ROWS_MAX = 4096;
    private static final int BYTES_MAX = 1 << 17;

    /**
     * With indexes there are more, since the entries of all are sorted before they are inserted.
     */
    private static final int SORTED_ROWS_MAX = 1 << 16;

    private static final int SORTED_BYTES_MAX = 3 << 20;

    /**
     * The name of our savepoint. No user's savepoint has it: theirs may have any name, but not by
     * chance.
     */
    private static final String SAVEPOINT = "sqlvm: insertion of rows";

    private static final int COMPILE_ATTEMPTS_MAX = 50;

    private final Connection connection;
    private final Interruption interruption;
    private final long number;
    private PreparedStatement statement;
    private int width;
    private final RecordSequence rows = new RecordSequence();

    /** The transaction is this one's own: else there is a savepoint. */
    private boolean ownTransaction;

    private StatementRun run;
    /** The connection's when the program was last seen to be the right one. */
    private int changeCount;
    /** Null if all rows take the program's way. */
    private DirectInsertion direct;

    private RecordEncoder encoder;
    private int rowsMax = ROWS_MAX;
    private int bytesMax = BYTES_MAX;
    private Execution execution;
    private Parameters parameters;

    /** Rows that have been flushed. */
    private long flushed;

    private long inserted;
    private long failed;

    /**
     * Creates an insertion that has not begun.
     *
     * @param statement {@code INSERT INTO table(names) VALUES (?1, ?2, …)}
     */
    public RowInsertion(PreparedStatement statement) {
        this.connection = statement.connection();
        this.interruption = connection.workspace().interruption();
        this.number = interruption.newRun();
        take(statement);
    }

    private void take(PreparedStatement next) {
        statement = next;
        width = next.parameters().size();
    }

    /**
     * Begins the transaction of an insertion, or a savepoint.
     *
     * @return for {@link #begin}: whether it is a transaction
     */
    public static boolean beginTransaction(Connection connection) {
        boolean own = connection.isAutocommit();
        if (own) {
            connection.setAutocommit(false, false);
        } else {
            connection.openSavepoint(SAVEPOINT);
        }
        return own;
    }

    /** Undoes the transaction of {@link #beginTransaction}, as far as it still exists. */
    public static void undoTransaction(Connection connection, boolean own) {
        if (connection.isAutocommit()) {
            return;
        }
        if (own) {
            connection.setAutocommit(true, true);
        } else {
            connection.rollbackToSavepoint(SAVEPOINT);
            connection.releaseSavepoint(SAVEPOINT);
        }
    }

    /**
     * Begins to write.
     *
     * @param own the result of {@link #beginTransaction}
     */
    public void begin(boolean own) {
        ownTransaction = own;
        run = connection.begin();
        for (int attempt = 0; ; attempt++) {
            try {
                int database = statement.program().facts().written();
                run.begin(database, true, false, false, statement.compiled().schema());
                break;
            } catch (SchemaChangedException changed) {
                if (attempt == COMPILE_ATTEMPTS_MAX) {
                    throw schemaChanged();
                }
                statement.compile();
            }
        }
        changeCount = connection.changeCount();
        if (encoder == null) {
            direct = DirectInsertion.of(connection, statement.program());
            encoder = direct == null ? plainEncoder() : direct.encoder(rows);
            boolean sorts = direct != null && direct.isSorting();
            rowsMax = sorts ? SORTED_ROWS_MAX : ROWS_MAX;
            bytesMax = sorts ? SORTED_BYTES_MAX : BYTES_MAX;
            if (connection.hooks().isTraced()) {
                connection.hooks().trace(statement.sql());
            }
        }
    }

    private static SqlException schemaChanged() {
        return new SqlException(ResultCode.SCHEMA, "database schema has changed");
    }

    /** Values as they are: the program gives them affinities. */
    private RecordEncoder plainEncoder() {
        Affinity[] affinities = new Affinity[width];
        Arrays.fill(affinities, Affinity.NONE);
        int lengthMax = connection.limits().get(Limit.LENGTH);
        return new RecordEncoder(rows, affinities, new boolean[width], lengthMax);
    }

    /**
     * Returns the encoder of the records, which have the rowid, then a value for each of
     * {@link #sources}.
     */
    public RecordEncoder encoder() {
        return encoder;
    }

    /** By value of a record: the parameter that it is, from 0; or -1 for NULL. */
    public int[] sources() {
        return direct == null ? IntStream.range(0, width).toArray() : direct.sources();
    }

    /** The parameter that is the rowid, from 0, and no value of the record; or -1. */
    public int rowidSource() {
        return direct == null ? -1 : direct.rowidSource();
    }

    /** How many values a row has. */
    public int width() {
        return width;
    }

    /** Whether the buffer has reached its limit of rows or bytes, so that it should be flushed. */
    public boolean isFull() {
        return rows.count() >= rowsMax || rows.size >= bytesMax;
    }

    /** Rows that have been flushed, or made since. */
    public long rowCount() {
        return flushed + rows.count();
    }

    /** Inserts the rows that have been made. */
    public void flush() {
        long outer = interruption.enter(number);
        try {
            interruption.check();
            if (connection.hooks().progressInstructions() > 0) {
                connection.hooks().progress();
            }
            refresh();
            for (int row = 0; row < rows.count(); row++) {
                if (direct != null) {
                    int next = direct.append(rows, row);
                    inserted += next - row;
                    row = next;
                }
                if (row < rows.count()) {
                    insert(row);
                }
            }
            flushed += rows.count();
            rows.clear();
        } finally {
            interruption.leave(outer);
        }
    }

    /** The caller may have changed the schema between two calls. */
    private void refresh() {
        if (changeCount != connection.changeCount()) {
            List<Instruction> before = statement.program().instructions();
            statement.compile();
            if (!before.equals(statement.program().instructions())) {
                throw schemaChanged();
            }
            changeCount = connection.changeCount();
        }
    }

    private void insert(int row) {
        if (parameters == null) {
            parameters = statement.noParameters();
        }
        for (int i = 0; i < width; i++) {
            Object value = direct == null ? value(row, i) : direct.value(rows, row, i);
            parameters.set(i + 1, value instanceof Bytes bytes ? bytes.owned() : value);
        }
        try {
            if (execution == null) {
                execution = new Execution(statement, parameters);
            } else {
                execution.restart(parameters);
            }
            execution.finish();
            inserted += execution.changes();
        } catch (RuntimeException error) {
            failed = flushed + row + 1;
            throw error;
        }
    }

    private Object value(int row, int column) {
        int start = rows.start(row);
        return RecordReader.column(
                rows.bytes, start, rows.end(row) - start, column, TextEncoding.UTF8);
    }

    /** The row that was being made is the one that the insertion fails with. */
    public void failAtNextRow() {
        failed = rowCount() + 1;
    }

    /** The number of the row, from 1, that the insertion has failed with; 0 for none. */
    public long failedRow() {
        return failed;
    }

    /** Rows that have been inserted. */
    public long inserted() {
        return inserted;
    }

    /** All rows have been flushed: the statement ends, so that its table can be altered. */
    public void pause() {
        if (connection.isAutocommit()) {
            throw new SqlException(ResultCode.ABORT_ROLLBACK, "abort due to ROLLBACK");
        }
        endRun();
        execution = null;
        parameters = null;
        encoder = null;
    }

    /**
     * Goes on in the same transaction, after {@link #pause}. Replaces the encoder.
     *
     * @param next a statement as for the constructor
     */
    public void resume(PreparedStatement next) {
        take(next);
        begin(ownTransaction);
    }

    /**
     * Commits the flushed rows and begins another transaction, if the transaction is this
     * insertion's own.
     */
    public void commit() {
        if (ownTransaction) {
            List<Instruction> before = statement.program().instructions();
            endRun();
            commitOwn();
            begin(beginTransaction(connection));
            if (!before.equals(statement.program().instructions())) {
                throw schemaChanged();
            }
        }
    }

    /** All rows have been flushed: ends the transaction, or the savepoint. */
    public void end() {
        endRun();
        if (ownTransaction) {
            commitOwn();
        } else {
            connection.releaseSavepoint(SAVEPOINT);
        }
        connection.restoreChanges(inserted);
    }

    private void endRun() {
        StatementRun ended = run;
        run = null;
        if (execution != null) {
            execution.close();
        }
        if (ended != null) {
            interruption.forget(number);
            ended.succeed();
        }
    }

    private void commitOwn() {
        boolean done = false;
        try {
            connection.setAutocommit(true, false);
            done = true;
        } finally {
            if (!done) {
                undoTransaction(connection, true);
            }
        }
    }

    /** Undoes the inserted rows, as far as the error requires it. */
    public void fail(Throwable error) {
        endRun();
        Undo undo = error instanceof SqlException own ? own.undo() : Undo.STATEMENT;
        boolean stopped = error instanceof SqlException own
                && ResultCode.primary(own.code()) == ResultCode.IOERR;
        if (undo == Undo.NOTHING) {
            end();
        } else if (undo == Undo.TRANSACTION || stopped) {
            undoTransaction(connection, true);
        } else {
            undoTransaction(connection, ownTransaction);
        }
    }
}
