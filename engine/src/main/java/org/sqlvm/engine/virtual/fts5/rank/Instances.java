package org.sqlvm.engine.virtual.fts5.rank;

import org.sqlvm.api.search.MatchContext;

/** Walks over the instances of phrases in a column; those that overlap count as one. */
final class Instances {
    private final MatchContext match;
    private final int column;
    private final int count;
    private int next;
    private int first;
    private int last;

    /** Goes to the first one. */
    Instances(MatchContext match, int column) {
        this.match = match;
        this.column = column;
        this.count = match.instanceCount();
        next();
    }

    /** Number of the first token of the instance; -1 behind the last one. */
    int first() {
        return first;
    }

    /** Number of its last token. */
    int last() {
        return last;
    }

    void next() {
        first = -1;
        last = -1;
        while (next < count) {
            if (match.instanceColumn(next) == column) {
                int from = match.instanceOffset(next);
                int to = from - 1 + match.phraseSize(match.instancePhrase(next));
                if (first < 0) {
                    first = from;
                    last = to;
                } else if (from <= last) {
                    last = Math.max(last, to);
                } else {
                    return;
                }
            }
            next++;
        }
    }
}
