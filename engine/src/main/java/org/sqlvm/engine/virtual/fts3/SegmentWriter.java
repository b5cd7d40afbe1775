package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;

/** Writes one segment, of terms in order. Its leaves follow each other, then come its nodes. */
final class SegmentWriter {
    private static final byte[] NOTHING = {};

    private final Segments segments;
    private final int nodeSize;
    private final Output leaf = new Output();
    private final long first;
    private long free;
    private InnerNode tree;
    private byte[] lastTerm = NOTHING;
    private long size;
    /** How many leaves have been written. */
    private int leafCount;

    /** A node above the leaves, while it grows. */
    private static final class InnerNode {
        final Output terms = new Output();
        InnerNode parent;
        InnerNode right;
        InnerNode leftmost;
        int entryCount;
        byte[] term;
    }

    SegmentWriter(Segments segments, int nodeSize) {
        this.segments = segments;
        this.nodeSize = nodeSize;
        first = segments.nextBlock();
        free = first;
    }

    /** The bytes of all leaves. */
    long size() {
        return size;
    }

    int leafCount() {
        return leafCount;
    }

    void add(byte[] term, int length, byte[] list, int listFrom, int listLength) {
        int prefix = Node.commonPrefix(lastTerm, lastTerm.length, term, length);
        int suffix = length - prefix;
        if (suffix <= 0) {
            throw Faults.corrupt();
        }
        long wanted = Varints.size(prefix) + entrySize(suffix, listLength);
        if (leaf.length > 0 && leaf.length + wanted > nodeSize) {
            if (free == Long.MAX_VALUE) {
                throw Faults.corrupt();
            }
            segments.write(free++, leaf.bytes, leaf.length);
            leafCount++;
            tree = addTerm(tree, Arrays.copyOf(term, prefix + 1));
            leaf.clear();
            prefix = 0;
            suffix = length;
            wanted = 1 + entrySize(length, listLength);
        }
        size += wanted;
        leaf.putVarint(prefix);
        leaf.putVarint(suffix);
        leaf.put(term, prefix, suffix);
        leaf.putVarint(listLength);
        leaf.put(list, listFrom, listLength);
        lastTerm = Arrays.copyOf(term, length);
    }

    private static long entrySize(int suffix, int listLength) {
        return (long) Varints.size(suffix) + suffix + Varints.size(listLength) + listLength;
    }

    /** Adds a term to the last node of a height; returns the node that is the last one then. */
    private InnerNode addTerm(InnerNode node, byte[] term) {
        if (node != null) {
            int before = node.term == null ? 0 : node.term.length;
            int prefix = before == 0 ? 0 : Node.commonPrefix(node.term, before, term, term.length);
            int suffix = term.length - prefix;
            if (suffix <= 0) {
                throw Faults.corrupt();
            }
            // SQLite counts the space of the header as the largest one.
            long wanted = 1L
                    + Varints.SIZE_MAX
                    + node.terms.length
                    + Varints.size(prefix)
                    + Varints.size(suffix)
                    + suffix;
            if (wanted <= nodeSize || node.term == null) {
                if (node.term != null) {
                    node.terms.putVarint(prefix);
                }
                node.terms.putVarint(suffix);
                node.terms.put(term, prefix, suffix);
                node.entryCount++;
                node.term = term;
                return node;
            }
        }
        InnerNode made = new InnerNode();
        if (node == null) {
            made.leftmost = made;
            return addTerm(made, term);
        }
        InnerNode parent = addTerm(node.parent, term);
        if (node.parent == null) {
            node.parent = parent;
        }
        node.right = made;
        made.leftmost = node.leftmost;
        made.parent = parent;
        return made;
    }

    /** Writes what is left, and the segment's row. */
    void finish(long level, int index) {
        leafCount++;
        if (tree == null) {
            segments.put(new Segment(level, index, 0, 0, 0, size, leaf.toArray()));
            return;
        }
        long lastLeaf = free;
        segments.write(free++, leaf.bytes, leaf.length);
        long child = first;
        long block = free;
        int height = 1;
        InnerNode last = tree;
        while (last.parent != null) {
            long firstOfHeight = block;
            for (InnerNode each = last.leftmost; each != null; each = each.right) {
                Output node = bytes(each, height, child);
                segments.write(block++, node.bytes, node.length);
                child += each.entryCount + 1;
            }
            child = firstOfHeight;
            last = last.parent;
            height++;
        }
        Output root = bytes(last, height, child);
        segments.put(new Segment(level, index, first, lastLeaf, block - 1, size, root.toArray()));
    }

    private static Output bytes(InnerNode node, int height, long child) {
        Output output = new Output(node.terms.length + 1 + Varints.SIZE_MAX);
        output.put(height);
        output.putVarint(child);
        output.put(node.terms.bytes, 0, node.terms.length);
        return output;
    }
}
