package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.data.Blob;

/**
 * The row of %_stat with the number of rows, and of the tokens of each column.
 *
 * @param bytes as stored, padded
 * @param from where the tokens of the first column are
 * @param length where the bytes end
 */
record Totals(long rowCount, byte[] bytes, int from, int length) {
    /** @throws org.sqlvm.engine.error.SqlException if there is no such row */
    static Totals of(FullTextIndex index) {
        if (!(index.segments.stat(Segments.TOTALS) instanceof Blob blob)) {
            throw Faults.corrupt();
        }
        Node node = Node.of(blob.toArray());
        long count = bounded(node.bytes(), 0, node.length());
        return new Totals(count, node.bytes(), Varints.length(node.bytes(), 0), node.length());
    }

    /** An integer that ends with the bytes. */
    private static long bounded(byte[] bytes, int at, int limit) {
        return at < limit ? Varints.read(bytes, at) : 0;
    }

    /** The last number, which is the bytes of all texts. */
    long lastNumber() {
        long last = 0;
        int at = from;
        while (at < length) {
            last = Varints.read(bytes, at);
            at += Varints.length(bytes, at);
        }
        return last;
    }

    /** For each column the tokens of a row on average, as matchinfo counts them. */
    int[] averages(int columns) {
        if (rowCount <= 0 || from > length) {
            throw Faults.corrupt();
        }
        int[] averages = new int[columns];
        int at = from;
        for (int i = 0; i < columns; i++) {
            long tokens = Varints.read(bytes, at) & 0xffffffffL;
            at += Varints.length(bytes, at);
            if (at > length) {
                throw Faults.corrupt();
            }
            averages[i] = (int) ((tokens + rowCount / 2) / rowCount);
        }
        return averages;
    }
}
