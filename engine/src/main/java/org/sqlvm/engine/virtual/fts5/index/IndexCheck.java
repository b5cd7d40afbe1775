package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/** Checks that the pages of a segment are what {@code %_idx} and the doclist indexes say. */
final class IndexCheck {
    private final Blocks blocks;
    private final Segment segment;
    private final boolean edited;
    private int previousKeyPage;
    private int previousIndexEnd;

    IndexCheck(Blocks blocks, Segment segment) {
        this.blocks = blocks;
        this.segment = segment;
        edited = blocks.config.version() == IndexConfig.VERSION_SECURE_DELETE;
    }

    /** Throws an exception if anything is wrong. */
    void run() {
        if (segment.firstPage == 0) {
            return;
        }
        previousKeyPage = segment.firstPage - 1;
        previousIndexEnd = segment.lastPage;
        blocks.store.forEachPage(segment.id, this::checkKey);
    }

    private void checkKey(byte[] key, int pgno) {
        int page = pgno >> 1;
        if (page < segment.firstPage) {
            return;
        }
        long id = Blocks.leafId(segment.id, page);
        Leaf leaf = blocks.readLeaf(id);
        if (leaf.hasTerms()) {
            checkFirstTerm(id, leaf, key);
            checkTerms(id, leaf);
        } else if (key.length > 0 || !edited || leaf.size != Leaf.HEADER_SIZE) {
            // Page 1 keeps its key, also if it has been emptied.
            throw blocks.corruptBlock(id);
        }
        checkWithoutTerms(previousKeyPage + 1, previousIndexEnd + 1, page - 1);
        previousIndexEnd = (pgno & 1) != 0 ? checkIndex(page) : segment.lastPage;
        previousKeyPage = page;
    }

    private void checkFirstTerm(long id, Leaf leaf, byte[] key) {
        int start = leaf.firstTerm();
        if (leaf.firstRowid() >= start || start >= leaf.dataEnd) {
            throw blocks.corruptBlock(id);
        }
        int size = Varints.readInt(leaf.data, start);
        start += Varints.size(leaf.data, start);
        if ((long) start + size > leaf.dataEnd
                || Arrays.compareUnsigned(leaf.data, start, start + size, key, 0, key.length) < 0) {
            throw blocks.corruptBlock(id);
        }
    }

    /** Checks that the terms of a page are in order. */
    private void checkTerms(long id, Leaf leaf) {
        byte[] data = leaf.data;
        ByteList term = new ByteList();
        ByteList previous = new ByteList();
        long start = 0;
        boolean first = true;
        for (int footer = leaf.dataEnd; footer < leaf.size; footer += Varints.size(data, footer)) {
            start += Varints.readInt(data, footer);
            if (start >= leaf.dataEnd) {
                throw blocks.corruptBlock(id);
            }
            int at = (int) start;
            int common = 0;
            if (!first) {
                common = Varints.readInt(data, at);
                at += Varints.size(data, at);
            }
            int size = Varints.readInt(data, at);
            at += Varints.size(data, at);
            if (common > term.length || (long) at + size > leaf.dataEnd) {
                throw blocks.corruptBlock(id);
            }
            term.length = common;
            term.add(data, at, size);
            if (!first && term.compareTo(previous) <= 0) {
                throw blocks.corruptBlock(id);
            }
            previous.set(term.array, 0, term.length);
            first = false;
        }
    }

    /** Checks that pages exist without terms, and some of them without rowids. */
    private void checkWithoutTerms(int first, int firstWithoutRowid, int last) {
        for (int page = first; page <= last; page++) {
            long id = Blocks.leafId(segment.id, page);
            Leaf leaf = blocks.readLeaf(id);
            if (leaf.hasTerms() || (page >= firstWithoutRowid && leaf.firstRowid() != 0)) {
                throw blocks.corruptBlock(id);
            }
        }
    }

    /** Checks the doclist index of a page's last term; returns its last page. */
    private int checkIndex(int termPage) {
        int previous = termPage;
        int end = 0;
        DoclistIndex index = new DoclistIndex(blocks, segment.id, termPage, false);
        for (; !index.atEnd(); index.next()) {
            int target = index.page();
            for (end = previous + 1; end < target; end++) {
                long id = Blocks.leafId(segment.id, end);
                if (blocks.readLeaf(id).firstRowid() != 0) {
                    throw blocks.corruptBlock(id);
                }
            }
            previous = target;
            checkRowid(target, index.rowid());
        }
        return end;
    }

    private void checkRowid(int page, long expected) {
        long id = Blocks.leafId(segment.id, page);
        Leaf leaf = blocks.readLeaf(id);
        int offset = leaf.firstRowid();
        if (offset >= leaf.dataEnd) {
            throw blocks.corruptBlock(id);
        }
        if (!edited || offset > 0) {
            long rowid = Varints.read(leaf.data, offset);
            if (rowid < expected || (!edited && rowid != expected)) {
                throw blocks.corruptBlock(id);
            }
        }
    }
}
