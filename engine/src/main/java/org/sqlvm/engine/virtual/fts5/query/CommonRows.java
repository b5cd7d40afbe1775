package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.TermRows;

/** Finds the rows that several terms have. */
final class CommonRows {
    private CommonRows() {}

    /** Moves all terms on to the first row that they share; false if one is at its end. */
    static boolean find(TermRows[] terms) {
        long wanted = terms[0].rowid();
        int agreeing = 1;
        int next = 0;
        while (agreeing < terms.length) {
            next = next + 1 == terms.length ? 0 : next + 1;
            TermRows rows = terms[next];
            long rowid = rows.rowid();
            if (rowid != wanted) {
                rows.seek(wanted);
                if (rows.atEnd()) {
                    return false;
                }
                rowid = rows.rowid();
            }
            agreeing = rowid == wanted ? agreeing + 1 : 1;
            wanted = rowid;
        }
        return true;
    }

    /**
     * Goes on by rows that all terms have with positions.
     *
     * @param terms on a row that all of them have
     * @return how many it has gone on by; fewer if a term is at its end
     */
    static int skip(TermRows[] terms, int limit) {
        int count = 0;
        while (count < limit) {
            terms[0].next();
            if (terms[0].atEnd() || !find(terms)) {
                break;
            }
            count += havePositions(terms) ? 1 : 0;
        }
        return count;
    }

    private static boolean havePositions(TermRows[] terms) {
        for (TermRows rows : terms) {
            if (rows.positionsLength() == 0) {
                return false;
            }
        }
        return true;
    }
}
