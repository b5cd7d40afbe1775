package org.sqlvm.engine.virtual.fts5.index;

import java.util.Arrays;

/**
 * A term that is not in a segment yet: its key, and behind it its doclist as in a segment, but for
 * the size of its last list of positions.
 */
final class PendingTerm implements Comparable<PendingTerm> {
    /** Room for the largest addition: rowid, size, column and position. */
    private static final int ROOM = 24;

    private static final int FIRST_ROOM = 40;
    private static final int COLUMN_MARK = 1;

    final int hash;
    final int keyLength;
    /** The next one with the same slot of the hash table. */
    PendingTerm next;

    private final Detail detail;
    private final long keyStart;
    private byte[] data;
    private int length;
    /** Where the size of the last list of positions goes; 0 if it has been written. */
    private int sizeOffset;

    private boolean delete;
    /** Whether the last row has content (detail=none). */
    private boolean content;

    private int column;
    private int position;
    private long rowid;

    PendingTerm(Detail detail, int hash, byte index, byte[] token, int start, int tokenLength) {
        this.detail = detail;
        this.hash = hash;
        keyLength = tokenLength + 1;
        data = new byte[keyLength + FIRST_ROOM];
        data[0] = index;
        System.arraycopy(token, start, data, 1, tokenLength);
        length = keyLength;
        keyStart = readKeyStart();
    }

    /** The key's first 8 bytes as a number, for a fast comparison. */
    private long readKeyStart() {
        long start = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            start = start << Byte.SIZE | (i < keyLength ? data[i] & 0xff : 0);
        }
        return start;
    }

    long keyStart() {
        return keyStart;
    }

    boolean hasKey(int otherHash, byte index, byte[] token, int start, int tokenLength) {
        return hash == otherHash
                && keyLength == tokenLength + 1
                && data[0] == index
                && Arrays.equals(data, 1, keyLength, token, start, start + tokenLength);
    }

    boolean startsWith(byte[] prefix, int prefixLength) {
        return keyLength >= prefixLength
                && Arrays.equals(data, 0, prefixLength, prefix, 0, prefixLength);
    }

    @Override
    public int compareTo(PendingTerm other) {
        int order = Long.compareUnsigned(keyStart, other.keyStart);
        return order != 0
                ? order
                : Arrays.compareUnsigned(data, 0, keyLength, other.data, 0, other.keyLength);
    }

    int compareTo(byte[] key, int length) {
        return Arrays.compareUnsigned(data, 0, keyLength, key, 0, length);
    }

    /** Number of bytes of key and doclist. */
    int length() {
        return length;
    }

    /** Array of key and doclist, until the next addition. */
    byte[] data() {
        return data;
    }

    /** Adds the first rowid. */
    void start(long first) {
        length = Varints.write(data, length, first);
        startRow(first);
    }

    private void startRow(long next) {
        rowid = next;
        sizeOffset = length;
        if (detail != Detail.NONE) {
            length++;
            column = detail == Detail.FULL ? 0 : -1;
            position = 0;
        }
    }

    /** Adds an occurrence, or for a column below 0 a deletion of the row. */
    void add(long row, int inColumn, int inPosition) {
        if (data.length - length < ROOM) {
            data = Arrays.copyOf(data, data.length * 2);
        }
        if (row != rowid) {
            endRow();
            length = Varints.write(data, length, row - rowid);
            startRow(row);
        }
        if (inColumn < 0) {
            delete = true;
        } else if (detail == Detail.NONE) {
            content = true;
        } else if (detail == Detail.COLUMNS) {
            if (inColumn != column) {
                addPosition(inColumn);
                column = inColumn;
            }
        } else {
            if (inColumn != column) {
                data[length++] = COLUMN_MARK;
                length = Varints.write(data, length, inColumn);
                column = inColumn;
                position = 0;
            }
            addPosition(inPosition);
        }
    }

    private void addPosition(int next) {
        length = Varints.write(data, length, (long) next - position + 2);
        position = next;
    }

    /** Writes the size of the last list of positions. */
    void endRow() {
        if (sizeOffset == 0) {
            return;
        }
        if (data.length - length < ROOM) {
            data = Arrays.copyOf(data, data.length * 2);
        }
        if (detail == Detail.NONE) {
            if (delete) {
                data[length++] = 0;
                if (content) {
                    data[length++] = 0;
                }
            }
        } else {
            int size = length - sizeOffset - 1;
            int value = size * 2 + (delete ? 1 : 0);
            int more = Varints.size(value) - 1;
            if (more > 0) {
                System.arraycopy(data, sizeOffset + 1, data, sizeOffset + 1 + more, size);
                length += more;
            }
            Varints.write(data, sizeOffset, value);
        }
        sizeOffset = 0;
        delete = false;
        content = false;
    }

    /** A copy of its doclist with all sizes, and with padding behind it. */
    byte[] doclist() {
        PendingTerm copy = new PendingTerm(detail, hash, data[0], data, 1, keyLength - 1);
        copy.data = data.clone();
        copy.length = length;
        copy.sizeOffset = sizeOffset;
        copy.delete = delete;
        copy.content = content;
        copy.endRow();
        byte[] list = new byte[copy.length - keyLength + Blocks.PADDING];
        System.arraycopy(copy.data, keyLength, list, 0, copy.length - keyLength);
        return list;
    }
}
