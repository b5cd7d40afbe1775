package org.sqlvm.shell.recover;

/**
 * A page that may be damaged, read as a page of a b-tree (file-format section 1.6). Nothing here
 * ends in an error: what cannot be is left out.
 */
public final class RecoveredPage {
    private static final int INDEX_INTERIOR = 2;
    private static final int TABLE_INTERIOR = 5;
    private static final int INDEX_LEAF = 10;
    private static final int TABLE_LEAF = 13;
    private static final int FILE_HEADER_SIZE = 100;
    private static final int SIZE_MAX = 65536;
    private static final int[] NO_PAGES = {};

    private final byte[] data;
    private final int usableSize;
    private final int header;
    private final int type;
    private final int cellCount;
    /** The index at which {@link #varint} reads next. */
    private int position;

    RecoveredPage(byte[] data, int number, int usableSize) {
        this.data = data;
        this.usableSize = usableSize;
        header = number == 1 ? FILE_HEADER_SIZE : 0;
        type = data[header];
        int most = (usableSize - header - headerSize()) / 2;
        cellCount = Math.min(unsigned(header + 3, 2), Math.max(0, most));
    }

    private int headerSize() {
        return isInterior() ? 12 : 8;
    }

    private boolean isInterior() {
        return type == INDEX_INTERIOR || type == TABLE_INTERIOR;
    }

    /** Whether its header may be one of a b-tree. */
    public boolean isTree() {
        int content = unsigned(header + 5, 2);
        int top = header + headerSize() + 2 * unsigned(header + 3, 2);
        return (isInterior() || hasRecords())
                && top <= (content == 0 ? SIZE_MAX : content)
                && content <= usableSize;
    }

    /** Whether its cells have records: all but those of interior pages of tables. */
    boolean hasRecords() {
        return type == INDEX_INTERIOR || type == INDEX_LEAF || type == TABLE_LEAF;
    }

    /** Whether its records have rowids. */
    public boolean hasRowids() {
        return type == TABLE_LEAF;
    }

    /** The pages below this one. */
    public int[] children() {
        if (!isInterior()) {
            return NO_PAGES;
        }
        int[] children = new int[cellCount + 1];
        for (int i = 0; i < cellCount; i++) {
            int cell = cell(i);
            children[i] = cell >= 0 ? unsigned(cell, 4) : 0;
        }
        children[cellCount] = unsigned(header + 8, 4);
        return children;
    }

    public int cellCount() {
        return hasRecords() ? cellCount : 0;
    }

    /** Offset of a cell, or -1 if it is not on the page. */
    private int cell(int index) {
        int cell = unsigned(header + headerSize() + 2 * index, 2);
        return cell >= header + 8 && cell + 4 <= usableSize ? cell : -1;
    }

    /** The record of a cell, or null. */
    public RecoveredRecord record(int index, RecoveredFile file) {
        position = cell(index);
        if (position < 0) {
            return null;
        }
        position += type == INDEX_INTERIOR ? 4 : 0;
        long size = varint();
        long rowid = hasRowids() ? varint() : 0;
        if (size < 0 || size > Integer.MAX_VALUE - 8 || position > usableSize) {
            return null;
        }
        int local = localSize(size);
        int here = Math.min(local, usableSize - position);
        byte[] payload =
                new byte[(int) Math.min(size, here + (long) file.pageCount() * usableSize)];
        System.arraycopy(data, position, payload, 0, Math.min(here, payload.length));
        int link = position + local;
        int filled = here;
        if (local < size && link + 4 <= usableSize) {
            filled = overflow(unsigned(link, 4), payload, here, file);
        }
        return RecoveredRecord.of(rowid, payload, Math.min(filled, payload.length));
    }

    /** Returns the number of bytes of a payload on the page itself (file-format section 1.6). */
    private int localSize(long size) {
        int most = hasRowids() ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23;
        if (size <= most) {
            return (int) size;
        }
        int least = (usableSize - 12) * 32 / 255 - 23;
        int rest = (int) (least + (size - least) % (usableSize - 4));
        return rest <= most ? rest : least;
    }

    /** Reads the chain of overflow pages. Gives how much of the payload there is. */
    private int overflow(int first, byte[] payload, int from, RecoveredFile file) {
        int filled = from;
        int number = first;
        while (filled < payload.length) {
            byte[] page = file.bytes(number);
            if (page == null) {
                return filled;
            }
            int count = Math.min(usableSize - 4, payload.length - filled);
            System.arraycopy(page, 4, payload, filled, count);
            filled += count;
            number = (page[0] & 0xff) << 24
                    | (page[1] & 0xff) << 16
                    | (page[2] & 0xff) << 8
                    | (page[3] & 0xff);
        }
        return filled;
    }

    private long varint() {
        long value = 0;
        for (int i = 0; i < 9 && position < data.length; i++) {
            byte b = data[position++];
            if (i == 8) {
                return value << 8 | (b & 0xff);
            }
            value = value << 7 | (b & 0x7f);
            if (b >= 0) {
                break;
            }
        }
        return value;
    }

    private int unsigned(int offset, int size) {
        int value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | (data[offset + i] & 0xff);
        }
        return value;
    }
}
