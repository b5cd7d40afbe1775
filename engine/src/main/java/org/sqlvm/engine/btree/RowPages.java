package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Goes through the pages of a tree that hold rows, in the order of the rows, for a scan that reads
 * all of them: each becomes a {@link PageImage}, which may be read later and by another thread.
 * Between two steps the tree must be the same; after a change {@link #restart} finds the position
 * again.
 */
public abstract sealed class RowPages permits TableLeaves, IndexPages {
    final BtreeCursor cursor;
    final TreePages pages;

    /** From the root page on; which of an entry's parts comes next is the subclass's to know. */
    private final TreePage[] path = new TreePage[BtreeCursor.DEPTH_MAX];

    private final int[] steps = new int[BtreeCursor.DEPTH_MAX];
    private int depth = -1;
    private boolean begun;

    /** More than the file has pages is a cycle. */
    private long leavesEntered;

    private long bytesRead;

    /** @param cursor a cursor on the tree, at any position */
    RowPages(BtreeCursor cursor) {
        this.cursor = cursor;
        this.pages = cursor.pages;
    }

    /** Returns the pages of a cursor's tree. */
    public static RowPages of(BtreeCursor cursor) {
        return switch (cursor) {
            case TableCursor table -> new TableLeaves(table);
            case IndexCursor index -> new IndexPages(index);
        };
    }

    /** Returns the size of an image in bytes. */
    public final int imageSize() {
        return pages.pager.pageSize();
    }

    /** Images for pages of this database. */
    public final List<PageImage> newImages(int count) {
        int size = imageSize();
        byte[] data = new byte[count * size];
        return IntStream.range(0, count)
                .mapToObj(i -> new PageImage(data, i * size))
                .toList();
    }

    /** Returns an object that measures cells of the tree in its present state. */
    public final ImageCells newCells() {
        return new ImageCells(pages, isTable());
    }

    /** The most cells of a page whose payloads go on in overflow pages. */
    public final int overflowingMax() {
        return pages.usableSize / pages.minLocal();
    }

    abstract boolean isTable();

    /**
     * Begins again, with the tree as it is now.
     *
     * @param rows the number of rows that have been read
     * @param lastRowid the rowid of the last of these, if they have rowids
     */
    public void restart(long rows, long lastRowid) {
        begun = false;
        bytesRead = 0;
    }

    /** Throws if the transaction in which the cursor was opened is gone. */
    public final void checkTransaction() {
        cursor.checkTransaction();
    }

    /**
     * Copies the next page.
     *
     * @param cells measures cells, to find rows that are not wanted
     * @return false behind the last one
     */
    public final boolean next(PageImage image, ImageCells cells) {
        checkTransaction();
        boolean found = begun ? step(image) : begin(image);
        while (found && !narrow(image, cells)) {
            found = step(image);
        }
        return found;
    }

    /** Whether no row behind the last page is wanted. */
    abstract boolean isDone();

    /**
     * Passes over the rows of a page that are not wanted.
     *
     * @return false if none is wanted
     */
    abstract boolean narrow(PageImage image, ImageCells cells);

    private boolean begin(PageImage image) {
        begun = true;
        leavesEntered = 0;
        depth = -1;
        TreePage root = rootPage();
        if (root == null) {
            return false;
        }
        if (root.leaf) {
            copy(root.number, image);
            return true;
        }
        enter(root);
        return step(image);
    }

    /** Null if the tree is empty. */
    private TreePage rootPage() {
        if (pages.pager.pageCount() == 0) {
            return null;
        }
        int root = cursor.root();
        TreePage page = TreeWalk.rootPage(pages, root, isTable());
        if (page.cellCount == 0 && !page.leaf && root != 1) {
            throw SqlException.corrupt(root, "an interior page without cells");
        }
        return page.cellCount == 0 && page.leaf ? null : page;
    }

    private void enter(TreePage page) {
        if (depth + 1 == BtreeCursor.DEPTH_MAX) {
            throw SqlException.corrupt(
                    cursor.root(), "b-tree is deeper than " + BtreeCursor.DEPTH_MAX + " pages");
        }
        depth++;
        path[depth] = page;
        steps[depth] = firstStep(page);
    }

    /** Returns the first step through an interior page. */
    abstract int firstStep(TreePage page);

    /** Whether that step through an interior page is a cell of its own, instead of a child. */
    abstract boolean isRow(int step);

    /** The child of an interior page at that step, by number; or its cell. */
    abstract int place(int step);

    private boolean step(PageImage image) {
        while (depth >= 0 && !isDone()) {
            TreePage page = path[depth];
            int step = steps[depth]++;
            int place = place(step);
            if (isRow(step) && place < page.cellCount) {
                copy(page, place, image);
                return true;
            }
            if (place > page.cellCount || isRow(step)) {
                depth--;
                continue;
            }
            int number = TreePages.child(page, place);
            copy(number, image);
            if (image.isLeaf()) {
                if (++leavesEntered > pages.pager.pageCount()) {
                    throw SqlException.corrupt(
                            cursor.root(), "b-tree has more leaves than the file has pages");
                }
                return true;
            }
            enter(interior(number));
        }
        return false;
    }

    private void copy(int number, PageImage image) {
        pages.pager.copy(number, image.data, image.base);
        image.become(number);
        bytesRead += imageSize();
    }

    /** A cell of an interior page. */
    private void copy(TreePage page, int cell, PageImage image) {
        System.arraycopy(page.data, 0, image.data, image.base, imageSize());
        image.become(page.number);
        image.setFirst(cell);
        image.setEnd(cell + 1);
    }

    private TreePage interior(int number) {
        TreePage page = pages.page(number);
        check(page);
        return page;
    }

    private void check(TreePage page) {
        if (page.intKey != isTable() || page.cellCount == 0) {
            throw SqlException.corrupt(
                    page.number, page.cellCount == 0 ? "no cells" : "in a tree of the other kind");
        }
    }

    /** Returns the error for a page whose cells cannot be measured. */
    public final SqlException corrupt(PageImage image) {
        try {
            int end = image.base + imageSize();
            TreePage page = new TreePage(
                    image.number, Arrays.copyOfRange(image.data, image.base, end), true);
            PageCheck.check(page, pages);
            check(page);
        } catch (SqlException e) {
            return e;
        }
        assert false : image.number;
        return SqlException.corrupt(image.number, "no rows");
    }

    /** The record of a cell that goes on in overflow pages. */
    public final byte[] payload(PageImage image, ImageCells cells, int cell) {
        byte[] payload = new byte[cells.size(cell)];
        int start = cells.starts()[cell];
        int local = cells.localSizes()[cell];
        System.arraycopy(image.data, start, payload, 0, local);
        int first = BigEndian.getInt(image.data, start + local);
        pages.copyOverflow(image.number, first, payload, local);
        bytesRead += payload.length - local;
        return payload;
    }

    /** Returns the size of all pages so far, including overflow pages, in the tree's last state. */
    public final long bytesRead() {
        return bytesRead;
    }
}
