package org.sqlvm.engine.vector;

import org.sqlvm.engine.vector.VectorQuery.Condition;

import java.util.List;

/**
 * One lookup of a {@link Pipeline}: the rows at hand with each of the rows that they find, a vector
 * at a time, in the order of the former.
 */
final class LookupStage {
    private final JoinTable table;
    private final int source;
    private final int[] keys;

    /** The conditions that can be tested now, and could not before. */
    private final List<Condition> filters;

    private final int vectorRows;

    /** By source: the rows at hand behind this stage; null for those that come later. */
    private final int[][] rows;

    private int count;

    /** The rows before that have found something, and the places of what they found. */
    private final int[] lanes;

    private final int[] places;
    private int foundCount;

    /** What comes next: so many of {@link #places} are done, and of the next so many rows. */
    private int placesDone;

    private int rowsDone;

    /** By row at hand: its place in {@link #lanes}' vector, and what it has found. */
    private final int[] left;

    private BoundCondition condition;
    private final long[] selected;
    private final int[] kept;

    /** @param known the sources whose rows are known behind the stage, as bits */
    LookupStage(
            JoinTable table,
            int source,
            List<Integer> keys,
            List<Condition> filters,
            long known,
            int vectorRows) {
        this.table = table;
        this.source = source;
        this.keys = keys.stream().mapToInt(Integer::intValue).toArray();
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

    /** A partition of the scanned table begins. */
    void enter(Filter filter) {
        condition = filter.prepareAll(filters);
    }

    /** Looks for what the rows at hand find. */
    void find(VectorRegisters registers, int rowCount) {
        foundCount = table.find(registers.getAll(keys), rowCount, lanes, places);
        placesDone = 0;
        rowsDone = 0;
    }

    /**
     * Goes to the next rows, which are at hand then; none of them need pass the conditions.
     *
     * @param before the rows before the stage, by source
     * @return false if there are none
     */
    boolean next(VectorRegisters registers, Filter filter, int[][] before) {
        if (placesDone == foundCount) {
            return false;
        }
        if (table.isUnique()) {
            count = foundCount;
            System.arraycopy(lanes, 0, left, 0, count);
            System.arraycopy(places, 0, rows[source], 0, count);
            placesDone = foundCount;
        } else {
            expand();
        }
        for (int i = 0; i < before.length && i < rows.length; i++) {
            if (i != source && rows[i] != null) {
                gather(before[i], left, count, rows[i]);
            }
        }
        registers.select(rows, count);
        if (!(condition instanceof BoundCondition.Always)) {
            test(registers, filter);
        }
        return true;
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

    /** As many of the rows that were found as a vector holds. */
    private void expand() {
        int[] right = rows[source];
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
        count = filled;
    }

    private void test(VectorRegisters registers, Filter filter) {
        Bits.fill(selected, count);
        filter.keep(condition, selected);
        int passing = Bits.count(selected, selected.length);
        if (passing == count) {
            return;
        }
        Bits.toLanes(selected, selected.length, kept);
        for (int[] some : rows) {
            if (some != null) {
                for (int i = 0; i < passing; i++) {
                    some[i] = some[kept[i]];
                }
            }
        }
        count = passing;
        registers.select(rows, count);
    }

    /** The rows at hand, by source. */
    int[][] rows() {
        return rows;
    }

    int count() {
        return count;
    }

    /** Whether there is more than a vector of rows to one before. */
    boolean isRepeated() {
        return !table.isUnique();
    }
}
