package org.sqlvm.engine.row;

/**
 * The state of a registered aggregate. Only the user's code can read it, so it stays in memory when
 * its group is spilled.
 */
public abstract class KeptAccumulator extends Accumulator {
    /** Its index among the accumulators that a {@link RowBuffer} keeps; -1 before. */
    private int place = -1;

    /** Its neighbours among {@link OpenAccumulators}. */
    KeptAccumulator previous;

    KeptAccumulator next;

    /** Cleans up when the group or partition is complete and its result has been read. */
    public abstract void end();

    @Override
    public final Accumulator fresh() {
        throw new AssertionError("is not made by others of its kind");
    }

    @Override
    public final void save(RowBuffer target) {
        if (place < 0) {
            place = target.keep(this);
        }
        target.putInt(place);
    }

    @Override
    public final void restore(RowBuffer source) {
        throw new AssertionError("is not restored, but taken from where it is kept");
    }
}
