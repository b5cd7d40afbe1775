package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.engine.error.SqlException;

import java.util.List;

/** The values of the column {@code rank}: calls of an auxiliary function. */
final class RankCall {
    private final Fts5Table table;
    private final RankFunction function;
    /** Null before the first call. */
    private AuxiliaryFunction auxiliary;

    private Object[] arguments;

    RankCall(Fts5Table table, RankFunction function) {
        this.table = table;
        this.function = function;
    }

    /**
     * Finds the function.
     *
     * @throws SqlException if there is none of the name
     */
    void prepare() {
        if (auxiliary == null) {
            arguments = evaluate();
            auxiliary = table.extensions().functions().find(function.name());
            if (auxiliary == null) {
                throw SqlException.error("no such function: " + function.name());
            }
        }
    }

    Object value(MatchedRow row) {
        prepare();
        return AuxiliaryCall.value(row, auxiliary, arguments);
    }

    private Object[] evaluate() {
        if (function.arguments().isEmpty()) {
            return new Object[0];
        }
        List<Object[]> rows = table.host().run("SELECT " + function.arguments());
        return rows.get(0);
    }
}
