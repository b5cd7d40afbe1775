package org.sqlvm.api.arrow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;

/** Bytes on their way into a channel, through a buffer that is sent when it is full. */
final class ByteSink {
    private static final int PADDING = 8;

    private final WritableByteChannel channel;
    private final ByteBuffer buffer;
    private long sent;

    /** @param size the buffer's size in bytes */
    ByteSink(WritableByteChannel channel, int size) {
        this.channel = channel;
        this.buffer = ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the number of bytes that have been written. */
    long position() {
        return sent + buffer.position();
    }

    void flush() {
        buffer.flip();
        sent += buffer.limit();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        buffer.clear();
    }

    private void ensure(int count) {
        if (buffer.remaining() < count) {
            flush();
        }
    }

    void writeInt(int value) {
        ensure(Integer.BYTES);
        buffer.putInt(value);
    }

    void writeLong(long value) {
        ensure(Long.BYTES);
        buffer.putLong(value);
    }

    void writeDouble(double value) {
        ensure(Double.BYTES);
        buffer.putDouble(value);
    }

    void writeBytes(byte[] source, int offset, int length) {
        int at = offset;
        int left = length;
        while (left > buffer.remaining()) {
            int part = buffer.remaining();
            buffer.put(source, at, part);
            at += part;
            left -= part;
            flush();
        }
        buffer.put(source, at, left);
    }

    void writeLongs(long[] source, int offset, int count) {
        int at = offset;
        int left = count;
        while (left > 0) {
            ensure(Long.BYTES);
            int part = Math.min(left, buffer.remaining() / Long.BYTES);
            buffer.asLongBuffer().put(source, at, part);
            buffer.position(buffer.position() + part * Long.BYTES);
            at += part;
            left -= part;
        }
    }

    void writeDoubles(double[] source, int offset, int count) {
        int at = offset;
        int left = count;
        while (left > 0) {
            ensure(Double.BYTES);
            int part = Math.min(left, buffer.remaining() / Double.BYTES);
            buffer.asDoubleBuffer().put(source, at, part);
            buffer.position(buffer.position() + part * Double.BYTES);
            at += part;
            left -= part;
        }
    }

    void writeInts(int[] source, int count) {
        int at = 0;
        while (at < count) {
            ensure(Integer.BYTES);
            int part = Math.min(count - at, buffer.remaining() / Integer.BYTES);
            buffer.asIntBuffer().put(source, at, part);
            buffer.position(buffer.position() + part * Integer.BYTES);
            at += part;
        }
    }

    /** Zeros up to where 8 divides the position. */
    void pad() {
        for (int i = padding(position()); i > 0; i--) {
            ensure(1);
            buffer.put((byte) 0);
        }
    }

    /** Bytes that are missing to a length that 8 divides. */
    static int padding(long length) {
        return (int) (-length & (PADDING - 1));
    }
}
