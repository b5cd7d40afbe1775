package org.sqlvm.engine.row.sort;

/** Records that come one after the other. */
public interface Records {
    /** Moves to the next record; false after the last. */
    boolean next();

    /**
     * The current record is {@code array()[offset() .. offset() + length())}. The bytes stay as
     * they are after the next move, since values may point into them.
     */
    byte[] array();

    int offset();

    int length();
}
