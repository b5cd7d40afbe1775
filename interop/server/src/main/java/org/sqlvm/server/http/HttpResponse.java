package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to a request. What is written is its body, in chunks; the head is sent before the
 * first of them, so that until then it may become an error.
 */
final class HttpResponse implements WritableByteChannel {
    private final WritableByteChannel channel;
    /** Whether the body has chunks; otherwise the end of the connection is its end. */
    private final boolean isChunked;

    private final Map<String, String> headers = new LinkedHashMap<>();
    /** Whether the client wants to know nothing but the head. */
    private boolean isHeadOnly;

    private boolean isBegun;
    private boolean isComplete;
    private boolean hasChunk;
    private long byteCount;

    HttpResponse(WritableByteChannel channel, boolean isChunked) {
        this.channel = channel;
        this.isChunked = isChunked;
        headers.put("Cache-Control", "no-store");
        headers.put("X-Content-Type-Options", "nosniff");
    }

    void header(String name, String value) {
        headers.put(name, value);
    }

    /** Omits the body, for HEAD. */
    void headOnly() {
        isHeadOnly = true;
    }

    /** No other answer follows. */
    void last() {
        headers.put("Connection", "close");
    }

    boolean isLast() {
        return headers.containsKey("Connection");
    }

    /** Returns whether the response was begun and sent completely. */
    boolean isWhole() {
        return isComplete && isBegun;
    }

    boolean isBegun() {
        return isBegun;
    }

    /** Returns the number of bytes sent. */
    long byteCount() {
        return byteCount;
    }

    private void sendHead(int status) throws IOException {
        isBegun = true;
        StringBuilder head = new StringBuilder("HTTP/1.1 ");
        head.append(status).append(' ').append(HttpError.reason(status)).append("\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        send(head.append("\r\n").toString());
    }

    private void send(String text) throws IOException {
        send(ByteBuffer.wrap(text.getBytes(US_ASCII)));
    }

    private void send(ByteBuffer bytes) throws IOException {
        byteCount += bytes.remaining();
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** A whole answer, in JSON. */
    void send(int status, String body) throws IOException {
        if (!body.isEmpty()) {
            header("Content-Type", "application/json");
        }
        send(status, body.getBytes(UTF_8));
    }

    /** A whole answer, whose type is among the headers. */
    void send(int status, byte[] content) throws IOException {
        if (status != 204 && status != 304) {
            header("Content-Length", String.valueOf(content.length));
        }
        sendHead(status);
        if (!isHeadOnly && status != 304) {
            send(ByteBuffer.wrap(content));
        }
        isComplete = true;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int count = source.remaining();
        if (count == 0) {
            return 0;
        }
        if (!isBegun) {
            if (isChunked) {
                header("Transfer-Encoding", "chunked");
            }
            sendHead(200);
        }
        if (isChunked) {
            send((hasChunk ? "\r\n" : "") + Integer.toHexString(count) + "\r\n");
            hasChunk = true;
        }
        send(source);
        return count;
    }

    /** The body is complete. Without this, a client finds that it is not. */
    void end() throws IOException {
        if (isComplete) {
            return;
        }
        if (!isBegun) {
            send(200, "");
        } else if (isChunked) {
            send((hasChunk ? "\r\n" : "") + "0\r\n\r\n");
        }
        isComplete = true;
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** The connection is closed by who has opened it. */
    @Override
    public void close() {}
}
