package org.sqlvm.engine.db;

import org.sqlvm.engine.pager.AutoVacuum;
import org.sqlvm.engine.pager.PagerSettings;

/**
 * The form that a connection's PRAGMAs request for databases when VACUUM rewrites them. As in
 * SQLite, a connection has one for all of its databases.
 */
final class VacuumForm {
    /** In bytes; 0 for the one that there is. */
    private int pageSize;
    /** Null for the one that there is. */
    private AutoVacuum autoVacuum;

    /** Anything that is no page size takes the wish back. */
    void setPageSize(long bytes) {
        pageSize = PagerSettings.isPageSize(bytes) ? (int) bytes : 0;
    }

    void setAutoVacuum(AutoVacuum mode) {
        autoVacuum = mode;
    }

    int pageSizeOr(int now) {
        return pageSize != 0 ? pageSize : now;
    }

    AutoVacuum autoVacuumOr(AutoVacuum now) {
        return autoVacuum != null ? autoVacuum : now;
    }
}
