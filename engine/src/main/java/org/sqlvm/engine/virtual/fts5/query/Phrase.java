package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.PositionReader;
import org.sqlvm.engine.virtual.fts5.index.TermRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Terms that follow each other, and their positions in the row of the query. */
final class Phrase {
    final List<Term> terms = new ArrayList<>();
    PhraseNode node;

    private final PositionList positions = new PositionList();
    /** Whether the row has it, although the positions may be unknown. */
    private boolean found;
    /** The rows whose positions are not read yet; null if there are none. */
    private TermRows unread;
    /** For each term its positions in the row; null before they are compared first. */
    private PositionList[] lists;
    /** For each term the index of the position that is compared. */
    private int[] next;

    boolean isFound() {
        return found;
    }

    void clear() {
        found = false;
        unread = null;
        positions.clear();
    }

    /** Notes that the row has it, at positions that are not known. */
    void setFound(boolean isFound) {
        clear();
        found = isFound;
    }

    /** Notes the positions of a phrase with a single term. */
    void set(TermRows rows) {
        positions.clear();
        found = rows.positionsLength() > 0;
        unread = rows;
    }

    /** Adds a position that reading the row's text has given. */
    void add(long position) {
        positions.add(position);
        found = true;
    }

    PositionList positions() {
        if (unread != null) {
            positions.addAll(unread.positions(), unread.positionsStart(), unread.positionsLength());
            unread = null;
        }
        return positions;
    }

    /** Takes over a list that has been made shorter. */
    void updateFound() {
        found = positions.size() > 0;
    }

    /** As {@link #match}, but only one of the positions may be found. */
    boolean isIn(long rowid) {
        return match(rowid, false);
    }

    /** Finds the positions at which all terms, which stand on the row, follow each other. */
    boolean match(long rowid) {
        return match(rowid, true);
    }

    private boolean match(long rowid, boolean all) {
        clear();
        boolean first = terms.getFirst().first;
        if (terms.size() == 1 && !first) {
            terms.getFirst().read(rowid, positions);
        } else if (readTerms(rowid)) {
            if (lists.length == 2 && !first) {
                positions.addPairs(lists[0], lists[1], all);
            } else {
                join(first);
            }
        }
        found = positions.size() > 0;
        return found;
    }

    /** Reads the positions of all terms; false if one has none. */
    private boolean readTerms(long rowid) {
        if (lists == null) {
            lists = new PositionList[terms.size()];
            Arrays.setAll(lists, i -> new PositionList());
            next = new int[lists.length];
        }
        for (int i = 0; i < lists.length; i++) {
            terms.get(i).read(rowid, lists[i]);
            if (lists[i].size() == 0) {
                return false;
            }
        }
        return true;
    }

    private void join(boolean firstOnly) {
        Arrays.fill(next, 0);
        long position = lists[0].get(0);
        while (true) {
            boolean all = true;
            for (int i = 0; i < lists.length; i++) {
                long wanted = position + i;
                PositionList list = lists[i];
                if (list.get(next[i]) != wanted) {
                    all = false;
                    while (list.get(next[i]) < wanted) {
                        if (++next[i] == list.size()) {
                            return;
                        }
                    }
                    if (list.get(next[i]) > wanted) {
                        position = list.get(next[i]) - i;
                    }
                }
            }
            if (all) {
                if (!firstOnly || PositionReader.offset(position) == 0) {
                    positions.add(position);
                }
                for (int i = 0; i < lists.length; i++) {
                    if (++next[i] == lists[i].size()) {
                        return;
                    }
                }
                position = lists[0].get(next[0]);
            }
        }
    }

    void close() {
        terms.forEach(Term::close);
    }
}
