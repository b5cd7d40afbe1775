package org.sqlvm.server.message;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The messages of a client, one after the other, in a buffer that is used again. A message is a
 * byte that says its kind, the length of the rest in four bytes, and the rest; the first message of
 * a connection has no kind. A getter that would read past the end of the message refuses it.
 */
public final class MessageReader {
    /** The kind that marks the end of the input. */
    public static final int END = -1;

    private static final int SIZE = 16 << 10;
    private static final int LENGTH_SIZE = 4;

    private final ReadableByteChannel channel;
    private byte[] bytes;
    /** The index of the next byte to read. */
    private int position;
    /** The index after the current message. */
    private int end;
    /** The index after the last byte received. */
    private int filled;

    private long byteCount;

    public MessageReader(ReadableByteChannel channel) {
        this.channel = channel;
        this.bytes = channel == null ? null : new byte[SIZE];
    }

    /** Reads what has come already, as one message. */
    public static MessageReader of(byte[] content) {
        MessageReader reader = new MessageReader(null);
        reader.bytes = content;
        reader.end = content.length;
        reader.filled = content.length;
        return reader;
    }

    /** Returns the number of bytes received. */
    public long byteCount() {
        return byteCount;
    }

    /**
     * Moves to the next message.
     *
     * @param sizeMax the maximum size in bytes
     * @return the message's kind, or END
     */
    public int next(int sizeMax) throws IOException {
        position = end;
        if (!fill(1)) {
            return END;
        }
        int kind = bytes[position++] & 0xff;
        return body(sizeMax) ? kind : END;
    }

    /** Moves to the first message; returns false if there is none. */
    public boolean first(int sizeMax) throws IOException {
        position = end;
        return body(sizeMax);
    }

    private boolean body(int sizeMax) throws IOException {
        if (!fill(LENGTH_SIZE)) {
            return false;
        }
        end = position + LENGTH_SIZE;
        int length = readInt() - LENGTH_SIZE;
        end = position;
        if (length < 0) {
            throw ServerError.brokenProtocol("invalid message length");
        }
        if (length > sizeMax) {
            throw ServerError.brokenProtocol("message of " + length + " bytes is too long");
        }
        if (!fill(length)) {
            return false;
        }
        end = position + length;
        return true;
    }

    /** Returns whether bytes after the message have been received. */
    public boolean hasMore() {
        return filled > end;
    }

    /** Whether a whole message of this kind has come already and is next. */
    public boolean isNext(int kind) {
        return filled - end > LENGTH_SIZE && (bytes[end] & 0xff) == kind;
    }

    /** Makes sure that {@code count} bytes from the position on have come; false at the end. */
    private boolean fill(int count) throws IOException {
        if (filled - position >= count) {
            return true;
        }
        makeRoom(count);
        while (filled - position < count) {
            // A message that claims to be long gets its room while it comes.
            if (filled == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(2L * filled, position + (long) count));
            }
            int read = channel.read(ByteBuffer.wrap(bytes, filled, bytes.length - filled));
            if (read < 0) {
                return false;
            }
            filled += read;
            byteCount += read;
        }
        return true;
    }

    /** Moves what has not been read to the front; a large buffer is given up when it is empty. */
    private void makeRoom(int count) {
        int left = filled - position;
        if (position + count > bytes.length || left == 0) {
            byte[] target = bytes.length > SIZE && left + count <= SIZE ? new byte[SIZE] : bytes;
            System.arraycopy(bytes, position, target, 0, left);
            bytes = target;
            position = 0;
            end = 0;
            filled = left;
        }
    }

    public int remaining() {
        return end - position;
    }

    private void need(int count) {
        if (count < 0 || count > end - position) {
            throw ServerError.protocol("insufficient data left in message");
        }
    }

    public int readByte() {
        need(1);
        return bytes[position++] & 0xff;
    }

    public int readShort() {
        need(Short.BYTES);
        int value = (short) BigEndian.SHORT.get(bytes, position);
        position += Short.BYTES;
        return value;
    }

    public int readInt() {
        need(Integer.BYTES);
        int value = (int) BigEndian.INT.get(bytes, position);
        position += Integer.BYTES;
        return value;
    }

    public long readLong() {
        need(Long.BYTES);
        long value = (long) BigEndian.LONG.get(bytes, position);
        position += Long.BYTES;
        return value;
    }

    /** The buffer, in which {@link #skip} says where bytes are; until the next message is read. */
    public byte[] buffer() {
        return bytes;
    }

    /** Skips {@code count} bytes; returns the index in the buffer at which they begin. */
    public int skip(long count) {
        if (count > remaining()) {
            throw ServerError.protocol("insufficient data left in message");
        }
        int start = position;
        position += (int) count;
        return start;
    }

    public byte[] readBytes(int count) {
        need(count);
        byte[] value = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return value;
    }

    /** Text of as many bytes. */
    public String readText(int count) {
        need(count);
        String text = decode(bytes, position, count);
        position += count;
        return text;
    }

    /** Text that a zero ends. */
    public String readString() {
        int zero = position;
        while (zero < end && bytes[zero] != 0) {
            zero++;
        }
        if (zero == end) {
            throw ServerError.protocol("invalid string in message");
        }
        String text = decode(bytes, position, zero - position);
        position = zero + 1;
        return text;
    }

    public static String decode(byte[] bytes, int offset, int length) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ServerError(
                    SqlState.CHARACTER_NOT_IN_REPERTOIRE,
                    "invalid byte sequence for encoding \"UTF8\"");
        }
    }

    /** All of the message has been read. */
    public void checkEnd() {
        if (position != end) {
            throw ServerError.protocol("invalid message format");
        }
    }
}
