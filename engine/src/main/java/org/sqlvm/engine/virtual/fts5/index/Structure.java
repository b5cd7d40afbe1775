package org.sqlvm.engine.virtual.fts5.index;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The structure record: which segments there are, by level and from the oldest to the newest. */
final class Structure {
    /** Most segments, and most levels in a record. */
    static final int MAX_SEGMENTS = 2000;

    private static final int MAX_LEVELS = 64;
    /** Marks a record with origins and tombstones behind its cookie. */
    private static final int VERSION_2 = 0xff000001;

    /** Segments of a level. */
    static final class Level {
        final List<Segment> segments = new ArrayList<>();
        /** Number of its oldest segments that a merge reads which has not ended; else 0. */
        int merging;

        Segment newest() {
            return segments.getLast();
        }

        boolean isEmpty() {
            return segments.isEmpty();
        }

        int count() {
            return segments.size();
        }
    }

    final List<Level> levels = new ArrayList<>();
    /** Leaf pages that were ever written to level 0, modulo 2^64. */
    long writeCounter;
    /** The origin of the next segment of level 0; 0 without contentless_delete. */
    long nextOrigin;

    /** Reads the cookie of a record with padding. */
    static int cookie(byte[] block) {
        return intAt(block, 0);
    }

    private static int intAt(byte[] data, int offset) {
        return Leaf.shortAt(data, offset) << Short.SIZE | Leaf.shortAt(data, offset + Short.BYTES);
    }

    /**
     * Decodes a record with padding.
     *
     * @return null if it is damaged
     */
    static Structure decode(byte[] block) {
        Decoder decoder = new Decoder(block);
        return decoder.decode() ? decoder.structure : null;
    }

    /** Reads a record, varint by varint. */
    private static final class Decoder {
        private final byte[] data;
        private final int end;
        private final Structure structure = new Structure();
        private int offset = Integer.BYTES;
        private boolean origins;

        Decoder(byte[] block) {
            data = block;
            end = Blocks.size(block);
        }

        private int number() {
            int value = Varints.readInt(data, offset);
            offset += Varints.size(data, offset);
            return value;
        }

        private long wide() {
            long value = Varints.read(data, offset);
            offset += Varints.size(data, offset);
            return value;
        }

        boolean decode() {
            if (intAt(data, offset) == VERSION_2) {
                offset += Integer.BYTES;
                origins = true;
            }
            int levelCount = number();
            int rest = number();
            if (levelCount > MAX_SEGMENTS || rest > MAX_SEGMENTS) {
                return false;
            }
            structure.writeCounter = wide();
            for (int i = 0; i < levelCount; i++) {
                if (offset >= end) {
                    return false;
                }
                Level level = new Level();
                level.merging = number();
                int count = number();
                rest -= count;
                if (rest < 0 || count < level.merging || !segments(level, count)) {
                    return false;
                }
                boolean noOutput = i > 0 && structure.levels.getLast().merging > 0 && count == 0;
                if (noOutput || (i == levelCount - 1 && level.merging > 0)) {
                    return false;
                }
                structure.levels.add(level);
            }
            if (origins) {
                structure.nextOrigin++;
            }
            return rest == 0;
        }

        private boolean segments(Level level, int count) {
            for (int i = 0; i < count; i++) {
                if (offset >= end) {
                    return false;
                }
                Segment segment = new Segment(number(), number(), number());
                if (origins) {
                    segment.firstOrigin = wide();
                    segment.lastOrigin = wide();
                    segment.tombstonePages = number();
                    segment.tombstoneCount = wide();
                    segment.rowCount = wide();
                    if (Long.compareUnsigned(segment.lastOrigin, structure.nextOrigin) > 0) {
                        structure.nextOrigin = segment.lastOrigin;
                    }
                }
                if (segment.lastPage < segment.firstPage || segment.lastPage > Blocks.MAX_PAGE) {
                    return false;
                }
                level.segments.add(segment);
            }
            return true;
        }
    }

    ByteList encode(int cookie) {
        ByteList record = new ByteList();
        record.addInt(Math.max(cookie, 0));
        if (nextOrigin != 0) {
            record.addInt(VERSION_2);
        }
        record.addVarint(levels.size());
        record.addVarint(segmentCount());
        record.addVarint(writeCounter);
        for (Level level : levels) {
            record.addVarint(level.merging);
            record.addVarint(level.count());
            for (Segment segment : level.segments) {
                record.addVarint(segment.id);
                record.addVarint(segment.firstPage);
                record.addVarint(segment.lastPage);
                if (nextOrigin != 0) {
                    record.addVarint(segment.firstOrigin);
                    record.addVarint(segment.lastOrigin);
                    record.addVarint(segment.tombstonePages);
                    record.addVarint(segment.tombstoneCount);
                    record.addVarint(segment.rowCount);
                }
            }
        }
        return record;
    }

    int segmentCount() {
        int count = 0;
        for (Level level : levels) {
            count += level.count();
        }
        return count;
    }

    /** Returns the level, which is added if it is the next one. */
    Level levelOrNew(int index) {
        if (index == levels.size()) {
            levels.add(new Level());
        }
        return levels.get(index);
    }

    /** The lowest number that no segment has. */
    int freeId() {
        if (segmentCount() >= MAX_SEGMENTS) {
            throw new SqlException(ResultCode.FULL, "database or disk is full");
        }
        BitSet used = new BitSet();
        for (Level level : levels) {
            for (Segment segment : level.segments) {
                if (segment.id > 0 && segment.id <= MAX_SEGMENTS) {
                    used.set(segment.id);
                }
            }
        }
        return used.nextClearBit(1);
    }

    /**
     * Moves segments to a lower level after one has been written to a level: the new one, if a
     * lower level has one as long; otherwise those of higher levels that are not longer than it.
     */
    void promote(int written) {
        Level level = levels.get(written);
        if (level.isEmpty()) {
            return;
        }
        int size = level.newest().pageCount();
        int lower = written - 1;
        while (lower >= 0 && levels.get(lower).isEmpty()) {
            lower--;
        }
        int longest = 0;
        if (lower >= 0) {
            for (Segment segment : levels.get(lower).segments) {
                longest = Math.max(longest, segment.pageCount());
            }
        }
        if (lower >= 0 && longest >= size) {
            promoteTo(lower, longest);
        } else {
            promoteTo(written, size);
        }
    }

    private void promoteTo(int target, int longest) {
        Level to = levels.get(target);
        if (to.merging > 0) {
            return;
        }
        for (int i = target + 1; i < levels.size(); i++) {
            Level from = levels.get(i);
            if (from.merging > 0) {
                return;
            }
            while (!from.isEmpty()) {
                if (from.newest().pageCount() > longest) {
                    return;
                }
                to.segments.addFirst(from.segments.removeLast());
            }
        }
    }

    /**
     * The structure to optimize: all segments on one level, or all but the output of a merge that
     * reads them.
     *
     * @return null if there is nothing to do
     */
    Structure toOptimize() {
        int count = segmentCount();
        if (count == 0) {
            return null;
        }
        for (Level level : levels) {
            int own = level.count();
            if (own > 0 && (own == count || (own == count - 1 && level.merging == own))) {
                boolean done =
                        count == 1 && own == 1 && level.segments.getFirst().tombstonePages == 0;
                return done ? null : this;
            }
        }
        Structure one = new Structure();
        one.writeCounter = writeCounter;
        one.nextOrigin = nextOrigin;
        int levelCount = Math.min(levels.size() + 1, MAX_LEVELS);
        for (int i = 0; i < levelCount; i++) {
            one.levels.add(new Level());
        }
        List<Segment> all = one.levels.getLast().segments;
        for (Level level : levels.reversed()) {
            all.addAll(level.segments);
        }
        return one;
    }
}
