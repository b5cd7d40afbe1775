package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.BigEndianBytes;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Page;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Goes through the leaf pages of a table's tree in the order of the rows, for those who read all of
 * them: each becomes a {@link LeafImage}, which is read where and when it suits. Between two steps
 * the tree must be the same; after a change {@link #seekBehind} finds the place again.
 */
public final class TableLeaves {
    private final TableCursor cursor;
    private final TreePages pages;
    private final Page[] path = new Page[BtreeCursor.DEPTH_MAX];

    /** By depth: the child that is entered next. */
    private final int[] children = new int[BtreeCursor.DEPTH_MAX];

    private int depth = -1;
    private boolean begun;

    /** Rows up to {@link #bound} are passed over. */
    private boolean bounded;

    private long bound;

    /** Rows above it are not wanted. */
    private long last = Long.MAX_VALUE;

    /** More than the file has pages is a cycle. */
    private long leavesEntered;

    private long bytesRead;

    /** @param cursor on the table; where it stands is of no matter */
    public TableLeaves(TableCursor cursor) {
        this.cursor = cursor;
        this.pages = cursor.pages;
    }

    /** What an image takes, in bytes. */
    public int imageSize() {
        return pages.pager.pageSize();
    }

    /** Images for pages of this database. */
    public List<LeafImage> newImages(int count) {
        int size = imageSize();
        byte[] data = new byte[count * size];
        return IntStream.range(0, count)
                .mapToObj(i -> new LeafImage(data, i * size))
                .toList();
    }

    /** Measures cells of the tree as it is now. */
    public LeafCells newCells() {
        return new LeafCells(pages);
    }

    /** The next page is the one with the first row above {@code rowid}. */
    public void seekBehind(long rowid) {
        begun = false;
        bounded = true;
        bound = rowid;
    }

    /** Rows above {@code rowid} are not wanted: see {@link #wantedEnd}. */
    public void readTo(long rowid) {
        last = rowid;
    }

    /**
     * Behind the last cell of a page whose row is wanted.
     *
     * @param cells by which that is found
     */
    public int wantedEnd(LeafImage image, LeafCells cells) {
        int end = image.cellCount();
        if (last < Long.MAX_VALUE) {
            if (!cells.enter(image)) {
                throw corrupt(image);
            }
            while (end > image.first() && cells.rowid(end - 1) > last) {
                end--;
            }
        }
        return end;
    }

    /**
     * Copies the next page.
     *
     * @param cells by which rows are found that are to be passed over
     * @return false behind the last one
     */
    public boolean next(LeafImage image, LeafCells cells) {
        cursor.checkTransaction();
        if (!begun) {
            begun = true;
            leavesEntered = 0;
            depth = -1;
            Page root = rootPage();
            if (root == null) {
                return false;
            }
            if (root.leaf) {
                copy(root.number, image);
                return !bounded || passOver(image, cells);
            }
            enter(root);
        }
        while (nextLeaf(image)) {
            if (!bounded || passOver(image, cells)) {
                return true;
            }
        }
        return false;
    }

    /** Null if the tree is empty. */
    private Page rootPage() {
        if (pages.pager.pageCount() == 0) {
            return null;
        }
        int root = cursor.root();
        Page page = TreeWalk.rootPage(pages, root, true);
        if (page.cellCount == 0 && !page.leaf && root != 1) {
            throw SqlException.corrupt(root, "an interior page without cells");
        }
        return page.cellCount == 0 && page.leaf ? null : page;
    }

    private void enter(Page page) {
        if (depth + 1 == BtreeCursor.DEPTH_MAX) {
            throw SqlException.corrupt(
                    cursor.root(), "b-tree is deeper than " + BtreeCursor.DEPTH_MAX + " pages");
        }
        depth++;
        path[depth] = page;
        children[depth] =
                bounded ? PageSearch.firstNotBelow(TableCursor.keys(page), boundAbove()) : 0;
    }

    /** The least rowid that is wanted. */
    private long boundAbove() {
        return bound == Long.MAX_VALUE ? bound : bound + 1;
    }

    private boolean nextLeaf(LeafImage image) {
        while (depth >= 0) {
            Page page = path[depth];
            if (children[depth] > page.cellCount) {
                depth--;
                continue;
            }
            int number = TreePages.child(page, children[depth]++);
            copy(number, image);
            if (image.data[image.base] == PageCheck.TABLE_LEAF) {
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

    private void copy(int number, LeafImage image) {
        pages.pager.copy(number, image.data, image.base);
        image.number = number;
        image.header = image.base + (number == 1 ? HeaderBytes.SIZE : 0);
        image.setFirst(0);
        bytesRead += imageSize();
    }

    private Page interior(int number) {
        Page page = pages.page(number);
        check(page);
        return page;
    }

    private static void check(Page page) {
        if (!page.intKey || page.cellCount == 0) {
            throw SqlException.corrupt(
                    page.number, page.cellCount == 0 ? "no cells" : "in a tree of the other kind");
        }
    }

    /** Whether the page has rows that are wanted; the rows of all that follow are. */
    private boolean passOver(LeafImage image, LeafCells cells) {
        if (!cells.enter(image)) {
            throw corrupt(image);
        }
        int count = image.cellCount();
        int cell = 0;
        while (cell < count && cells.rowid(cell) <= bound) {
            cell++;
        }
        image.setFirst(cell);
        bounded = cell == count;
        return !bounded;
    }

    /** What is wrong with a page whose cells cannot be measured. */
    public SqlException corrupt(LeafImage image) {
        try {
            int end = image.base + imageSize();
            Page page = new Page(image.number, Arrays.copyOfRange(image.data, image.base, end));
            PageCheck.check(page, pages);
            check(page);
        } catch (SqlException e) {
            return e;
        }
        assert false : image.number;
        return SqlException.corrupt(image.number, "no leaf of a table");
    }

    /** The record of a cell that goes on in overflow pages. */
    public byte[] payload(LeafImage image, LeafCells cells, int cell) {
        byte[] payload = new byte[cells.size(cell)];
        int start = cells.starts()[cell];
        int local = cells.localSizes()[cell];
        System.arraycopy(image.data, start, payload, 0, local);
        int first = BigEndianBytes.getInt(image.data, start + local);
        pages.copyOverflow(image.number, first, payload, local);
        bytesRead += payload.length - local;
        return payload;
    }

    /** Bytes of all pages so far, and of what is outside of the leaves. */
    public long bytesRead() {
        return bytesRead;
    }
}
