package org.sqlvm.engine.btree;

import org.sqlvm.engine.pager.Snapshot;

/** Is told of the commits of a connection. */
public interface CommitListener {
    /** Whether it wants to know of the transaction that begins. */
    boolean wantsNext();

    /**
     * The connection has committed.
     *
     * @param before what the transaction saw when it began
     * @param after what is there now
     */
    void committed(Snapshot before, Snapshot after, CommittedChanges changes);
}
