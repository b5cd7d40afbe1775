package org.sqlvm.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The messages of the server. */
final class MessageInput {
    private static final int SIZE = 64 << 10;
    private static final int HEADER = 5;
    /** A message that claims to be longer gets its room while it comes. */
    private static final int ROOM_MAX = 16 << 20;

    private final InputStream in;
    private final byte[] buffer = new byte[SIZE];
    private int position;
    private int filled;

    MessageInput(InputStream in) {
        this.in = in;
    }

    /** The next message. */
    Message next() throws IOException {
        byte[] header = new byte[HEADER];
        read(header, 0, HEADER);
        int length = (int) Bytes.INT.get(header, 1) - Integer.BYTES;
        if (length < 0) {
            throw new IOException("not a message of the protocol");
        }
        byte[] content = new byte[Math.min(length, ROOM_MAX)];
        read(content, 0, content.length);
        while (content.length < length) {
            int had = content.length;
            content = Arrays.copyOf(content, (int) Math.min(2L * had, length));
            read(content, had, content.length - had);
        }
        return new Message((char) header[0], content);
    }

    private void read(byte[] target, int offset, int count) throws IOException {
        assert 0 <= offset && count <= target.length - offset : offset + ", " + count;
        int done = 0;
        while (done < count) {
            int left = count - done;
            if (position == filled && left >= SIZE) {
                done += atLeastOne(in.read(target, offset + done, left));
            } else {
                if (position == filled) {
                    filled = atLeastOne(in.read(buffer, 0, SIZE));
                    position = 0;
                }
                int many = Math.min(left, filled - position);
                assert many > 0 : filled;
                System.arraycopy(buffer, position, target, offset + done, many);
                position += many;
                done += many;
            }
        }
    }

    private int atLeastOne(int count) throws IOException {
        if (count < 0) {
            filled = 0;
            position = 0;
            throw new EOFException("the server has closed the connection");
        }
        return count;
    }

    /** A message, which is read field by field. */
    static final class Message {
        private final char kind;
        private final byte[] content;
        private int at;

        Message(char kind, byte[] content) {
            this.kind = kind;
            this.content = content;
        }

        char kind() {
            return kind;
        }

        byte[] content() {
            return content;
        }

        int remaining() {
            return content.length - at;
        }

        /** Skips {@code count} bytes and returns the offset at which they begin. */
        int skip(long count) throws IOException {
            if (count < 0 || count > remaining()) {
                throw new IOException("a message is too short");
            }
            int start = at;
            at += (int) count;
            return start;
        }

        int readByte() throws IOException {
            return content[skip(1)] & 0xff;
        }

        int readInt() throws IOException {
            return (int) Bytes.INT.get(content, skip(Integer.BYTES));
        }

        long readLong() throws IOException {
            return (long) Bytes.LONG.get(content, skip(Long.BYTES));
        }

        /** A count of things that have a byte each, at least. */
        int readCount() throws IOException {
            int count = readInt();
            if (count < 0 || count > remaining()) {
                throw new IOException("a message is too short");
            }
            return count;
        }

        /** Reads a text with its length before it; returns null if there is none. */
        String readText() throws IOException {
            int length = readInt();
            return length < 0 ? null : text(skip(length), length);
        }

        /** Text that a zero ends. */
        String readString() throws IOException {
            int start = at;
            while (content[skip(1)] != 0) {}
            return text(start, at - 1 - start);
        }

        /** Text up to the end. */
        String readRest() throws IOException {
            int length = remaining();
            return text(skip(length), length);
        }

        private String text(int start, int length) {
            assert 0 <= length && length <= content.length - start : start + ", " + length;
            return new String(content, start, length, StandardCharsets.UTF_8);
        }
    }
}
