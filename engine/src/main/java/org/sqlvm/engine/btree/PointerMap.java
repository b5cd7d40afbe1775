package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Pager;

/**
 * The pointer map of an auto-vacuum database (file-format section 1.8): for each page the page that
 * points to it, which is needed to move a page. An entry is a type and a page number; entries are
 * in map pages, each before the pages that it describes.
 */
final class PointerMap {
    static final int ROOT = 1;
    static final int FREE = 2;
    /** The first overflow page of a cell in page {@code parent}. */
    static final int OVERFLOW_FIRST = 3;
    /** An overflow page behind page {@code parent}. */
    static final int OVERFLOW_NEXT = 4;
    /** A b-tree page that is a child of page {@code parent}. */
    static final int CHILD = 5;

    private static final int ENTRY_SIZE = 5;

    /** The first map page. */
    private static final int FIRST = 2;

    private final TreePages pages;
    private final Pager<TreePage> pager;

    PointerMap(TreePages pages) {
        this.pages = pages;
        pager = pages.pager;
    }

    /** The map page that has the entry of a page; the page itself if it is a map page. */
    int mapPage(int number) {
        if (number < FIRST) {
            throw SqlException.corrupt(Integer.toUnsignedLong(number), "has no pointer-map entry");
        }
        int span = pages.usableSize / ENTRY_SIZE + 1;
        int map = (number - FIRST) / span * span + FIRST;
        return map == HeaderBytes.lockBytePage(pager.pageSize()) ? map + 1 : map;
    }

    boolean isMapPage(int number) {
        return number >= FIRST && mapPage(number) == number;
    }

    /** A page that holds neither data nor entries: a map page, or the one with the lock bytes. */
    boolean isReserved(int number) {
        return isMapPage(number) || number == HeaderBytes.lockBytePage(pager.pageSize());
    }

    int type(int number) {
        int type = pager.get(mapPage(number)).data[offset(number)];
        if (type < ROOT || type > CHILD) {
            throw SqlException.corrupt(mapPage(number), "no pointer-map entry of page " + number);
        }
        return type;
    }

    int parent(int number) {
        return BigEndian.getInt(pager.get(mapPage(number)).data, offset(number) + 1);
    }

    private int offset(int number) {
        int offset = ENTRY_SIZE * (number - mapPage(number) - 1);
        if (offset < 0 || offset + ENTRY_SIZE > pages.usableSize) {
            throw SqlException.corrupt(number, "is a pointer-map page");
        }
        return offset;
    }

    void put(int number, int type, int parent) {
        TreePage map = TreePages.notOfTree(pager.get(mapPage(number)));
        int offset = offset(number);
        if (map.data[offset] != type || BigEndian.getInt(map.data, offset + 1) != parent) {
            pager.write(map);
            map.data[offset] = (byte) type;
            BigEndian.putInt(map.data, offset + 1, parent);
        }
    }

    /** Everything that a b-tree page points to: its children, and the overflow of its cells. */
    void putAll(TreePage page) {
        assert page.overfull == null : page;
        for (int i = 0; i < page.cellCount; i++) {
            putOverflow(page, i);
            if (!page.leaf) {
                put(TreePages.child(page, i), CHILD, page.number);
            }
        }
        if (!page.leaf) {
            put(TreePages.child(page, page.cellCount), CHILD, page.number);
        }
    }

    /** The overflow of one cell, if it has any. */
    void putOverflow(TreePage page, int index) {
        int link = pages.overflowLink(page, TreePages.cellOffset(page, index));
        if (link != 0) {
            put(BigEndian.getInt(page.data, link), OVERFLOW_FIRST, page.number);
        }
    }
}
