package org.sqlvm.engine.pager;

/** How eagerly a log is copied back (sqlite.org/pragma.html#pragma_wal_checkpoint). */
public enum CheckpointMode {
    /** As much as can be without waiting for anybody. */
    PASSIVE,
    /** Everything: waits for the writer, and for readers of older snapshots. */
    FULL,
    /**
     * As FULL, and waits until no connection reads the log, so that the next writer restarts it.
     */
    RESTART,
    /** And makes the log's file empty. */
    TRUNCATE
}
