package org.sqlvm.language.host;

import org.sqlvm.api.BulkInsert;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableColumns;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.language.database.InsertTarget;
import org.sqlvm.language.database.MemberColumns;
import org.sqlvm.language.statement.RowInsertion;

import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** An insertion of Java's objects. */
final class HostBulkInsert implements BulkInsert {
    private final HostDatabase database;
    private final InsertTarget target;
    private List<String> wanted;
    private TableColumns<?> columns;
    private Class<?> type;
    private boolean creates;
    private boolean adds;
    private boolean flattens;
    private boolean json;
    private long commitRows = Long.MAX_VALUE;
    private LongConsumer progress = _ -> {};

    HostBulkInsert(HostDatabase database, String table) {
        this.database = database;
        this.target = new InsertTarget(database.database, table);
    }

    @Override
    public BulkInsert schema(String name) {
        target.setSchema(name);
        return this;
    }

    @Override
    public BulkInsert onConflict(Conflict action) {
        target.setConflict(action == Conflict.ABORT ? null : action.name());
        return this;
    }

    @Override
    public BulkInsert columns(String... names) {
        wanted = List.of(names);
        return this;
    }

    @Override
    public BulkInsert columns(TableColumns<?> told) {
        columns = told;
        return this;
    }

    @Override
    public BulkInsert createTable() {
        creates = true;
        return this;
    }

    @Override
    public BulkInsert createTable(Class<?> rowType) {
        creates = true;
        type = rowType;
        return this;
    }

    @Override
    public BulkInsert addColumns() {
        adds = true;
        return this;
    }

    @Override
    public BulkInsert flatten() {
        flattens = true;
        return this;
    }

    @Override
    public BulkInsert json() {
        json = true;
        return this;
    }

    @Override
    public BulkInsert commitEvery(long rows) {
        if (rows < 1) {
            throw new IllegalArgumentException(rows + " rows");
        }
        commitRows = rows;
        return this;
    }

    @Override
    public BulkInsert onProgress(LongConsumer listener) {
        progress = listener;
        return this;
    }

    /**
     * Inserts while holding the database: another thread's work in between would become part of the
     * insertion.
     */
    @Override
    public long insert(Iterator<?> rows) {
        database.entry().hold();
        try {
            return insertRows(rows);
        } finally {
            database.entry().release();
        }
    }

    private long insertRows(Iterator<?> rows) {
        boolean some = rows.hasNext();
        Object first = some ? rows.next() : null;
        if (!some && !creates) {
            return 0;
        }
        Run run = new Run(first, some);
        boolean done = false;
        try {
            run.inside(run::begin);
            if (some) {
                run.insertAll(rows, first);
            }
            long count = database.entry().call(run::end);
            done = true;
            return count;
        } catch (SqlvmException error) {
            throw run.named(error);
        } finally {
            if (!done && !database.entry().isClosed()) {
                database.entry().run(run::fail);
            }
        }
    }

    /** Whether each row has members of its own. */
    private boolean isByMember(Object first) {
        return json || (adds && (first != null || type == null));
    }

    /** Returns the shape of rows like the first one. */
    private HostRowShape shape(Object first, boolean hasRows) {
        if (columns != null) {
            return HostRowShape.of(columns.columns(), wanted);
        }
        if (first == null && type == null) {
            throw new SqlvmException(
                    (hasRows ? "row 1 is null: it does" : "there are no rows: they do")
                            + " not say what columns there are",
                    ResultCode.MISMATCH,
                    -1,
                    null);
        }
        boolean byType = type != null && (first == null || type.isInstance(first));
        return byType ? HostRowShape.of(type, wanted) : HostRowShape.of(first, wanted);
    }

    /** One call of insert. */
    private final class Run {
        private final HostRowWriter writer;
        /** Null before there is one. */
        private RowInsertion insertion;

        /** The error that has ended it; or null. */
        private Throwable error;

        Run(Object first, boolean hasRows) {
            writer = isByMember(first)
                    ? byMember(first)
                    : new HostRowEncoder(this::open, shape(first, hasRows));
        }

        private RowInsertion open(HostRowShape shape) {
            return target.begin(shape.names(), creates ? shape.types() : null);
        }

        private HostRowWriter byMember(Object first) {
            HostMemberReader reader = new HostMemberReader(
                    new MemberColumns(target, adds, wanted), json, flattens, columns);
            return new HostMemberWriter(reader, creates, first, this::inside);
        }

        /** Runs work inside of the context, and notes its original error. */
        void inside(Runnable work) {
            database.entry().run(() -> {
                try {
                    work.run();
                } catch (RuntimeException | Error thrown) {
                    error = thrown;
                    throw thrown;
                }
            });
        }

        void begin() {
            insertion = writer.begin();
        }

        void insertAll(Iterator<?> rows, Object first) {
            long nextCommit = commitRows;
            long number = 1;
            writer.encode(first, number);
            while (rows.hasNext()) {
                if (insertion.isFull() || number == nextCommit) {
                    inside(this::flush);
                    progress.accept(number);
                }
                if (number == nextCommit) {
                    nextCommit += commitRows;
                    inside(insertion::commit);
                }
                number++;
                writer.encode(rows.next(), number);
            }
            inside(insertion::flush);
            progress.accept(number);
        }

        private void flush() {
            database.checkClosing();
            insertion.flush();
        }

        long end() {
            RowInsertion ended = insertion;
            insertion = null; // A failure from here on undoes its own changes.
            ended.end();
            return ended.inserted();
        }

        /** Undoes the insertion, if there is one. */
        void fail() {
            if (insertion != null) {
                insertion.fail(error);
            }
        }

        /** With the number of the row that is to blame. */
        SqlvmException named(SqlvmException thrown) {
            long row = insertion == null ? 0 : insertion.failedRow();
            return row == 0 || thrown.getCause() != error
                    ? thrown
                    : new SqlvmException(
                            "row " + row + ": " + thrown.getMessage(), thrown.code(), -1, thrown);
        }
    }

    @Override
    public String toString() {
        return "insertion into " + target;
    }
}
