package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
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
 * Probes one {@link JoinTable} in a {@link Pipeline}, a vector at a time: the kind of the join says
 * which rows of the input, the probe side, come out, and with which rows of the build side.
 */
public abstract sealed class ProbeStage permits InnerJoinStage, LeftJoinStage, SemiJoinStage {
    final JoinTable table;
    public final int source;
    final int vectorRows;
    private final int[] keys;

    /**
     * The conditions that a pair must pass to count as a match, besides equal keys: those of ON.
     */
    private final List<Condition> conditions;

    /** The conditions of WHERE that this probe is the first to make testable. */
    private final List<Condition> filters;

    /** By source: the selection that leaves this stage; null for sources that later stages add. */
    private final int[][] rows;

    private int count;

    /** The input rows whose key is in the table, as indexes in the input, in ascending order. */
    final int[] hits;

    /** As {@link #hits}: the id of the row's key; or its only build row if the table is unique. */
    final int[] hitKeys;

    int hitCount;

    /** The number of input rows. */
    private int inputCount;

    /**
     * How many of the {@link #hits} have become pairs, and how many build rows of the next one
     * have.
     */
    private int hitsDone;

    private int rowsDone;

    /** By output row: its index in the input. */
    final int[] probeRows;

    private BoundCondition condition;
    private BoundCondition filter;
    private final long[] selected;
    private final int[] kept;

    /**
     * Creates a stage.
     *
     * @param source the number of the build side among the sources of the pipeline
     * @param probe what is compared with the keys of the table
     * @param known the sources whose rows are known behind the stage, as bits
     */
    ProbeStage(
            JoinTable table,
            int source,
            VectorPipeline.Probe probe,
            List<Condition> filters,
            long known,
            int vectorRows) {
        this.table = table;
        this.source = source;
        this.keys = probe.keys().stream().mapToInt(Integer::intValue).toArray();
        this.conditions = probe.conditions();
        this.filters = filters;
        this.vectorRows = vectorRows;
        this.rows = new int[Long.SIZE - Long.numberOfLeadingZeros(known)][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (known & 1L << i) == 0 ? null : new int[vectorRows];
        }
        this.hits = new int[vectorRows];
        this.hitKeys = new int[vectorRows];
        this.probeRows = new int[vectorRows];
        this.selected = new long[Bits.words(vectorRows)];
        this.kept = new int[vectorRows];
    }

    /** Creates the stage for the join's kind. */
    public static ProbeStage of(
            JoinTable table,
            int source,
            VectorPipeline.Probe probe,
            List<Condition> filters,
            long known,
            int vectorRows) {
        return switch (table.kind()) {
            case INNER -> new InnerJoinStage(table, source, probe, filters, known, vectorRows);
            case LEFT -> new LeftJoinStage(table, source, probe, filters, known, vectorRows);
            case SEMI, ANTI, NOT_IN ->
                new SemiJoinStage(table, source, probe, filters, known, vectorRows);
        };
    }

    /** Binds the conditions to a partition of the scanned table. */
    public final void enter(Filter tests) {
        condition = tests.prepareAll(conditions);
        filter = tests.prepareAll(filters);
    }

    /** Probes the table with the selected rows. */
    public final void probe(VectorRegisters registers, int rowCount) {
        Vector[] values = registers.getAll(keys);
        hitCount = table.probe(values, rowCount, hits, hitKeys);
        inputCount = rowCount;
        hitsDone = 0;
        rowsDone = 0;
        begin(values, rowCount);
    }

    /** Begins the vector for which {@link #hits} are set; conditions have not been tested yet. */
    abstract void begin(Vector[] values, int rowCount);

    /**
     * Selects the next output rows in the registers. There may be none if no row passes the
     * conditions.
     *
     * @param input the selection that the stage is given, by source
     * @param poll throws if the run is to end; called wherever one row may find many
     * @return false if the input is used up
     */
    public abstract boolean next(
            VectorRegisters registers, Filter tests, int[][] input, Runnable poll);

    final boolean hasConditions() {
        return !(condition instanceof BoundCondition.Always);
    }

    /**
     * Makes the next pairs of an input row and one of its build rows, in the order of the input.
     *
     * @return false if there are none
     */
    final boolean nextPairs(Runnable poll) {
        if (hitsDone == hitCount) {
            return false;
        }
        if (table.isUnique()) {
            System.arraycopy(hits, 0, probeRows, 0, hitCount);
            System.arraycopy(hitKeys, 0, buildRows(), 0, hitCount);
            hitsDone = hitCount;
            setPairs(hitCount);
        } else {
            poll.run();
            setPairs(expand());
        }
        return true;
    }

    /** Makes pairs until a vector is full or the hits are used up; returns their number. */
    private int expand() {
        int[] buildRows = buildRows();
        int filled = 0;
        while (hitsDone < hitCount && filled < vectorRows) {
            int keyId = hitKeys[hitsDone];
            int hit = hits[hitsDone];
            int end = Math.min(table.rowCount(keyId) - rowsDone, vectorRows - filled);
            for (int i = 0; i < end; i++) {
                probeRows[filled + i] = hit;
                buildRows[filled + i] = table.row(keyId, rowsDone + i);
            }
            filled += end;
            rowsDone += end;
            if (rowsDone == table.rowCount(keyId)) {
                hitsDone++;
                rowsDone = 0;
            }
        }
        return filled;
    }

    /** By output row: its row of the build side. */
    final int[] buildRows() {
        return rows[source];
    }

    /** Sets the number of pairs that are in {@link #probeRows} and {@link #buildRows}. */
    final void setPairs(int pairCount) {
        count = pairCount;
    }

    /** Pairs the input rows that are in {@link #probeRows} with one build row. */
    final void setPairs(int rowCount, int buildRow) {
        Arrays.fill(rows[source], 0, rowCount, buildRow);
        setPairs(rowCount);
    }

    /** Makes the pairs the selection of the registers. */
    final void select(VectorRegisters registers, int[][] input) {
        assert count <= vectorRows : count;
        assert Checks.isOrdered(probeRows, count, inputCount) : inputCount;
        assert Checks.areBelow(buildRows(), count, table.pairedRows()) : table.pairedRows();
        for (int i = 0; i < input.length && i < rows.length; i++) {
            if (i != source && rows[i] != null) {
                gather(input[i], probeRows, count, rows[i]);
            }
        }
        registers.select(rows, count);
    }

    /**
     * Composes two selections.
     *
     * @param from null for all rows
     */
    private static void gather(int[] from, int[] probeRows, int count, int[] target) {
        if (from == null) {
            System.arraycopy(probeRows, 0, target, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            target[i] = from[probeRows[i]];
        }
    }

    /** Keeps the pairs that pass the conditions of ON. */
    final void keepMatching(VectorRegisters registers, Filter tests) {
        keep(condition, registers, tests);
    }

    /** Keeps the pairs that pass the conditions of WHERE that can be tested now. */
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
        keep(probeRows, passing);
        count = passing;
        registers.select(rows, count);
    }

    private void keep(int[] some, int passing) {
        for (int i = 0; i < passing; i++) {
            some[i] = some[kept[i]];
        }
    }

    /**
     * The selection of each source that leaves this stage; null for sources that later stages add.
     */
    public final int[][] rows() {
        return rows;
    }

    public final int count() {
        return count;
    }
}
