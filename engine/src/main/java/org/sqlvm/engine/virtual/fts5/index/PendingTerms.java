package org.sqlvm.engine.virtual.fts5.index;

import org.sqlvm.engine.virtual.tokens.TermBlocks;

import java.util.Arrays;

/**
 * The terms that have been written since the last flush. Each has a doclist as in a segment, but
 * for the size of its last list of positions. Terms have numbers, those of {@link TermBlocks}.
 */
final class PendingTerms {
    /**
     * Bytes that SQLite counts for a term beside its key and doclist: its Fts5HashEntry on a
     * machine with 64 bits. When it flushes, and so what is in a file, depends on the count.
     */
    private static final int ENTRY_SIZE = 48;

    /** Bytes for the largest addition: sizes, rowid, column and position. */
    private static final int ROOM = 32;

    private static final int COLUMN_MARK = 1;

    // The numbers of a term.
    private static final int ROWID = 0;
    /** Offset in the block for the size of the last list of positions; 0 if it is written. */
    private static final int SIZE_OFFSET = 2;

    private static final int COLUMN = 3;
    private static final int POSITION = 4;
    private static final int MARKS = 5;
    private static final int NUMBERS = 6;

    /** Mark of a term whose last row is deleted. */
    private static final int DELETED = 1;
    /** Mark of a term whose last row has content (detail=none). */
    private static final int CONTENT = 2;

    private final Detail detail;
    private final TermBlocks terms = new TermBlocks(NUMBERS);
    private long size;
    private long rowid;

    PendingTerms(Detail detail) {
        this.detail = detail;
    }

    boolean isEmpty() {
        return terms.isEmpty();
    }

    /** Bytes of pending data, as SQLite counts them. */
    long size() {
        return size;
    }

    void clear() {
        terms.clear();
        size = 0;
    }

    /** The row that is written, or was last. */
    long rowid() {
        return rowid;
    }

    void setRowid(long row) {
        rowid = row;
    }

    /**
     * Adds an occurrence of a token in the row.
     *
     * @param column below 0 for a deletion of the row
     * @param index the first byte of the key
     */
    void add(int column, int position, byte index, byte[] token, int start, int length) {
        int term = terms.findOrAdd(index, token, start, length);
        int before = terms.length(term);
        int at = terms.reserve(term, ROOM);
        if (before == 1 + length) {
            at = startRow(term, Varints.write(terms.bytes(), at, rowid));
            // SQLite ends the key with a byte of 0, which it does not count.
            before = -ENTRY_SIZE;
        } else if (terms.getLong(term, ROWID) != rowid) {
            long last = terms.getLong(term, ROWID);
            at = endRow(term, at);
            at = startRow(term, Varints.write(terms.bytes(), at, rowid - last));
        }
        terms.setEnd(term, add(term, at, column, position));
        size += terms.length(term) - before;
    }

    /** Starts a row behind its rowid; as the others, returns where the list ends. */
    private int startRow(int term, int end) {
        terms.setLong(term, ROWID, rowid);
        terms.set(term, SIZE_OFFSET, end - terms.start(term));
        if (detail == Detail.NONE) {
            return end;
        }
        terms.set(term, COLUMN, detail == Detail.FULL ? 0 : -1);
        terms.set(term, POSITION, 0);
        return end + 1;
    }

    private int add(int term, int end, int column, int position) {
        if (column < 0) {
            terms.set(term, MARKS, terms.get(term, MARKS) | DELETED);
            return end;
        }
        if (detail == Detail.NONE) {
            terms.set(term, MARKS, terms.get(term, MARKS) | CONTENT);
            return end;
        }
        int at = end;
        int next = position;
        if (column != terms.get(term, COLUMN)) {
            terms.set(term, COLUMN, column);
            if (detail == Detail.FULL) {
                terms.bytes()[at++] = COLUMN_MARK;
                at = Varints.write(terms.bytes(), at, column);
                terms.set(term, POSITION, 0);
            } else {
                next = column;
            }
        } else if (detail == Detail.COLUMNS) {
            return end;
        }
        at = Varints.write(terms.bytes(), at, (long) next - terms.get(term, POSITION) + 2);
        terms.set(term, POSITION, next);
        return at;
    }

    /** Writes the size of a term's last list of positions. */
    void endRow(int term) {
        if (terms.get(term, SIZE_OFFSET) != 0) {
            terms.setEnd(term, endRow(term, terms.reserve(term, Varints.MAX_SIZE)));
        }
    }

    private int endRow(int term, int end) {
        int sizeOffset = terms.get(term, SIZE_OFFSET);
        if (sizeOffset == 0) {
            return end;
        }
        int marks = terms.get(term, MARKS);
        terms.set(term, SIZE_OFFSET, 0);
        terms.set(term, MARKS, 0);
        byte[] data = terms.bytes();
        if (detail == Detail.NONE) {
            return writeMarks(data, end, marks);
        }
        int sizeAt = terms.start(term) + sizeOffset;
        int positions = end - sizeAt - 1;
        int value = positions * 2 + (marks & DELETED);
        int more = Varints.size(value) - 1;
        if (more > 0) {
            System.arraycopy(data, sizeAt + 1, data, sizeAt + 1 + more, positions);
        }
        Varints.write(data, sizeAt, value);
        return end + more;
    }

    private static int writeMarks(byte[] data, int end, int marks) {
        int at = end;
        if ((marks & DELETED) != 0) {
            data[at++] = 0;
            if ((marks & CONTENT) != 0) {
                data[at++] = 0;
            }
        }
        return at;
    }

    /** The terms with a prefix in their order; null for all. */
    int[] sorted(byte[] prefix, int prefixLength) {
        return terms.sorted(prefix, prefix == null ? 0 : prefixLength);
    }

    /** The terms that are not less than a key in their order; null for all. */
    int[] sortedFrom(byte[] key, int keyLength) {
        int[] all = sorted(null, 0);
        int first = 0;
        while (key != null && first < all.length && terms.compare(all[first], key, keyLength) < 0) {
            first++;
        }
        return Arrays.copyOfRange(all, first, all.length);
    }

    /** Array of a term's key and doclist, until the next addition. */
    byte[] data() {
        return terms.bytes();
    }

    /** Where in the array the key starts. */
    int keyStart(int term) {
        return terms.start(term);
    }

    int keyLength(int term) {
        return terms.keyLength(term);
    }

    /** Where in the array the doclist ends, which starts behind the key. */
    int end(int term) {
        return terms.end(term);
    }

    /** The doclist of a key, with padding; null if it is not there. */
    byte[] doclist(byte[] key, int keyLength) {
        int term = terms.find(key[0], key, 1, keyLength - 1);
        return term < 0 ? null : doclist(term);
    }

    /** A copy of a term's doclist with all sizes, and with padding behind it. */
    byte[] doclist(int term) {
        byte[] data = terms.bytes();
        int start = terms.start(term) + terms.keyLength(term);
        int end = terms.end(term);
        int sizeOffset = terms.get(term, SIZE_OFFSET);
        int sizeAt = sizeOffset == 0 ? end : terms.start(term) + sizeOffset;
        ByteList list = new ByteList(end - start + Varints.MAX_SIZE);
        list.add(data, start, sizeAt - start);
        if (sizeOffset != 0 && detail == Detail.NONE) {
            list.add(data, sizeAt, end - sizeAt);
            list.length = writeMarks(list.array, list.length, terms.get(term, MARKS));
        } else if (sizeOffset != 0) {
            int positions = end - sizeAt - 1;
            list.addVarint(positions * 2L + (terms.get(term, MARKS) & DELETED));
            list.add(data, sizeAt + 1, positions);
        }
        return Arrays.copyOf(list.array, list.length + Blocks.PADDING);
    }
}
