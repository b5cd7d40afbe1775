package org.sqlvm.engine.vector.column;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes that numbers and arrays are written to, or read from, one after the other. The order of
 * bytes is little-endian on every machine.
 */
public final class ChunkBytes {
    private static final int SIZE_FIRST = 256;

    private ByteBuffer buffer;

    /** The bytes are not what a writer has written. */
    public static final class Damaged extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Damaged(String message) {
            super(message);
        }
    }

    private ChunkBytes(ByteBuffer buffer) {
        this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /** No bytes yet. */
    public static ChunkBytes forWriting() {
        return new ChunkBytes(ByteBuffer.allocate(SIZE_FIRST));
    }

    public static ChunkBytes forReading(byte[] bytes) {
        return new ChunkBytes(ByteBuffer.wrap(bytes));
    }

    /** What has been written. */
    public byte[] toArray() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** The number of bytes that have been written or read. */
    public int position() {
        return buffer.position();
    }

    // ------------------------------------------------------------------ writing

    private ByteBuffer room(long size) {
        if (buffer.remaining() < size) {
            long least = Math.max(buffer.position() + size, 2L * buffer.capacity());
            int capacity = (int) Math.min(least, Integer.MAX_VALUE - Long.BYTES);
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), capacity))
                    .position(buffer.position())
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        return buffer;
    }

    public void putByte(int value) {
        room(Byte.BYTES).put((byte) value);
    }

    public void putInt(int value) {
        room(Integer.BYTES).putInt(value);
    }

    public void putLong(long value) {
        room(Long.BYTES).putLong(value);
    }

    public void putBytes(byte[] values) {
        putBytes(values, 0, values.length);
    }

    void putBytes(byte[] values, int from, int count) {
        room(count).put(values, from, count);
    }

    /** Bytes with their number before them. */
    public void putSized(byte[] values) {
        putInt(values.length);
        putBytes(values);
    }

    void putShorts(short[] values) {
        room((long) values.length * Short.BYTES).asShortBuffer().put(values);
        skip(values.length * Short.BYTES);
    }

    public void putInts(int[] values) {
        room((long) values.length * Integer.BYTES).asIntBuffer().put(values);
        skip(values.length * Integer.BYTES);
    }

    public void putLongs(long[] values) {
        room((long) values.length * Long.BYTES).asLongBuffer().put(values);
        skip(values.length * Long.BYTES);
    }

    void putDoubles(double[] values) {
        room((long) values.length * Double.BYTES).asDoubleBuffer().put(values);
        skip(values.length * Double.BYTES);
    }

    private void skip(int size) {
        buffer.position(buffer.position() + size);
    }

    // ------------------------------------------------------------------ reading

    private ByteBuffer have(long size) {
        if (size < 0 || buffer.remaining() < size) {
            throw new Damaged(size + " bytes of " + buffer.remaining());
        }
        return buffer;
    }

    public int getByte() {
        return have(Byte.BYTES).get();
    }

    public int getInt() {
        return have(Integer.BYTES).getInt();
    }

    public long getLong() {
        return have(Long.BYTES).getLong();
    }

    /** The number of elements that follow, each of which takes at least {@code size} bytes. */
    public int getCount(int size) {
        int count = getInt();
        if (count < 0 || (long) count * size > buffer.remaining()) {
            throw new Damaged(count + " elements in " + buffer.remaining() + " bytes");
        }
        return count;
    }

    byte[] getBytes(int count) {
        byte[] values = new byte[count];
        have(count).get(values);
        return values;
    }

    /** Reads what {@link #putSized} has written. */
    public byte[] getSized() {
        return getBytes(getCount(Byte.BYTES));
    }

    short[] getShorts(int count) {
        short[] values = new short[count];
        have((long) count * Short.BYTES).asShortBuffer().get(values);
        skip(count * Short.BYTES);
        return values;
    }

    public int[] getInts(int count) {
        have((long) count * Integer.BYTES);
        int[] values = new int[count];
        buffer.asIntBuffer().get(values);
        skip(count * Integer.BYTES);
        return values;
    }

    public long[] getLongs(int count) {
        have((long) count * Long.BYTES);
        long[] values = new long[count];
        buffer.asLongBuffer().get(values);
        skip(count * Long.BYTES);
        return values;
    }

    double[] getDoubles(int count) {
        have((long) count * Double.BYTES);
        double[] values = new double[count];
        buffer.asDoubleBuffer().get(values);
        skip(count * Double.BYTES);
        return values;
    }

    /** Checks that all bytes have been read. */
    public void checkEnd() {
        if (buffer.hasRemaining()) {
            throw new Damaged(buffer.remaining() + " bytes behind the end");
        }
    }
}
