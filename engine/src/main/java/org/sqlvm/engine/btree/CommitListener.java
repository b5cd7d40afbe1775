package org.sqlvm.engine.btree;

import org.sqlvm.engine.pager.Snapshot;

/** Listens to the commits of a connection. */
public interface CommitListener {
    /** Whether the listener wants the changes of the transaction that begins. */
    boolean wantsNext();

    /**
     * Called after the connection has committed.
     *
     * @param before the snapshot that the transaction began with
     * @param after the snapshot after the commit
     */
    void committed(Snapshot before, Snapshot after, CommittedChanges changes);
}
