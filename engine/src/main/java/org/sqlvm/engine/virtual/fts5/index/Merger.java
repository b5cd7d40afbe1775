package org.sqlvm.engine.virtual.fts5.index;

import java.util.ArrayList;
import java.util.List;

/** Merges the segments of levels: a step of a few pages, or all at once. */
final class Merger {
    /** Leaf pages after which automerge does a step for each level, of as many pages. */
    private static final int WORK_UNIT = 64;
    /** Leaf pages of a step of optimize. */
    private static final int OPTIMIZE_UNIT = 1000;

    private static final int PERCENT = 100;

    private final Blocks blocks;
    private final Structure structure;

    Merger(Blocks blocks, Structure structure) {
        this.blocks = blocks;
        this.structure = structure;
    }

    /** Merges all levels of a structure made for it. */
    void optimize() {
        int level = 0;
        while (structure.levels.get(level).isEmpty()) {
            level++;
        }
        while (!structure.levels.get(level).isEmpty()) {
            mergeLevel(level, OPTIMIZE_UNIT);
        }
    }

    /** Counts pages written to level 0, and does the work that is due for them. */
    void autoMerge(int pages) {
        if (blocks.config.autoMerge() <= 0) {
            return;
        }
        long before = structure.writeCounter;
        long after = before + pages;
        structure.writeCounter = after;
        int steps = (int)
                (Long.divideUnsigned(after, WORK_UNIT) - Long.divideUnsigned(before, WORK_UNIT));
        merge(WORK_UNIT * steps * structure.levels.size(), blocks.config.autoMerge());
    }

    /** Merges each level with too many segments, from level 0 on. */
    void crisisMerge() {
        int limit = blocks.config.crisisMerge();
        for (int level = 0;
                level < structure.levels.size() && structure.levels.get(level).count() >= limit;
                level++) {
            mergeLevel(level, Integer.MAX_VALUE);
            structure.promote(level + 1);
        }
    }

    /**
     * Merges until some pages are written.
     *
     * @param minSegments segments of a level from which it is merged
     * @return whether anything was done
     */
    boolean merge(int pages, int minSegments) {
        int rest = pages;
        int min = minSegments;
        boolean done = false;
        while (rest > 0) {
            int level = chooseLevel(min);
            if (level < 0) {
                break;
            }
            done = true;
            rest -= mergeLevel(level, rest);
            if (structure.levels.get(level).merging == 0) {
                structure.promote(level + 1);
            }
            min = Math.max(min, 2);
        }
        return done;
    }

    /** The level with a merge that goes on, or with most segments; -1 for none. */
    private int chooseLevel(int min) {
        int best = 0;
        int bestCount = 0;
        for (int i = 0; i < structure.levels.size(); i++) {
            Structure.Level level = structure.levels.get(i);
            if (level.merging > 0) {
                if (level.merging > bestCount) {
                    best = i;
                    bestCount = min;
                }
                break;
            }
            if (level.count() > bestCount) {
                best = i;
                bestCount = level.count();
            }
        }
        return bestCount < min ? levelWithDeletions() : best;
    }

    /** The level with the greatest share of deleted rows, if it is great enough; else -1. */
    private int levelWithDeletions() {
        IndexConfig config = blocks.config;
        int best = -1;
        if (!config.contentlessDelete() || config.deleteMerge() <= 0) {
            return best;
        }
        int bestPercent = 0;
        for (int i = 0; i < structure.levels.size(); i++) {
            Structure.Level level = structure.levels.get(i);
            long rows = 0;
            long deleted = 0;
            for (Segment segment : level.segments) {
                rows += segment.rowCount;
                deleted += segment.tombstoneCount;
            }
            if (rows > 0) {
                int percent = (int) (deleted * PERCENT / rows);
                if (percent >= config.deleteMerge() && percent > bestPercent) {
                    best = i;
                    bestPercent = percent;
                }
            }
            if (level.merging > 0) {
                break;
            }
        }
        return best;
    }

    /**
     * Merges the segments of a level into one of the next level, or goes on with that.
     *
     * @param limit number of pages after which it stops at the next term
     * @return number of pages written
     */
    private int mergeLevel(int number, int limit) {
        Structure.Level input = structure.levels.get(number);
        Structure.Level outputLevel;
        Segment output;
        SegmentWriter writer;
        int inputs;
        if (input.merging > 0) {
            outputLevel = structure.levels.get(number + 1);
            inputs = input.merging;
            output = outputLevel.newest();
            writer = new SegmentWriter(blocks, output.id, output.lastPage + 1);
        } else {
            output = new Segment(structure.freeId(), 1, 0);
            outputLevel = structure.levelOrNew(number + 1);
            inputs = input.count();
            if (structure.nextOrigin != 0 && inputs > 0) {
                output.firstOrigin = input.segments.getFirst().firstOrigin;
                output.lastOrigin = input.newest().lastOrigin;
            }
            outputLevel.segments.add(output);
            writer = new SegmentWriter(blocks, output.id);
        }
        List<SegmentRows> sources = new ArrayList<>();
        for (Segment segment : input.segments.subList(0, inputs).reversed()) {
            sources.add(SegmentRows.all(blocks, segment));
        }
        boolean oldest = outputLevel.count() == 1 && structure.levels.size() == number + 2;
        MergedRows rows = new MergedRows(sources, false, false);
        copy(rows, writer, oldest, limit);
        output.lastPage = writer.finish();
        if (rows.atEnd()) {
            endMerge(input, inputs, outputLevel);
        } else {
            for (SegmentRows source : sources) {
                trim(source);
            }
            input.merging = inputs;
        }
        return writer.pagesWritten();
    }

    private void copy(MergedRows rows, SegmentWriter writer, boolean oldest, int limit) {
        ByteList term = new ByteList();
        ByteList positions = new ByteList();
        boolean termWritten = false;
        boolean withPositions = blocks.config.detail() != Detail.NONE;
        for (; !rows.atEnd(); rows.next()) {
            SegmentRows row = rows.current();
            if (rows.isNewTerm() && !term.equalTo(row.term.array, 0, row.term.length)) {
                if (writer.pagesWritten() > limit) {
                    return;
                }
                term.set(row.term.array, 0, row.term.length);
                termWritten = false;
            }
            if (row.positionsSize == 0 && (oldest || !row.deleted)) {
                continue;
            }
            if (!termWritten) {
                writer.appendTerm(term.array, 0, term.length);
                termWritten = true;
            }
            writer.appendRowid(row.rowid);
            if (withPositions) {
                writer.appendVarint(row.positionsSize * 2L + (row.deleted ? 1 : 0));
                appendPositions(row, writer, positions);
                rows.copyRun(writer);
            } else if (row.deleted) {
                writer.appendVarint(0);
                if (row.positionsSize > 0) {
                    writer.appendVarint(0);
                }
            }
        }
    }

    private static void appendPositions(SegmentRows row, SegmentWriter writer, ByteList buffer) {
        if (row.isOnPage()) {
            writer.appendPositions(row.leaf.data, row.offset, row.positionsSize);
        } else {
            buffer.clear();
            row.copyPositions(buffer);
            writer.appendPositions(buffer.array, 0, buffer.length);
        }
    }

    private void endMerge(Structure.Level input, int inputs, Structure.Level outputLevel) {
        Segment output = outputLevel.newest();
        List<Segment> merged = input.segments.subList(0, inputs);
        for (Segment segment : merged) {
            output.rowCount += segment.rowCount - segment.tombstoneCount;
            blocks.deleteSegment(segment);
        }
        merged.clear();
        input.merging = 0;
        if (output.lastPage == 0) {
            outputLevel.segments.removeLast();
        }
    }

    /** Takes out of an input what has been merged: pages, and terms at the start of a page. */
    private void trim(SegmentRows rows) {
        Segment segment = rows.segment;
        if (rows.leaf == null) {
            segment.firstPage = 0;
            segment.lastPage = 0;
            return;
        }
        long id = Blocks.leafId(segment.id, rows.termPage);
        Leaf leaf = blocks.readLeaf(id);
        if (rows.termOffset > leaf.dataEnd) {
            throw blocks.corruptBlock(id);
        }
        ByteList page = new ByteList(leaf.size);
        page.addInt(0);
        page.addVarint(rows.term.length);
        page.add(rows.term.array, 0, rows.term.length);
        page.add(leaf.data, rows.termOffset, leaf.dataEnd - rows.termOffset);
        int dataEnd = page.length;
        page.putShort(2, dataEnd);
        page.addVarint(Leaf.HEADER_SIZE);
        if (rows.page == rows.termPage
                && rows.doclistEnd < leaf.dataEnd
                && rows.footerOffset <= leaf.size) {
            int behind = leaf.dataEnd - rows.doclistEnd;
            page.addVarint((long) dataEnd - behind - Leaf.HEADER_SIZE);
            page.add(leaf.data, rows.footerOffset, leaf.size - rows.footerOffset);
        }
        segment.firstPage = rows.termPage;
        blocks.store.delete(Blocks.leafId(segment.id, 1), id);
        blocks.write(id, page);
    }
}
