package org.sqlvm.server;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A statement of the database. Each of its runs has a compiled statement of its own. */
final class SqlCommand extends Command implements AutoCloseable {
    /** They cannot run in a transaction, or mean nothing there. */
    private static final Set<String> ALONE = Set.of("ATTACH", "DETACH", "PRAGMA", "VACUUM");

    private final Session session;
    /** One that is free; null if all are in use. */
    private Statement free;

    private final String text;
    /** By number of the statement's parameter: the number of the client's, from 0. */
    private final int[] parameters;

    private final List<PgType> parameterTypes;
    private final boolean needsTransaction;
    private boolean closed;

    SqlCommand(Session session, Statement statement, String tag) {
        super(tag);
        this.session = session;
        this.free = statement;
        this.text = statement.sql();
        this.parameters = new int[statement.parameterCount()];
        this.parameterTypes = parameters(statement);
        this.needsTransaction = !statement.isReadOnly() && !ALONE.contains(tag);
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

    @Override
    List<PgType> parameterTypes() {
        return parameterTypes;
    }

    @Override
    boolean needsTransaction() {
        return needsTransaction;
    }

    /**
     * Of a query without parameters the first rows are looked at, where the declarations do not say
     * what the columns are.
     */
    @Override
    List<Field> fields() {
        Statement statement = take();
        try {
            if (!statement.isQuery()) {
                return null;
            }
            boolean look = statement.isReadOnly()
                    && parameters.length == 0
                    && !session.fieldTypes().areKnown(statement.columns());
            if (!look) {
                return session.fieldTypes().declared(statement.columns());
            }
        } finally {
            give(statement);
        }
        try (Run run = start(List.of())) {
            return run.fields();
        }
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
    Run start(List<Object> values) {
        Statement statement = take();
        boolean bound = false;
        try {
            for (int i = 0; i < parameters.length; i++) {
                statement.bind(i + 1, values.get(parameters[i]));
            }
            statement.timeLimit(session.statementTimeout());
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
    private final class SqlRun implements Run {
        private final Statement statement;
        private Rows rows;
        /** The rows that are sent; null before they are computed, and behind the last. */
        private RowBatch batch;

        private int next;
        private boolean begun;
        /** Rows that have been sent, or changed. */
        private long count;

        SqlRun(Statement statement) {
            this.statement = statement;
        }

        @Override
        public void begin() {
            if (begun) {
                return;
            }
            begun = true;
            session.beforeStatement();
            try {
                if (statement.isQuery()) {
                    rows = statement.query();
                    batch = rows.nextBatch();
                } else {
                    count = statement.execute();
                }
            } catch (SqlvmException e) {
                throw ServerError.of(e);
            }
        }

        @Override
        public List<Field> fields() {
            if (!statement.isQuery()) {
                return null;
            }
            if (!begun && !statement.isReadOnly()) {
                return session.fieldTypes().declared(statement.columns());
            }
            begin();
            return session.fieldTypes().of(rows, batch);
        }

        @Override
        public boolean run(RowSink writer, long limit) {
            begin();
            if (rows == null) {
                return true;
            }
            if (writer != null && writer.columnCount() != rows.columnCount()) {
                throw new ServerError(
                        SqlState.FEATURE_NOT_SUPPORTED, "cached plan must not change result type");
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
            while (writer != null && next < until) {
                writer.write(batch, next++);
            }
            next = until;
        }

        private void advance() {
            try {
                batch = rows.nextBatch();
            } catch (SqlvmException e) {
                throw ServerError.of(e);
            }
            next = 0;
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
            }
            give(statement);
        }
    }
}
