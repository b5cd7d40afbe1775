package org.sqlvm.server.request;

import org.sqlvm.api.Column;
import org.sqlvm.api.Counters;
import org.sqlvm.server.rows.CopyWriter;

import java.util.List;

/** Receives the result of a request. */
public interface ResultTarget {
    /** Rows come. */
    CopyWriter rows(List<Column> columns);

    /** Receives what has been counted, before the rows' end, if the request has asked for it. */
    default void counted(Counters counters) {}

    /**
     * Receives the count of a last statement that returns no rows.
     *
     * @param count the number of rows that it has changed
     */
    void changed(long count);
}
