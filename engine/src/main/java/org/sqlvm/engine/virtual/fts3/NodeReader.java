package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;

/** Goes through the terms of one node, on a leaf with their doclists. */
final class NodeReader {
    private final byte[] bytes;
    private final int length;
    private int at;
    private boolean atEnd;
    /** The block of the child on the left of the term; 0 on a leaf. */
    private long child;

    byte[] term = {};
    int termLength;
    int list;
    int listLength;

    /** Goes to the first term. */
    NodeReader(byte[] bytes, int length) {
        this.bytes = bytes;
        this.length = length;
        at = 1;
        if (length > 0 && bytes[0] != 0) {
            child = Varints.read(bytes, 1);
            at += Varints.length(bytes, 1);
        }
        next();
    }

    boolean isAtEnd() {
        return atEnd;
    }

    long child() {
        return child;
    }

    boolean isLeaf() {
        return child == 0;
    }

    void next() {
        boolean first = termLength == 0;
        if (child != 0 && !first) {
            child++;
        }
        if (at >= length) {
            atEnd = true;
            return;
        }
        int prefix = 0;
        if (!first) {
            prefix = Varints.readInt(bytes, at);
            at += Varints.intLength(bytes, at);
        }
        int suffix = Varints.readInt(bytes, at);
        at += Varints.intLength(bytes, at);
        if (prefix > termLength || suffix > length - at || suffix == 0) {
            throw Faults.corrupt();
        }
        if (prefix + suffix > term.length) {
            term = Arrays.copyOf(term, 2 * (prefix + suffix));
        }
        System.arraycopy(bytes, at, term, prefix, suffix);
        termLength = prefix + suffix;
        at += suffix;
        if (child == 0) {
            listLength = Varints.readInt(bytes, at);
            at += Varints.intLength(bytes, at);
            if (length - at < listLength) {
                throw Faults.corrupt();
            }
            list = at;
            at += listLength;
        }
    }
}
