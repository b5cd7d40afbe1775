package org.sqlvm.server.request;

import org.sqlvm.api.Column;
import org.sqlvm.server.rows.CopyWriter;

import java.util.List;

/** Takes what a request gives. */
public interface ResultTarget {
    /** Rows come. */
    CopyWriter rows(List<Column> columns);

    /**
     * The last statement gives no rows.
     *
     * @param count of the rows that it has changed
     */
    void changed(long count);
}
