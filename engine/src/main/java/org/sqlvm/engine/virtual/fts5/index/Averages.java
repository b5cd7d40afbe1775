package org.sqlvm.engine.virtual.fts5.index;

/** The averages record: the number of rows, and of the tokens in each column over all rows. */
public final class Averages {
    private final long[] tokens;
    private long rowCount;

    /** All zero, for a new table. */
    public Averages(int columnCount) {
        tokens = new long[columnCount];
    }

    void decode(byte[] record) {
        int size = Blocks.size(record);
        if (size == 0) {
            return;
        }
        rowCount = Varints.read(record, 0);
        int at = Varints.size(record, 0);
        for (int i = 0; i < tokens.length && at < size; i++) {
            tokens[i] = Varints.read(record, at);
            at += Varints.size(record, at);
        }
    }

    ByteList encode() {
        ByteList record = new ByteList();
        record.addVarint(rowCount);
        for (long count : tokens) {
            record.addVarint(count);
        }
        return record;
    }

    public long rowCount() {
        return rowCount;
    }

    public void setRowCount(long count) {
        rowCount = count;
    }

    /** Number of tokens in a column over all rows. */
    public long tokens(int column) {
        return tokens[column];
    }

    /** Sets the number of tokens in a column over all rows. */
    public void setTokens(int column, long count) {
        tokens[column] = count;
    }
}
