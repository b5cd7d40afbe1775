package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.LookupKind;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;

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

    /** As {@link #lanes}: so many of the rows that may be found have been tried. */
    private final int[] tried;

    /** So many are tried before it is another row's turn; and of the row whose turn it is. */
    private int turn;

    private int triedInTurn;

    /** The place in {@link #lanes} of the row whose turn it is. */
    private int next;

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
        tried = new int[vectorRows];
    }

    @Override
    void begin(Vector[] values, int count) {
        rowCount = count;
        ended = false;
        Arrays.fill(tried, 0, foundCount, 0);
        turn = 1;
        triedInTurn = 0;
        next = 0;
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
    public boolean next(VectorRegisters registers, Filter tests, int[][] before, Runnable poll) {
        if (ended) {
            return false;
        }
        ended = true;
        if (hasConditions()) {
            while (table.isUnique() ? nextPairs(poll) : nextTries(poll)) {
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
        goTo(Bits.toSelection(candidates, candidates.length, left), 0);
        select(registers, before);
        keepPassing(registers, tests);
        return true;
    }

    /**
     * Goes to the next pairs. One that passes is enough for a row, so each has a few tried before
     * any has many: with every turn twice as many.
     *
     * @return false if there are none
     */
    private boolean nextTries(Runnable poll) {
        poll.run();
        if (next == foundCount) {
            dropDecided();
        }
        int[] right = right();
        int filled = 0;
        while (next < foundCount && filled < vectorRows) {
            int place = places[next];
            int wanted = Bits.get(matched, lanes[next])
                    ? 0
                    : Math.min(turn - triedInTurn, table.rowCount(place) - tried[next]);
            int end = Math.min(wanted, vectorRows - filled);
            for (int i = 0; i < end; i++) {
                left[filled + i] = lanes[next];
                right[filled + i] = table.row(place, tried[next] + i);
            }
            filled += end;
            tried[next] += end;
            triedInTurn += end;
            if (end == wanted) {
                next++;
                triedInTurn = 0;
            }
        }
        goTo(filled);
        return foundCount > 0;
    }

    /** All have had their turn: those go on that have found nothing, and have something left. */
    private void dropDecided() {
        int open = 0;
        for (int i = 0; i < foundCount; i++) {
            if (!Bits.get(matched, lanes[i]) && tried[i] < table.rowCount(places[i])) {
                lanes[open] = lanes[i];
                places[open] = places[i];
                tried[open] = tried[i];
                open++;
            }
        }
        foundCount = open;
        next = 0;
        turn = Math.min(2 * turn, vectorRows);
    }

    private void setMatched(int[] found, int count) {
        for (int i = 0; i < count; i++) {
            Bits.set(matched, found[i]);
        }
    }
}
