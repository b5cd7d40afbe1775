package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** The bytes of a connection, of which lines and bodies are read. */
final class HttpInput {
    private final ReadableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(8 << 10).flip();
    private long byteCount;

    HttpInput(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /** Returns the number of bytes received. */
    long byteCount() {
        return byteCount;
    }

    /** Waits for the next byte; false if there is none. */
    boolean await() throws IOException {
        return buffer.hasRemaining() || fill();
    }

    private boolean fill() throws IOException {
        buffer.clear();
        int count = -1;
        try {
            count = channel.read(buffer);
        } finally {
            buffer.flip();
        }
        byteCount += Math.max(0, count);
        return count > 0;
    }

    /**
     * A line without its end; null if it has none.
     *
     * @param max bytes
     * @param isStrict whether it must end with CR and LF; else LF alone will do
     */
    String line(int max, boolean isStrict) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (await()) {
            int next = buffer.get() & 0xff;
            if (next == '\n') {
                String text = line.toString(ISO_8859_1);
                if (text.endsWith("\r")) {
                    return text.substring(0, text.length() - 1);
                }
                if (isStrict) {
                    throw new HttpError(HttpError.BAD_REQUEST, "a line has no CR");
                }
                return text;
            }
            if (line.size() >= max) {
                throw new HttpError(HttpError.HEADERS_TOO_LARGE, "the headers are too long");
            }
            line.write(next);
        }
        return null;
    }

    /** Reads {@code count} bytes into {@code body}; returns false if the input ends before. */
    boolean readInto(OutputStream body, long count) throws IOException {
        long left = count;
        while (left > 0 && await()) {
            int part = (int) Math.min(left, buffer.remaining());
            body.write(buffer.array(), buffer.position(), part);
            buffer.position(buffer.position() + part);
            left -= part;
        }
        return left == 0;
    }
}
