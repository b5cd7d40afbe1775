package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.BoundCondition;
import org.sqlvm.engine.vector.expression.Filter;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.scan.Pipeline;

import java.util.Arrays;
import java.util.List;

/**
 * One lookup of a {@link Pipeline}: what becomes of the rows at hand by what they find, a vector at
 * a time.
 */
public abstract sealed class LookupStage permits InnerStage, LeftStage, SetStage {
    final JoinTable table;
    public final int source;
    final int vectorRows;
    private final int[] keys;

    /** What rows must be to be found, beside equal keys. */
    private final List<Condition> conditions;

    /** The conditions that can be tested behind the lookup, and could not before. */
    private final List<Condition> filters;

    /** By source: the rows at hand behind this stage; null for those that come later. */
    private final int[][] rows;

    private int count;

    /** Of the rows before those that have found something, and the places of what they found. */
    final int[] lanes;

    final int[] places;
    int foundCount;

    /** What comes next: so many of {@link #places} are done, and of the next so many rows. */
    private int placesDone;

    private int rowsDone;

    /** By row at hand: its place among the rows before. */
    final int[] left;

    private BoundCondition condition;
    private BoundCondition filter;
    private final long[] selected;
    private final int[] kept;

    /**
     * A stage.
     *
     * @param lookup what is looked up
     * @param known the sources whose rows are known behind the stage, as bits
     */
    LookupStage(
            JoinTable table,
            int source,
            VectorPipeline.Lookup lookup,
            List<Condition> filters,
            long known,
            int vectorRows) {
        this.table = table;
        this.source = source;
        this.keys = lookup.keys().stream().mapToInt(Integer::intValue).toArray();
        this.conditions = lookup.conditions();
        this.filters = filters;
        this.vectorRows = vectorRows;
        this.rows = new int[Long.SIZE - Long.numberOfLeadingZeros(known)][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (known & 1L << i) == 0 ? null : new int[vectorRows];
        }
        this.lanes = new int[vectorRows];
        this.places = new int[vectorRows];
        this.left = new int[vectorRows];
        this.selected = new long[Bits.words(vectorRows)];
        this.kept = new int[vectorRows];
    }

    /** A stage for what the table is there for. */
    public static LookupStage of(
            JoinTable table,
            int source,
            VectorPipeline.Lookup lookup,
            List<Condition> filters,
            long known,
            int vectorRows) {
        return switch (table.kind()) {
            case INNER -> new InnerStage(table, source, lookup, filters, known, vectorRows);
            case LEFT -> new LeftStage(table, source, lookup, filters, known, vectorRows);
            case SEMI, ANTI, NOT_IN ->
                new SetStage(table, source, lookup, filters, known, vectorRows);
        };
    }

    /** A partition of the scanned table begins. */
    public final void enter(Filter tests) {
        condition = tests.prepareAll(conditions);
        filter = tests.prepareAll(filters);
    }

    /** Looks for what the rows at hand find. */
    public final void find(VectorRegisters registers, int rowCount) {
        Vector[] values = registers.getAll(keys);
        foundCount = table.find(values, rowCount, lanes, places);
        placesDone = 0;
        rowsDone = 0;
        begin(values, rowCount);
    }

    /** What is found is known, but for the conditions. */
    abstract void begin(Vector[] values, int rowCount);

    /**
     * Goes to the next rows, which are at hand then; none of them need pass the conditions.
     *
     * @param before the rows before the stage, by source
     * @param poll throws if the run is to end; called wherever one row may find many
     * @return false if there are none
     */
    public abstract boolean next(
            VectorRegisters registers, Filter tests, int[][] before, Runnable poll);

    final boolean hasConditions() {
        return !(condition instanceof BoundCondition.Always);
    }

    /**
     * Goes to the next pairs of a row before and one that it finds, in the order of the former.
     *
     * @return false if there are none
     */
    final boolean nextPairs(Runnable poll) {
        if (placesDone == foundCount) {
            return false;
        }
        if (table.isUnique()) {
            System.arraycopy(lanes, 0, left, 0, foundCount);
            System.arraycopy(places, 0, right(), 0, foundCount);
            placesDone = foundCount;
            goTo(foundCount);
        } else {
            poll.run();
            goTo(expand());
        }
        return true;
    }

    /** As many of the rows that were found as a vector holds. */
    private int expand() {
        int[] right = right();
        int filled = 0;
        while (placesDone < foundCount && filled < vectorRows) {
            int place = places[placesDone];
            int lane = lanes[placesDone];
            int end = Math.min(table.rowCount(place) - rowsDone, vectorRows - filled);
            for (int i = 0; i < end; i++) {
                left[filled + i] = lane;
                right[filled + i] = table.row(place, rowsDone + i);
            }
            filled += end;
            rowsDone += end;
            if (rowsDone == table.rowCount(place)) {
                placesDone++;
                rowsDone = 0;
            }
        }
        return filled;
    }

    /** By row at hand: the row of the table. */
    final int[] right() {
        return rows[source];
    }

    /** Goes to pairs that are in {@link #left} and {@link #right}. */
    final void goTo(int pairCount) {
        count = pairCount;
    }

    /** Goes to rows before, whose places are in {@link #left}; all with row {@code right}. */
    final void goTo(int rowCount, int right) {
        Arrays.fill(rows[source], 0, rowCount, right);
        goTo(rowCount);
    }

    /** Makes the rows that have been gone to those at hand. */
    final void select(VectorRegisters registers, int[][] before) {
        for (int i = 0; i < before.length && i < rows.length; i++) {
            if (i != source && rows[i] != null) {
                gather(before[i], left, count, rows[i]);
            }
        }
        registers.select(rows, count);
    }

    /** @param from null for the numbers of the rows themselves */
    private static void gather(int[] from, int[] left, int count, int[] target) {
        if (from == null) {
            System.arraycopy(left, 0, target, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[i] = from[left[i]];
        }
    }

    /** Keeps those of the rows at hand that are found. */
    final void keepFound(VectorRegisters registers, Filter tests) {
        keep(condition, registers, tests);
    }

    /** Keeps those of the rows at hand that pass what can be tested now. */
    final void keepPassing(VectorRegisters registers, Filter tests) {
        keep(filter, registers, tests);
    }

    private void keep(BoundCondition test, VectorRegisters registers, Filter tests) {
        if (test instanceof BoundCondition.Always || count == 0) {
            return;
        }
        Bits.fill(selected, count);
        tests.keep(test, selected);
        int passing = Bits.count(selected, selected.length);
        if (passing == count) {
            return;
        }
        Bits.toSelection(selected, selected.length, kept);
        for (int[] some : rows) {
            if (some != null) {
                keep(some, passing);
            }
        }
        keep(left, passing);
        count = passing;
        registers.select(rows, count);
    }

    private void keep(int[] some, int passing) {
        for (int i = 0; i < passing; i++) {
            some[i] = some[kept[i]];
        }
    }

    /** The rows at hand, by source. */
    public final int[][] rows() {
        return rows;
    }

    public final int count() {
        return count;
    }
}
