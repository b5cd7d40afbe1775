package org.sqlvm.engine.virtual.fts5.index;

/** Rows of which the current one is loaded before it is asked for. */
abstract class LoadedRows extends InstanceTokens {
    /** The array with the row's positions, from {@link #start} on. */
    byte[] data;

    int start;
    int length;
    long rowid;
    boolean atEnd;

    LoadedRows(Fts5Index index) {
        super(index);
    }

    @Override
    public boolean atEnd() {
        return atEnd;
    }

    @Override
    public long rowid() {
        return rowid;
    }

    @Override
    public byte[] positions() {
        return data;
    }

    @Override
    public int positionsStart() {
        return start;
    }

    @Override
    public int positionsLength() {
        return length;
    }
}
