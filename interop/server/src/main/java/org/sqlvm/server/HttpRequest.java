package org.sqlvm.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request of HTTP/1.1 (RFC 9112), the only one of its connection. What is not understood for sure
 * is refused.
 */
final class HttpRequest {
    private static final int HEAD_MAX = 32 << 10;
    private static final int HEADERS_MAX = 100;
    private static final int CHUNK_LINE_MAX = 1 << 10;

    private static final Pattern REQUEST_LINE =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\\S+) HTTP/1\\.([01])");

    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*(.*?)[ \\t]*");

    /** Two of these would be two meanings. */
    private static final Set<String> SINGLE = Set.of(
            "authorization",
            "content-length",
            "content-type",
            "host",
            "origin",
            "transfer-encoding");

    private final ReadableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(8 << 10).flip();
    private final Map<String, String> headers = new HashMap<>();
    private String method;
    private String target;
    private boolean isOld;
    private long byteCount;

    private HttpRequest(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /** Reads the head; null if the client has left before it. */
    static HttpRequest read(ReadableByteChannel channel) throws IOException {
        HttpRequest request = new HttpRequest(channel);
        return request.readHead() ? request : null;
    }

    private boolean readHead() throws IOException {
        int left = HEAD_MAX;
        String first = line(left);
        if (first == null) {
            return false;
        }
        Matcher parts = REQUEST_LINE.matcher(first);
        if (!parts.matches()) {
            throw new HttpError(HttpError.BAD_REQUEST, "this is no request of HTTP/1.1");
        }
        method = parts.group(1);
        target = parts.group(2);
        isOld = parts.group(3).equals("0");
        left -= first.length();
        for (String line = line(left); ; line = line(left)) {
            if (line == null) {
                throw new HttpError(HttpError.BAD_REQUEST, "the request has no end");
            }
            if (line.isEmpty()) {
                return true;
            }
            left -= line.length();
            addHeader(line);
        }
    }

    private void addHeader(String line) {
        Matcher parts = HEADER.matcher(line);
        if (!parts.matches()) {
            throw new HttpError(HttpError.BAD_REQUEST, "a header is malformed");
        }
        String name = parts.group(1).toLowerCase(Locale.ROOT);
        String before = headers.get(name);
        if (before != null && SINGLE.contains(name)) {
            throw new HttpError(HttpError.BAD_REQUEST, "two headers " + name);
        }
        headers.put(name, before == null ? parts.group(2) : before + ", " + parts.group(2));
        if (headers.size() > HEADERS_MAX) {
            throw new HttpError(HttpError.HEADERS_TOO_LARGE, "too many headers");
        }
    }

    /** A line without its end; null if there is none. */
    private String line(int max) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int next = read();
            if (next < 0) {
                return null;
            }
            if (next == '\n') {
                String text = line.toString(ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            if (line.size() >= max) {
                throw new HttpError(HttpError.HEADERS_TOO_LARGE, "the headers are too long");
            }
            line.write(next);
        }
    }

    private int read() throws IOException {
        return buffer.hasRemaining() || fill() ? buffer.get() & 0xff : -1;
    }

    private boolean fill() throws IOException {
        buffer.clear();
        int count = channel.read(buffer);
        buffer.flip();
        byteCount += Math.max(0, count);
        return count > 0;
    }

    String method() {
        return method;
    }

    /** Without what is behind a question mark. */
    String path() {
        int end = target.indexOf('?');
        return end < 0 ? target : target.substring(0, end);
    }

    /** Whether the client knows nothing of chunks. */
    boolean isOld() {
        return isOld;
    }

    /** Null if there is none. */
    String header(String name) {
        return headers.get(name);
    }

    /** How many bytes have come. */
    long byteCount() {
        return byteCount;
    }

    /** Whether the client sends the body when it is told to. */
    boolean waits() {
        String expected = header("expect");
        if (expected != null && !expected.equalsIgnoreCase("100-continue")) {
            throw new HttpError(HttpError.EXPECTATION_FAILED, "unknown expectation");
        }
        return expected != null && !isOld;
    }

    byte[] readBody(int max) throws IOException {
        String length = header("content-length");
        String encoding = header("transfer-encoding");
        if (encoding != null) {
            if (length != null) {
                throw new HttpError(HttpError.BAD_REQUEST, "a length, and chunks");
            }
            if (!encoding.equalsIgnoreCase("chunked")) {
                throw new HttpError(HttpError.NOT_IMPLEMENTED, "unknown transfer encoding");
            }
            return readChunks(max);
        }
        if (length == null) {
            return new byte[0];
        }
        if (!length.matches("\\d{1,18}")) {
            throw new HttpError(HttpError.BAD_REQUEST, "the length is no number");
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        readInto(body, Long.parseLong(length), max);
        return body.toByteArray();
    }

    private byte[] readChunks(int max) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            String size = chunkLine().split(";", 2)[0].strip();
            if (!size.matches("[0-9A-Fa-f]{1,15}")) {
                throw new HttpError(HttpError.BAD_REQUEST, "a chunk has no size");
            }
            long count = Long.parseLong(size, 16);
            if (count == 0) {
                // What follows are trailers, which say nothing here.
                for (int i = 0; !chunkLine().isEmpty(); i++) {
                    if (i > HEADERS_MAX) {
                        throw new HttpError(HttpError.HEADERS_TOO_LARGE, "too many trailers");
                    }
                }
                return body.toByteArray();
            }
            readInto(body, count, max);
            if (!chunkLine().isEmpty()) {
                throw new HttpError(HttpError.BAD_REQUEST, "a chunk is longer than it says");
            }
        }
    }

    private String chunkLine() throws IOException {
        String line = line(CHUNK_LINE_MAX);
        if (line == null) {
            throw incomplete();
        }
        return line;
    }

    private void readInto(ByteArrayOutputStream body, long count, int max) throws IOException {
        if (count > max - body.size()) {
            throw new HttpError(HttpError.TOO_LARGE, "a request has at most " + max + " bytes");
        }
        long left = count;
        while (left > 0) {
            if (!buffer.hasRemaining() && !fill()) {
                throw incomplete();
            }
            int part = (int) Math.min(left, buffer.remaining());
            body.write(buffer.array(), buffer.position(), part);
            buffer.position(buffer.position() + part);
            left -= part;
        }
    }

    private static HttpError incomplete() {
        return new HttpError(HttpError.BAD_REQUEST, "the request has no end");
    }

    /**
     * Which of the types the client wants most; the first for all that it says nothing of.
     *
     * @param offered types without parameters
     * @return null if it takes none of them
     */
    String preferred(List<String> offered) {
        String accepted = header("accept");
        if (accepted == null || accepted.isBlank()) {
            return offered.getFirst();
        }
        String best = null;
        double most = 0;
        for (String range : accepted.split(",")) {
            String[] parts = range.toLowerCase(Locale.ROOT).split(";");
            double weight = weight(parts);
            String type = match(parts[0].strip(), offered);
            if (type != null && weight > most) {
                best = type;
                most = weight;
            }
        }
        return best;
    }

    private static double weight(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.startsWith("q=")) {
                String value = parameter.substring(2);
                return value.matches("[01](\\.\\d{0,3})?") ? Double.parseDouble(value) : 0;
            }
        }
        return 1;
    }

    private static String match(String range, List<String> offered) {
        for (String type : offered) {
            String any = type.substring(0, type.indexOf('/') + 1) + "*";
            if (range.equals(type) || range.equals(any) || range.equals("*/*")) {
                return type;
            }
        }
        return null;
    }
}
