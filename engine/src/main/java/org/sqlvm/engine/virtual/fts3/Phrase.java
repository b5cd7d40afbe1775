package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;
import java.util.List;

/** Tokens that follow each other, and the rows with them. */
final class Phrase {
    /** A token of a phrase. */
    static final class Word {
        final byte[] bytes;
        final boolean isPrefix;
        /** Whether it must be the first one of a column. */
        final boolean first;
        /** Reads the index; null if it has been read, or will not be. */
        TermReader reader;
        /** Whether the reader finds a single term, not all that begin with the token. */
        boolean isLookup;
        /** Whether it is looked up in the rows that the other tokens have found. */
        boolean deferred;
        /** The column in which it is looked up there. */
        int deferredColumn;
        /** Where the present row has it, if it is looked up there; null for nowhere. */
        RowPositions found;

        Word(byte[] bytes, boolean isPrefix, boolean first) {
            this.bytes = bytes;
            this.isPrefix = isPrefix;
            this.first = first;
        }
    }

    /** SQLite reads the rows of longer phrases before the first one is asked for. */
    private static final int INCREMENTAL_MAX = 4;

    final List<Word> words;
    /** The column; the number of columns for all. */
    final int column;

    /** The rows with the tokens that have been read; null for none. */
    byte[] all;

    int allLength;
    /** The last token of which {@link #all} has the positions; -1 before the first one. */
    int merged = -1;

    /** Where the next row's docid is, or for reading backwards the last row's; -1 at first. */
    int next = -1;

    long docid;
    /** The array with the present row's positions; null if there are none. */
    byte[] list;

    int listFrom;
    int listLength;

    /** Where {@link #all} stands for rows that another branch of an OR has found; -1 at first. */
    int orPositions = -1;

    long orDocid;

    /** Whether SQLite, unlike {@link Evaluation}, still reads its rows one by one. */
    private boolean isIncremental;
    /** The rows that SQLite has if it stops to do so: those of the tokens that it read first. */
    private byte[] early;

    private int earlyLength;

    Phrase(List<Word> words, int column) {
        this.words = words;
        this.column = column;
    }

    int size() {
        return words.size();
    }

    void dropList() {
        list = null;
        listLength = 0;
    }

    void setList(byte[] bytes, int from, int length) {
        list = bytes;
        listFrom = from;
        listLength = length;
    }

    /** Takes the present row's positions away. */
    void clearList() {
        if (list != null) {
            Arrays.fill(list, listFrom, listFrom + listLength, (byte) 0);
        }
    }

    /**
     * Notes the rows with one more token.
     *
     * @param rows null for none
     */
    void merge(boolean descending, int word, Output rows) {
        if (rows == null) {
            all = null;
            allLength = 0;
        } else if (merged < 0) {
            setAll(rows);
        } else if (all != null) {
            Output before = new Output(allLength);
            before.put(all, 0, allLength);
            boolean behind = merged < word;
            setAll(Doclists.phraseRows(
                    descending,
                    Math.abs(word - merged),
                    behind ? before : rows,
                    behind ? rows : before));
        }
        merged = Math.max(merged, word);
    }

    /**
     * Begins to read the rows.
     *
     * @param forward whether they come as the index has them
     */
    void begin(boolean forward) {
        boolean any = false;
        isIncremental = forward && size() <= INCREMENTAL_MAX;
        for (Word word : words) {
            any |= word.reader != null;
            isIncremental &= !word.first && (word.reader == null || word.isLookup);
        }
        isIncremental &= any;
        early = all;
        earlyLength = allLength;
    }

    boolean isIncremental() {
        return isIncremental;
    }

    /** Notes that SQLite, too, has all rows now. */
    void load() {
        isIncremental = false;
    }

    /** Forgets its rows as SQLite does, but for those that were read before the first one. */
    void forget() {
        if (isIncremental) {
            isIncremental = false;
            all = early;
            allLength = earlyLength;
        }
    }

    private void setAll(Output rows) {
        all = rows.toPadded();
        allLength = rows.length;
    }
}
