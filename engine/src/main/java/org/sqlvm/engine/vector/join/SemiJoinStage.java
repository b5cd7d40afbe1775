package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

import java.util.Arrays;
import java.util.List;

/** A semi-join or an anti-join: the input rows that have a match, or those that have none. */
final class SemiJoinStage extends ProbeStage {
    /** The input rows that have a match. */
    private final long[] matched;

    /**
     * The input rows that may come out: they are in this radix partition, and their result is not
     * NULL.
     */
    private final long[] candidates;

    private final int[] inPartition;
    private int rowCount;
    private boolean ended;

    /** As {@link #hits}: how many build rows of each have been tried. */
    private final int[] tried;

    /**
     * How many build rows each input row is tried with in this round; and how many of them the row
     * {@link #next} has been tried with.
     */
    private int roundTries;

    private int triedInRound;

    /** The index in {@link #hits} of the row that is tried. */
    private int next;

    SemiJoinStage(
            JoinTable table,
            int source,
            VectorPipeline.Probe probe,
            List<Condition> filters,
            long known,
            int vectorRows) {
        super(table, source, probe, filters, known, vectorRows);
        matched = new long[Bits.words(vectorRows)];
        candidates = new long[matched.length];
        inPartition = new int[vectorRows];
        tried = new int[vectorRows];
    }

    @Override
    void begin(Vector[] values, int count) {
        rowCount = count;
        ended = false;
        Arrays.fill(tried, 0, hitCount, 0);
        roundTries = 1;
        triedInRound = 0;
        next = 0;
        Arrays.fill(matched, 0);
        if (table.partition().isWhole()) {
            Bits.fill(candidates, count);
        } else {
            Arrays.fill(candidates, 0);
            int own = table.selectPartition(values, count, inPartition);
            for (int i = 0; i < own; i++) {
                Bits.set(candidates, inPartition[i]);
            }
        }
        if (table.kind() == HashJoinKind.NOT_IN && !table.isNothing()) {
            dropUnknown(values[0]);
        }
    }

    /** Drops rows for which NOT IN is NULL: all if the set has a NULL, else those that are NULL. */
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
    public boolean next(VectorRegisters registers, Filter tests, int[][] input, Runnable poll) {
        if (ended) {
            return false;
        }
        ended = true;
        if (hasConditions()) {
            while (table.isUnique() ? nextPairs(poll) : nextTries(poll)) {
                select(registers, input);
                keepMatching(registers, tests);
                setMatched(probeRows, count());
            }
        } else {
            setMatched(hits, hitCount);
        }
        assert Checks.isWithin(candidates, rowCount) && Checks.isWithin(matched, rowCount);
        boolean wanted = table.kind() == HashJoinKind.SEMI;
        for (int i = 0; i < matched.length; i++) {
            candidates[i] &= wanted ? matched[i] : ~matched[i];
        }
        setPairs(Bits.toSelection(candidates, candidates.length, probeRows), 0);
        select(registers, input);
        keepPassing(registers, tests);
        return true;
    }

    /**
     * Makes the next pairs. One match is enough for a row, so a round tries a few build rows with
     * each input row; the next round tries twice as many.
     *
     * @return false if there are none
     */
    private boolean nextTries(Runnable poll) {
        poll.run();
        if (next == hitCount) {
            dropDecided();
        }
        int[] buildRows = buildRows();
        int filled = 0;
        while (next < hitCount && filled < vectorRows) {
            int key = hitKeys[next];
            int wanted = Bits.get(matched, hits[next])
                    ? 0
                    : Math.min(roundTries - triedInRound, table.rowCount(key) - tried[next]);
            int end = Math.min(wanted, vectorRows - filled);
            for (int i = 0; i < end; i++) {
                probeRows[filled + i] = hits[next];
                buildRows[filled + i] = table.row(key, tried[next] + i);
            }
            filled += end;
            tried[next] += end;
            triedInRound += end;
            if (end == wanted) {
                next++;
                triedInRound = 0;
            }
        }
        setPairs(filled);
        return hitCount > 0;
    }

    /** Ends a round: drops the hits that have matched, and those with no build rows left. */
    private void dropDecided() {
        int open = 0;
        for (int i = 0; i < hitCount; i++) {
            if (!Bits.get(matched, hits[i]) && tried[i] < table.rowCount(hitKeys[i])) {
                hits[open] = hits[i];
                hitKeys[open] = hitKeys[i];
                tried[open] = tried[i];
                open++;
            }
        }
        hitCount = open;
        next = 0;
        roundTries = Math.min(2 * roundTries, vectorRows);
    }

    private void setMatched(int[] found, int count) {
        for (int i = 0; i < count; i++) {
            Bits.set(matched, found[i]);
        }
    }
}
