package org.sqlvm.shell.recover;

/** Reads the numbers of a page or of a record (file-format sections 1.6 and 2.1). */
public final class FormatReader {
    private static final int VARINT_SIZE_MAX = 9;

    private final byte[] bytes;
    private final int end;
    /** The index at which {@link #varint} reads next. */
    private int position;

    /**
     * Reads an array from its beginning.
     *
     * @param end the index at which a varint ends even if it is not whole; one in an array that
     *     ends before it fails with IndexOutOfBoundsException
     */
    public FormatReader(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
    }

    public int position() {
        return position;
    }

    /** Has {@link #varint} read at an index. */
    public void moveTo(int index) {
        position = index;
    }

    /** Reads an integer of 1 to 9 bytes. */
    public long varint() {
        long value = 0;
        for (int i = 1; i <= VARINT_SIZE_MAX && position < end; i++) {
            byte next = bytes[position++];
            if (i == VARINT_SIZE_MAX) {
                return value << 8 | (next & 0xff);
            }
            value = value << 7 | (next & 0x7f);
            if (next >= 0) {
                break;
            }
        }
        return value;
    }

    /** The number of {@code size} bytes at an index. */
    public int unsigned(int index, int size) {
        int value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | (bytes[index + i] & 0xff);
        }
        return value;
    }

    /** The number of {@code size} bytes at an index, of which the first has the sign. */
    public long signed(int index, int size) {
        long value = bytes[index];
        for (int i = 1; i < size; i++) {
            value = value << 8 | (bytes[index + i] & 0xff);
        }
        return value;
    }

    /** The size of a value in bytes. */
    public static long valueSize(long serialType) {
        if (serialType >= 12) {
            return (serialType - 12) / 2;
        }
        return switch ((int) serialType) {
            case 1, 2, 3, 4 -> serialType;
            case 5 -> 6;
            case 6, 7 -> 8;
            default -> 0;
        };
    }

    /**
     * The number of bytes of a payload that are on its page.
     *
     * @param tableLeaf whether the page is a leaf of a table
     */
    public static long localSize(long size, int usableSize, boolean tableLeaf) {
        int most = tableLeaf ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23;
        if (size <= most) {
            return size;
        }
        int least = (usableSize - 12) * 32 / 255 - 23;
        long rest = least + (size - least) % (usableSize - 4);
        return rest <= most ? rest : least;
    }
}
