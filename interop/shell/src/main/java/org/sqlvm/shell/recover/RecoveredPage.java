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
    private final FormatReader reader;

    RecoveredPage(byte[] data, int number, int usableSize) {
        this.data = data;
        reader = new FormatReader(data, data.length);
        this.usableSize = usableSize;
        header = number == 1 ? FILE_HEADER_SIZE : 0;
        type = data[header];
        int most = (usableSize - header - headerSize()) / 2;
        cellCount = Math.min(reader.unsigned(header + 3, 2), Math.max(0, most));
    }

    private int headerSize() {
        return isInterior() ? 12 : 8;
    }

    private boolean isInterior() {
        return type == INDEX_INTERIOR || type == TABLE_INTERIOR;
    }

    /** Whether its header may be one of a b-tree. */
    public boolean isTree() {
        int content = reader.unsigned(header + 5, 2);
        int top = header + headerSize() + 2 * reader.unsigned(header + 3, 2);
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
            children[i] = cell >= 0 ? reader.unsigned(cell, 4) : 0;
        }
        children[cellCount] = reader.unsigned(header + 8, 4);
        return children;
    }

    public int cellCount() {
        return hasRecords() ? cellCount : 0;
    }

    /** Offset of a cell, or -1 if it is not on the page. */
    private int cell(int index) {
        int cell = reader.unsigned(header + headerSize() + 2 * index, 2);
        return cell >= header + 8 && cell + 4 <= usableSize ? cell : -1;
    }

    /** The record of a cell, or null. */
    public RecoveredRecord record(int index, RecoveredFile file) {
        int cell = cell(index);
        if (cell < 0) {
            return null;
        }
        reader.moveTo(type == INDEX_INTERIOR ? cell + 4 : cell);
        long size = reader.varint();
        long rowid = hasRowids() ? reader.varint() : 0;
        int position = reader.position();
        if (size < 0 || size > Integer.MAX_VALUE - 8 || position > usableSize) {
            return null;
        }
        int local = (int) FormatReader.localSize(size, usableSize, hasRowids());
        int here = Math.min(local, usableSize - position);
        byte[] payload =
                new byte[(int) Math.min(size, here + (long) file.pageCount() * usableSize)];
        System.arraycopy(data, position, payload, 0, Math.min(here, payload.length));
        int link = position + local;
        int filled = here;
        if (local < size && link + 4 <= usableSize) {
            filled = overflow(reader.unsigned(link, 4), payload, here, file);
        }
        return RecoveredRecord.of(rowid, payload, Math.min(filled, payload.length));
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
            number = new FormatReader(page, page.length).unsigned(0, 4);
        }
        return filled;
    }
}
