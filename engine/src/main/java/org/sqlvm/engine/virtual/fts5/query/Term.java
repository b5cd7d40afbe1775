package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.index.Fts5Index;
import org.sqlvm.engine.virtual.fts5.index.TermRows;

import java.util.ArrayList;
import java.util.List;

/** A token of a phrase with its synonyms, and the rows that have one of them. */
final class Term {
    /** A token, or a synonym of one. */
    static final class Word {
        /** The token as it is looked up: with tokendata, up to the first 0 byte. */
        final byte[] query;

        final byte[] full;
        TermRows rows;

        Word(byte[] query, byte[] full) {
            this.query = query;
            this.full = full;
        }

        void close() {
            if (rows != null) {
                rows.close();
                rows = null;
            }
        }
    }

    /** The token, then its synonyms: the last one that was added first, as in SQLite. */
    final List<Word> words = new ArrayList<>();

    private final Word own;
    private boolean synonyms;
    boolean prefix;
    /** Whether it must be the first one of its column. */
    boolean first;

    Term(Word word) {
        own = word;
        words.add(word);
    }

    void addSynonym(Word word) {
        words.add(1, word);
        synonyms = true;
    }

    boolean hasSynonyms() {
        return synonyms;
    }

    /** The rows of a term without synonyms. */
    TermRows rows() {
        return own.rows;
    }

    /** Opens the rows; false if there are none. */
    boolean open(Scan scan, int[] columns) {
        boolean found = false;
        for (Word word : words) {
            word.close();
            int flags = (prefix ? Fts5Index.PREFIX : 0)
                    | (scan.descending() ? Fts5Index.DESCENDING : 0);
            word.rows = scan.lookup().query(word.query, flags, columns);
            found |= !word.rows.atEnd();
        }
        return found;
    }

    void close() {
        words.forEach(Word::close);
    }

    /** Whether no word has a row left. */
    boolean atEnd() {
        if (!synonyms) {
            return own.rows.atEnd();
        }
        for (Word word : words) {
            if (!word.rows.atEnd()) {
                return false;
            }
        }
        return true;
    }

    /** The first row, in the scan's order, that a word stands on; 0 at the end. */
    long rowid(Scan scan) {
        if (!synonyms) {
            return own.rows.atEnd() ? 0 : own.rows.rowid();
        }
        long rowid = 0;
        boolean found = false;
        for (Word word : words) {
            if (!word.rows.atEnd()) {
                long other = word.rows.rowid();
                if (!found || scan.compare(other, rowid) < 0) {
                    rowid = other;
                    found = true;
                }
            }
        }
        return rowid;
    }

    /** Goes to the first row that is not before this one. */
    void advance(Scan scan, long rowid) {
        for (Word word : words) {
            if (!word.rows.atEnd() && scan.compare(word.rows.rowid(), rowid) < 0) {
                word.rows.seek(rowid);
            }
        }
    }

    /** Goes to the next row. */
    void next(Scan scan) {
        if (!synonyms) {
            own.rows.next();
            return;
        }
        long rowid = rowid(scan);
        for (Word word : words) {
            if (!word.rows.atEnd() && word.rows.rowid() == rowid) {
                word.rows.next();
            }
        }
    }

    /** Whether a word has a position in the row. */
    boolean isIn(long rowid, Detail detail) {
        for (Word word : words) {
            if (!word.rows.atEnd()
                    && word.rows.rowid() == rowid
                    && (detail == Detail.NONE || word.rows.positionsLength() > 0)) {
                return true;
            }
        }
        return false;
    }

    /** Reads the positions in a row, of all words; with detail=columns, the columns. */
    void read(long rowid, PositionList list) {
        list.clear();
        if (!hasSynonyms()) {
            TermRows rows = rows();
            list.addAll(rows.positions(), rows.positionsStart(), rows.positionsLength());
            return;
        }
        List<PositionList> lists = new ArrayList<>();
        for (Word word : words) {
            if (!word.rows.atEnd() && word.rows.rowid() == rowid) {
                PositionList one = new PositionList();
                one.addAll(
                        word.rows.positions(),
                        word.rows.positionsStart(),
                        word.rows.positionsLength());
                lists.add(one);
            }
        }
        merge(lists, list);
    }

    private static void merge(List<PositionList> lists, PositionList merged) {
        int[] next = new int[lists.size()];
        while (true) {
            long least = Long.MAX_VALUE;
            for (int i = 0; i < next.length; i++) {
                PositionList one = lists.get(i);
                if (next[i] < one.size()) {
                    least = Math.min(least, one.get(next[i]));
                }
            }
            if (least == Long.MAX_VALUE) {
                return;
            }
            merged.add(least);
            for (int i = 0; i < next.length; i++) {
                PositionList one = lists.get(i);
                while (next[i] < one.size() && one.get(next[i]) == least) {
                    next[i]++;
                }
            }
        }
    }
}
