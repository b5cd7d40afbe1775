package org.sqlvm.api;

/** A property of a registered function (sqlite.org/c3ref/c_deterministic.html). */
public enum FunctionOption {
    /**
     * The same arguments always give the same result. The engine may skip calls, and indexes and
     * generated columns may use the function.
     */
    DETERMINISTIC,
    /** Views, triggers and other parts of the schema may not call the function. */
    DIRECT_ONLY,
    /** The function is harmless: a schema may call it even if PRAGMA trusted_schema is off. */
    INNOCUOUS,
    /** The aggregate of an empty group is NULL, and no object is made for it. */
    NULL_IF_EMPTY,
    /**
     * Integer arguments are passed as integers of any size to functions of a language that has such
     * a type beside its numbers: as BigInt in JavaScript.
     */
    BIG_INTEGERS
}
