package org.sqlvm.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Messages to the server, in a buffer until {@link #flush}. */
final class MessageOutput {
    private static final int SIZE = 8 << 10;
    /** A buffer that has become larger is not kept. */
    private static final int SIZE_MAX = 1 << 20;

    private final OutputStream out;
    private byte[] bytes = new byte[SIZE];
    private int position;
    private int lengthAt;

    MessageOutput(OutputStream out) {
        this.out = out;
    }

    MessageOutput begin(char kind) {
        writeByte(kind);
        return beginFirst();
    }

    /** The first message of a connection has no kind. */
    MessageOutput beginFirst() {
        lengthAt = position;
        return writeInt(0);
    }

    void end() {
        assert lengthAt + Integer.BYTES <= position : lengthAt;
        Bytes.INT.set(bytes, lengthAt, position - lengthAt);
    }

    void flush() throws IOException {
        int size = position;
        position = 0;
        out.write(bytes, 0, size);
        out.flush();
        if (bytes.length > SIZE_MAX) {
            bytes = new byte[SIZE];
        }
    }

    /** Forgets what has been written since there were {@code size} bytes. */
    void takeBack(int size) {
        assert 0 <= size && size <= position : size;
        position = size;
    }

    /** Returns the number of bytes that have not been sent. */
    int size() {
        return position;
    }

    private void ensure(int count) {
        assert count >= 0 : count;
        if (bytes.length - position >= count) {
            return;
        }
        long wanted = Math.max(2L * bytes.length, (long) position + count);
        if ((long) position + count > Integer.MAX_VALUE - Long.BYTES) {
            position = 0;
            throw ClientException.misuse("a message is too long");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - Long.BYTES));
    }

    MessageOutput writeByte(int value) {
        ensure(1);
        bytes[position++] = (byte) value;
        return this;
    }

    MessageOutput writeShort(int value) {
        ensure(Short.BYTES);
        Bytes.SHORT.set(bytes, position, (short) value);
        position += Short.BYTES;
        return this;
    }

    MessageOutput writeInt(int value) {
        ensure(Integer.BYTES);
        Bytes.INT.set(bytes, position, value);
        position += Integer.BYTES;
        return this;
    }

    MessageOutput writeLong(long value) {
        ensure(Long.BYTES);
        Bytes.LONG.set(bytes, position, value);
        position += Long.BYTES;
        return this;
    }

    MessageOutput writeBytes(byte... source) {
        ensure(source.length);
        System.arraycopy(source, 0, bytes, position, source.length);
        position += source.length;
        return this;
    }

    /** Text without its length. */
    MessageOutput writeText(String text) {
        return writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Text and a zero. */
    MessageOutput writeString(String text) {
        return writeText(text).writeByte(0);
    }
}
