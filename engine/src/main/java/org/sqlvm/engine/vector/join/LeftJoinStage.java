package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.Arrays;
import java.util.List;

/**
 * A LEFT JOIN: as an inner join; when all pairs of a vector have come out, the input rows without a
 * match follow, with a row of NULLs.
 */
final class LeftJoinStage extends ProbeStage {
    /** The input rows that have a match, or whose key is in another radix partition. */
    private final long[] matched;

    private final int[] inPartition;
    private int rowCount;
    private boolean ended;

    LeftJoinStage(
            JoinTable table,
            int source,
            VectorPipeline.Probe probe,
            List<Condition> filters,
            long known,
            int vectorRows) {
        super(table, source, probe, filters, known, vectorRows);
        matched = new long[Bits.words(vectorRows)];
        inPartition = new int[vectorRows];
    }

    @Override
    void begin(Vector[] values, int count) {
        rowCount = count;
        ended = false;
        Arrays.fill(matched, 0);
        if (!table.partition().isWhole()) {
            Bits.fill(matched, count);
            int own = table.selectPartition(values, count, inPartition);
            for (int i = 0; i < own; i++) {
                Bits.clear(matched, inPartition[i]);
            }
        }
    }

    @Override
    public boolean next(VectorRegisters registers, Filter tests, int[][] input, Runnable poll) {
        if (nextPairs(poll)) {
            select(registers, input);
            keepMatching(registers, tests);
            for (int i = 0; i < count(); i++) {
                Bits.set(matched, probeRows[i]);
            }
        } else if (!ended) {
            ended = true;
            assert Checks.isWithin(matched, rowCount) : rowCount;
            int unmatched = 0;
            for (int row = 0; row < rowCount; row++) {
                probeRows[unmatched] = row;
                unmatched += Bits.get(matched, row) ? 0 : 1;
            }
            setPairs(unmatched, table.nullRow());
            select(registers, input);
        } else {
            return false;
        }
        keepPassing(registers, tests);
        return true;
    }
}
