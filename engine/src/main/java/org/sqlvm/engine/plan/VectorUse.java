package org.sqlvm.engine.plan;

/** Which scans run on vectors, of those that can. */
public enum VectorUse {
    /** Those of tables that are known to have many rows. */
    AUTO,
    ALWAYS,
    NEVER
}
