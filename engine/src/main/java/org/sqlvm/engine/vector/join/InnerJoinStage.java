package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.List;

/**
 * An inner join: each input row comes out once for each build row that matches, in the order of the
 * input.
 */
final class InnerJoinStage extends ProbeStage {
    InnerJoinStage(
            JoinTable table,
            int source,
            VectorPipeline.Probe probe,
            List<Condition> filters,
            long known,
            int vectorRows) {
        super(table, source, probe, filters, known, vectorRows);
    }

    @Override
    void begin(Vector[] values, int rowCount) {}

    @Override
    public boolean next(VectorRegisters registers, Filter tests, int[][] input, Runnable poll) {
        if (!nextPairs(poll)) {
            return false;
        }
        select(registers, input);
        keepMatching(registers, tests);
        keepPassing(registers, tests);
        return true;
    }
}
