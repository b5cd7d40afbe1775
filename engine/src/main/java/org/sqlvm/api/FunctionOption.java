package org.sqlvm.api;

/** What a registered function promises (sqlite.org/c3ref/c_deterministic.html). */
public enum FunctionOption {
    /**
     * The same arguments always give the same result. Calls may be left out, and the function may
     * stand in indexes and generated columns.
     */
    DETERMINISTIC,
    /** Not to be called from views, triggers or other parts of the schema. */
    DIRECT_ONLY,
    /** Harmless: a schema may call it also when PRAGMA trusted_schema is off. */
    INNOCUOUS,
    /** An aggregate of a group without rows is NULL, and no object is made for it. */
    NULL_IF_EMPTY,
    /**
     * Integers come to a function of another language as integers of any size, where that language
     * has those beside its numbers: BigInt in JavaScript.
     */
    BIG_INTEGERS
}
