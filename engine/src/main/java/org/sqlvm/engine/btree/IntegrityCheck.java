package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Pager;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Looks at every page of a database: that each is used once, that trees are in order and of even
 * depth, that cells and free blocks fill their pages, that free list and pointer map agree with the
 * trees. A problem becomes a line of text in SQLite's words, never an exception.
 *
 * <p>It trusts no byte that it reads: bytes behind a page's end are zero.
 */
public final class IntegrityCheck {
    /** Types of entries in the pointer map (file-format section 1.8). */
    private static final int ROOT_PAGE = 1;

    private static final int FREE_PAGE = 2;
    private static final int FIRST_OVERFLOW = 3;
    private static final int OVERFLOW = 4;
    private static final int TREE_PAGE = 5;

    private static final int POINTER_SIZE = 5;
    /** More levels than any file can have; a damaged one must not exhaust the stack. */
    private static final int DEPTH_MAX = 200;

    /** Where the lock bytes are: the page around them is never used. */
    private static final long LOCK_BYTES = 0x40000000;

    private final TreePages pages;
    private final Runnable poll;
    private final Pager<TreePage> pager;
    private final int pageCount;
    private final int usableSize;
    private final boolean autoVacuum;
    private final BitSet used = new BitSet();
    private final StringBuilder text = new StringBuilder();
    private int errorsLeft;
    private int errorCount;
    /** The beginning of each line: "Tree 3 page 7 cell 2: ". */
    private String prefix = "";

    private int root;
    private long rowCount;
    /** The greatest rowid that the part of the tree looked at next may have. */
    private long maxKey;

    /** @param poll called at each page; throws to stop the check */
    IntegrityCheck(TreePages pages, int errorsMax, Runnable poll) {
        this.poll = poll;
        this.pages = pages;
        pager = pages.pager;
        pageCount = pager.pageCount();
        usableSize = pages.usableSize;
        errorsLeft = errorsMax;
        autoVacuum = pageCount > 0 && header(Meta.LARGEST_ROOT_PAGE.offset) != 0;
    }

    private int header(int offset) {
        return BigEndian.getInt(pager.get(1).data, offset);
    }

    /**
     * Looks at trees, and at the rest of the database.
     *
     * @param roots page 0 as the first one: no page need be used but by the other trees
     * @param rowCounts gets the number of entries of each tree
     */
    void run(int[] roots, long[] rowCounts) {
        if (pageCount == 0) {
            return;
        }
        boolean partial = roots[0] == 0;
        long lockPage = LOCK_BYTES / pager.pageSize() + 1;
        if (lockPage <= pageCount) {
            used.set((int) lockPage);
        }
        if (!partial || roots[1] == 1) {
            prefix = "Freelist: ";
            list(true, header(HeaderBytes.FREELIST_TRUNK), header(HeaderBytes.FREELIST_COUNT));
            prefix = "";
        }
        if (!partial) {
            checkLargestRoot(roots);
        }
        for (int i = 0; i < roots.length && errorsLeft > 0; i++) {
            rowCount = 0;
            if (roots[i] != 0) {
                if (autoVacuum && roots[i] > 1 && !partial) {
                    checkPointer(roots[i], ROOT_PAGE, 0);
                }
                root = roots[i];
                maxKey = Long.MAX_VALUE;
                tree(roots[i], 0);
            }
            rowCounts[i] = rowCount;
        }
        for (int i = 1; i <= pageCount && errorsLeft > 0 && !partial; i++) {
            boolean isMap = autoVacuum && i > 1 && mapPage(i) == i;
            if (!used.get(i) && !isMap) {
                report("TreePage " + i + ": never used");
            } else if (used.get(i) && isMap) {
                report("TreePage " + i + ": pointer map referenced");
            }
        }
    }

    /** Returns the number of problems; at most as many as were requested. */
    public int errorCount() {
        return errorCount;
    }

    /** Returns the problems found, a line each; empty if there are none. */
    public String text() {
        return text.toString();
    }

    private void checkLargestRoot(int[] roots) {
        if (autoVacuum) {
            int largest = Arrays.stream(roots).max().orElse(0);
            int written = header(Meta.LARGEST_ROOT_PAGE.offset);
            if (largest != written) {
                report("max rootpage (" + Integer.toUnsignedString(largest)
                        + ") disagrees with header (" + Integer.toUnsignedString(written) + ")");
            }
        } else if (header(Meta.INCREMENTAL_VACUUM.offset) != 0) {
            report("incremental_vacuum enabled with a max rootpage of zero");
        }
    }

    private void report(String what) {
        if (errorsLeft == 0) {
            return;
        }
        errorsLeft--;
        errorCount++;
        text.append(text.isEmpty() ? "" : "\n").append(prefix).append(what);
    }

    /** Whether a page may be checked: it exists and has no other use. */
    private boolean take(int number) {
        if (Integer.compareUnsigned(number, pageCount) > 0 || number == 0) {
            report("invalid page number " + Integer.toUnsignedString(number));
            return false;
        }
        if (used.get(number)) {
            report("2nd reference to page " + number);
            return false;
        }
        used.set(number);
        return true;
    }

    /**
     * Checks the free list, or the overflow pages of one cell, whose number should be
     * {@code expected}.
     */
    private void list(boolean free, int first, int expected) {
        int errorsBefore = errorCount;
        int left = expected;
        int number = first;
        while (number != 0 && errorsLeft > 0) {
            if (!take(number)) {
                break;
            }
            left--;
            byte[] data = get(number);
            if (data == null) {
                report("failed to get page " + number);
                break;
            }
            if (free) {
                left -= trunk(number, data);
            } else if (autoVacuum && left > 0) {
                checkPointer(BigEndian.getInt(data, 0), OVERFLOW, number);
            }
            number = BigEndian.getInt(data, 0);
        }
        if (left != 0 && errorsBefore == errorCount) {
            report((free ? "size" : "overflow list length") + " is "
                    + Integer.toUnsignedString(expected - left) + " but should be "
                    + Integer.toUnsignedString(expected));
        }
    }

    /** A trunk page of the free list; gives how many pages it lists. */
    private int trunk(int number, byte[] data) {
        if (autoVacuum) {
            checkPointer(number, FREE_PAGE, 0);
        }
        int leaves = BigEndian.getInt(data, 4);
        if (Integer.compareUnsigned(leaves, usableSize / 4 - 2) > 0) {
            report("freelist leaf count too big on page " + number);
            return 1;
        }
        for (int i = 0; i < leaves; i++) {
            int leaf = BigEndian.getInt(data, 8 + 4 * i);
            if (autoVacuum) {
                checkPointer(leaf, FREE_PAGE, 0);
            }
            take(leaf);
        }
        return leaves;
    }

    /** A page's bytes, or null if they cannot be read. */
    private byte[] get(int number) {
        try {
            return pager.get(number).data;
        } catch (SqlException e) {
            if (e.code() == ResultCode.NOMEM) {
                throw e;
            }
            return null;
        }
    }

    /** Returns the page of the pointer map that has the entry of page {@code number}. */
    private int mapPage(int number) {
        int perMap = usableSize / POINTER_SIZE + 1;
        int page = (number - 2) / perMap * perMap + 2;
        return page == LOCK_BYTES / pager.pageSize() + 1 ? page + 1 : page;
    }

    private void checkPointer(int number, int type, int parent) {
        boolean there = number >= 2 && number <= pageCount && mapPage(number) <= pageCount;
        byte[] map = there ? get(mapPage(number)) : null;
        int offset = there ? POINTER_SIZE * (number - mapPage(number) - 1) : -1;
        if (map == null || offset < 0 || map[offset] < ROOT_PAGE || map[offset] > TREE_PAGE) {
            report("Failed to read ptrmap key=" + Integer.toUnsignedString(number));
            return;
        }
        int found = BigEndian.getInt(map, offset + 1);
        if (map[offset] != type || found != parent) {
            report("Bad ptr map entry key=" + number + " expected=(" + type + "," + parent
                    + ") got=(" + map[offset] + "," + Integer.toUnsignedString(found) + ")");
        }
    }

    /**
     * Checks a page of a tree, and the pages below it.
     *
     * @return the number of levels below the parent: 1 for a leaf, 0 for a page that was not
     *     checked
     */
    private int tree(int number, int level) {
        if (errorsLeft == 0 || number == 0 || !take(number)) {
            return 0;
        }
        poll.run();
        String outer = prefix;
        prefix = "Tree " + root + " page " + number + ": ";
        byte[] data = get(number);
        int depth = -1;
        if (data == null) {
            report("unable to get the page. error code=" + ResultCode.CORRUPT);
        } else if (level == DEPTH_MAX || !IntegrityPage.isPage(data, number, usableSize)) {
            report("btreeInitPage() returns error code " + ResultCode.CORRUPT);
        } else {
            IntegrityPage page = new IntegrityPage(data, number, pages);
            if (page.isFreeSpaceDamaged()) {
                report("free space corruption");
            } else {
                depth = cells(page, level);
            }
        }
        prefix = outer;
        return depth + 1;
    }

    private int cells(IntegrityPage page, int level) {
        int depth = -1;
        boolean mayBeEqual = true;
        boolean whole = true;
        if (page.leaf || !page.intKey) {
            rowCount += page.cellCount;
        }
        if (!page.leaf) {
            int right = page.rightChild();
            prefix = "Tree " + root + " page " + page.number + " right child: ";
            if (autoVacuum) {
                checkPointer(right, TREE_PAGE, page.number);
            }
            depth = tree(right, level + 1);
            mayBeEqual = false;
        }
        for (int i = page.cellCount - 1; i >= 0 && errorsLeft > 0; i--) {
            prefix = "Tree " + root + " page " + page.number + " cell " + i + ": ";
            int offset = page.cellOffset(i);
            if (offset < page.contentStart || offset > usableSize - 4) {
                report("Offset " + offset + " out of range " + page.contentStart + ".."
                        + (usableSize - 4));
                whole = false;
                continue;
            }
            page.parse(offset);
            if (offset + page.size > usableSize) {
                report("Extends off end of page");
                whole = false;
                continue;
            }
            if (page.hasBadHeader()) {
                report("Bad cell header size");
                whole = false;
                continue;
            }
            if (page.intKey) {
                if (mayBeEqual ? page.key > maxKey : page.key >= maxKey) {
                    report("Rowid " + page.key + " out of order");
                }
                maxKey = page.key;
                mayBeEqual = false;
            }
            checkOverflow(page, offset);
            if (!page.leaf) {
                int child = BigEndian.getInt(page.data, offset);
                if (autoVacuum) {
                    checkPointer(child, TREE_PAGE, page.number);
                }
                int below = tree(child, level + 1);
                mayBeEqual = false;
                if (below != depth) {
                    report("Child page depth differs");
                    depth = below;
                }
            }
        }
        prefix = "";
        if (whole && errorsLeft > 0) {
            String problem = page.coverageProblem();
            if (problem != null) {
                report(problem);
            }
        }
        return depth;
    }

    private void checkOverflow(IntegrityPage page, int offset) {
        if (page.payload <= page.local) {
            return;
        }
        long count = (page.payload - page.local + usableSize - 5) / (usableSize - 4);
        int first = BigEndian.getInt(page.data, offset + page.size - 4);
        if (autoVacuum) {
            checkPointer(first, FIRST_OVERFLOW, page.number);
        }
        list(false, first, (int) count);
    }
}
