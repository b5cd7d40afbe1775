package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.data.Blob;

import java.util.Arrays;
import java.util.List;

/**
 * Merges a number of pages of segments at a time (sqlite.org/fts3.html section 5.2). A hint in
 * %_stat has the merges that are not done.
 */
final class IncrementalMerge {
    private static final long LEVEL_MAX_SHIFT = 32;

    private final FullTextIndex index;
    private final Segments segments;
    private byte[] hint = {};
    private boolean hintChanged;
    private long level;
    /** How many segments of the level are merged; 0 if they have been merged completely. */
    private int count;

    private boolean usesHint;

    IncrementalMerge(FullTextIndex index) {
        this.index = index;
        segments = index.segments;
    }

    /**
     * Merges.
     *
     * @param pages about how many may be written
     * @param least the number of segments that a level must have
     */
    void run(int pages, int least) {
        byte[] stored = segments.statBytes(Segments.MERGE_HINT);
        hint = stored == null ? hint : stored;
        int left = pages;
        while (left > 0) {
            if (!choose(least)) {
                break;
            }
            long span = (long) Segments.LEVELS * index.indexCount();
            if (level < 0 || level > span << LEVEL_MAX_SHIFT) {
                throw Faults.corrupt();
            }
            List<Segment> inputs = segments.list(level);
            if (inputs.size() >= count) {
                left -= merge(inputs.subList(0, count), left);
            }
        }
        if (hintChanged) {
            segments.putStat(Segments.MERGE_HINT, Blob.of(hint));
        }
    }

    /** Chooses a level; false if there is none. */
    private boolean choose(int least) {
        count = -1;
        usesHint = false;
        findLevel(Math.max(2, least));
        if (hint.length > 0) {
            long span = (long) Segments.LEVELS * index.indexCount();
            byte[] before = hint;
            long[] popped = popHint();
            long hinted = popped[0];
            if (count < 0 || level % span >= hinted % span) {
                level = hinted;
                count = Math.min(Math.max(least, count), (int) popped[1]);
                usesHint = true;
                hintChanged = true;
            } else {
                hint = before;
            }
        }
        return count > 0;
    }

    /** The lowest level with enough segments, of those the one with the most. */
    private void findLevel(int least) {
        List<Segment> all = segments.all();
        int best = -1;
        for (int i = 0; i < all.size(); ) {
            long next = all.get(i).level();
            int end = i;
            while (end < all.size() && all.get(end).level() == next) {
                end++;
            }
            int there = end - i;
            i = end;
            if (there < least) {
                continue;
            }
            int height = (int) (next % Segments.LEVELS);
            // SQLite takes the lowest number if several levels are equal.
            boolean better = best < 0 || height < best || (height == best && there >= count);
            if (better) {
                best = height;
                level = next;
                count = there;
            }
        }
    }

    private long[] popHint() {
        int at = hint.length - 1;
        if (hint[at] < 0) {
            throw Faults.corrupt();
        }
        while (at > 0 && hint[at - 1] < 0) {
            at--;
        }
        if (at == 0) {
            throw Faults.corrupt();
        }
        at--;
        while (at > 0 && hint[at - 1] < 0) {
            at--;
        }
        long hinted = Varints.read(hint, at);
        int second = at + Varints.length(hint, at);
        int number = Varints.readInt(hint, second);
        if (second + Varints.intLength(hint, second) != hint.length) {
            throw Faults.corrupt();
        }
        hint = Arrays.copyOf(hint, at);
        return new long[] {hinted, number};
    }

    private void pushHint() {
        Output output = new Output(hint.length + 2 * Varints.SIZE_MAX);
        output.put(hint, 0, hint.length);
        output.putVarint(level);
        output.putVarint(count);
        hint = output.toArray();
        hintChanged = true;
    }

    /** Merges the segments of the level; returns about how many pages were written. */
    private int merge(List<Segment> inputs, int pages) {
        int number = segments.nextIndex(level + 1);
        boolean keepsDeleted = true;
        if (number == 0 || (usesHint && number == 1)) {
            long first = level + 2;
            long last = ((level + 1) / Segments.LEVELS + 1) * Segments.LEVELS;
            keepsDeleted = !segments.list(first, last).isEmpty();
        }
        TermReader reader = new TermReader(index.definition().descending);
        for (int i = 0; i < inputs.size(); i++) {
            reader.add(SegmentReader.of(
                    segments, inputs.get(i), i, false, index.definition().descending));
        }
        reader.start(TermReader.Filter.all(keepsDeleted));
        boolean more = reader.next();
        AppendedSegment target = usesHint && number > 0
                ? AppendedSegment.load(index, level, number - 1, reader)
                : AppendedSegment.create(index, level, number, inputs.size());
        int written = 0;
        if (target.isOpen()) {
            while (more) {
                target.append(reader);
                more = reader.next();
                if (target.pageCount() >= pages) {
                    break;
                }
            }
            written = 1 + target.pageCount();
            count = chomp(reader.segments());
            if (count != 0) {
                pushHint();
            }
        }
        target.finish(count != 0);
        if (count == 0 && target.knowsSize()) {
            index.promote(level + 1, target.size());
        }
        return written;
    }

    /** Cuts what has been merged off the inputs; returns how many of them are left. */
    private int chomp(List<SegmentReader> readers) {
        int left = 0;
        for (int age = readers.size() - 1; age >= 0; age--) {
            SegmentReader input = null;
            for (SegmentReader each : readers) {
                input = each.age == age ? each : input;
            }
            if (input.isAtEnd()) {
                if (input.start != 0) {
                    segments.deleteBlocks(input.start, input.end);
                }
                segments.delete(level, age);
            } else {
                truncate(age, Arrays.copyOf(input.term, input.termLength));
                left++;
            }
        }
        if (left != readers.size()) {
            repack();
        }
        return left;
    }

    /** Gives the segments of the level numbers from 0 on. */
    private void repack() {
        int next = 0;
        for (Segment each : segments.list(level)) {
            if (each.index() != next) {
                segments.update(
                        each,
                        new Segment(
                                level,
                                next,
                                each.start(),
                                each.leavesEnd(),
                                each.end(),
                                each.size(),
                                each.root()));
            }
            next++;
        }
    }

    /** Deletes the terms of a segment before one. */
    private void truncate(int number, byte[] term) {
        Segment segment = segments.find(level, number);
        if (segment == null) {
            return;
        }
        if (segment.root() == null) {
            throw Faults.corrupt();
        }
        Output root = new Output();
        long start = 0;
        long block = truncate(Node.of(segment.root()), term, root);
        while (block != 0) {
            start = block;
            Output node = new Output();
            block = truncate(segments.read(block), term, node);
            segments.write(start, node.bytes, node.length);
        }
        if (start != 0) {
            segments.deleteBlocks(segment.start(), start - 1);
        }
        segments.update(
                segment,
                new Segment(
                        level,
                        number,
                        start,
                        segment.leavesEnd(),
                        segment.end(),
                        segment.size(),
                        root.toArray()));
    }

    /** Puts what is left of a node; returns the block of its first child, or 0. */
    private static long truncate(Node node, byte[] term, Output output) {
        if (node.length() < 1) {
            throw Faults.corrupt();
        }
        byte[] bytes = node.bytes();
        boolean leaf = bytes[0] == 0;
        long child = 0;
        byte[] last = {};
        NodeReader reader = new NodeReader(bytes, node.length());
        for (; !reader.isAtEnd(); reader.next()) {
            if (output.length == 0) {
                int order = Node.compare(reader.term, reader.termLength, term, term.length);
                if (order < 0 || (!leaf && order == 0)) {
                    continue;
                }
                startNode(output, bytes[0], reader.child());
                child = reader.child();
            }
            AppendedSegment.put(output, last, reader, bytes);
            last = Arrays.copyOf(reader.term, reader.termLength);
        }
        if (output.length == 0) {
            startNode(output, bytes[0], reader.child());
            child = reader.child();
        }
        return child;
    }

    private static void startNode(Output output, byte height, long child) {
        output.put(height);
        if (child != 0) {
            output.putVarint(child);
        }
    }
}
