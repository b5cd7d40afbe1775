package org.sqlvm.engine.btree;

import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.Varint;
import org.sqlvm.engine.pager.HeaderBytes;

import java.util.Arrays;

/** One page of a tree as {@link IntegrityCheck} reads it: without trust, and one cell at a time. */
final class IntegrityPage {
    private static final int INTERIOR_HEADER = 12;
    private static final int LEAF_HEADER = 8;
    /** The bytes of a page that each cell takes at least, its pointer included. */
    private static final int CELL_MIN = 6;

    final byte[] data;
    final int number;
    final boolean leaf;
    final boolean intKey;
    final int cellCount;
    final int contentStart;

    private final TreePages pages;
    private final int header;
    private final int usableSize;

    /** The cell that was parsed last: all its bytes on the page, its rowid, its payload. */
    int size;

    long key;
    long payload;
    /** The payload's bytes on the page, and where they are. */
    int local;

    private int payloadOffset;

    /** The offset that {@link #varint} has reached. */
    private int at;

    IntegrityPage(byte[] data, int number, TreePages pages) {
        this.data = data;
        this.number = number;
        this.pages = pages;
        usableSize = pages.usableSize;
        header = header(number);
        leaf = (data[header] & 8) != 0;
        intKey = (data[header] & 1) != 0;
        cellCount = BigEndian.getU16(data, header + 3);
        int start = BigEndian.getU16(data, header + 5);
        contentStart = start == 0 ? HeaderBytes.PAGE_SIZE_MAX : start;
    }

    private static int header(int number) {
        return number == 1 ? HeaderBytes.SIZE : 0;
    }

    /** Whether these bytes begin like a page of a tree. */
    static boolean isPage(byte[] data, int number, int usableSize) {
        int header = header(number);
        boolean known = switch (data[header]) {
            case PageCheck.INDEX_INTERIOR,
                    PageCheck.TABLE_INTERIOR,
                    PageCheck.INDEX_LEAF,
                    PageCheck.TABLE_LEAF -> true;
            default -> false;
        };
        int cells = BigEndian.getU16(data, header + 3);
        return known && cells <= (usableSize - LEAF_HEADER) / CELL_MIN;
    }

    private int pointers() {
        return header + (leaf ? LEAF_HEADER : INTERIOR_HEADER);
    }

    int rightChild() {
        return BigEndian.getInt(data, header + 8);
    }

    int cellOffset(int index) {
        return BigEndian.getU16(data, pointers() + 2 * index);
    }

    /** Whether the chain of free blocks leaves the page, or is more than the page has room for. */
    boolean isFreeSpaceDamaged() {
        int first = pointers() + 2 * cellCount;
        long free = (data[header + 7] & 0xff) + (long) contentStart;
        int block = BigEndian.getU16(data, header + 1);
        if (block > 0 && block < contentStart) {
            return true;
        }
        while (block > 0) {
            if (block > usableSize - 4) {
                return true;
            }
            int next = BigEndian.getU16(data, block);
            int length = BigEndian.getU16(data, block + 2);
            free += length;
            if (next <= block + length + 3) {
                if (next > 0 || block + length > usableSize) {
                    return true;
                }
                break;
            }
            block = next;
        }
        return free > usableSize || free < first;
    }

    /** Reads the cell at {@code offset}, which has four bytes at least. */
    void parse(int offset) {
        at = offset + (leaf ? 0 : 4);
        payload = 0;
        local = 0;
        if (!intKey || leaf) {
            payload = varint() & 0xffffffffL;
        }
        if (intKey) {
            key = varint();
        }
        if (intKey && !leaf) {
            size = at - offset;
            return;
        }
        local = pages.localSize(payload, intKey);
        payloadOffset = at;
        size = Math.max(4, at - offset + local);
        if (local < payload) {
            size = at - offset + local + 4;
        }
    }

    /**
     * Whether the record of the cell parsed last, if it has one, begins with a size of no columns.
     */
    boolean hasBadHeader() {
        return local > 0 && (data[payloadOffset] & 0xff) <= 1;
    }

    /** Reads a {@link Varint}, with zeros for bytes behind the page. */
    private long varint() {
        long value = 0;
        for (int i = 0; i < Varint.SIZE_MAX; i++) {
            int octet = at < data.length ? data[at] : 0;
            at++;
            if (i == Varint.SIZE_MAX - 1) {
                return value << 8 | (octet & 0xff);
            }
            value = value << 7 | (octet & 0x7f);
            if (octet >= 0) {
                break;
            }
        }
        return value;
    }

    /** Returns the problem with how cells and free blocks cover the page, or null. */
    String coverageProblem() {
        long[] parts = new long[cellCount + usableSize / 4];
        int count = 0;
        for (int i = 0; i < cellCount; i++) {
            int offset = cellOffset(i);
            parse(offset);
            parts[count++] = (long) offset << 16 | (offset + size - 1);
        }
        int block = BigEndian.getU16(data, header + 1);
        while (block > 0) {
            int length = BigEndian.getU16(data, block + 2);
            parts[count++] = (long) block << 16 | (block + length - 1);
            block = BigEndian.getU16(data, block);
        }
        Arrays.sort(parts, 0, count);
        int fragments = 0;
        int last = contentStart - 1;
        for (int i = 0; i < count; i++) {
            int start = (int) (parts[i] >> 16);
            if (last >= start) {
                return "Multiple uses for byte " + start + " of page " + number;
            }
            fragments += start - last - 1;
            last = (int) (parts[i] & 0xffff);
        }
        fragments += usableSize - last - 1;
        int reported = data[header + 7] & 0xff;
        return fragments == reported
                ? null
                : "Fragmentation of " + fragments + " bytes reported as " + reported + " on page "
                        + number;
    }
}
