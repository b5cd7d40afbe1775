package org.sqlvm.engine.btree;

import java.util.Arrays;

/**
 * Rows on their way into a table: their records follow each other in one array. The maker of the
 * records writes into {@link #bytes} behind {@link #size}, and ends each with {@link #add}.
 */
public final class RecordSequence {
    /** A row's rowid is the one that was given. */
    public static final byte GIVEN = 0;

    /** A row gets the rowid behind the greatest. */
    public static final byte NEW = 1;

    /** A row has to be inserted by a statement, which gives it a new rowid. */
    public static final byte BY_STATEMENT = 2;

    /** A row has to be inserted by a statement, with the rowid that was given. */
    public static final byte GIVEN_BY_STATEMENT = 3;

    private static final int ROWS_FIRST = 1024;

    /** The records' bytes; to make more room call {@link #reserve} first. */
    public byte[] bytes = new byte[1 << 16];

    /** Where the next record begins. */
    public int size;

    private int count;
    int[] ends = new int[ROWS_FIRST];
    long[] rowids = new long[ROWS_FIRST];
    private byte[] forms = new byte[ROWS_FIRST];

    /** Makes room for more bytes behind {@code position}. */
    public void reserve(int position, int more) {
        if (bytes.length - position < more) {
            grow(Math.addExact(position, more));
        }
    }

    private void grow(int wanted) {
        long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
        bytes = Arrays.copyOf(bytes, (int) Math.max(wanted, doubled));
    }

    /**
     * A record has been written.
     *
     * @param end where it ends
     * @param rowid if the form is {@link #GIVEN}
     * @param form where the rowid comes from
     */
    public void add(int end, long rowid, byte form) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
            rowids = Arrays.copyOf(rowids, 2 * count);
            forms = Arrays.copyOf(forms, 2 * count);
        }
        ends[count] = end;
        rowids[count] = rowid;
        forms[count] = form;
        count++;
        size = end;
    }

    /** How many rows there are. */
    public int count() {
        return count;
    }

    /** Where a row's record begins. */
    public int start(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }

    /** Where a row's record ends. */
    public int end(int row) {
        return ends[row];
    }

    /**
     * Returns a row's rowid, if {@link #hasRowid} says that it has one, or {@link #number} has
     * assigned one.
     */
    public long rowid(int row) {
        return rowids[row];
    }

    /** The row with a rowid among some that ascend. */
    public int find(long rowid, int from, int to) {
        return Arrays.binarySearch(rowids, from, to, rowid);
    }

    /** Whether a row's rowid is known. */
    public boolean hasRowid(int row) {
        return forms[row] == GIVEN || forms[row] == GIVEN_BY_STATEMENT;
    }

    /** A row's record in an array of its own. */
    byte[] record(int row) {
        return Arrays.copyOfRange(bytes, start(row), ends[row]);
    }

    /** No rows are left. Keeps the arrays, unless a huge row has made them large. */
    public void clear() {
        count = 0;
        size = 0;
        if (bytes.length > 1 << 22) {
            bytes = new byte[1 << 16];
        }
    }

    /**
     * Assigns rowids to rows that need new ones, up to the first row that cannot be appended. A row
     * that is not appended afterwards may be assigned another one.
     *
     * @param from the first row
     * @param greatest the greatest rowid of the table
     * @param empty whether the table has no row, so that {@code greatest} has no meaning
     * @return the first row that cannot be appended
     */
    public int number(int from, long greatest, boolean empty) {
        long last = greatest;
        boolean first = empty;
        int row = from;
        for (; row < count; row++) {
            if (forms[row] == NEW) {
                if (!first && last == Long.MAX_VALUE) {
                    break;
                }
                last = first ? 1 : last + 1;
                rowids[row] = last;
            } else if (forms[row] == GIVEN && (first || rowids[row] > last)) {
                last = rowids[row];
            } else {
                break;
            }
            first = false;
        }
        return row;
    }
}
