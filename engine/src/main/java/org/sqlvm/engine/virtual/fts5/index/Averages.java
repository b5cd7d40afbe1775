package org.sqlvm.engine.virtual.fts5.index;

/** The averages record: the number of rows, and of the tokens in each column over all rows. */
public final class Averages {
    private final long[] tokens;
    private long rowCount;

    Averages(int columnCount) {
        tokens = new long[columnCount];
    }

    public long rowCount() {
        return rowCount;
    }

    public void setRowCount(long count) {
        rowCount = count;
    }

    public long tokens(int column) {
        return tokens[column];
    }

    public void setTokens(int column, long count) {
        tokens[column] = count;
    }
}
