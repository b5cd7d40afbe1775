package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;

/**
 * The output of an incremental merge: a segment that further merges append to. Each height of its
 * tree has a range of blocks.
 */
final class AppendedSegment {
    private static final int HEIGHTS = 16;

    private final FullTextIndex index;
    private final Segments segments;
    private final long level;
    private final Height[] heights = new Height[HEIGHTS];
    private int number;
    private long start;
    private long end;
    /** How many blocks each height has; 0 if nothing can be appended. */
    private long estimate;

    private long size;
    private boolean sizeUnknown;
    private int pageCount;

    /** The last node of a height. */
    private static final class Height {
        long block;
        byte[] key = {};
        final Output node = new Output();
    }

    private AppendedSegment(FullTextIndex index, long level, int number) {
        this.index = index;
        this.segments = index.segments;
        this.level = level;
        this.number = number;
        for (int i = 0; i < HEIGHTS; i++) {
            heights[i] = new Height();
        }
    }

    /** A new segment above a level, for the level's first {@code inputs} segments. */
    static AppendedSegment create(FullTextIndex index, long level, int number, int inputs) {
        AppendedSegment made = new AppendedSegment(index, level, number);
        long leaves = 0;
        int seen = 0;
        for (Segment each : index.segments.list(level)) {
            if (seen++ < inputs) {
                leaves += 1 + each.leavesEnd() - each.start();
            }
        }
        made.estimate = 2 * leaves;
        if (made.estimate <= 0) {
            throw Faults.corrupt();
        }
        made.start = index.segments.nextBlock();
        made.end = made.start - 1 + made.estimate * HEIGHTS;
        index.segments.write(made.end, null, 0);
        for (int i = 0; i < HEIGHTS; i++) {
            made.heights[i].block = made.start + i * made.estimate;
        }
        return made;
    }

    /** The segment that merges have begun, if the terms of {@code reader} follow its own. */
    static AppendedSegment load(FullTextIndex index, long level, int number, TermReader reader) {
        AppendedSegment made = new AppendedSegment(index, level, number);
        Segment there = index.segments.find(level + 1, number);
        if (there == null) {
            return made;
        }
        made.size = Math.abs(there.size());
        made.sizeUnknown = made.size == 0;
        if (there.root() == null) {
            throw Faults.corrupt();
        }
        if (!index.segments.isReserved(there.end()) || !made.follows(there, reader)) {
            return made;
        }
        made.open(there);
        return made;
    }

    private boolean follows(Segment there, TermReader next) {
        Node leaf = segments.read(there.leavesEnd());
        NodeReader last = new NodeReader(leaf.bytes(), leaf.length());
        while (!last.isAtEnd()) {
            last.next();
        }
        int length = next.term == null ? 0 : next.termLength;
        byte[] term = next.term == null ? new byte[0] : next.term;
        return Node.compare(term, length, last.term, last.termLength) > 0;
    }

    private void open(Segment there) {
        int height = there.root()[0];
        if (height < 1 || height >= HEIGHTS) {
            throw Faults.corrupt();
        }
        estimate = (there.end() - there.start() + 1) / HEIGHTS;
        start = there.start();
        end = there.end();
        for (int i = height; i < HEIGHTS; i++) {
            heights[i].block = start + i * estimate;
        }
        heights[height].node.put(there.root(), 0, there.root().length);
        for (int i = height; i >= 0; i--) {
            Height each = heights[i];
            NodeReader reader = new NodeReader(each.node.toPadded(), each.node.length);
            while (!reader.isAtEnd()) {
                reader.next();
            }
            each.key = Arrays.copyOf(reader.term, reader.termLength);
            if (i > 0) {
                heights[i - 1].block = reader.child();
                Node below = segments.read(reader.child());
                heights[i - 1].node.put(below.bytes(), 0, below.length());
            }
        }
    }

    boolean isOpen() {
        return estimate != 0;
    }

    int pageCount() {
        return pageCount;
    }

    boolean knowsSize() {
        return !sizeUnknown;
    }

    long size() {
        return size;
    }

    /** Appends the term that a reader is on. */
    void append(TermReader reader) {
        Height leaf = heights[0];
        int prefix = Node.commonPrefix(leaf.key, leaf.key.length, reader.term, reader.termLength);
        int suffix = reader.termLength - prefix;
        if (suffix <= 0) {
            throw Faults.corrupt();
        }
        int listSpace = Varints.size(reader.listLength) + reader.listLength;
        int space = Varints.size(prefix) + Varints.size(suffix) + suffix + listSpace;
        if (leaf.node.length > 0
                && leaf.node.length + space > index.nodeSize()
                && leaf.block < start + estimate) {
            segments.write(leaf.block, leaf.node.bytes, leaf.node.length);
            pageCount++;
            push(Arrays.copyOf(reader.term, prefix + 1));
            leaf.block++;
            leaf.key = new byte[0];
            leaf.node.clear();
            suffix = reader.termLength;
            space = 1 + Varints.size(suffix) + suffix + listSpace;
        }
        size += space;
        if (leaf.node.length == 0) {
            leaf.node.put(0);
        }
        putTerm(leaf.node, leaf.key, reader.term, reader.termLength);
        leaf.node.putVarint(reader.listLength);
        leaf.node.put(reader.list, reader.listFrom, reader.listLength);
        leaf.key = Arrays.copyOf(reader.term, reader.termLength);
    }

    /** Puts the first bytes that tell a new leaf from the one before into the nodes above. */
    private void push(byte[] term) {
        long child = heights[0].block;
        for (int i = 1; i < HEIGHTS; i++) {
            Height each = heights[i];
            int prefix = Node.commonPrefix(each.key, each.key.length, term, term.length);
            int suffix = term.length - prefix;
            if (suffix <= 0) {
                throw Faults.corrupt();
            }
            int space = Varints.size(prefix) + Varints.size(suffix) + suffix;
            if (each.key.length == 0 || each.node.length + space <= index.nodeSize()) {
                if (each.node.length == 0) {
                    each.node.put(i);
                    each.node.putVarint(child);
                }
                putTerm(each.node, each.key, term, term.length);
                each.key = term;
                return;
            }
            segments.write(each.block, each.node.bytes, each.node.length);
            each.node.clear();
            each.node.put(i);
            each.node.putVarint(child + 1);
            child = each.block++;
            each.key = new byte[0];
        }
        throw Faults.corrupt();
    }

    private static void putTerm(Output node, byte[] before, byte[] term, int length) {
        int prefix = Node.commonPrefix(before, before.length, term, length);
        if (length - prefix <= 0) {
            throw Faults.corrupt();
        }
        if (before.length > 0) {
            node.putVarint(prefix);
        }
        node.putVarint(length - prefix);
        node.put(term, prefix, length - prefix);
    }

    /** Puts the term that a reader is on behind another one, on a leaf with its doclist. */
    static void put(Output node, byte[] before, NodeReader reader, byte[] bytes) {
        putTerm(node, before, reader.term, reader.termLength);
        if (reader.isLeaf()) {
            node.putVarint(reader.listLength);
            node.put(bytes, reader.list, reader.listLength);
        }
    }

    /** Writes the last nodes and the segment's row. */
    void finish(boolean unfinished) {
        int root = HEIGHTS - 1;
        while (root >= 0 && heights[root].node.length == 0) {
            root--;
        }
        if (root < 0) {
            return;
        }
        if (root == 0) {
            heights[1].node.put(1);
            heights[1].node.putVarint(heights[0].block);
            root = 1;
        }
        for (int i = 0; i < root; i++) {
            if (heights[i].node.length > 0) {
                segments.write(heights[i].block, heights[i].node.bytes, heights[i].node.length);
            }
        }
        long noted = unfinished ? -size : size;
        segments.put(new Segment(
                level + 1,
                number,
                start,
                heights[0].block,
                end,
                sizeUnknown ? 0 : noted,
                heights[root].node.toArray()));
    }
}
