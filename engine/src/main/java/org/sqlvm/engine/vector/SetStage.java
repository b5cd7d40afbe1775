package org.sqlvm.engine.vector;

import org.sqlvm.engine.vector.VectorQuery.Condition;

import java.util.Arrays;
import java.util.List;

/** Those of the rows at hand that find something, or those that do not. */
final class SetStage extends LookupStage {
    /** Of the rows before those that have found something. */
    private final long[] matched;

    /** Of the rows before those that come if they have found what is wanted. */
    private final long[] candidates;

    private final int[] inPart;
    private int rowCount;
    private boolean ended;

    SetStage(
            JoinTable table,
            int source,
            VectorPipeline.Lookup lookup,
            List<Condition> filters,
            long known,
            int vectorRows) {
        super(table, source, lookup, filters, known, vectorRows);
        matched = new long[Bits.words(vectorRows)];
        candidates = new long[matched.length];
        inPart = new int[vectorRows];
    }

    @Override
    void begin(Vector[] values, int count) {
        rowCount = count;
        ended = false;
        Arrays.fill(matched, 0);
        if (table.part().isWhole()) {
            Bits.fill(candidates, count);
        } else {
            Arrays.fill(candidates, 0);
            int own = table.lanesInPart(values, count, inPart);
            for (int i = 0; i < own; i++) {
                Bits.set(candidates, inPart[i]);
            }
        }
        if (table.kind() == LookupKind.NOT_IN && !table.isNothing()) {
            dropUnknown(values[0]);
        }
    }

    /** Whether NULL is not in a set, or something not in one with NULL, is not known. */
    private void dropUnknown(Vector value) {
        if (table.hasNull()) {
            Arrays.fill(candidates, 0);
            return;
        }
        for (int row = 0; row < rowCount; row++) {
            if (value.isNull(row)) {
                Bits.clear(candidates, row);
            }
        }
    }

    @Override
    boolean next(VectorRegisters registers, Filter tests, int[][] before, Runnable poll) {
        if (ended) {
            return false;
        }
        ended = true;
        if (hasConditions()) {
            while (nextPairs(matched, poll)) {
                select(registers, before);
                keepFound(registers, tests);
                setMatched(left, count());
            }
        } else {
            setMatched(lanes, foundCount);
        }
        boolean wanted = table.kind() == LookupKind.SEMI;
        for (int i = 0; i < matched.length; i++) {
            candidates[i] &= wanted ? matched[i] : ~matched[i];
        }
        goTo(Bits.toLanes(candidates, candidates.length, left), 0);
        select(registers, before);
        keepPassing(registers, tests);
        return true;
    }

    private void setMatched(int[] found, int count) {
        for (int i = 0; i < count; i++) {
            Bits.set(matched, found[i]);
        }
    }
}
