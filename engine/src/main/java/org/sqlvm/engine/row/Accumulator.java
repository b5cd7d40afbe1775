package org.sqlvm.engine.row;

/**
 * The state of one aggregate over one group. The typed methods exist because boxing every argument
 * of a scan costs more than the addition; their defaults box.
 */
public abstract class Accumulator {
    /** Takes a row's arguments. They may be borrowed. */
    public abstract void step(Object[] arguments);

    /** Takes the argument of an aggregate of one integer. */
    public void stepLong(long value) {
        step(new Object[] {value});
    }

    /** Takes the argument of an aggregate of one real. */
    public void stepDouble(double value) {
        step(new Object[] {value});
    }

    /**
     * Whether {@link #inverse} takes a row back; SQLite's moving frames do so, which leaves traces
     * in sums of reals.
     */
    public boolean hasInverse() {
        return false;
    }

    /** Takes a row back that has been taken. */
    public void inverse(Object[] arguments) {
        throw new AssertionError("no inverse");
    }

    /**
     * Returns, for min and max, the sign of a comparison "new against best" that makes the new
     * value the best; 0 for all others. Over a frame that moves their result is the last of the
     * best values, which needs no accumulator.
     */
    public int extremeSign() {
        return 0;
    }

    /**
     * Whether the last step chose its row, so that bare columns beside this aggregate take their
     * values from it: min and max choose the row of the best value.
     */
    public boolean isChosen() {
        return true;
    }

    /**
     * Returns the aggregate over the rows so far.
     *
     * @throws org.sqlvm.engine.error.SqlException such as "integer overflow"
     */
    public abstract Object result();

    /** Returns the last result: no method is called afterwards. */
    public Object finish() {
        return result();
    }

    /** A new accumulator of the same aggregate that has seen no row. */
    public abstract Accumulator fresh();

    /** Writes the state, for a group that leaves memory. */
    public abstract void save(RowBuffer target);

    /** Takes over the state that {@link #save} has written; the accumulator must be fresh. */
    public abstract void restore(RowBuffer source);
}
