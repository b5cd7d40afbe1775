package org.sqlvm.engine.virtual.fts5.index;

/** Reads a list of positions as detail=full keeps them, one after the other. */
public final class PositionReader {
    private static final int COLUMN_SHIFT = 32;

    private byte[] data;
    private int offset;
    private int end;
    private long position;
    private boolean atEnd;

    /** Starts a list and goes to its first position. */
    public void reset(byte[] list, int start, int length) {
        data = list;
        offset = start;
        end = start + length;
        position = 0;
        atEnd = false;
        next();
    }

    /** Goes to the next position; false after the last one. */
    public boolean next() {
        throw new UnsupportedOperationException();
    }

    public boolean atEnd() {
        return atEnd;
    }

    /** The column in the upper, the token's number in the column in the lower 32 bits. */
    public long position() {
        return position;
    }

    public static int column(long position) {
        return (int) (position >> COLUMN_SHIFT);
    }

    public static int offset(long position) {
        return (int) position & Integer.MAX_VALUE;
    }
}
