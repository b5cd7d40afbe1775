package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.TermRows;

/** Finds the rows of terms, as {@link org.sqlvm.engine.virtual.fts5.index.Fts5Index#query} does. */
@FunctionalInterface
public interface TermLookup {
    /**
     * Returns the rows of a term.
     *
     * @param flags {@link org.sqlvm.engine.virtual.fts5.index.Fts5Index#PREFIX} and others
     * @param columns numbers in ascending order of the columns whose positions are wanted; null for
     *     all
     */
    TermRows query(byte[] token, int flags, int[] columns);
}
