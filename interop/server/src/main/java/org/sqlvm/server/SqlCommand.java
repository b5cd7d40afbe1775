package org.sqlvm.server;

import org.sqlvm.api.Column;
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

    /** How long rows are computed only to see what they are. */
    private static final long LOOK_MS = 200;

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

    String text() {
        return text;
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
     * Where the declarations do not say what the columns of a query are, its first rows are looked
     * at, with some values for its parameters.
     */
    @Override
    List<Field> fields() {
        Statement statement = take();
        List<Field> declared;
        boolean isKnown;
        try {
            if (!statement.isQuery()) {
                return null;
            }
            declared = session.fieldTypes().declared(statement.columns());
            isKnown = !statement.isReadOnly() || session.fieldTypes().areKnown(statement.columns());
        } finally {
            give(statement);
        }
        return isKnown ? declared : look(declared);
    }

    private List<Field> look(List<Field> declared) {
        List<Object> values = new ArrayList<>();
        for (PgType type : session.guess(this, parameterTypes)) {
            values.add(sample(type));
        }
        try (Run run = start(values, LOOK_MS)) {
            return run.fields();
        } catch (ServerError e) {
            // It takes too long, or these values are wrong for it.
            return declared;
        }
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
    SqlRun start(List<Object> values) {
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

        @Override
        public List<Field> fields() {
            if (!statement.isQuery()) {
                return null;
            }
            if (!begun && !statement.isReadOnly()) {
                return session.fieldTypes().declared(statement.columns());
            }
            begin();
            return readsCatalog
                    ? session.fieldTypes().withArrays(rows, batch)
                    : session.fieldTypes().of(rows, batch);
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
            if (writer != null) {
                writer.write(batch, next, until);
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
