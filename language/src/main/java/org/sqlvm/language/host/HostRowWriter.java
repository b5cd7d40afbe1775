package org.sqlvm.language.host;

import org.sqlvm.language.statement.RowInsertion;

/** Makes records of a program's rows. */
interface HostRowWriter {
    /** Begins the insertion, inside of the context. */
    RowInsertion begin();

    /**
     * Makes a record.
     *
     * @param number the row's number, from 1; the first row is the one that {@link #begin} has seen
     */
    void encode(Object row, long number);
}
