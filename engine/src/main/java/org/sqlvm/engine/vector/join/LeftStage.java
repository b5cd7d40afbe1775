package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.Arrays;
import java.util.List;

/**
 * The rows at hand with each of the rows that they find; when a vector of them is done, those that
 * have found nothing come with a row of NULLs.
 */
final class LeftStage extends LookupStage {
    /** Of the rows before those that have found something; or that another part is for. */
    private final long[] matched;

    private final int[] inPart;
    private int rowCount;
    private boolean ended;

    LeftStage(
            JoinTable table,
            int source,
            VectorPipeline.Lookup lookup,
            List<Condition> filters,
            long known,
            int vectorRows) {
        super(table, source, lookup, filters, known, vectorRows);
        matched = new long[Bits.words(vectorRows)];
        inPart = new int[vectorRows];
    }

    @Override
    void begin(Vector[] values, int count) {
        rowCount = count;
        ended = false;
        Arrays.fill(matched, 0);
        if (!table.part().isWhole()) {
            Bits.fill(matched, count);
            int own = table.lanesInPart(values, count, inPart);
            for (int i = 0; i < own; i++) {
                Bits.clear(matched, inPart[i]);
            }
        }
    }

    @Override
    public boolean next(VectorRegisters registers, Filter tests, int[][] before, Runnable poll) {
        if (nextPairs(poll)) {
            select(registers, before);
            keepFound(registers, tests);
            for (int i = 0; i < count(); i++) {
                Bits.set(matched, left[i]);
            }
        } else if (!ended) {
            ended = true;
            int lonely = 0;
            for (int row = 0; row < rowCount; row++) {
                left[lonely] = row;
                lonely += Bits.get(matched, row) ? 0 : 1;
            }
            goTo(lonely, table.nullRow());
            select(registers, before);
        } else {
            return false;
        }
        keepPassing(registers, tests);
        return true;
    }
}
