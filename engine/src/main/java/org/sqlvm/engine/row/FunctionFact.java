package org.sqlvm.engine.row;

/**
 * A property of a function that rules rely on. A built-in function declares its facts in its row of
 * the function table; a function that the user registers has those that the user declares.
 */
public enum FunctionFact {
    /** The same arguments always give the same result, so that a call of constants is done once. */
    DETERMINISTIC,

    /** The same arguments give the same result within one run of a statement. */
    STABLE,

    /** Asks for the time or the time zone if its arguments want it, and otherwise does not. */
    MAY_ASK_TIME,

    /** NULL if any argument is NULL, unless another one makes it fail. */
    STRICT,

    /**
     * No value makes it fail, so that it may be called for rows that the result does not need.
     * Arguments close to SQLITE_LIMIT_LENGTH and collations that fail do not count.
     */
    NEVER_FAILS,

    /**
     * Runs on vectors: the same arguments give the same result within one run of a statement, and
     * any thread may call it.
     */
    ON_VECTORS,

    /** For statements alone: what a schema has, as views and triggers, must not call it. */
    DIRECT_ONLY,

    /** Compares arguments, under the collation of the call. */
    COMPARES,

    /** The result may be one of the arguments. */
    CHOOSES,

    /** Asks which of its arguments are JSON, or embeddings of what type. */
    TAKES_SUBTYPES,

    /** Matches a text, its second argument, with a pattern, its first: LIKE and GLOB. */
    PATTERN,

    /** Cuts a part out of its first argument, by its start and its length: substr. */
    PART,

    /** An aggregate to which the order of its rows does not matter. */
    ANY_ORDER,

    /** An aggregate to which the order of its rows does not matter if all are integers. */
    ANY_ORDER_OF_INTEGERS,

    /** An aggregate to which repeated arguments do not matter: DISTINCT changes nothing. */
    IGNORES_REPEATS
}
