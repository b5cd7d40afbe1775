package org.sqlvm.language.host;

import org.sqlvm.language.statement.RowInsertion;

/** Makes records of a program's rows. */
interface HostRowWriter {
    /** Begins the insertion, inside of the context. */
    RowInsertion begin();

    /**
     * Makes a record.
     *
     * @param number of the row, from 1; the first one is what {@link #begin} knew
     */
    void encode(Object row, long number);
}
