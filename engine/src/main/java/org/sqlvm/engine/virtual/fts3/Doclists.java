package org.sqlvm.engine.virtual.fts3;

/**
 * Lists of rows with their positions: for each row the difference of its docid to the one before,
 * and its positions, which end in 0. The positions are those of column 0, and for each further
 * column 1, its number, and those in it; each is 2 more than its difference to the one before.
 */
final class Doclists {
    private static final int NO_POSITION = 0xFE;

    private Doclists() {}

    /**
     * A row of a list that is read backwards.
     *
     * @param positions where its positions are; negative before the first row
     * @param length their bytes, with the zero
     */
    record Reverse(long docid, int positions, int length) {}

    /** The index behind the 0 that ends a row's positions. */
    static int skipPositions(byte[] bytes, int from) {
        int at = from;
        int more = 0;
        while ((bytes[at] | more) != 0) {
            more = bytes[at++] & 0x80;
        }
        return at + 1;
    }

    /** The index of the 0 or 1 that ends a column's positions. */
    static int skipColumn(byte[] bytes, int from) {
        int at = from;
        int more = 0;
        while (((bytes[at] | more) & NO_POSITION) != 0) {
            more = bytes[at++] & 0x80;
        }
        return at;
    }

    static boolean isPosition(byte next) {
        return (next & NO_POSITION) != 0;
    }

    /** The last row of a list. */
    static Reverse last(byte[] bytes, int from, int length, boolean descending) {
        int end = from + length;
        int at = from;
        int positions = from;
        long docid = 0;
        boolean first = true;
        while (at < end) {
            long delta = Varints.read(bytes, at);
            at += Varints.length(bytes, at);
            docid += !first && descending ? -delta : delta;
            first = false;
            positions = at;
            at = skipPositions(bytes, at);
            while (at < end && bytes[at] == 0) {
                at++;
            }
        }
        return new Reverse(docid, positions, end - positions);
    }

    /** The row before the one whose positions are at {@code positions}. */
    static Reverse previous(byte[] bytes, int from, int positions, long docid, boolean descending) {
        int at = positions - 2;
        while (at >= from && bytes[at] < 0) {
            at--;
        }
        at++;
        long delta = Varints.read(bytes, at);
        long before = descending ? docid + delta : docid - delta;
        if (at == from) {
            return new Reverse(before, -1, 0);
        }
        int start = reversePositions(bytes, from, at);
        return new Reverse(before, start, at - start);
    }

    /** Where the positions begin that end before {@code end}. */
    private static int reversePositions(byte[] bytes, int from, int end) {
        int p = end - 2;
        int c = 0;
        while (p > from) {
            c = bytes[p--];
            if (c != 0) {
                break;
            }
        }
        while (p > from && ((bytes[p] & 0x80) | c) != 0) {
            c = bytes[p--];
        }
        if (p > from || (c == 0 && end > p + 2)) {
            p += 2;
        }
        while (bytes[p++] < 0) {
            // The docid's bytes.
        }
        return p;
    }

    // ------------------------------------------------------------------ merging positions

    /** Two positions lists, each read from a position on. */
    static final class Reader {
        final byte[] bytes;
        int at;

        Reader(byte[] bytes, int at) {
            this.bytes = bytes;
            this.at = at;
        }

        byte peek() {
            return bytes[at];
        }

        long varint() {
            long value = Varints.read(bytes, at);
            at += Varints.length(bytes, at);
            return value;
        }

        int varint32() {
            int value = Varints.readInt(bytes, at);
            at += Varints.intLength(bytes, at);
            return value;
        }

        /** The number of the column whose positions follow; the greatest int at the end. */
        int column() {
            if (bytes[at] == 1) {
                int column = Varints.readInt(bytes, at + 1);
                if (column == 0) {
                    throw Faults.corrupt();
                }
                return column;
            }
            return bytes[at] == 0 ? Integer.MAX_VALUE : 0;
        }

        void copyColumn(Output output) {
            int end = skipColumn(bytes, at);
            output.put(bytes, at, end - at);
            at = end;
        }

        void copyPositions(Output output) {
            int end = skipPositions(bytes, at);
            output.put(bytes, at, end - at);
            at = end;
        }

        void leaveColumn() {
            at = Doclists.skipColumn(bytes, at);
        }

        void leavePositions() {
            at = Doclists.skipPositions(bytes, at);
        }

        /** Reads the next position, or the greatest number at the column's end. */
        long nextPosition(long before) {
            return isPosition(bytes[at]) ? before + varint32() - 2 : Long.MAX_VALUE;
        }
    }

    private static int putColumn(Output output, int column) {
        if (column == 0) {
            return 0;
        }
        int before = output.length;
        output.put(1);
        output.putVarint(column);
        return output.length - before;
    }

    /** The positions that one of two lists has, with the 0 that ends them. */
    static void union(Output output, Reader left, Reader right) {
        while (left.peek() != 0 || right.peek() != 0) {
            int column1 = left.column();
            int column2 = right.column();
            if (column1 == column2) {
                int size = putColumn(output, column1);
                left.at += size;
                right.at += size;
                long first = left.varint();
                long second = right.varint();
                if (first < 2 || second < 2) {
                    break;
                }
                unionOfColumn(output, left, right, first, second);
            } else if (column1 < column2) {
                left.at += putColumn(output, column1);
                left.copyColumn(output);
            } else {
                right.at += putColumn(output, column2);
                right.copyColumn(output);
            }
        }
        output.put(0);
        left.at++;
        right.at++;
    }

    private static void unionOfColumn(
            Output output, Reader left, Reader right, long first, long second) {
        long a = first;
        long b = second;
        long before = 0;
        do {
            long next = Math.min(a, b);
            if (next - before >= 0) {
                output.putVarint(next - before);
                before = next;
            }
            before -= 2;
            boolean same = a == b;
            if (same || a < b) {
                a = left.nextPosition(a);
            }
            if (same || next == b) {
                b = right.nextPosition(b);
            }
        } while (a != Long.MAX_VALUE || b != Long.MAX_VALUE);
    }

    /** How positions of two lists belong together. */
    enum Match {
        /** The right one is exactly so far behind the left one; it is kept. */
        EXACT,
        /** The right one is at most so far behind the left one; it is kept. */
        NEAR,
        /** As NEAR, but the left one is kept. */
        NEAR_LEFT
    }

    /**
     * The positions of two lists that belong together, with the 0 that ends them. Both readers go
     * behind their lists.
     *
     * @return false if there are none; then nothing is put
     */
    static boolean phrase(Output output, long distance, Match match, Reader left, Reader right) {
        int begin = output.length;
        int column1 = 0;
        int column2 = 0;
        if (left.peek() == 1) {
            left.at++;
            column1 = left.varint32();
            if (column1 == 0) {
                return false;
            }
        }
        if (right.peek() == 1) {
            right.at++;
            column2 = right.varint32();
            if (column2 == 0) {
                return false;
            }
        }
        while (true) {
            if (column1 == column2) {
                if (!phraseOfColumn(output, column1, distance, match, left, right)) {
                    break;
                }
                left.leaveColumn();
                right.leaveColumn();
                if (left.peek() == 0 || right.peek() == 0) {
                    break;
                }
                left.at++;
                column1 = left.varint32();
                right.at++;
                column2 = right.varint32();
            } else {
                Reader behind = column1 < column2 ? left : right;
                behind.leaveColumn();
                if (behind.peek() == 0) {
                    break;
                }
                behind.at++;
                int column = behind.varint32();
                if (behind == left) {
                    column1 = column;
                } else {
                    column2 = column;
                }
            }
        }
        right.leavePositions();
        left.leavePositions();
        if (output.length == begin) {
            return false;
        }
        output.put(0);
        return true;
    }

    /** The same in one column; false if the lists are damaged. */
    private static boolean phraseOfColumn(
            Output output, int column, long distance, Match match, Reader left, Reader right) {
        int begin = output.length;
        putColumn(output, column);
        boolean keepsLeft = match == Match.NEAR_LEFT;
        boolean found = false;
        long before = 0;
        long first = left.varint() - 2;
        long second = right.varint() - 2;
        if (first < 0 || second < 0) {
            return false;
        }
        while (true) {
            boolean together = second == first + distance
                    || (match != Match.EXACT && second > first && second <= first + distance);
            if (together) {
                long kept = (keepsLeft ? first : second) + 2;
                if (kept - before >= 0) {
                    output.putVarint(kept - before);
                    before = kept;
                }
                before -= 2;
                found = true;
            }
            if ((!keepsLeft && second <= first + distance) || second <= first) {
                if (!isPosition(right.peek())) {
                    break;
                }
                second += right.varint() - 2;
            } else {
                if (!isPosition(left.peek())) {
                    break;
                }
                first += left.varint() - 2;
            }
        }
        if (!found) {
            output.length = begin;
        }
        return true;
    }

    /** The positions of each of two lists that are near one of the other; false for none. */
    static boolean near(Output output, long right, long left, Reader list1, Reader list2) {
        Output rights = new Output();
        Output lefts = new Output();
        int at1 = list1.at;
        int at2 = list2.at;
        boolean hasRights = phrase(rights, right, Match.NEAR, list1, list2);
        list1.at = at1;
        list2.at = at2;
        boolean hasLefts = phrase(lefts, left, Match.NEAR_LEFT, list2, list1);
        if (hasRights && hasLefts) {
            union(output, new Reader(rights.toPadded(), 0), new Reader(lefts.toPadded(), 0));
        } else if (hasRights) {
            output.put(rights.bytes, 0, rights.length);
        } else if (hasLefts) {
            output.put(lefts.bytes, 0, lefts.length);
        }
        return hasRights || hasLefts;
    }

    // ------------------------------------------------------------------ merging rows

    /** Rows of a list, one after the other. */
    private static final class Rows {
        final Reader reader;
        private final int end;
        private final boolean descending;
        private boolean started;
        boolean valid = true;
        long docid;

        Rows(byte[] bytes, int length, boolean descending) {
            reader = new Reader(bytes, 0);
            end = length;
            this.descending = descending;
            next();
        }

        /** Reads the docid of the next row; the reader is at its positions then. */
        void next() {
            if (reader.at >= end) {
                valid = false;
                return;
            }
            long delta = reader.varint();
            docid += started && descending ? -delta : delta;
            started = true;
        }
    }

    /** Puts docids as differences. */
    private static final class Docids {
        private final Output output;
        private final boolean descending;
        boolean started;
        long before;

        Docids(Output output, boolean descending) {
            this.output = output;
            this.descending = descending;
        }

        void put(long docid) {
            output.putVarint(started && descending ? before - docid : docid - before);
            before = docid;
            started = true;
        }
    }

    /** The rows of two lists. */
    static Output or(boolean descending, byte[] a, int aLength, byte[] b, int bLength) {
        Output output = new Output(aLength + bLength + Varints.SIZE_MAX);
        Docids docids = new Docids(output, descending);
        Rows left = new Rows(a, aLength, descending);
        Rows right = new Rows(b, bLength, descending);
        while (left.valid || right.valid) {
            int order = compare(descending, left.docid, right.docid);
            if (left.valid && right.valid && order == 0) {
                docids.put(left.docid);
                union(output, left.reader, right.reader);
                left.next();
                right.next();
            } else if (!right.valid || (left.valid && order < 0)) {
                docids.put(left.docid);
                left.reader.copyPositions(output);
                left.next();
            } else {
                docids.put(right.docid);
                right.reader.copyPositions(output);
                right.next();
            }
        }
        return output;
    }

    /** The rows of the right list in which a position is exactly so far behind a left one. */
    static Output phraseRows(boolean descending, int distance, Output leftList, Output rightList) {
        Output output = new Output(rightList.length);
        Docids docids = new Docids(output, descending);
        Rows left = new Rows(leftList.toPadded(), leftList.length, descending);
        Rows right = new Rows(rightList.toPadded(), rightList.length, descending);
        while (left.valid && right.valid) {
            int order = compare(descending, left.docid, right.docid);
            if (order == 0) {
                int length = output.length;
                long before = docids.before;
                boolean started = docids.started;
                docids.put(left.docid);
                if (!phrase(output, distance, Match.EXACT, left.reader, right.reader)) {
                    output.length = length;
                    docids.before = before;
                    docids.started = started;
                }
                left.next();
                right.next();
            } else if (order < 0) {
                left.reader.leavePositions();
                left.next();
            } else {
                right.reader.leavePositions();
                right.next();
            }
        }
        return output;
    }

    static int compare(boolean descending, long left, long right) {
        int order = Long.compare(left, right);
        return descending ? -order : order;
    }

    /** The number of rows of a list. */
    static int count(byte[] bytes, int length) {
        int count = 0;
        int at = 0;
        while (at < length) {
            count++;
            while (bytes[at++] < 0) {
                // The docid's bytes.
            }
            at = skipPositions(bytes, at);
        }
        return count;
    }

    /**
     * Keeps of a row's positions those that are the first of their column.
     *
     * @return whether there are any; if not, nothing is put, and neither is the docid
     */
    static boolean firsts(Output output, long delta, SegmentReader.Slice list) {
        byte[] bytes = list.bytes;
        int at = list.from;
        int end = list.from + list.length;
        boolean written = false;
        if (bytes[at] != 1) {
            if (bytes[at] == 2) {
                output.putVarint(delta);
                output.put(2);
                written = true;
            }
            at = skipColumn(bytes, at);
        }
        while (at < end) {
            at++;
            long column = Varints.read(bytes, at);
            at += Varints.length(bytes, at);
            if (bytes[at] == 2) {
                if (!written) {
                    output.putVarint(delta);
                    written = true;
                }
                output.put(1);
                output.putVarint(column);
                output.put(2);
            }
            at = skipColumn(bytes, at);
        }
        if (written) {
            output.put(0);
        }
        return written;
    }

    /** Narrows a row's positions to those of a column. */
    static void filter(int column, SegmentReader.Slice list) {
        byte[] bytes = list.bytes;
        int end = list.from + list.length;
        int current = 0;
        int at = list.from;
        while (true) {
            int more = 0;
            while (at < end && ((more | bytes[at]) & NO_POSITION) != 0) {
                more = bytes[at++] & 0x80;
            }
            if (column == current) {
                list.length = at - list.from;
                return;
            }
            list.length -= at - list.from;
            list.from = at;
            if (list.length <= 0) {
                list.length = 0;
                return;
            }
            at = list.from + 1;
            current = Varints.readInt(bytes, at);
            at += Varints.intLength(bytes, at);
        }
    }
}
