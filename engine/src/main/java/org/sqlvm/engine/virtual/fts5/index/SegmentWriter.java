package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/**
 * Writes the leaf pages of a segment, the rows of {@code %_idx} that lead to them, and doclist
 * indexes. Where pages end is part of the format: SQLite's files have the same ones.
 */
final class SegmentWriter {
    private final Blocks blocks;
    private final int segment;
    private final int pageSize;
    private final DoclistIndexWriter doclistIndex;
    /** The page that is written. */
    private final ByteList page;

    private final ByteList footer;
    /** The last term, for its common prefix with the next one; empty at the start of a step. */
    private final ByteList lastTerm = new ByteList();
    /** The key of the page that leads to {@link #keyPage} in %_idx. */
    private final ByteList key = new ByteList();

    private int pageNumber;
    private int lastTermOffset;
    private long lastRowid;
    private boolean firstRowidOfDoclist;
    private boolean firstRowidOfPage;
    private boolean firstTermOfPage = true;
    private int pagesWritten;
    /** Number of pages in a row without a term. */
    private int emptyPages;
    /** The last page with a term, whose row of %_idx is to be written; 0 for none. */
    private int keyPage;

    /** Starts a segment. */
    SegmentWriter(Blocks blocks, int segment) {
        this(blocks, segment, 1);
        keyPage = 1;
    }

    /** Goes on with a segment behind its last page. */
    SegmentWriter(Blocks blocks, int segment, int pageNumber) {
        this.blocks = blocks;
        this.segment = segment;
        this.pageNumber = pageNumber;
        pageSize = blocks.config.pageSize();
        doclistIndex = new DoclistIndexWriter(blocks, segment);
        page = new ByteList(pageSize);
        footer = new ByteList();
        page.addInt(0);
    }

    int pagesWritten() {
        return pagesWritten;
    }

    private int used() {
        return page.length + footer.length;
    }

    /** Appends a term, which is greater than the last one. */
    void appendTerm(byte[] data, int start, int length) {
        if (used() + length + 2 >= pageSize && page.length > Leaf.HEADER_SIZE) {
            flushPage();
        }
        footer.addVarint(page.length - lastTermOffset);
        lastTermOffset = page.length;
        int common = 0;
        if (firstTermOfPage) {
            if (pageNumber != 1) {
                int keyLength =
                        lastTerm.length == 0 ? length : 1 + commonPrefix(data, start, length);
                startKeyPage(data, start, keyLength);
            }
        } else {
            common = commonPrefix(data, start, length);
            page.addVarint(common);
        }
        page.addVarint(length - common);
        page.add(data, start + common, length - common);
        lastTerm.set(data, start, length);
        firstTermOfPage = false;
        firstRowidOfPage = false;
        firstRowidOfDoclist = true;
        doclistIndex.setPage(pageNumber);
    }

    private int commonPrefix(byte[] data, int start, int length) {
        int limit = Math.min(lastTerm.length, length);
        int common = Arrays.mismatch(lastTerm.array, 0, limit, data, start, start + limit);
        return common < 0 ? limit : common;
    }

    private void startKeyPage(byte[] data, int start, int length) {
        writeKeyPage();
        key.set(data, start, length);
        keyPage = pageNumber;
    }

    private void writeKeyPage() {
        if (keyPage == 0) {
            return;
        }
        int indexed = doclistIndex.finish(emptyPages) ? 1 : 0;
        emptyPages = 0;
        blocks.store.insertPage(segment, key.array, key.length, (keyPage << 1) + indexed);
        keyPage = 0;
    }

    private void flushPage() {
        page.putShort(2, page.length);
        if (firstTermOfPage) {
            if (firstRowidOfPage) {
                doclistIndex.addEmptyPage();
            }
            emptyPages++;
        } else {
            page.add(footer.array, 0, footer.length);
        }
        blocks.write(Blocks.leafId(segment, pageNumber), page);
        page.clear();
        footer.clear();
        page.addInt(0);
        lastTermOffset = 0;
        pageNumber++;
        pagesWritten++;
        firstTermOfPage = true;
        firstRowidOfPage = true;
    }

    /** Appends a rowid of the term, as a merge does. */
    void appendRowid(long rowid) {
        if (used() >= pageSize) {
            flushPage();
        }
        if (firstRowidOfPage) {
            page.putShort(0, page.length);
            doclistIndex.addPage(pageNumber, rowid);
        }
        page.addVarint(firstRowidOfDoclist || firstRowidOfPage ? rowid : rowid - lastRowid);
        lastRowid = rowid;
        firstRowidOfDoclist = false;
        firstRowidOfPage = false;
    }

    /** Appends a varint behind a rowid, whatever the page's size. */
    void appendVarint(long value) {
        page.addVarint(value);
    }

    /** Appends a list of positions; a varint goes to one page. */
    void appendPositions(byte[] data, int start, int length) {
        int at = start;
        int rest = length;
        while (used() + rest >= pageSize) {
            int wanted = pageSize - used();
            int count = 0;
            while (count < wanted) {
                count += Varints.size(data, at + count);
            }
            page.add(data, at, count);
            at += count;
            rest -= count;
            flushPage();
        }
        if (rest > 0) {
            page.add(data, at, rest);
        }
    }

    /**
     * Number of bytes of whole entries that can be appended before the page is full; 0 if the next
     * rowid is none that depends on the one before.
     */
    int room() {
        return firstRowidOfPage || firstRowidOfDoclist ? 0 : pageSize - 1 - used();
    }

    /**
     * Appends entries of the term behind the one that was appended last, as a merge does.
     *
     * @param length not more than {@link #room}
     * @param rowid the rowid of the last one
     */
    void appendRun(byte[] data, int start, int length, long rowid) {
        assert length <= room() : length;
        page.add(data, start, length);
        lastRowid = rowid;
    }

    /** Appends the whole doclist of the term if it fits on the page; false if it does not. */
    boolean appendDoclist(byte[] doclist, int start, int length) {
        if (pageSize < used() + length + 1) {
            return false;
        }
        page.add(doclist, start, length);
        return true;
    }

    /** Appends a rowid of the term, as a flush does: the last entry has ended a full page. */
    void appendFlushedRowid(long rowid, long previous) {
        if (firstRowidOfPage) {
            page.putShort(0, page.length);
            page.addVarint(rowid);
            firstRowidOfPage = false;
            doclistIndex.addPage(pageNumber, rowid);
        } else {
            page.addVarint(rowid - previous);
        }
    }

    /** Ends the page if it is full. */
    void endFullPage() {
        if (used() >= pageSize) {
            flushPage();
        }
    }

    /** Appends the size and list of positions behind a rowid, as a flush does. */
    void appendFlushedPositions(byte[] data, int start, int length) {
        if (used() + length <= pageSize) {
            page.add(data, start, length);
            return;
        }
        int done = 0;
        do {
            int space = pageSize - used();
            int count = length - done;
            if (count > space) {
                count = wholeVarints(data, start + done, space);
            }
            page.add(data, start + done, count);
            done += count;
            endFullPage();
        } while (done < length);
    }

    /** Length of the varints that fit, but at least of one. */
    private static int wholeVarints(byte[] data, int start, int space) {
        int length = Varints.size(data, start);
        while (length < space) {
            int next = Varints.size(data, start + length);
            if (length + next > space) {
                break;
            }
            length += next;
        }
        return length;
    }

    /** Ends the segment; returns the number of its last page, 0 if it has none. */
    int finish() {
        if (page.length > Leaf.HEADER_SIZE) {
            flushPage();
        }
        if (pageNumber > 1) {
            writeKeyPage();
        }
        return pageNumber - 1;
    }
}
