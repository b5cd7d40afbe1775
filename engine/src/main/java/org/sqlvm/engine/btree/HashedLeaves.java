package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.BigEndian;

import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Goes through the leaf pages of a table, with a hash of each: if the leaves and their overflow
 * pages have the same hashes, their rows are the same. The pages are those of the transaction's
 * snapshot: in the file, in its log, or changed in memory.
 */
public final class HashedLeaves {
    private final TableLeaves leaves;
    private final TreePages pages;
    private final ImageCells cells;
    private final PageImage other;
    private final PageHash hash = new PageHash();

    /** The leaf. */
    private PageImage image;

    /** Takes overflow pages. */
    public interface PageSink {
        void take(int number, long hash);
    }

    /**
     * Hashes pages, by one thread at a time: two checksums with different polynomials, 64 bits
     * together. Both are instructions of the processor.
     */
    public static final class PageHash {
        private final CRC32C first = new CRC32C();
        private final CRC32 second = new CRC32();

        /** The hash of a page. */
        public long of(PageImage page, int size) {
            first.reset();
            first.update(page.data, page.base, size);
            second.reset();
            second.update(page.data, page.base, size);
            return first.getValue() << Integer.SIZE | second.getValue();
        }
    }

    /** @param cursor a cursor on the table, at any position */
    public HashedLeaves(TableCursor cursor) {
        leaves = new TableLeaves(cursor);
        pages = cursor.pages;
        List<PageImage> images = leaves.newImages(2);
        image = images.getFirst();
        other = images.getLast();
        cells = leaves.newCells();
    }

    /** The size of a page. */
    public int pageSize() {
        return leaves.imageSize();
    }

    /** Images for leaves that are hashed later. */
    public List<PageImage> newImages(int count) {
        return leaves.newImages(count);
    }

    /** Goes to the next leaf, and copies it; false behind the last one. */
    public boolean next(PageImage target) {
        image = target;
        return next();
    }

    /** Goes to the next leaf; false behind the last one. */
    public boolean next() {
        return leaves.next(image, cells);
    }

    /** The number of the page. */
    public int number() {
        return image.number;
    }

    /** The number of its cells. */
    public int cellCount() {
        return image.cellCount();
    }

    /** The hash of the page. */
    public long hash() {
        return hash.of(image, pageSize());
    }

    /** The hash of any page of the database, or 0 if there is no such page. */
    public long hash(int number) {
        if (number < 1 || number > pages.pager.pageCount()) {
            return 0;
        }
        pages.pager.copy(number, other.data, other.base);
        return hash.of(other, pageSize());
    }

    // ------------------------------------------------------------------ cells

    /** Measures the cells of the page; false if it is corrupt. */
    public boolean measure() {
        return cells.enter(image);
    }

    /** The rowid of a measured cell. */
    public long rowid(int cell) {
        return cells.rowid(cell);
    }

    /**
     * Gives the overflow pages of a measured cell, in their order.
     *
     * @return false if the chain is corrupt
     */
    public boolean overflow(int cell, PageSink sink) {
        int rest = cells.size(cell) - cells.localSizes()[cell];
        int at = cells.starts()[cell] + cells.localSizes()[cell];
        int number = rest > 0 ? BigEndian.getInt(image.data, at) : 0;
        while (rest > 0) {
            long hash = hash(number);
            if (hash == 0) {
                return false;
            }
            sink.take(number, hash);
            rest -= pages.usableSize - TreePages.OVERFLOW_HEADER;
            number = BigEndian.getInt(other.data, other.base);
        }
        return true;
    }
}
