package org.sqlvm.api;

/** How far a transaction has come (sqlite.org/c3ref/c_txn_none.html). */
public enum TransactionState {
    /** Nothing of the database is in use. */
    NONE,
    /** A snapshot is being read. */
    READ,
    /** The connection is the one that writes. */
    WRITE
}
