package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.index.TermRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A phrase, or several of them that are near each other. */
final class PhraseNode extends QueryNode {
    final List<Phrase> phrases;
    private final Near near;
    /** The columns that are searched; null for all. */
    private int[] columns;
    /** Whether it has no row: for want of tokens, or of columns. */
    private boolean empty;
    /** The term of a single phrase with a single term; else null. */
    private final Term single;

    private final Phrase firstPhrase;
    /** All terms of all phrases; null before it is opened. */
    private Term[] terms;
    /** The rows of each term; null if a term has synonyms. */
    private TermRows[] plain;

    PhraseNode(List<Phrase> phrases, int distance) {
        this.phrases = phrases;
        near = phrases.size() > 1 ? new Near(phrases, distance) : null;
        for (Phrase phrase : phrases) {
            phrase.node = this;
            empty |= phrase.terms.isEmpty();
        }
        firstPhrase = phrases.isEmpty() ? null : phrases.getFirst();
        single = isSingle() ? phrases.getFirst().terms.getFirst() : null;
    }

    private boolean isSingle() {
        if (phrases.size() != 1 || phrases.getFirst().terms.size() != 1) {
            return false;
        }
        Term term = phrases.getFirst().terms.getFirst();
        return !term.hasSynonyms() && !term.first;
    }

    int[] columns() {
        return columns;
    }

    @Override
    boolean isEmpty() {
        return empty;
    }

    @Override
    void restrict(int[] wanted) {
        if (empty) {
            return;
        }
        if (columns == null) {
            columns = wanted;
            return;
        }
        columns = Arrays.stream(columns)
                .filter(column -> Arrays.binarySearch(wanted, column) >= 0)
                .toArray();
        empty = columns.length == 0;
    }

    @Override
    void open(Scan scan) {
        if (empty || (columns != null && columns.length == 0)) {
            atEnd = true;
            return;
        }
        List<Term> all = new ArrayList<>();
        phrases.forEach(each -> all.addAll(each.terms));
        terms = all.toArray(new Term[0]);
        for (Phrase phrase : phrases) {
            phrase.clear();
            for (Term term : phrase.terms) {
                if (!term.open(scan, columns)) {
                    atEnd = true;
                    return;
                }
            }
        }
        openPlain();
    }

    private void openPlain() {
        plain = new TermRows[terms.length];
        for (int i = 0; i < terms.length && plain != null; i++) {
            if (terms[i].hasSynonyms()) {
                plain = null;
            } else {
                plain[i] = terms[i].rows();
            }
        }
    }

    @Override
    void next(Scan scan) {
        mismatch = false;
        if (plain != null) {
            plain[0].next();
            atEnd = plain[0].atEnd();
        } else {
            terms[0].next(scan);
            atEnd = terms[0].atEnd();
        }
        if (!atEnd) {
            test(scan);
        }
    }

    @Override
    boolean canSkip(Scan scan) {
        return plain != null && scan.detail() == Detail.FULL;
    }

    /** The rows of its only term; null if it has more than one. */
    TermRows rows() {
        return single == null ? null : single.rows();
    }

    @Override
    int skip(Scan scan, int limit) {
        int count = single == null ? skipRows(limit) : single.rows().skip(limit);
        atEnd |= plain[0].atEnd();
        if (!atEnd) {
            test(scan);
        }
        return count;
    }

    /** Goes on by rows of more than one term, without all of their positions. */
    private int skipRows(int limit) {
        int count = 0;
        while (count < limit) {
            plain[0].next();
            if (plain[0].atEnd() || !alignPlain()) {
                end();
                break;
            }
            count += hasPhrases() ? 1 : 0;
        }
        return count;
    }

    /** As {@link #matches}, but whether there is a first one. */
    private boolean hasPhrases() {
        if (near == null) {
            return firstPhrase.isIn(rowid);
        }
        for (Phrase phrase : phrases) {
            if (!phrase.match(rowid)) {
                return false;
            }
        }
        return near.isAny();
    }

    @Override
    void seek(Scan scan, long wanted) {
        mismatch = false;
        if (plain != null) {
            plain[0].seek(wanted);
            atEnd = plain[0].atEnd();
        } else {
            terms[0].advance(scan, wanted);
            atEnd = terms[0].atEnd();
        }
        if (!atEnd) {
            test(scan);
        }
    }

    @Override
    void test(Scan scan) {
        if (single != null) {
            TermRows rows = plain[0];
            rowid = rows.rowid();
            if (scan.detail() == Detail.FULL) {
                firstPhrase.set(rows);
            } else {
                firstPhrase.setFound(single.isIn(rowid, scan.detail()));
            }
            mismatch = !firstPhrase.isFound();
            return;
        }
        if (plain != null ? alignPlain() : align(scan)) {
            mismatch = !matches(scan.detail());
        }
    }

    /** Moves all terms to the same row; false at the end. */
    private boolean align(Scan scan) {
        long last = terms[0].rowid(scan);
        boolean all;
        do {
            all = true;
            for (Term term : terms) {
                if (term.rowid(scan) != last) {
                    all = false;
                    term.advance(scan, last);
                    if (term.atEnd()) {
                        end();
                        return false;
                    }
                    last = term.rowid(scan);
                }
            }
        } while (!all);
        rowid = last;
        return true;
    }

    /** As {@link #align}, of terms without synonyms. */
    private boolean alignPlain() {
        if (!CommonRows.find(plain)) {
            end();
            return false;
        }
        rowid = plain[0].rowid();
        return true;
    }

    private boolean matches(Detail detail) {
        if (detail != Detail.FULL) {
            firstPhrase.setFound(terms[0].isIn(rowid, detail));
            return firstPhrase.isFound();
        }
        for (Phrase phrase : phrases) {
            if (!phrase.match(rowid)) {
                return false;
            }
        }
        return near == null || near.reduce();
    }

    @Override
    void clearPositions() {
        phrases.forEach(Phrase::clear);
    }

    @Override
    void clearFirst() {
        firstPhrase.clear();
    }

    @Override
    boolean recheck(long current) {
        rowid = current;
        atEnd = false;
        return firstPhrase.isFound();
    }

    @Override
    void close() {
        phrases.forEach(Phrase::close);
    }
}
