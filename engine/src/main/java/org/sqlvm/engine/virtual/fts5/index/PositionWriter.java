package org.sqlvm.engine.virtual.fts5.index;

/** Writes a list of positions as detail=full keeps them. */
public final class PositionWriter {
    private byte[] data = new byte[64];
    private int length;

    /** Starts an empty list. */
    public void clear() {
        length = 0;
    }

    /** Adds a position behind the last one, as {@link PositionReader#position} gives it. */
    public void add(long position) {
        throw new UnsupportedOperationException();
    }

    /** Its array, which starts with the list, until the next change. */
    public byte[] data() {
        return data;
    }

    /** Length of the list in bytes. */
    public int length() {
        return length;
    }
}
