package org.sqlvm.engine.row;

/**
 * Takes records and gives them back in the order of a key. Records that compare equal come back as
 * they went in.
 *
 * <p>Use: {@link #add} all, {@link #sort()} once, then {@link #next()} until false.
 */
public interface Sorter {
    /** Takes a record; its bytes are copied. */
    void add(byte[] record, int offset, int length);

    /** Ends the adding; the sorter then stands before the first record. */
    void sort();

    /** Moves to the next record; false after the last. */
    boolean next();

    /**
     * The current record is {@code array()[offset() .. offset() + length())}, until the next move.
     */
    byte[] array();

    int offset();

    int length();

    /** Records that will come out. */
    int count();

    /** Forgets all records and is as new. */
    void clear();
}
