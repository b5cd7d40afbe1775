package org.sqlvm.language.statement;

import org.sqlvm.engine.row.Batch;

/**
 * The batches of a statement's runs, one after the other. Each is new and larger than the one
 * before it, unless its consumer has given that back, or a short run is followed by another one:
 * then the same batch is filled again.
 */
final class BatchPool {
    private Batch last;
    /** The last batch that its consumer goes on reading; or null. */
    private Batch kept;
    /** The rows of the last batch are not read any more. */
    private boolean spare;

    /**
     * Another run of the same statement begins.
     *
     * @param complete whether the run before came to its end: the next one likely has as many rows,
     *     while one that was left early must not compute more than its consumer asks for
     */
    void restart(boolean complete) {
        spare = complete && last != null && last != kept && last.isReused();
        if (!spare) {
            last = null;
        }
    }

    /**
     * The statement is closed.
     *
     * @return whether the last batch stays for the next statement: it does not if it holds much
     */
    boolean letGo() {
        boolean stays = last != null && last != kept && last.isSmall();
        if (!stays) {
            clear();
        }
        kept = null;
        return stays;
    }

    /** Another program runs, whose rows may have other columns. */
    void clear() {
        last = null;
        spare = false;
    }

    /**
     * Returns an empty batch to fill; null if there is no earlier batch, whose rows tell the size
     * of the next one.
     */
    Batch next() {
        if (spare) {
            spare = false;
            last.clear();
            return last;
        }
        return last == null ? null : Batch.after(last);
    }

    /** A batch has been filled. */
    void filled(Batch batch) {
        // An unchanged value is not stored again: see Parameters.
        if (last != batch) {
            last = batch;
        }
    }

    /** The consumer does not read the batch any more, nor its arrays. */
    void giveBack(Batch batch) {
        if (batch == last && batch.capacity() == Batch.CAPACITY_MAX) {
            spare = true;
        }
    }

    /** The consumer goes on reading the batch: it is never filled again. */
    void keep(Batch batch) {
        kept = batch;
    }
}
