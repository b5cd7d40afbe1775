package org.sqlvm.server;

import org.sqlvm.api.Column;

import java.util.List;

/** Takes what a request gives. */
interface ResultTarget {
    /** Rows come. */
    CopyWriter rows(List<Column> columns);

    /**
     * The last statement gives no rows.
     *
     * @param count of the rows that it has changed
     */
    void changed(long count);
}
