package org.sqlvm.engine.plan.options;

/** Which scans run on vectors, of those that can. */
public enum VectorUse {
    /**
     * Those of tables that are known to have many rows, if rows are guessed to cost more; or when
     * they turn out to.
     */
    AUTO,
    /** Those of tables that are known to have many rows. */
    LARGE,
    ALWAYS,
    NEVER
}
