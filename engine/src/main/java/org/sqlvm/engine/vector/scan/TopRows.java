package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.expression.VectorRegisters;
import org.sqlvm.engine.vector.query.VectorQuery.Top;

import java.util.Arrays;

/**
 * Leaves out rows that do not come within the first rows of an order. It keeps the least ranks so
 * far, as many as rows are wanted; a row that comes behind all of them is not wanted. Equal ones
 * are kept, since later terms of the order may tell them apart.
 *
 * <p>One thread uses it, for the rows of one sink.
 */
final class TopRows {
    /** For more rows all are kept: they are then better sorted without this. */
    private static final long ROWS_MAX = 1 << 14;

    private final Top top;

    /** A heap whose first element is the greatest: the least ranks so far. */
    private final double[] least;

    private int count;

    private final Bound bound;

    /** Whether the key of a row has failed: the program ends with that row. */
    private boolean hasFailed;

    private double[] ranks = {};
    private int[] kept = {};

    /**
     * A rank behind which no row is wanted: some sink has found enough rows with lower ranks, or
     * this one. The sinks of threads share it. Each value that is set is right, so one that
     * overwrites a lower one only leaves out fewer rows.
     */
    static final class Bound {
        private volatile double rank = Double.POSITIVE_INFINITY;

        private void lower(double other) {
            if (other < rank) {
                rank = other;
            }
        }
    }

    private TopRows(Top top, int rows, Bound bound) {
        this.top = top;
        this.bound = bound;
        least = new double[rows];
    }

    /**
     * Creates one.
     *
     * @param top null if all rows are wanted
     * @param constants the values of the instruction's operands
     * @param bound shared by the sinks of the same order
     * @return null if no row may be left out
     */
    static TopRows of(Top top, Object[] constants, Bound bound) {
        if (top == null
                || !(constants[top.limit()] instanceof Long limit)
                || limit <= 0
                || limit > ROWS_MAX) {
            return null;
        }
        long skipped = 0;
        if (top.offset() >= 0) {
            if (!(constants[top.offset()] instanceof Long offset) || offset > ROWS_MAX) {
                return null;
            }
            skipped = Math.max(0, offset);
        }
        return new TopRows(top, (int) (limit + skipped), bound);
    }

    /**
     * Narrows the selection to rows that may be wanted.
     *
     * @param values registers
     * @return the values of these rows. If rows were left out, they are copies: few rows shall not
     *     keep a partition in memory
     */
    Vector[] narrow(VectorRegisters registers, int[] values) {
        int before = registers.count();
        narrow(registers);
        if (registers.count() == 0) {
            return new Vector[0];
        }
        Vector[] all = registers.getAll(values);
        if (registers.count() < before) {
            for (Vector each : all) {
                own(each, registers.count());
            }
        }
        return all;
    }

    private static void own(Vector vector, int rows) {
        for (int i = 0; vector.kind == Vector.OBJECTS && i < rows; i++) {
            if (vector.objects[i] instanceof Bytes bytes) {
                vector.objects[i] = bytes.owned();
            }
        }
    }

    private void narrow(VectorRegisters registers) {
        if (hasFailed) {
            registers.narrow(kept, 0);
            return;
        }
        int rows = registers.count();
        if (ranks.length < rows) {
            ranks = new double[rows];
            kept = new int[rows];
        }
        if (!rank(registers, rows)) {
            return;
        }
        int candidates = select(ranks, rows, bound.rank);
        for (int i = 0; i < candidates; i++) {
            add(ranks[kept[i]]);
        }
        if (count == least.length) {
            bound.lower(least[0]);
        }
        double last = bound.rank;
        int keptCount = 0;
        for (int i = 0; i < candidates; i++) {
            if (ranks[kept[i]] <= last) {
                kept[keptCount++] = kept[i];
            }
        }
        if (keptCount < rows) {
            registers.narrow(Arrays.copyOf(kept, keptCount), keptCount);
        }
    }

    /** Selects the rows that do not come behind a rank. */
    private int select(double[] all, int rows, double last) {
        int selected = 0;
        for (int i = 0; i < rows; i++) {
            kept[selected] = i;
            selected += all[i] <= last ? 1 : 0;
        }
        return selected;
    }

    /**
     * Ranks the rows by their keys; false if one is no number. If a key fails, the first such row
     * becomes the only one: the program computes it again, and tells the error.
     */
    private boolean rank(VectorRegisters registers, int rows) {
        Vector keys;
        try {
            keys = registers.get(top.key());
        } catch (SqlException e) {
            hasFailed = true;
            selectFailing(registers, e);
            return false;
        }
        double sign = top.descending() ? -1 : 1;
        if (keys.kind == Vector.DOUBLES && !keys.hasNulls) {
            for (int i = 0; i < rows; i++) {
                ranks[i] = sign * keys.doubles[i];
            }
            return true;
        }
        if (keys.kind == Vector.LONGS && !keys.hasNulls) {
            for (int i = 0; i < rows; i++) {
                ranks[i] = sign * keys.longs[i];
            }
            return true;
        }
        double ofNull = top.nullsFirst() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        for (int i = 0; i < rows; i++) {
            double rank;
            if (keys.isNull(i)) {
                rank = ofNull;
            } else {
                switch (keys.kind) {
                    case Vector.LONGS -> rank = keys.longs[i];
                    case Vector.DOUBLES -> rank = keys.doubles[i];
                    default -> {
                        if (!(keys.objects[i] instanceof Number number)) {
                            assert keys.objects[i] != SqlNull.NULL : i;
                            return false;
                        }
                        rank = number.doubleValue();
                    }
                }
                rank = top.descending() ? -rank : rank;
            }
            ranks[i] = rank;
        }
        return true;
    }

    private void selectFailing(VectorRegisters registers, SqlException error) {
        try {
            registers.each(() -> registers.get(top.key()));
        } catch (SqlException e) {
            return; // The selection is now that row.
        }
        throw error;
    }

    private void add(double rank) {
        if (count < least.length) {
            least[count++] = rank;
            rise(count - 1);
        } else if (rank < least[0]) {
            least[0] = rank;
            sink();
        }
    }

    private void rise(int from) {
        int at = from;
        double rank = least[at];
        while (at > 0 && least[(at - 1) / 2] < rank) {
            least[at] = least[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        least[at] = rank;
    }

    private void sink() {
        int at = 0;
        double rank = least[0];
        int child = 1;
        while (child < count) {
            if (child + 1 < count && least[child + 1] > least[child]) {
                child++;
            }
            if (least[child] <= rank) {
                break;
            }
            least[at] = least[child];
            at = child;
            child = 2 * at + 1;
        }
        least[at] = rank;
    }
}
