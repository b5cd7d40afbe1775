package org.sqlvm.engine.virtual.fts5.index;

/** Takes those positions out of a list that are in some columns. */
final class PositionFilter {
    private final Detail detail;
    private final int[] columns;
    private final ByteList result = new ByteList();

    /** @param columns in ascending order */
    PositionFilter(Detail detail, int[] columns) {
        this.detail = detail;
        this.columns = columns;
    }

    /** Filters a list; the result lasts until the next call. */
    ByteList filter(byte[] data, int start, int length) {
        result.clear();
        if (detail == Detail.FULL) {
            filterPositions(data, start, start + length);
        } else {
            filterColumns(data, start, start + length);
        }
        result.pad();
        return result;
    }

    private boolean contains(int column) {
        for (int each : columns) {
            if (each == column) {
                return true;
            }
        }
        return false;
    }

    private void filterPositions(byte[] data, int start, int end) {
        int column = 0;
        int partStart = start;
        int at = start;
        while (true) {
            while (at < end && data[at] != 1) {
                at += Varints.size(data, at);
            }
            at = Math.min(at, end);
            if (at > partStart && contains(column)) {
                result.add(data, partStart, at - partStart);
            }
            if (at >= end) {
                return;
            }
            partStart = at++;
            column = Varints.readInt(data, at);
            at += Varints.size(data, at);
        }
    }

    private void filterColumns(byte[] data, int start, int end) {
        int column = 0;
        int previous = 0;
        for (int at = start; at < end; at += Varints.size(data, at)) {
            column += Varints.readInt(data, at) - 2;
            if (contains(column)) {
                result.addVarint((long) column - previous + 2);
                previous = column;
            }
        }
    }
}
