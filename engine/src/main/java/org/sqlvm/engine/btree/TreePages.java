package org.sqlvm.engine.btree;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Pager;

/**
 * The pages of one database as b-tree pages: checked when they are read, and measured by the sizes
 * that follow from the page size (file-format section 1.6).
 */
final class TreePages {
    /** An overflow page begins with the number of the next one. */
    static final int OVERFLOW_HEADER = 4;

    final Pager<TreePage> pager;

    /** Page size without the reserved bytes. */
    int usableSize;

    /** How often cells have gone from page to page, because one was too full or too empty. */
    long balances;

    /** The most payload bytes that a cell keeps in a table leaf, and in an index page. */
    private int maxLocalTable;

    private int maxLocalIndex;

    /** The least that stays local when a payload overflows. */
    private int minLocal;

    TreePages(Pager<TreePage> pager) {
        this.pager = pager;
        resize();
    }

    /** Takes over page size and reserved bytes, which may be other ones in each transaction. */
    void resize() {
        int reserved = 0;
        if (pager.pageCount() > 0 && (pager.isReading() || pager.isWriting())) {
            reserved = HeaderBytes.reservedBytes(pager.get(1).data);
        }
        usableSize = pager.pageSize() - reserved;
        maxLocalTable = usableSize - 35;
        maxLocalIndex = (usableSize - 12) * 64 / 255 - 23;
        minLocal = (usableSize - 12) * 32 / 255 - 23;
    }

    /** The b-tree page, checked. */
    TreePage page(int number) {
        return checked(pager.get(number));
    }

    /** Returns a page for a search: see {@link Pager#visit}. */
    TreePage visit(int number, TreePage last) {
        return checked(pager.visit(number, last));
    }

    private TreePage checked(TreePage page) {
        if (page.type == 0) {
            checkPage(page);
        }
        return page;
    }

    /**
     * Returns a page that should not be a b-tree page. In a damaged file it may be one, too: then
     * the holder trusts the fields that {@link PageCheck} has decoded, so it must not be written
     * to.
     */
    static TreePage notOfTree(TreePage page) {
        if (page.type != 0) {
            throw SqlException.corrupt(page.number, "is a page of a b-tree, too");
        }
        return page;
    }

    @TruffleBoundary
    private void checkPage(TreePage page) {
        PageCheck.check(page, this);
    }

    int maxLocal(boolean intKey) {
        return intKey ? maxLocalTable : maxLocalIndex;
    }

    int minLocal() {
        return minLocal;
    }

    /** How many bytes of a payload stay in the cell (file-format section 1.6, "overflow"). */
    int localSize(long payloadSize, boolean intKey) {
        int maxLocal = maxLocal(intKey);
        return payloadSize <= maxLocal
                ? (int) payloadSize
                : localSizeOfOverflowing(payloadSize, maxLocal);
    }

    @TruffleBoundary
    private int localSizeOfOverflowing(long payloadSize, int maxLocal) {
        int surplus = (int) (minLocal + (payloadSize - minLocal) % (usableSize - OVERFLOW_HEADER));
        return surplus <= maxLocal ? surplus : minLocal;
    }

    /** Number of the child left of cell {@code index}; the right child behind the last one. */
    static int child(TreePage page, int index) {
        assert !page.leaf : page;
        byte[] data = page.data;
        return index < page.cellCount
                ? BigEndian.getInt(data, cellOffset(page, index))
                : BigEndian.getInt(data, page.header + 8);
    }

    static int cellOffset(TreePage page, int index) {
        assert page.type != 0 && index >= 0 : page;
        return BigEndian.getU16(page.data, page.pointers + 2 * index);
    }

    /**
     * Returns the space that the cell at {@code offset} takes in the page: at least 4, the size of
     * a free block.
     */
    int cellSize(TreePage page, int offset) {
        return Math.max(contentSize(page, page.data, offset), 4);
    }

    /** The size of a cell's own bytes, which are in {@code data}: the page's, or a copy. */
    int contentSize(TreePage page, byte[] data, int offset) {
        int at = offset + (page.leaf ? 0 : 4);
        if (page.intKey && !page.leaf) {
            return at + Varint.sizeAt(data, at) - offset;
        }
        long payload = Varint.read(data, at);
        at += Varint.sizeAt(data, at);
        if (page.intKey) {
            at += Varint.sizeAt(data, at);
        }
        int local = localSize(payload, page.intKey);
        return at - offset + local + (local < payload ? 4 : 0);
    }

    /**
     * Returns the offset in a page of the number of a cell's first overflow page; 0 if it has none.
     */
    int overflowLink(TreePage page, int offset) {
        if (page.intKey && !page.leaf) {
            return 0;
        }
        byte[] data = page.data;
        int at = offset + (page.leaf ? 0 : 4);
        long payload = Varint.read(data, at);
        at += Varint.sizeAt(data, at);
        if (page.intKey) {
            at += Varint.sizeAt(data, at);
        }
        int local = localSize(payload, page.intKey);
        return local < payload ? at + local : 0;
    }

    /** Copies the overflow part of a payload, from the chain that begins with {@code first}. */
    void copyOverflow(int owner, int first, byte[] target, int start) {
        int at = start;
        int number = first;
        int chunk = usableSize - OVERFLOW_HEADER;
        while (at < target.length) {
            TreePage page = overflow(owner, number);
            int count = Math.min(chunk, target.length - at);
            System.arraycopy(page.data, OVERFLOW_HEADER, target, at, count);
            at += count;
            number = BigEndian.getInt(page.data, 0);
        }
    }

    /** A page of the overflow chain of a cell on page {@code owner}. */
    TreePage overflow(int owner, int number) {
        if (number < 2 || number > pager.pageCount()) {
            throw SqlException.corrupt(
                    owner, "overflow chain leads to page " + Integer.toUnsignedLong(number));
        }
        return pager.get(number);
    }
}
