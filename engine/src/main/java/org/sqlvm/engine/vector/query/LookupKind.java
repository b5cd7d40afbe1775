package org.sqlvm.engine.vector.query;

/** What becomes of a row that looks for rows of another input. */
public enum LookupKind {
    /** It comes with each row that it finds. */
    INNER("JOIN"),
    /** The same; one that finds nothing comes with a row of NULLs. */
    LEFT("LEFT JOIN"),
    /** It comes once if it finds something: IN, EXISTS. */
    SEMI("SEMI JOIN"),
    /** It comes if it finds nothing: NOT EXISTS. */
    ANTI("ANTI JOIN"),
    /**
     * As ANTI, but the answer may be unknown: a NULL on either side may equal anything. The key is
     * one value.
     */
    NOT_IN("NOT IN");

    /** What it is called in plans. */
    public final String words;

    LookupKind(String words) {
        this.words = words;
    }

    /** Whether the other input's columns are known behind it. */
    public boolean givesColumns() {
        return this == INNER || this == LEFT;
    }
}
