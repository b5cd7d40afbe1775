package org.sqlvm.engine.virtual.fts5.index;

/** Writes a list of positions as detail=full keeps them. */
public final class PositionWriter {
    private static final int COLUMN_MARK = 1;

    private final ByteList list = new ByteList();
    private long previous;

    /** Starts an empty list. */
    public void clear() {
        list.clear();
        previous = 0;
    }

    /** Adds a position; nothing if it is before the last one. */
    public void add(long position) {
        if (position < previous) {
            return;
        }
        int column = PositionReader.column(position);
        if (column != PositionReader.column(previous)) {
            list.add(COLUMN_MARK);
            list.addVarint(column);
            previous = PositionReader.position(column, 0);
        }
        list.addVarint(position - previous + 2);
        previous = position;
    }

    /** Its array, which starts with the list, until the next change. */
    public byte[] data() {
        return list.array;
    }

    /** Length of the list in bytes. */
    public int length() {
        return list.length;
    }

    /** Zeroes the bytes behind the list. */
    void pad() {
        list.pad();
    }
}
