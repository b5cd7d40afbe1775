package org.sqlvm.engine.virtual.fts5.index;

/** Adds tombstones to a segment, and makes its hash table larger when it is half full. */
final class TombstoneWriter {
    private static final int MIN_SLOTS = 32;
    private static final long MAX_SMALL_KEY = 0xffffffffL;
    /** A page may grow if it has at most one element for this number of slots. */
    private static final int SPARSE = 4;

    private final Blocks blocks;
    private final Segment segment;

    TombstoneWriter(Blocks blocks, Segment segment) {
        this.blocks = blocks;
        this.segment = segment;
    }

    /** Adds a rowid; returns whether the segment has another number of pages now. */
    boolean add(long rowid) {
        int pageCount = segment.tombstonePages;
        byte[] page = null;
        int number = -1;
        if (pageCount > 0) {
            number = (int) Long.remainderUnsigned(rowid, pageCount);
            page = blocks.read(Blocks.tombstoneId(segment.id, number));
            if (addToPage(page, false, pageCount, rowid)) {
                write(number, page);
                return false;
            }
        }
        int keySize = page == null ? Integer.BYTES : Tombstones.keySize(page);
        if (Long.compareUnsigned(rowid, MAX_SMALL_KEY) > 0) {
            keySize = Long.BYTES;
        }
        byte[][] pages = rebuild(page, number, keySize);
        int target = (int) Long.remainderUnsigned(rowid, pages.length);
        addToPage(pages[target], true, pages.length, rowid);
        for (int i = 0; i < pages.length; i++) {
            write(i, pages[i]);
        }
        segment.tombstonePages = pages.length;
        return true;
    }

    private void write(int number, byte[] page) {
        blocks.store.write(Blocks.tombstoneId(segment.id, number), page, Blocks.size(page));
    }

    /** Adds a rowid to a page unless it is half full, or in any case if forced. */
    private static boolean addToPage(byte[] page, boolean force, int pageCount, long rowid) {
        int keySize = Tombstones.keySize(page);
        int slots = Tombstones.slotCount(page);
        int count = Tombstones.count(page);
        if (keySize == Integer.BYTES && Long.compareUnsigned(rowid, MAX_SMALL_KEY) > 0) {
            return false;
        }
        if (rowid == 0) {
            page[1] = 1;
            return true;
        }
        if (!force && Integer.compareUnsigned(count, slots / 2) >= 0) {
            return false;
        }
        Tombstones.setCount(page, count + 1);
        int slot = Tombstones.slot(rowid, pageCount, slots);
        for (int i = 0; i <= slots; i++) {
            if (Tombstones.key(page, slot, keySize) == 0) {
                Tombstones.setKey(page, slot, keySize, rowid);
                break;
            }
            slot = (slot + 1) % slots;
        }
        return true;
    }

    private byte[][] rebuild(byte[] known, int knownNumber, int keySize) {
        int pageSlots =
                Math.max(MIN_SLOTS, (blocks.config.pageSize() - Tombstones.HEADER_SIZE) / keySize);
        int pageCount = 0;
        int slots = 0;
        if (segment.tombstonePages == 0) {
            pageCount = 1;
            slots = MIN_SLOTS;
        } else if (segment.tombstonePages == 1) {
            int count = Tombstones.count(known);
            if (Integer.compareUnsigned(count, pageSlots / SPARSE) <= 0) {
                pageCount = 1;
                slots = Math.max(count * SPARSE, MIN_SLOTS);
            }
        }
        if (pageCount == 0) {
            pageCount = segment.tombstonePages * 2 + 1;
            slots = pageSlots;
        }
        while (true) {
            int size = Tombstones.HEADER_SIZE + slots * keySize;
            byte[][] pages = new byte[pageCount][size + Blocks.PADDING];
            for (byte[] page : pages) {
                page[0] = (byte) keySize;
            }
            if (rehash(known, knownNumber, pages)) {
                return pages;
            }
            slots = pageSlots;
            pageCount = pageCount * 2 + 1;
        }
    }

    /** Adds all rowids to new pages; false if one of them gets too full. */
    private boolean rehash(byte[] known, int knownNumber, byte[][] pages) {
        for (int i = 0; i < segment.tombstonePages; i++) {
            byte[] old = i == knownNumber ? known : blocks.read(Blocks.tombstoneId(segment.id, i));
            int keySize = Tombstones.keySize(old);
            int slots = (Blocks.size(old) - Tombstones.HEADER_SIZE) / keySize;
            for (int slot = 0; slot < slots; slot++) {
                long key = Tombstones.key(old, slot, keySize);
                if (key != 0) {
                    byte[] target = pages[(int) Long.remainderUnsigned(key, pages.length)];
                    if (!addToPage(target, false, pages.length, key)) {
                        return false;
                    }
                }
            }
            if (i == 0) {
                pages[0][1] = old[1];
            }
        }
        return true;
    }
}
