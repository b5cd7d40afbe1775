package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;

/** Finds the leaves of a segment that may have a term. */
final class TreeSearch {
    private static final int HEIGHT_MAX = 48;
    private static final int UNKNOWN = -1;

    private TreeSearch() {}

    /** The blocks of the first and of the last leaf with a term, or with terms that begin so. */
    static long[] leaves(Segments segments, byte[] root, byte[] term, boolean isPrefix) {
        Node node = Node.of(root);
        return search(segments, term, node, isPrefix);
    }

    private static long[] search(Segments segments, byte[] term, Node node, boolean isPrefix) {
        int height = Varints.readInt(node.bytes(), 0);
        if (height > HEIGHT_MAX) {
            throw Faults.corrupt();
        }
        long[] children = children(term, node);
        if (height <= 1) {
            return children;
        }
        if (isPrefix && children[0] != children[1]) {
            long first = search(segments, term, segments.read(children[0]), false)[0];
            long[] last = below(segments, term, children[1], height, true);
            return new long[] {first, last[1]};
        }
        return below(segments, term, children[0], height, isPrefix);
    }

    private static long[] below(
            Segments segments, byte[] term, long block, int height, boolean isPrefix) {
        Node node = segments.read(block);
        if (Varints.readInt(node.bytes(), 0) >= height) {
            throw Faults.corrupt();
        }
        return search(segments, term, node, isPrefix);
    }

    /** The first and the last child of an inner node on the way. */
    private static long[] children(byte[] term, Node node) {
        byte[] bytes = node.bytes();
        int at = Varints.length(bytes, 0);
        long child = Varints.read(bytes, at);
        at += Varints.length(bytes, at);
        if (at > node.length()) {
            throw Faults.corrupt();
        }
        long first = UNKNOWN;
        boolean found = false;
        byte[] entry = new byte[0];
        int length = 0;
        while (at < node.length()) {
            int prefix = 0;
            if (length > 0) {
                prefix = Varints.readInt(bytes, at);
                at += Varints.intLength(bytes, at);
                if (prefix > length) {
                    throw Faults.corrupt();
                }
            }
            int suffix = Varints.readInt(bytes, at);
            at += Varints.intLength(bytes, at);
            if (prefix > at || suffix > node.length() - at || suffix == 0) {
                throw Faults.corrupt();
            }
            length = prefix + suffix;
            if (length > entry.length) {
                entry = Arrays.copyOf(entry, 2 * length);
            }
            System.arraycopy(bytes, at, entry, prefix, suffix);
            at += suffix;
            int common = Math.min(term.length, length);
            int order = Arrays.compareUnsigned(term, 0, common, entry, 0, common);
            if (!found && (order < 0 || (order == 0 && length > term.length))) {
                first = child;
                found = true;
            }
            if (order < 0) {
                return new long[] {first, child};
            }
            child++;
        }
        return new long[] {found ? first : child, child};
    }
}
