package org.sqlvm.engine.vector.query;

/** The kinds of hash joins: which probe rows come out, and with which build rows. */
public enum HashJoinKind {
    /** Each probe row comes out once for each build row that it matches. */
    INNER("JOIN"),
    /** As INNER; a probe row without a match comes out with a row of NULLs. */
    LEFT("LEFT JOIN"),
    /** Semi-join: a probe row comes out once if it has a match. IN, EXISTS. */
    SEMI("SEMI JOIN"),
    /** Anti-join: a probe row comes out if it has no match. NOT EXISTS. */
    ANTI("ANTI JOIN"),
    /**
     * Null-aware anti-join: as ANTI, but the result is NULL if a NULL on either side might be
     * equal. There is one key. NOT IN.
     */
    NOT_IN("NOT IN");

    /** The name in plans. */
    public final String words;

    HashJoinKind(String words) {
        this.words = words;
    }

    /** Whether columns of the build side can be read behind the join. */
    public boolean givesColumns() {
        return this == INNER || this == LEFT;
    }
}
