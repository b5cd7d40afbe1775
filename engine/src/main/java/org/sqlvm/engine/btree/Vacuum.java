package org.sqlvm.engine.btree;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.pager.HeaderBytes;
import org.sqlvm.engine.pager.Pager;

/**
 * Takes free pages out of an auto-vacuum database: the last pages move to where free ones are, and
 * the database becomes shorter. No page is held meanwhile.
 */
final class Vacuum {
    private final TreePages pages;
    private final Pager<TreePage> pager;
    private final FreeList freeList;
    private final PointerMap map;

    Vacuum(TreePages pages, FreeList freeList, PointerMap map) {
        this.pages = pages;
        pager = pages.pager;
        this.freeList = freeList;
        this.map = map;
    }

    /** Frees of all free pages, as a commit does. */
    void all() {
        int free = freeList.count();
        if (free == 0) {
            return;
        }
        int old = pager.pageCount();
        if (map.isReserved(old)) {
            throw SqlException.corrupt(old, "a pointer-map page at the end");
        }
        int wanted = finalCount(old, free);
        for (int last = old; last > wanted; last--) {
            settle();
            if (!map.isReserved(last) && map.type(last) != PointerMap.FREE) {
                move(last, freeBelow(wanted));
            }
        }
        freeList.clear();
        shorten(wanted);
    }

    /** A free page that is going to stay; the ones behind are on their way out. */
    private int freeBelow(int wanted) {
        int number;
        do {
            number = freeList.take();
        } while (number > wanted);
        return number;
    }

    /**
     * Removes one free page from the file.
     *
     * @return false if there is none
     */
    boolean step() {
        int free = freeList.count();
        int last = pager.pageCount();
        if (free == 0) {
            return false;
        }
        int wanted = finalCount(last, free);
        settle();
        if (!map.isReserved(last)) {
            if (map.type(last) == PointerMap.FREE) {
                freeList.takeExactly(last);
            } else {
                move(last, freeList.takeAtMost(wanted));
            }
        }
        do {
            last--;
        } while (map.isReserved(last));
        shorten(last);
        return true;
    }

    private void settle() {
        if (pager.memory().mustSettle()) {
            pager.memory().settle();
        }
    }

    /** How many pages there are when all {@code free} ones are gone, and the map pages for them. */
    private int finalCount(int count, int free) {
        int entries = pages.usableSize / 5;
        if (free < 0 || free >= count) {
            throw SqlException.corrupt(1, free + " free pages");
        }
        int mapPages = (free - count + map.mapPage(count) + entries) / entries;
        int lockPage = HeaderBytes.lockBytePage(pager.pageSize());
        int wanted = count - free - mapPages;
        if (count > lockPage && wanted < lockPage) {
            wanted--;
        }
        while (map.isReserved(wanted)) {
            wanted--;
        }
        if (wanted > count || wanted < 1) {
            throw SqlException.corrupt(1, free + " free pages");
        }
        return wanted;
    }

    private void shorten(int count) {
        assert !map.isReserved(count) : count;
        pager.truncate(count);
        TreePage first = pager.get(1);
        pager.write(first);
        BigEndian.putInt(first.data, HeaderBytes.PAGE_COUNT, count);
    }

    /** Moves a page that is in use to a free one. */
    void move(int from, int to) {
        assert from != to && to <= pager.pageCount() : to;
        int type = map.type(from);
        int parent = map.parent(from);
        if (type == PointerMap.ROOT || type == PointerMap.FREE) {
            throw SqlException.corrupt(from, "a root page, or a free one, that is to be moved");
        }
        pager.memory().beginChange();
        copy(from, to, type);
        TreePage owner = type == PointerMap.OVERFLOW_NEXT ? pager.get(parent) : pages.page(parent);
        pager.write(owner);
        redirect(owner, type, from, to);
        map.put(to, type, parent);
        pager.memory().endChange();
    }

    /** Copies a page, and updates the map for the pages that it points to. */
    void copy(int from, int to, int type) {
        TreePage source = pager.get(from);
        TreePage target = pager.get(to);
        pager.write(target);
        System.arraycopy(source.data, 0, target.data, 0, target.data.length);
        target.forgetContent();
        if (type == PointerMap.CHILD || type == PointerMap.ROOT) {
            map.putAll(pages.page(to));
        } else {
            int next = BigEndian.getInt(target.data, 0);
            if (next != 0) {
                map.put(next, PointerMap.OVERFLOW_NEXT, to);
            }
        }
    }

    private void redirect(TreePage owner, int type, int from, int to) {
        if (type == PointerMap.OVERFLOW_NEXT) {
            setLink(owner, 0, from, to);
            return;
        }
        if (type == PointerMap.CHILD && owner.leaf) {
            throw SqlException.corrupt(owner.number, "does not point to page " + from);
        }
        for (int i = 0; i < owner.cellCount; i++) {
            int offset = TreePages.cellOffset(owner, i);
            int link = type == PointerMap.CHILD ? offset : pages.overflowLink(owner, offset);
            if ((link != 0 || type == PointerMap.CHILD)
                    && BigEndian.getInt(owner.data, link) == from) {
                setLink(owner, link, from, to);
                return;
            }
        }
        if (type != PointerMap.CHILD) {
            throw SqlException.corrupt(owner.number, "does not point to page " + from);
        }
        setLink(owner, owner.header + 8, from, to);
    }

    private static void setLink(TreePage owner, int link, int from, int to) {
        if (BigEndian.getInt(owner.data, link) != from) {
            throw SqlException.corrupt(owner.number, "does not point to page " + from);
        }
        BigEndian.putInt(owner.data, link, to);
        owner.keys = null;
    }
}
