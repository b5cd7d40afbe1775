package org.sqlvm.server.message;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Messages to a client, in a buffer that is used again and sent when it is full. A message that is
 * begun is ended, or taken back; until then it is in the buffer, however long it gets.
 */
public final class MessageWriter {
    /** Bytes that are sent at once: fewer cost more calls, more do not pay. */
    private static final int SIZE = 32 << 10;
    /** Room of the buffer beyond what is sent at once, for the message that crosses the line. */
    private static final int ROOM = 8 << 10;

    /** A buffer that has become larger is not kept. */
    private static final int SIZE_MAX = 256 << 10;

    private static final byte[] MIN_LONG =
            "-9223372036854775808".getBytes(StandardCharsets.US_ASCII);

    private static final int NONE = -1;

    private final WritableByteChannel channel;
    /** Without what says where a message begins. */
    private final boolean isPlain;

    private byte[] bytes = new byte[SIZE + ROOM];
    private int position;
    /** Where the length of the message is that is written, of a plain one its begin; or NONE. */
    private int lengthAt = NONE;

    private long byteCount;

    public MessageWriter(WritableByteChannel channel) {
        this(channel, false);
    }

    private MessageWriter(WritableByteChannel channel, boolean isPlain) {
        this.channel = channel;
        this.isPlain = isPlain;
    }

    /** One of the contents of messages alone, for other protocols. */
    public static MessageWriter plain(WritableByteChannel channel) {
        return new MessageWriter(channel, true);
    }

    /** Returns the number of bytes sent. */
    public long byteCount() {
        return byteCount;
    }

    public MessageWriter begin(char kind) {
        assert lengthAt == NONE : lengthAt;
        if (isPlain) {
            lengthAt = position;
            return this;
        }
        ensure(1 + Integer.BYTES);
        bytes[position] = (byte) kind;
        lengthAt = position + 1;
        position = lengthAt + Integer.BYTES;
        return this;
    }

    /** Ends the message; returns its size in bytes. */
    public int end() {
        int size = position - lengthAt;
        if (!isPlain) {
            BigEndian.INT.set(bytes, lengthAt, size);
        }
        lengthAt = NONE;
        if (position >= SIZE) {
            flush();
        }
        return size;
    }

    /** A message without content. */
    public void send(char kind) {
        begin(kind).end();
    }

    /** A message whose content is sent from where it is; all messages before it are ended. */
    public void send(char kind, ByteBuffer content) {
        ensure(1 + Integer.BYTES);
        bytes[position] = (byte) kind;
        BigEndian.INT.set(bytes, position + 1, Integer.BYTES + content.remaining());
        position += 1 + Integer.BYTES;
        byteCount += content.remaining();
        flush();
        try {
            while (content.hasRemaining()) {
                channel.write(content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forgets the message that has been begun, if one has. */
    public void takeBack() {
        if (lengthAt != NONE) {
            position = isPlain ? lengthAt : lengthAt - 1;
            lengthAt = NONE;
        }
    }

    /** Sends what has been written. */
    public void flush() {
        assert lengthAt == NONE : lengthAt;
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, position);
        byteCount += position;
        position = 0;
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (bytes.length > SIZE_MAX) {
            bytes = new byte[SIZE + ROOM];
        }
    }

    private void ensure(int count) {
        if (bytes.length - position < count) {
            grow(count);
        }
    }

    private void grow(int count) {
        long wanted = Math.max(2L * bytes.length, (long) position + count);
        if (position + (long) count > Integer.MAX_VALUE - Long.BYTES) {
            throw new ServerError(SqlState.LIMIT_EXCEEDED, "a row is too long");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - Long.BYTES));
    }

    public MessageWriter writeByte(int value) {
        ensure(1);
        bytes[position++] = (byte) value;
        return this;
    }

    public MessageWriter writeShort(int value) {
        ensure(Short.BYTES);
        BigEndian.SHORT.set(bytes, position, (short) value);
        position += Short.BYTES;
        return this;
    }

    public MessageWriter writeInt(int value) {
        ensure(Integer.BYTES);
        BigEndian.INT.set(bytes, position, value);
        position += Integer.BYTES;
        return this;
    }

    public MessageWriter writeLong(long value) {
        ensure(Long.BYTES);
        BigEndian.LONG.set(bytes, position, value);
        position += Long.BYTES;
        return this;
    }

    /** Integers, each in as many bytes as {@code width} says: 1, 2, 4 or 8. */
    public MessageWriter writeLongs(long[] values, int offset, int count, int width) {
        ensure(Math.multiplyExact(count, width));
        int at = position;
        for (int i = offset; i < offset + count; i++) {
            switch (width) {
                case 1 -> bytes[at] = (byte) values[i];
                case 2 -> BigEndian.SHORT.set(bytes, at, (short) values[i]);
                case 4 -> BigEndian.INT.set(bytes, at, (int) values[i]);
                default -> BigEndian.LONG.set(bytes, at, values[i]);
            }
            at += width;
        }
        position = at;
        return this;
    }

    public MessageWriter writeDoubles(double[] values, int offset, int count) {
        ensure(Math.multiplyExact(count, Double.BYTES));
        for (int i = offset; i < offset + count; i++) {
            BigEndian.LONG.set(bytes, position, Double.doubleToRawLongBits(values[i]));
            position += Double.BYTES;
        }
        return this;
    }

    public MessageWriter writeBytes(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, position, length);
        position += length;
        return this;
    }

    public MessageWriter writeBytes(byte[] source) {
        return writeBytes(source, 0, source.length);
    }

    /** Text without its length. */
    public MessageWriter writeText(String text) {
        return writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Text and a zero. */
    public MessageWriter writeString(String text) {
        return writeText(text).writeByte(0);
    }

    /** The digits of a number, without an object for them. */
    public MessageWriter writeDigits(long value) {
        if (value == Long.MIN_VALUE) {
            return writeBytes(MIN_LONG);
        }
        ensure(MIN_LONG.length);
        if (value < 0) {
            bytes[position++] = '-';
        }
        long rest = Math.abs(value);
        int end = position + digitCount(rest);
        position = end;
        do {
            bytes[--end] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        return this;
    }

    private static int digitCount(long value) {
        int count = 1;
        long power = 10;
        // The greatest power of ten is smaller than the greatest number.
        while (count < 19 && value >= power) {
            power *= 10;
            count++;
        }
        return count;
    }

    /** Leaves room for the length of a value; returns its index, for {@link #endValue}. */
    public int beginValue() {
        ensure(Integer.BYTES);
        position += Integer.BYTES;
        return position;
    }

    /** Sets the length of a value to the number of bytes written after it. */
    public void endValue(int begin) {
        BigEndian.INT.set(bytes, begin - Integer.BYTES, position - begin);
    }
}
