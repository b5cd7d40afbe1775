package org.sqlvm.engine.file;

/**
 * A lock on a file, as far as this process knows: those of other processes are not seen.
 *
 * @param name SQLite's name of the lock: SHARED, RESERVED, …; of a log WRITE, CHECKPOINT, …
 * @param exclusive whether one connection alone can have it
 * @param connections the number of connections of this process that hold it
 * @param own whether the asking connection is one of them
 * @param frame the last frame of the log that its holders read; null unless it is a read mark
 */
public record HeldLock(
        String name, boolean exclusive, int connections, boolean own, Integer frame) {}
