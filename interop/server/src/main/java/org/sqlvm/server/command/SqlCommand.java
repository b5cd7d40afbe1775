package org.sqlvm.server.command;

import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.StatementKind;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.sql.CommandTag;
import org.sqlvm.server.sql.ParameterName;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.PgType;
import org.sqlvm.server.value.ValueKinds;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A statement of the database. Each of its runs has a compiled statement of its own. */
public final class SqlCommand extends Command implements AutoCloseable {
    /** How long rows are computed only to see what they are. */
    private static final long LOOK_MS = 100;

    /** Bytes of rows that are kept before the first one is sent, on disk for the most part. */
    private static final long SPOOL_MAX = 256L << 20;

    private final Session session;
    /** One that is free; null if all are in use. */
    private Statement free;

    private final String text;
    /** By number of the statement's parameter: the number of the client's, from 0. */
    private final int[] parameters;

    private final List<PgType> parameterTypes;
    private final boolean needsTransaction;
    private final boolean readsCatalog;
    private boolean closed;

    /** @param readsCatalog whether its runs need to see the schema as it is then */
    SqlCommand(Session session, Statement statement, String tag, boolean readsCatalog) {
        super(tag);
        this.readsCatalog = readsCatalog;
        this.session = session;
        this.free = statement;
        this.text = statement.sql();
        this.parameters = new int[statement.parameterCount()];
        this.parameterTypes = parameters(statement);
        this.needsTransaction =
                !statement.isReadOnly() && !StatementKind.ofWord(tag).isSetting();
    }

    /** Fills {@link #parameters}: {@code $2} is the second, {@code ?} the next one. */
    private List<PgType> parameters(Statement statement) {
        List<PgType> types = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            ParameterName name = ParameterName.of(statement.parameterName(i + 1), i + 1);
            parameters[i] = name.number() - 1;
            int missing = name.number() - types.size();
            types.addAll(Collections.nCopies(Math.max(0, missing), PgType.UNKNOWN));
            if (name.type() != PgType.UNKNOWN) {
                types.set(name.number() - 1, name.type());
            }
        }
        return types;
    }

    String text() {
        return text;
    }

    @Override
    public List<PgType> parameterTypes() {
        return parameterTypes;
    }

    @Override
    public boolean needsTransaction() {
        return needsTransaction;
    }

    /**
     * Its columns before there are values for its parameters. Where the schema does not guarantee
     * what they are, the values in the tables are looked at, and rows for some parameters.
     */
    @Override
    public List<Field> fields() {
        Statement statement = take();
        List<Column> columns;
        boolean isReadOnly;
        try {
            if (!statement.isQuery()) {
                return null;
            }
            columns = statement.columns();
            isReadOnly = statement.isReadOnly();
        } finally {
            give(statement);
        }
        List<Field> fields = isReadOnly ? session.fieldTypes().guaranteed(columns) : null;
        if (fields == null) {
            fields = isReadOnly ? look(columns) : session.fieldTypes().declared(columns);
        }
        return session.widened(text, fields);
    }

    /** Takes what comes from these columns itself for what all their values are. */
    private List<Field> look(List<Column> columns) {
        List<ValueKinds> kinds = new ArrayList<>();
        for (Column column : columns) {
            kinds.add(
                    column.origin() == null
                            ? session.fieldTypes().kinds(column)
                            : session.stored(column, LOOK_MS));
        }
        List<Object> values = new ArrayList<>();
        for (PgType type : session.guess(this, parameterTypes)) {
            values.add(sample(type));
        }
        try (SqlRun run = start(values, LOOK_MS)) {
            run.look(kinds);
        } catch (ServerError _) {
            // It takes too long, or these values are wrong for it: what has been seen counts.
        }
        return session.fieldTypes().of(columns, kinds, readsCatalog);
    }

    /** The client may try again, unless the statement has changed something. */
    @Override
    boolean widen(int column) {
        session.widen(text, column);
        return !needsTransaction;
    }

    private static Object sample(PgType type) {
        return switch (type) {
            case BOOL, INT2, INT4, INT8, OID -> 1L;
            case FLOAT4, FLOAT8, NUMERIC -> 1.5;
            case BYTEA -> new byte[0];
            default -> "";
        };
    }

    private Statement take() {
        Statement statement = free;
        free = null;
        return statement != null ? statement : session.prepare(text, 0, text).statement();
    }

    private void give(Statement statement) {
        if (free == null && !closed) {
            free = statement;
        } else {
            statement.close();
        }
    }

    @Override
    public SqlRun start(List<Object> values) {
        return start(values, session.statementTimeout());
    }

    private SqlRun start(List<Object> values, long timeoutMs) {
        if (values.size() < parameterTypes.size()) {
            throw new ServerError(
                    SqlState.UNDEFINED_PARAMETER, "there is no parameter $" + (values.size() + 1));
        }
        Statement statement = take();
        boolean bound = false;
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.bind(i + 1, values.get(parameters[i]));
            }
            statement.timeLimit(timeoutMs);
            bound = true;
            return new SqlRun(statement);
        } finally {
            if (!bound) {
                give(statement);
            }
        }
    }

    /** The statement's runs go on. */
    @Override
    public void close() {
        closed = true;
        if (free != null) {
            free.close();
            free = null;
        }
    }

    /** A run; it begins when its columns or rows are asked for. */
    final class SqlRun implements Run {
        private final Statement statement;
        private Rows rows;
        /** The rows that are sent; null before they are computed, and behind the last. */
        private RowBatch batch;

        private int next;
        private boolean begun;
        /** The rows that have been computed and follow {@link #batch}. */
        private RowSpool spool;
        /** Types that hold all rows; null before they are known. */
        private List<Field> whole;

        /** Rows that have been sent, or changed. */
        private long count;

        private SqlRun(Statement statement) {
            this.statement = statement;
        }

        @Override
        public void begin() {
            if (begun) {
                return;
            }
            begun = true;
            try {
                if (readsCatalog) {
                    session.refreshCatalog();
                }
                if (statement.isQuery()) {
                    rows = statement.query();
                    spool = new RowSpool(rows.columnCount());
                    batch = rows.nextBatch();
                } else {
                    count = statement.execute();
                }
            } catch (SqlvmException e) {
                throw ServerError.of(e);
            }
        }

        /** Its columns as the database has them. */
        List<Column> columns() {
            return statement.columns();
        }

        /**
         * Returns the description of the columns for a client that asks before the statement runs.
         */
        List<Field> described() {
            return SqlCommand.this.fields();
        }

        @Override
        public List<Field> fields() {
            if (!statement.isQuery()) {
                return null;
            }
            if (!begun && !statement.isReadOnly()) {
                return session.fieldTypes().declared(statement.columns());
            }
            return fields(0);
        }

        @Override
        public List<Field> fields(long limit) {
            if (!statement.isQuery()) {
                return null;
            }
            begin();
            if (whole != null) {
                return whole;
            }
            List<Column> columns = statement.columns();
            List<ValueKinds> kinds = new ArrayList<>();
            columns.forEach(column -> kinds.add(session.fieldTypes().kinds(column)));
            long left = limit == 0 ? Long.MAX_VALUE : limit;
            left -= add(kinds, batch, next, left);
            for (RowBatch each : spool.inMemory()) {
                left -= add(kinds, each, 0, left);
            }
            if (left > 0 && batch != null) {
                lookAhead(columns, kinds, left);
            }
            List<Field> fields =
                    whole != null ? whole : session.fieldTypes().of(columns, kinds, readsCatalog);
            whole = limit == 0 ? fields : whole;
            return fields;
        }

        /** Computes rows that are not sent yet. */
        private void lookAhead(List<Column> columns, List<ValueKinds> kinds, long limit) {
            long left = limit;
            long ahead = 0;
            boolean isFirst = true;
            while (left > 0 && spool.size() < SPOOL_MAX) {
                RowBatch more = compute();
                if (more == null) {
                    return;
                }
                if (isFirst && limit == Long.MAX_VALUE) {
                    // Most results end before this, and need no look at the schema.
                    whole = session.fieldTypes().guaranteed(columns);
                }
                isFirst = false;
                long size = 0;
                for (int i = 0; i < kinds.size(); i++) {
                    size += kinds.get(i).add(more, i, 0, more.rowCount());
                }
                spool.add(more, size);
                ahead += more.rowCount();
                session.checkRowCount(count + ahead);
                left -= more.rowCount();
                if (whole != null) {
                    return;
                }
            }
        }

        /** Gives how many rows there were. */
        private static int add(List<ValueKinds> kinds, RowBatch batch, int from, long limit) {
            if (batch == null) {
                return 0;
            }
            int until = (int) Math.min(batch.rowCount(), from + Math.max(0, limit));
            for (int i = 0; i < kinds.size(); i++) {
                kinds.get(i).add(batch, i, from, until);
            }
            return until - from;
        }

        /** Looks at all rows, as long as there is time, and keeps none. */
        private void look(List<ValueKinds> kinds) {
            begin();
            for (; batch != null; batch = compute()) {
                add(kinds, batch, 0, batch.rowCount());
            }
        }

        @Override
        public boolean run(RowSink writer, long limit) {
            begin();
            if (rows == null) {
                return true;
            }
            if (writer != null && writer.columnCount() != rows.columnCount()) {
                throw ServerError.changedResult();
            }
            long left = limit == 0 ? Long.MAX_VALUE : limit;
            while (batch != null) {
                int until = (int) Math.min(batch.rowCount(), next + left);
                left -= until - next;
                send(writer, until);
                if (next < batch.rowCount()) {
                    return false;
                }
                advance();
            }
            return limit == 0 || left > 0;
        }

        private void send(RowSink writer, int until) {
            count += until - next;
            session.checkRowCount(count);
            if (writer != null) {
                writer.write(batch, next, until);
            }
            next = until;
        }

        private void advance() {
            batch = spool.poll();
            if (batch == null) {
                batch = compute();
            }
            next = 0;
        }

        private RowBatch compute() {
            try {
                return rows.nextBatch();
            } catch (SqlvmException e) {
                throw ServerError.of(e);
            }
        }

        @Override
        public long count() {
            return count;
        }

        @Override
        public String tag() {
            return CommandTag.withCount(SqlCommand.this.tag(), count);
        }

        @Override
        public void close() {
            if (rows != null) {
                rows.close();
                spool.close();
            }
            give(statement);
        }
    }
}
