package org.sqlvm.engine.virtual.fts5.index;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes the entries of deleted rows out of leaf pages, in place: the setting secure-delete. Pages
 * may become empty, and then have no row in %_idx.
 */
final class SecureDelete {
    private static final int DATA_END_OFFSET = 2;
    /** Room for the footer to grow while it is written. */
    private static final int FOOTER_ROOM = 16;

    private final Blocks blocks;
    private final Structure structure;
    private final boolean withPositions;

    /** The page of the entry, and the entry: from {@code start} to {@code next}. */
    private Leaf leaf;

    private int start;
    private int next;
    private long delta;

    SecureDelete(Blocks blocks, Structure structure) {
        this.blocks = blocks;
        this.structure = structure;
        withPositions = blocks.config.detail() != Detail.NONE;
    }

    /** Deletes the newest entry of a row and term. */
    void delete(byte[] term, int length, long rowid) {
        IndexConfig config = blocks.config;
        if (config.version() != IndexConfig.VERSION_SECURE_DELETE) {
            blocks.store.setVersion(IndexConfig.VERSION_SECURE_DELETE);
            config.setCookie(config.cookie() + 1);
            config.setVersion(IndexConfig.VERSION_SECURE_DELETE);
        }
        TermSearch search = new TermSearch(blocks, term, length, false);
        List<SegmentRows> sources = new ArrayList<>();
        for (Structure.Level level : structure.levels) {
            for (Segment segment : level.segments.reversed()) {
                sources.add(search.open(segment, false));
            }
        }
        MergedRows rows = new MergedRows(sources, false, false);
        if (!rows.atEnd() && rows.current().rowid < rowid) {
            rows.seek(rowid);
        }
        if (!rows.atEnd() && rows.current().rowid == rowid) {
            deleteEntry(rows.current());
        }
    }

    private void deleteEntry(SegmentRows rows) {
        leaf = rows.leaf;
        findEntry(rows);
        byte[] page = leaf.data;
        int dataEnd = leaf.dataEnd;
        boolean last = false;
        if (next >= dataEnd) {
            last = deleteOverflow(rows.segment, rows.page + 1);
            next = dataEnd;
        }
        if (!rows.deleted) {
            if (next != dataEnd) {
                last = isTermAt(next);
            }
            if (leaf.firstRowid() == start && (last || next == dataEnd)) {
                putShort(page, 0, 0);
            }
        }
        int target = start;
        int deletedTerm = 0;
        if (rows.deleted) {
            // A deletion stays, for the older entries that this one hides.
            target = Varints.write(page, target, delta);
            page[target++] = (byte) (withPositions ? 1 : 0);
        } else if (!last) {
            if (next != dataEnd) {
                long sum = delta + Varints.read(page, next);
                next += Varints.size(page, next);
                target = Varints.write(page, target, sum);
            }
        } else if (rows.page == rows.termPage && start == rows.termOffset) {
            TermRemoval removal = new TermRemoval(rows);
            target = removal.target;
            deletedTerm = removal.deletedTerm;
        } else if (start == Leaf.HEADER_SIZE) {
            deleteTermBefore(rows);
        }
        writePage(rows, target, deletedTerm);
    }

    /** Finds where the entry starts and ends, from the first rowid on its page. */
    private void findEntry(SegmentRows rows) {
        byte[] page = leaf.data;
        start = rows.page == rows.termPage ? rows.termOffset : leaf.firstRowid();
        if (start > leaf.size) {
            throw blocks.corruptTable();
        }
        int at = readDelta();
        if (withPositions) {
            int size = Varints.readInt(page, at);
            at += Varints.size(page, at);
            while (at < rows.offset) {
                start = at + size / 2;
                at = readDelta();
                size = Varints.readInt(page, at);
                at += Varints.size(page, at);
            }
            next = at + rows.positionsSize;
        } else {
            while (at < rows.offset) {
                at += zeros(at, leaf.size);
                if (at >= rows.offset) {
                    break;
                }
                start = at;
                at = readDelta();
            }
            next = at + zeros(at, rows.doclistEnd);
        }
    }

    private int readDelta() {
        delta = Varints.read(leaf.data, start);
        return start + Varints.size(leaf.data, start);
    }

    /** Counts the zero bytes at an offset, up to two. */
    private int zeros(int at, int end) {
        int count = 0;
        while (count < 2 && at + count < end && leaf.data[at + count] == 0) {
            count++;
        }
        return count;
    }

    private boolean isTermAt(int offset) {
        int term = 0;
        for (int at = leaf.dataEnd; at < leaf.size; at += Varints.size(leaf.data, at)) {
            term += Varints.readInt(leaf.data, at);
            if (term == offset) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes what is left of a list of positions out of the pages that follow.
     *
     * @return whether the entry was the last one of its term
     */
    private boolean deleteOverflow(Segment segment, int firstPage) {
        for (int number = firstPage; number <= segment.lastPage; number++) {
            long id = Blocks.leafId(segment.id, number);
            Leaf page = blocks.readLeaf(id);
            boolean hasRowid = page.firstRowid() != 0;
            int end = page.firstRowid();
            if (end == 0 && page.hasTerms()) {
                end = page.firstTerm();
            }
            if (end == 0) {
                if (withPositions) {
                    byte[] empty = {0, 0, 0, Leaf.HEADER_SIZE};
                    blocks.store.write(id, empty, empty.length);
                }
                continue;
            }
            if (withPositions) {
                if (end >= page.dataEnd || end < Leaf.HEADER_SIZE) {
                    throw blocks.corruptBlock(id);
                }
                shiftPage(id, page, end);
            }
            return !hasRowid;
        }
        return true;
    }

    /** Moves what stands at an offset of a page to the page's start. */
    private void shiftPage(long id, Leaf page, int from) {
        int shift = from - Leaf.HEADER_SIZE;
        ByteList moved = new ByteList(page.size);
        moved.add(page.data, 0, Leaf.HEADER_SIZE);
        moved.add(page.data, from, page.dataEnd - from);
        moved.putShort(DATA_END_OFFSET, moved.length);
        if (page.firstRowid() != 0) {
            moved.putShort(0, Leaf.HEADER_SIZE);
        }
        if (page.hasTerms()) {
            int first = page.firstTerm();
            if (first < from) {
                throw blocks.corruptBlock(id);
            }
            moved.addVarint((long) first - shift);
            int rest = page.dataEnd + Varints.size(page.data, page.dataEnd);
            moved.add(page.data, rest, page.size - rest);
        }
        blocks.write(id, moved);
    }

    /** Takes the term of the only entry of a doclist out of the page with the entry. */
    private final class TermRemoval {
        /** Where what follows goes. */
        final int target;
        /** Offset of the term whose part of the footer is left out. */
        final int deletedTerm;

        TermRemoval(SegmentRows rows) {
            byte[] page = leaf.data;
            int dataEnd = leaf.dataEnd;
            int term = 0;
            int index = 0;
            for (int at = dataEnd; at < leaf.size; at += Varints.size(page, at)) {
                int more = Varints.readInt(page, at);
                if (term + more > start) {
                    break;
                }
                term += more;
                index++;
            }
            if (next == dataEnd) {
                target = term;
                deletedTerm = term;
                return;
            }
            deletedTerm = next;
            int nextCommon = readInt();
            int nextSize = readInt();
            int at = term;
            int common = 0;
            if (index != 1) {
                common = Varints.readInt(page, at);
                at += Varints.size(page, at);
            }
            at += Varints.size(page, at);
            common = Math.min(common, nextCommon);
            long size = (long) nextCommon + nextSize - common;
            if (at + size > dataEnd
                    || (long) next + nextSize > dataEnd
                    || nextCommon > rows.term.length) {
                throw blocks.corruptTable();
            }
            byte[] suffix = new byte[nextSize];
            System.arraycopy(page, next, suffix, 0, nextSize);
            int to = term;
            if (index != 1) {
                to = Varints.write(page, to, common);
            }
            to = Varints.write(page, to, size);
            System.arraycopy(rows.term.array, common, page, to, nextCommon - common);
            to += nextCommon - common;
            System.arraycopy(suffix, 0, page, to, nextSize);
            target = to + nextSize;
            next += nextSize;
        }

        private int readInt() {
            int value = Varints.readInt(leaf.data, next);
            next += Varints.size(leaf.data, next);
            return value;
        }
    }

    /** Takes out the term on an earlier page, if the pages between have no entry any more. */
    private void deleteTermBefore(SegmentRows rows) {
        int segment = rows.segment.id;
        int number = rows.page - 1;
        while (number > rows.termPage
                && blocks.readLeaf(segment, number).size == Leaf.HEADER_SIZE) {
            number--;
        }
        if (number != rows.termPage) {
            return;
        }
        long id = Blocks.leafId(segment, number);
        Leaf page = blocks.readLeaf(id);
        if (page.dataEnd != rows.termOffset) {
            return;
        }
        int term = 0;
        int footerEnd = page.dataEnd;
        for (int at = page.dataEnd; at < page.size; at += Varints.size(page.data, at)) {
            term += Varints.readInt(page.data, at);
            footerEnd = at;
        }
        if (term < Leaf.HEADER_SIZE || term > page.dataEnd) {
            throw blocks.corruptTable();
        }
        ByteList shorter = new ByteList(page.size);
        shorter.add(page.data, 0, term);
        shorter.putShort(DATA_END_OFFSET, term);
        shorter.add(page.data, page.dataEnd, footerEnd - page.dataEnd);
        blocks.write(id, shorter);
        if (footerEnd == page.dataEnd) {
            deleteKey(segment, number);
        }
    }

    private void deleteKey(int segment, int page) {
        if (page != 1) {
            blocks.store.deletePage(segment, page);
        }
    }

    /** Writes the page without what stands from {@code target} to the next entry. */
    private void writePage(SegmentRows rows, int target, int deletedTerm) {
        byte[] page = leaf.data;
        int shift = next - target;
        ByteList shorter = new ByteList(leaf.size + FOOTER_ROOM);
        shorter.add(page, 0, target);
        shorter.add(page, next, leaf.dataEnd - next);
        int dataEnd = shorter.length;
        shorter.putShort(DATA_END_OFFSET, dataEnd);
        int term = 0;
        int previous = 0;
        for (int at = leaf.dataEnd; at < leaf.size; at += Varints.size(page, at)) {
            term += Varints.readInt(page, at);
            if (term > leaf.size) {
                throw blocks.corruptTable();
            }
            if (term != deletedTerm) {
                int moved = term > target ? term - shift : term;
                shorter.addVarint((long) moved - previous);
                previous = moved;
            }
        }
        if (shorter.length == dataEnd && leaf.size > leaf.dataEnd) {
            deleteKey(rows.segment.id, rows.page);
        }
        blocks.write(Blocks.leafId(rows.segment.id, rows.page), shorter);
    }

    private static void putShort(byte[] page, int offset, int value) {
        page[offset] = (byte) (value >> Byte.SIZE);
        page[offset + 1] = (byte) value;
    }
}
