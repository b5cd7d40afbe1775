package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/** The rows of one term in one segment from the last to the first. */
final class DescendingRows extends SegmentRows {
    private static final int FIRST_CAPACITY = 8;

    /** Where the rows before the current one have their positions' sizes, on its page. */
    private int[] offsets = new int[FIRST_CAPACITY];

    private int count;

    DescendingRows(Blocks blocks, Segment segment) {
        super(blocks, segment);
        oneTerm = true;
    }

    @Override
    boolean isAscending() {
        return false;
    }

    /** Goes from the term's first row to its last one. */
    void last() {
        Leaf lastLeaf = null;
        int lastPage = 0;
        if (doclistIndex != null && blocks.config.version() == IndexConfig.VERSION) {
            lastPage = doclistIndex.page();
            lastLeaf = blocks.readLeaf(segment.id, lastPage);
        } else {
            int at = termPage == page ? termOffset : Leaf.HEADER_SIZE;
            offset = at + Varints.size(leaf.data, at);
            if (doclistEnd >= leaf.dataEnd) {
                for (int number = page + 1; number <= segment.lastPage; number++) {
                    Leaf next = blocks.readLeaf(segment.id, number);
                    if (next.firstRowid() != 0) {
                        lastLeaf = next;
                        lastPage = number;
                    }
                    if (next.hasTerms()) {
                        break;
                    }
                }
            }
        }
        if (lastLeaf != null) {
            leaf = lastLeaf;
            page = lastPage;
            offset = leaf.firstRowid();
            if (offset > leaf.dataEnd) {
                throw corrupt();
            }
            readRowid();
            doclistEnd = leaf.hasTerms() ? leaf.firstTerm() : leaf.size + 1;
        }
        startPage();
    }

    /** Notes the page's rows and goes to the last of them; it stands behind its first rowid. */
    void startPage() {
        byte[] data = leaf.data;
        int end = Math.min(leaf.dataEnd, doclistEnd);
        int at = offset;
        count = 0;
        while (at < end) {
            if (withPositions) {
                int size = Varints.readInt(data, at);
                at += Varints.size(data, at) + (size >> 1);
            } else if (data[at] == 0) {
                at++;
                if (at < end && data[at] == 0) {
                    at++;
                }
            }
            if (at >= end || at < 0) {
                break;
            }
            rowid += Varints.read(data, at);
            at += Varints.size(data, at);
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, count * 2);
            }
            offsets[count++] = offset;
            offset = at;
        }
        loadPositions();
    }

    @Override
    boolean next() {
        if (count == 0) {
            previousPage();
            return false;
        }
        offset = offsets[--count];
        loadPositions();
        int at = withPositions ? offset + positionsSize : offset;
        rowid -= Varints.read(leaf.data, at);
        return false;
    }

    private void previousPage() {
        leaf = null;
        while (leaf == null && segment != null && page > termPage) {
            page--;
            Leaf previous = blocks.readLeaf(segment.id, page);
            if (page == termPage) {
                if (termOffset < previous.dataEnd) {
                    leaf = previous;
                    offset = termOffset;
                }
            } else {
                int first = previous.firstRowid();
                if (first >= previous.dataEnd) {
                    throw corrupt();
                }
                if (first != 0) {
                    leaf = previous;
                    offset = first;
                }
            }
        }
        if (leaf != null) {
            readRowid();
            doclistEnd = leaf.size + 1;
            startPage();
        }
    }

    @Override
    void seek(long target) {
        while (!doclistIndex.atEnd() && target < doclistIndex.rowid()) {
            doclistIndex.previous();
        }
        int targetPage = doclistIndex.page();
        boolean moved = targetPage < page;
        if (moved) {
            page = targetPage + 1;
            previousPage();
        }
        while (leaf != null) {
            if (moved && rowid <= target) {
                return;
            }
            next();
            moved = true;
        }
    }
}
