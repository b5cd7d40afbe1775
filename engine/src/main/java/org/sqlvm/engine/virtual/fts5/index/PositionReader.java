package org.sqlvm.engine.virtual.fts5.index;

/** Reads a list of positions as detail=full keeps them, one after the other. */
public final class PositionReader {
    private static final int COLUMN_SHIFT = 32;
    private static final int COLUMN_MARK = 1;
    private static final long COLUMN_MASK = (long) Integer.MAX_VALUE << COLUMN_SHIFT;

    private byte[] data;
    private int offset;
    private int end;
    private long position;
    private boolean atEnd;

    /** Starts a list, behind which {@link IndexStore#PADDING} bytes can be read. */
    public void reset(byte[] list, int start, int length) {
        data = list;
        offset = start;
        end = start + length;
        position = 0;
        atEnd = false;
        next();
    }

    /** Goes to the next position; false after the last one, or at a damaged one. */
    public boolean next() {
        if (offset >= end) {
            position = -1;
            atEnd = true;
            return false;
        }
        int value = readInt();
        if (value > COLUMN_MARK) {
            position = (position & COLUMN_MASK) | (position + (value - 2) & Integer.MAX_VALUE);
        } else if (value == COLUMN_MARK) {
            long column = (long) readInt() << COLUMN_SHIFT;
            int first = readInt();
            if (first < 2) {
                position = -1;
                atEnd = true;
                return false;
            }
            position = column + first - 2;
        }
        return true;
    }

    /**
     * Reads a whole list, behind which {@link IndexStore#PADDING} bytes can be read, up to its end
     * or a damaged position.
     *
     * @param target has room for {@code length} positions from {@code from} on
     * @return the number of positions in the target, those before included
     */
    public static int readAll(byte[] list, int start, int length, long[] target, int from) {
        int size = from;
        int end = start + length;
        int at = start;
        long position = 0;
        long last = from == 0 ? 0 : target[from - 1];
        while (at < end) {
            int value = list[at];
            if (value < 0) {
                value = Varints.readInt(list, at);
                at += Varints.size(list, at);
            } else {
                at++;
            }
            if (value > COLUMN_MARK) {
                position = (position & COLUMN_MASK) | (position + (value - 2) & Integer.MAX_VALUE);
            } else if (value == COLUMN_MARK) {
                long column = (long) Varints.readInt(list, at) << COLUMN_SHIFT;
                at += Varints.size(list, at);
                int first = Varints.readInt(list, at);
                at += Varints.size(list, at);
                if (first < 2) {
                    return size;
                }
                position = column + first - 2;
            }
            if (position >= last) {
                target[size++] = position;
                last = position;
            }
        }
        return size;
    }

    private int readInt() {
        int value = Varints.readInt(data, offset);
        offset += Varints.size(data, offset);
        return value;
    }

    public boolean atEnd() {
        return atEnd;
    }

    /**
     * The column in the upper, the token's number in the column in the lower 32 bits; -1 at the
     * end.
     */
    public long position() {
        return position;
    }

    /** The column of a position. */
    public static int column(long position) {
        return (int) (position >> COLUMN_SHIFT);
    }

    /** The number of a position's token in its column. */
    public static int offset(long position) {
        return (int) position & Integer.MAX_VALUE;
    }

    /** A column and the number of a token in it as a position. */
    public static long position(int column, int offset) {
        return ((long) column << COLUMN_SHIFT) + offset;
    }
}
