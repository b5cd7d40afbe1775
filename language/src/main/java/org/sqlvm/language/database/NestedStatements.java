package org.sqlvm.language.database;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.StatementRunner;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.virtual.module.NestedStatement;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.statement.SharedPrograms;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** Runs the engine's own statements, on the connection that it serves. */
record NestedStatements(SharedPrograms programs, Connection connection) implements StatementRunner {
    @Override
    @TruffleBoundary
    public List<Object[]> run(String sql) {
        return prepare(sql).run();
    }

    @Override
    @TruffleBoundary
    public NestedStatement prepare(String sql) {
        return new Nested(PreparedStatement.prepare(programs, connection, sql));
    }

    @Override
    @TruffleBoundary
    public List<KeptStatement> kept() {
        return programs.plans().kept();
    }

    private static final class Nested implements NestedStatement {
        private final PreparedStatement statement;
        /** The run before; null before the first, and while one is open. */
        private Execution ended;

        Nested(PreparedStatement statement) {
            this.statement = statement;
        }

        @Override
        @TruffleBoundary
        public List<Object[]> run(Object... values) {
            List<Object[]> rows = new ArrayList<>();
            try (Rows run = open(values)) {
                run.forEachRemaining(rows::add);
            }
            return rows;
        }

        @Override
        @TruffleBoundary
        public Rows open(Object... values) {
            Parameters parameters = statement.noParameters();
            assert values.length <= parameters.count() : values.length;
            for (int i = 0; i < values.length; i++) {
                parameters.set(i + 1, values[i]);
            }
            Execution execution = ended;
            ended = null;
            if (execution == null) {
                execution = new Execution(statement, parameters);
            } else {
                execution.restart(parameters);
            }
            return new Run(this, execution);
        }
    }

    private static final class Run implements NestedStatement.Rows {
        private final Nested owner;
        private final Execution execution;
        private Batch batch;
        private int row;
        private boolean closed;

        Run(Nested owner, Execution execution) {
            this.owner = owner;
            this.execution = execution;
        }

        @Override
        @TruffleBoundary
        public boolean hasNext() {
            if (!closed && (batch == null || row == batch.rowCount())) {
                batch = execution.nextBatch();
                row = 0;
                closed = batch == null;
                if (closed) {
                    owner.ended = execution;
                }
            }
            return !closed;
        }

        @Override
        @TruffleBoundary
        public Object[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Object[] values = new Object[batch.columnCount()];
            for (int column = 0; column < values.length; column++) {
                Object value = batch.value(column, row);
                // The batch is filled again by the next rows.
                values[column] = value instanceof Bytes bytes ? bytes.owned() : value;
            }
            row++;
            return values;
        }

        @Override
        @TruffleBoundary
        public void close() {
            if (!closed) {
                closed = true;
                execution.close();
                owner.ended = execution;
            }
        }
    }
}
