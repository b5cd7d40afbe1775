package org.sqlvm.engine.virtual.fts5.index;

/** Finds a term in a segment: by %_idx the page, on the page the term. */
final class TermSearch {
    private final Blocks blocks;
    private final byte[] key;
    private final int length;
    /** Whether it goes on with the next greater term, and with those behind it. */
    private final boolean scan;

    TermSearch(Blocks blocks, byte[] key, int length, boolean scan) {
        this.blocks = blocks;
        this.key = key;
        this.length = length;
        this.scan = scan;
    }

    /** Opens the rows of the term in a segment, or those from the term on. */
    SegmentRows open(Segment segment, boolean descending) {
        SegmentRows rows =
                descending ? new DescendingRows(blocks, segment) : new SegmentRows(blocks, segment);
        int found = blocks.findPage(segment, key, length);
        int page = found == 0 ? 1 : found >> 1;
        boolean indexed = (found & 1) != 0;
        if (page < segment.firstPage) {
            page = segment.firstPage;
            indexed = false;
        }
        rows.page = page - 1;
        rows.nextPage();
        if (rows.leaf != null) {
            seek(rows);
        }
        rows.oneTerm = !scan;
        if (rows.leaf != null) {
            if (!scan) {
                openIndex(rows, indexed, descending);
            }
            rows.tombstones = Tombstones.of(blocks, segment);
        }
        return rows;
    }

    private void openIndex(SegmentRows rows, boolean indexed, boolean descending) {
        boolean endsHere = rows.termPage == rows.page && rows.doclistEnd < rows.leaf.dataEnd;
        if (indexed && !endsHere) {
            rows.doclistIndex =
                    new DoclistIndex(blocks, rows.segment.id, rows.termPage, descending);
        }
        if (rows instanceof DescendingRows down) {
            down.last();
        }
    }

    /** Goes to the term on the current page. */
    private void seek(SegmentRows rows) {
        Leaf leaf = rows.leaf;
        LeafTerms terms = leaf.terms();
        if (terms != null) {
            int term = terms.find(key, length);
            if (term < terms.count && (scan || terms.isEqual(term, key, length))) {
                terms.take(term, rows);
            } else {
                endPage(rows);
            }
            return;
        }
        byte[] data = leaf.data;
        int footer = leaf.dataEnd;
        int start = 0;
        int matched = 0;
        boolean first = true;
        while (first || footer < leaf.size) {
            start += Varints.readInt(data, footer);
            footer += Varints.size(data, footer);
            if (start < 0 || start > leaf.size || (!first && start == leaf.size)) {
                throw rows.corrupt();
            }
            int at = start;
            int common = 0;
            if (!first) {
                common = Varints.readInt(data, at);
                at += Varints.size(data, at);
            }
            first = false;
            int size = Varints.readInt(data, at);
            at += Varints.size(data, at);
            if (common <= matched && (long) at + size > leaf.size) {
                throw rows.corrupt();
            }
            boolean found = false;
            boolean greater = common < matched;
            if (common == matched) {
                int limit = Math.min(size, length - matched);
                int equal = 0;
                while (equal < limit && data[at + equal] == key[matched + equal]) {
                    equal++;
                }
                matched += equal;
                found = matched == length && equal == size;
                greater = matched == length
                        || (equal < size && (data[at + equal] & 0xff) > (key[matched] & 0xff));
            }
            if (found || greater) {
                if (!found && !scan) {
                    rows.end();
                } else {
                    take(rows, common, at, size, start, footer);
                }
                return;
            }
        }
        endPage(rows);
    }

    /** The page has no such term: a scan begins with the next one. */
    private void endPage(SegmentRows rows) {
        if (scan) {
            firstOfNextPage(rows);
        } else {
            rows.end();
        }
    }

    private void firstOfNextPage(SegmentRows rows) {
        do {
            rows.nextPage();
            if (rows.leaf == null) {
                return;
            }
        } while (!rows.leaf.hasTerms());
        int start = rows.leaf.firstTerm();
        if (start < Leaf.HEADER_SIZE || start >= rows.leaf.dataEnd) {
            throw rows.corrupt();
        }
        rows.offset = start;
        rows.loadTerm(0);
        rows.loadPositions();
    }

    private void take(SegmentRows rows, int common, int at, int size, int start, int footer) {
        if (size < 1) {
            throw rows.corrupt();
        }
        rows.term.set(key, 0, common);
        rows.term.add(rows.leaf.data, at, size);
        rows.offset = at + size;
        rows.footerOffset = footer;
        rows.doclistEnd = start;
        rows.startDoclist();
        rows.loadPositions();
    }
}
