package org.sqlvm.engine.plan.logical;

/** What becomes of a query's rows. */
public enum RowUse {
    /** They go on as they come. */
    GIVEN,
    /** All of them are kept: those of IN. */
    KEPT,
    /** The first is enough: EXISTS, and a query that is a value. */
    FIRST
}
