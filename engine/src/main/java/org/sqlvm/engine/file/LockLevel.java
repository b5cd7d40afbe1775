package org.sqlvm.engine.file;

/**
 * SQLite's locks on a database file (sqlite.org/lockingv3.html), weakest first. A holder of one
 * level also has the rights of the levels below it.
 */
public enum LockLevel {
    /** No lock; the content may change at any time. */
    NONE,
    /** Reading. Any number of connections. */
    SHARED,
    /** One connection intends to write; others may still read and begin to read. */
    RESERVED,
    /** The writer waits for the readers to leave; no new reader comes in. */
    PENDING,
    /** Writing. No other connection holds a lock. */
    EXCLUSIVE
}
