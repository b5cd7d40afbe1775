package org.sqlvm.engine.virtual.fts5;

/** Where the values of a full-text table's columns are stored: the option {@code content}. */
enum ContentKind {
    /** In {@code %_content}. */
    NORMAL,
    /** In another table or view. */
    EXTERNAL,
    /** Nowhere. */
    NONE,
    /** Those of UNINDEXED columns in {@code %_content}, the others nowhere. */
    UNINDEXED;

    /** Whether the indexed texts cannot be read. */
    boolean isContentless() {
        return this == NONE || this == UNINDEXED;
    }

    /** Whether the table has a {@code %_content}. */
    boolean hasContentTable() {
        return this == NORMAL || this == UNINDEXED;
    }
}
