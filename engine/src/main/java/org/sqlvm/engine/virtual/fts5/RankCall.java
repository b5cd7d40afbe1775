package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.engine.error.SqlException;

import java.util.List;

/** The values of the column {@code rank}: calls of an auxiliary function. */
final class RankCall {
    private final Fts5Table table;
    private final RankFunction function;
    /** The values of its arguments; null before the first call. */
    private Object[] arguments;

    RankCall(Fts5Table table, RankFunction function) {
        this.table = table;
        this.function = function;
    }

    Object value(MatchedRow row) {
        if (arguments == null) {
            if (!table.extensions().has(function.name())) {
                throw SqlException.error("no such function: " + function.name());
            }
            arguments = evaluate();
        }
        return AuxiliaryCall.value(row, function.name(), arguments);
    }

    private Object[] evaluate() {
        if (function.arguments().isEmpty()) {
            return new Object[0];
        }
        List<Object[]> rows = table.host().run("SELECT " + function.arguments());
        return rows.get(0);
    }
}
