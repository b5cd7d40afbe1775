package org.sqlvm.engine.virtual.fts5.index;

/** The deleted rows of a segment, as hash tables of one page each (contentless_delete). */
final class Tombstones {
    static final int HEADER_SIZE = 8;

    private static final int SMALL_KEY = 4;
    private static final int COUNT_OFFSET = 4;
    private static final int MIN_PAGE_SIZE = 16;

    private final Blocks blocks;
    private final int segment;
    private final byte[][] pages;

    private Tombstones(Blocks blocks, Segment segment) {
        this.blocks = blocks;
        this.segment = segment.id;
        pages = new byte[segment.tombstonePages][];
    }

    /** The tombstones of a segment; null if it has none. */
    static Tombstones of(Blocks blocks, Segment segment) {
        return segment.tombstonePages > 0 ? new Tombstones(blocks, segment) : null;
    }

    /** Whether a row is deleted. */
    boolean contains(long rowid) {
        int number = (int) Long.remainderUnsigned(rowid, pages.length);
        if (pages[number] == null) {
            pages[number] = blocks.read(Blocks.tombstoneId(segment, number));
        }
        byte[] page = pages[number];
        if (rowid == 0) {
            return page[1] != 0;
        }
        int keySize = keySize(page);
        int slots = slotCount(page);
        int slot = slot(rowid, pages.length, slots);
        for (int i = 0; i <= slots; i++) {
            long key = key(page, slot, keySize);
            if (key == rowid) {
                return true;
            }
            if (key == 0) {
                return false;
            }
            slot = (slot + 1) % slots;
        }
        return false;
    }

    static int keySize(byte[] page) {
        return page[0] == SMALL_KEY ? SMALL_KEY : Long.BYTES;
    }

    static int slotCount(byte[] page) {
        int size = Blocks.size(page);
        return size > MIN_PAGE_SIZE ? (size - HEADER_SIZE) / keySize(page) : 1;
    }

    static int slot(long rowid, int pageCount, int slots) {
        return (int) Long.remainderUnsigned(Long.divideUnsigned(rowid, pageCount), slots);
    }

    static long key(byte[] page, int slot, int keySize) {
        long key = 0;
        int start = HEADER_SIZE + slot * keySize;
        for (int i = start; i < start + keySize; i++) {
            key = key << Byte.SIZE | (page[i] & 0xff);
        }
        return key;
    }

    static void setKey(byte[] page, int slot, int keySize, long key) {
        put(page, HEADER_SIZE + slot * keySize, keySize, key);
    }

    private static void put(byte[] page, int start, int size, long value) {
        long rest = value;
        for (int i = start + size - 1; i >= start; i--) {
            page[i] = (byte) rest;
            rest >>>= Byte.SIZE;
        }
    }

    static int count(byte[] page) {
        return Leaf.shortAt(page, COUNT_OFFSET) << Short.SIZE
                | Leaf.shortAt(page, COUNT_OFFSET + Short.BYTES);
    }

    static void setCount(byte[] page, int count) {
        put(page, COUNT_OFFSET, Integer.BYTES, count);
    }
}
