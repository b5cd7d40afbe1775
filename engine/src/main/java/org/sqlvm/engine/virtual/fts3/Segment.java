package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;

/**
 * A row of %_segdir: a tree of terms.
 *
 * @param level which level of which index, see {@link Segments#level}
 * @param index its number in the level; a higher one is newer
 * @param start the first leaf's block; 0 if the root is the only node
 * @param leavesEnd the last leaf's block
 * @param end the last block
 * @param size the bytes of the leaves; 0 if not known, negative while a merge adds to it
 * @param root null if the row has none
 */
record Segment(
        long level, int index, long start, long leavesEnd, long end, long size, byte[] root) {
    static Segment of(Object... row) {
        String ends = row[4] instanceof Long number ? number.toString() : text(row[4]);
        int at = 0;
        long end = 0;
        while (at < ends.length() && isDigit(ends.charAt(at))) {
            end = end * 10 + (ends.charAt(at++) - '0');
        }
        while (at < ends.length() && ends.charAt(at) == ' ') {
            at++;
        }
        boolean negative = at < ends.length() && ends.charAt(at) == '-';
        at += negative ? 1 : 0;
        long size = 0;
        while (at < ends.length() && isDigit(ends.charAt(at))) {
            size = size * 10 + (ends.charAt(at++) - '0');
        }
        return new Segment(
                Casts.toLong(row[0]),
                (int) Casts.toLong(row[1]),
                Casts.toLong(row[2]),
                Casts.toLong(row[3]),
                end,
                negative ? -size : size,
                row[5] instanceof Bytes bytes && bytes.length > 0 ? bytes.toArray() : null);
    }

    /** The same tree as another segment of another level. */
    Segment at(long otherLevel, int otherIndex) {
        return new Segment(otherLevel, otherIndex, start, leavesEnd, end, size, root);
    }

    private static String text(Object value) {
        return value instanceof Bytes bytes ? bytes.toString() : "";
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
