package org.sqlvm.engine.virtual;

/**
 * What a virtual table could be misused for by a schema that somebody else has written
 * (sqlite.org/c3ref/c_vtab_constraint_support.html).
 */
public enum Risk {
    /** Nothing: views and triggers may use it even of a schema that is not trusted. */
    INNOCUOUS,
    /** Views and triggers may use it if PRAGMA trusted_schema is on. */
    NORMAL,
    /** Only statements may use it. */
    DIRECT_ONLY;

    /** Whether views and triggers may use such a table. */
    public boolean fits(boolean trustedSchema) {
        return this == INNOCUOUS || (this == NORMAL && trustedSchema);
    }
}
