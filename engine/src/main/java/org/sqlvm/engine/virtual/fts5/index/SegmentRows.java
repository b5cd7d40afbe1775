package org.sqlvm.engine.virtual.fts5.index;

/**
 * The pairs of term and row of one segment, in ascending order; or, within one term, in descending
 * order of rowids ({@link DescendingRows}). Entries may be deletions, without positions.
 */
class SegmentRows {
    final Blocks blocks;
    final Segment segment;
    final boolean withPositions;
    /** The current term; padded. */
    final ByteList term = new ByteList();

    /** The current page; null at the end. */
    Leaf leaf;

    int page;
    /** Where the row's positions start on the page. */
    int offset;

    int positionsSize;
    boolean deleted;
    long rowid;
    /** The page of the current term, and the offset of its doclist there. */
    int termPage;

    int termOffset;
    /** Where the next offset of the page's footer stands. */
    int footerOffset;
    /** Where the doclist ends on the page; behind the page if it may go on. */
    int doclistEnd;
    /** Whether it ends with the current term. */
    boolean oneTerm;

    DoclistIndex doclistIndex;
    Tombstones tombstones;
    /** The page behind the current one, if it has been read; else null. */
    private Leaf nextLeaf;

    SegmentRows(Blocks blocks, Segment segment) {
        this.blocks = blocks;
        this.segment = segment;
        withPositions = blocks.config.detail() != Detail.NONE;
    }

    /** Opens all rows of a segment, at the first one. */
    static SegmentRows all(Blocks blocks, Segment segment) {
        SegmentRows rows = new SegmentRows(blocks, segment);
        if (segment.firstPage > 0) {
            rows.first();
        }
        return rows;
    }

    private void first() {
        page = segment.firstPage - 1;
        do {
            nextPage();
        } while (leaf != null && leaf.size == Leaf.HEADER_SIZE);
        if (leaf != null) {
            offset = Leaf.HEADER_SIZE;
            footerOffset = leaf.dataEnd + 1;
            loadTerm(0);
            loadPositions();
            tombstones = Tombstones.of(blocks, segment);
        }
    }

    /** Starts a doclist that stands alone in an array with padding. */
    final void startList(byte[] list) {
        int size = Blocks.size(list);
        leaf = new Leaf(list, size, size);
        offset = 0;
        readRowid();
        doclistEnd = size;
    }

    boolean atEnd() {
        return leaf == null;
    }

    void end() {
        leaf = null;
    }

    final void nextPage() {
        page++;
        if (nextLeaf != null) {
            leaf = nextLeaf;
            nextLeaf = null;
        } else {
            leaf = page <= segment.lastPage ? blocks.readLeaf(segment.id, page) : null;
        }
        if (leaf != null) {
            startFooter();
        }
    }

    private void startFooter() {
        footerOffset = leaf.dataEnd;
        if (leaf.hasTerms()) {
            doclistEnd = leaf.firstTerm();
            footerOffset += Varints.size(leaf.data, leaf.dataEnd);
        } else {
            doclistEnd = leaf.size + 1;
        }
    }

    /** Loads the term whose suffix stands at the offset, and goes to its first rowid. */
    final void loadTerm(int common) {
        byte[] data = leaf.data;
        int size = Varints.readInt(data, offset);
        int start = offset + Varints.size(data, offset);
        if ((long) start + size > leaf.dataEnd || common > term.length || size == 0) {
            throw corrupt();
        }
        term.length = common;
        term.add(data, start, size);
        offset = start + size;
        startDoclist();
    }

    /** Notes where the term's doclist starts and ends, and goes to its first rowid. */
    final void startDoclist() {
        termOffset = offset;
        termPage = page;
        if (footerOffset >= leaf.size) {
            doclistEnd = leaf.size + 1;
        } else {
            doclistEnd += Varints.readInt(leaf.data, footerOffset);
            footerOffset += Varints.size(leaf.data, footerOffset);
        }
        loadRowid();
    }

    private void loadRowid() {
        while (offset >= leaf.dataEnd) {
            nextPage();
            if (leaf == null) {
                throw corrupt();
            }
            offset = Leaf.HEADER_SIZE;
        }
        readRowid();
    }

    /** Reads a rowid that does not depend on the one before. */
    final void readRowid() {
        rowid = Varints.read(leaf.data, offset);
        offset += Varints.size(leaf.data, offset);
    }

    /** Reads the size of the positions, or the marks of a deletion with detail=none. */
    final void loadPositions() {
        byte[] data = leaf.data;
        if (withPositions) {
            int size = data[offset];
            if (size >= 0) {
                offset++;
            } else {
                size = Varints.readInt(data, offset);
                offset += Varints.size(data, offset);
            }
            deleted = (size & 1) != 0;
            positionsSize = size >> 1;
            return;
        }
        int end = Math.min(doclistEnd, leaf.dataEnd);
        deleted = offset < end && data[offset] == 0;
        positionsSize = 1;
        if (deleted) {
            offset++;
            if (offset < end && data[offset] == 0) {
                offset++;
            } else {
                positionsSize = 0;
            }
        }
    }

    /** Goes to the next row; true if it is one of the next term. */
    boolean next() {
        boolean newTerm = withPositions ? nextRow() : nextBareRow();
        if (leaf != null && !newTerm) {
            loadPositions();
        }
        return newTerm;
    }

    /**
     * Goes on to rows of the term on the current page, up to the last one before a rowid; ascending
     * rows with positions only.
     *
     * @param limit how many rows that are no deletions it may go on by, at least 1
     * @return how many it has gone on by; deletions are passed over
     */
    final int skip(long before, int limit) {
        byte[] data = leaf.data;
        int end = Math.min(doclistEnd, leaf.dataEnd);
        int start = offset;
        int size = positionsSize;
        long last = rowid;
        boolean mark = deleted;
        int count = 0;
        for (int at = start + size; at >= start && at < end && count < limit; at = start + size) {
            long next;
            int step = data[at];
            if (step >= 0) {
                next = last + step;
                at++;
            } else {
                next = last + Varints.read(data, at);
                at += Varints.size(data, at);
            }
            if (next >= before) {
                break;
            }
            int value = data[at];
            if (value >= 0) {
                at++;
            } else {
                value = Varints.readInt(data, at);
                at += Varints.size(data, at);
            }
            last = next;
            start = at;
            size = value >> 1;
            mark = (value & 1) != 0;
            count += size == 0 ? 0 : 1;
        }
        rowid = last;
        offset = start;
        positionsSize = size;
        deleted = mark;
        return count;
    }

    /**
     * Copies the entries behind the current one, which the writer has written last, as long as they
     * are before a rowid, have positions, and fit with them on both pages; and goes to the last of
     * them. They have the same bytes in every segment, since their rowids are differences.
     */
    final void copyRun(SegmentWriter writer, long before) {
        byte[] data = leaf.data;
        int begin = offset + positionsSize;
        int end = Math.min(doclistEnd, leaf.dataEnd);
        int limit = (int) Math.min(end, (long) begin + writer.room());
        int at = begin;
        while (at < limit) {
            long next;
            int start = at;
            int step = data[start];
            if (step >= 0) {
                next = rowid + step;
                start++;
            } else {
                next = rowid + Varints.read(data, start);
                start += Varints.size(data, start);
            }
            int value = data[start];
            if (value >= 0) {
                start++;
            } else {
                value = Varints.readInt(data, start);
                start += Varints.size(data, start);
            }
            int size = value >> 1;
            if (next >= before || size == 0 || start + (long) size > limit) {
                break;
            }
            rowid = next;
            offset = start;
            positionsSize = size;
            deleted = (value & 1) != 0;
            at = start + size;
        }
        if (at > begin) {
            writer.appendRun(data, begin, at - begin, rowid);
        }
    }

    /**
     * Adds the entries behind the current one to a batch, as {@link #skip} goes on by them, and as
     * long as their positions are on the page; it goes to the last of them.
     */
    final void read(EntryBatch batch, long before, int limit) {
        byte[] data = leaf.data;
        int end = Math.min(doclistEnd, leaf.dataEnd);
        batch.data = data;
        int at = offset + positionsSize;
        while (at < end && batch.count < limit) {
            long next;
            int step = data[at];
            if (step >= 0) {
                next = rowid + step;
                at++;
            } else {
                next = rowid + Varints.read(data, at);
                at += Varints.size(data, at);
            }
            int value = data[at];
            if (value >= 0) {
                at++;
            } else {
                value = Varints.readInt(data, at);
                at += Varints.size(data, at);
            }
            int size = value >> 1;
            if (next >= before || at + (long) size > leaf.dataEnd) {
                return;
            }
            rowid = next;
            offset = at;
            positionsSize = size;
            deleted = (value & 1) != 0;
            if (size > 0) {
                batch.add(next, at, size);
            }
            at += size;
        }
    }

    /** Whether {@link #skip} can be used. */
    boolean canSkip() {
        return withPositions && segment != null && leaf != null;
    }

    private boolean nextRow() {
        int at = offset + positionsSize;
        if (at < leaf.dataEnd) {
            if (at >= doclistEnd) {
                return startTerm(at);
            }
            byte step = leaf.data[at];
            if (step >= 0) {
                rowid += step;
                offset = at + 1;
            } else {
                rowid += Varints.read(leaf.data, at);
                offset = at + Varints.size(leaf.data, at);
            }
            return false;
        }
        if (segment == null) {
            return nextList();
        }
        while (true) {
            nextPage();
            if (leaf == null) {
                return false;
            }
            int first = leaf.firstRowid();
            if (first != 0 && first < leaf.dataEnd) {
                offset = first;
                readRowid();
                return false;
            }
            if (leaf.hasTerms()) {
                if (doclistEnd > leaf.dataEnd) {
                    throw corrupt();
                }
                if (doclistEnd != 0) {
                    return startTerm(doclistEnd);
                }
            }
        }
    }

    private boolean nextBareRow() {
        int at = offset;
        while (segment != null && at >= leaf.dataEnd) {
            nextPage();
            if (leaf == null) {
                return false;
            }
            rowid = 0;
            at = Leaf.HEADER_SIZE;
        }
        if (at < doclistEnd) {
            rowid += Varints.read(leaf.data, at);
            offset = at + Varints.size(leaf.data, at);
            return false;
        }
        return segment == null ? nextList() : startTerm(at);
    }

    private boolean startTerm(int at) {
        if (oneTerm) {
            leaf = null;
            return true;
        }
        int common = 0;
        offset = at;
        if (at != leaf.firstTerm()) {
            common = Varints.readInt(leaf.data, at);
            offset += Varints.size(leaf.data, at);
        }
        loadTerm(common);
        loadPositions();
        return true;
    }

    /** Goes to the next term of what has no pages; here there is none. */
    boolean nextList() {
        leaf = null;
        return false;
    }

    /**
     * Goes to the first row that is not before this rowid, but at least one row on, with the help
     * of the doclist index.
     */
    void seek(long target) {
        int targetPage = page;
        while (!doclistIndex.atEnd() && target > doclistIndex.rowid()) {
            targetPage = doclistIndex.page();
            doclistIndex.next();
        }
        boolean moved = targetPage > page;
        if (moved) {
            goToPage(targetPage);
        }
        if (canSkip() && rowid < target) {
            skip(target, Integer.MAX_VALUE);
        }
        while (leaf != null) {
            if (moved && rowid >= target) {
                return;
            }
            next();
            moved = true;
        }
    }

    /** Goes to the first rowid on a page or behind it. */
    private void goToPage(int target) {
        if (target > segment.lastPage) {
            throw blocks.corruptTable();
        }
        nextLeaf = null;
        page = target - 1;
        int first = 0;
        while (first == 0) {
            nextPage();
            if (leaf == null) {
                return;
            }
            first = leaf.firstRowid();
        }
        if (first < Leaf.HEADER_SIZE || first >= leaf.dataEnd) {
            throw blocks.corruptTable();
        }
        offset = first;
        readRowid();
        loadPositions();
    }

    /** Whether the row's positions are all on the current page. */
    final boolean isOnPage() {
        return offset + (long) positionsSize <= leaf.dataEnd;
    }

    /** Adds the row's positions to a list, from all of their pages. */
    final void copyPositions(ByteList target) {
        int rest = positionsSize;
        int count = Math.max(0, Math.min(rest, leaf.dataEnd - offset));
        target.add(leaf.data, offset, count);
        rest -= count;
        for (int at = page + 1; rest > 0; at++) {
            if (segment == null) {
                throw blocks.corruptTable();
            }
            Leaf more;
            if (at == page + 1 && nextLeaf != null) {
                more = nextLeaf;
            } else {
                more = blocks.readLeaf(segment.id, at);
                if (at == page + 1 && isAscending()) {
                    nextLeaf = more;
                }
            }
            count = Math.min(rest, more.dataEnd - Leaf.HEADER_SIZE);
            target.add(more.data, Leaf.HEADER_SIZE, count);
            rest -= count;
        }
        target.pad();
    }

    boolean isAscending() {
        return true;
    }

    final RuntimeException corrupt() {
        return blocks.corruptPage(segment == null ? 0 : segment.id, page);
    }
}
