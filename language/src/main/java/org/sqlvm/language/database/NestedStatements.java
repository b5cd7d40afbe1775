package org.sqlvm.language.database;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.StatementRunner;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.statement.SharedPrograms;

import java.util.ArrayList;
import java.util.List;

/** Runs the engine's own statements, on the connection that it serves. */
record NestedStatements(SharedPrograms programs, Connection connection) implements StatementRunner {
    @Override
    @TruffleBoundary
    public List<Object[]> run(String sql) {
        PreparedStatement statement = PreparedStatement.prepare(programs, connection, sql);
        Execution execution = new Execution(statement, statement.noParameters());
        List<Object[]> rows = new ArrayList<>();
        for (Batch batch = execution.nextBatch(); batch != null; batch = execution.nextBatch()) {
            for (int row = 0; row < batch.rowCount(); row++) {
                Object[] values = new Object[batch.columnCount()];
                for (int column = 0; column < values.length; column++) {
                    values[column] = batch.value(column, row);
                }
                rows.add(values);
            }
        }
        return rows;
    }

    @Override
    @TruffleBoundary
    public List<KeptStatement> kept() {
        return programs.plans().kept();
    }
}
