package org.sqlvm.engine.virtual.fts3;

/** The positions of a term in one row, as doclists have them. */
final class RowPositions {
    /** The largest number of bytes of a position: a mark, a column, and the position. */
    static final int ROOM = 1 + 2 * Varints.SIZE_MAX;

    private static final int COLUMN_MARK = 1;

    private final Output output = new Output();
    private int lastColumn;
    private int lastPosition;

    void add(int column, int position) {
        output.reserve(ROOM);
        output.length =
                write(output.bytes, output.length, lastColumn, column, lastPosition, position);
        lastColumn = column;
        lastPosition = position;
    }

    /**
     * Writes a position behind the last one; both are 0 in column 0 at the start of a row. Returns
     * the index behind it.
     */
    static int write(
            byte[] bytes, int from, int lastColumn, int column, int lastPosition, int position) {
        int at = from;
        int last = lastPosition;
        if (column > 0 && column != lastColumn) {
            bytes[at++] = COLUMN_MARK;
            at = Varints.write(bytes, at, column);
            last = 0;
        }
        return Varints.write(bytes, at, 2L + position - last);
    }

    /** Returns them with the zero that ends them. */
    Output toList() {
        Output list = new Output(output.length + 1);
        list.put(output.bytes, 0, output.length);
        list.put(0);
        return list;
    }
}
