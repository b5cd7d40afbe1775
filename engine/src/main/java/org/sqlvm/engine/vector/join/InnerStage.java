package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.List;

/** The rows at hand with each of the rows that they find, in the order of the former. */
final class InnerStage extends LookupStage {
    InnerStage(
            JoinTable table,
            int source,
            VectorPipeline.Lookup lookup,
            List<Condition> filters,
            long known,
            int vectorRows) {
        super(table, source, lookup, filters, known, vectorRows);
    }

    @Override
    void begin(Vector[] values, int rowCount) {}

    @Override
    public boolean next(VectorRegisters registers, Filter tests, int[][] before, Runnable poll) {
        if (!nextPairs(poll)) {
            return false;
        }
        select(registers, before);
        keepFound(registers, tests);
        keepPassing(registers, tests);
        return true;
    }
}
