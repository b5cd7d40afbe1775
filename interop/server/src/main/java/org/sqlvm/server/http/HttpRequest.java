package org.sqlvm.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request of HTTP/1.1 (RFC 9112). What is not understood for sure is refused. */
final class HttpRequest {
    private static final int HEAD_MAX = 32 << 10;
    private static final int HEADERS_MAX = 100;
    private static final int CHUNK_LINE_MAX = 1 << 10;
    /** Empty lines before a request, which old clients send behind the one before. */
    private static final int BLANK_MAX = 4;

    private static final Pattern REQUEST_LINE =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+) ([!-~]+) HTTP/1\\.([01])");

    private static final Pattern ABSOLUTE =
            Pattern.compile("https?://([^/?#@]*)([^#]*)", Pattern.CASE_INSENSITIVE);

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");

    /** Two of these would be two meanings. */
    private static final Set<String> SINGLE = Set.of(
            "authorization",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "origin",
            "transfer-encoding");

    private final HttpInput in;
    private final Map<String, String> headers = new HashMap<>();
    private final long begun;
    private String method;
    private String target;
    /** The server's name in the request; null if it has none. */
    private String host;

    private boolean isOld;
    private boolean isRead;

    private HttpRequest(HttpInput in) {
        this.in = in;
        this.begun = in.byteCount();
    }

    /** Reads the head; null if the client has left before it. */
    static HttpRequest read(HttpInput in) throws IOException {
        HttpRequest request = new HttpRequest(in);
        return request.readHead() ? request : null;
    }

    private boolean readHead() throws IOException {
        String first = in.line(HEAD_MAX, false);
        for (int i = 0; i < BLANK_MAX && first != null && first.isEmpty(); i++) {
            first = in.line(HEAD_MAX, false);
        }
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
        int left = HEAD_MAX - first.length();
        for (int count = 0; ; count++) {
            String line = in.line(left, false);
            if (line == null) {
                throw incomplete();
            }
            if (line.isEmpty()) {
                break;
            }
            if (count == HEADERS_MAX) {
                throw new HttpError(HttpError.HEADERS_TOO_LARGE, "too many headers");
            }
            left -= line.length();
            addHeader(line);
        }
        isRead = header("content-length") == null && header("transfer-encoding") == null;
        findHost();
        return true;
    }

    private void addHeader(String line) {
        int colon = line.indexOf(':');
        String value = line.substring(colon + 1);
        if (colon < 0
                || !NAME.matcher(line.substring(0, colon)).matches()
                || CONTROL.matcher(value).find()) {
            throw new HttpError(HttpError.BAD_REQUEST, "a header is malformed");
        }
        String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
        String before = headers.get(name);
        if (before != null && SINGLE.contains(name)) {
            throw new HttpError(HttpError.BAD_REQUEST, "two headers " + name);
        }
        String stripped = value.strip();
        headers.put(name, before == null ? stripped : before + ", " + stripped);
    }

    /** A whole URL, as proxies get it, goes before the header. */
    private void findHost() {
        host = headers.get("host");
        Matcher parts = ABSOLUTE.matcher(target);
        if (parts.matches()) {
            host = parts.group(1);
            target = parts.group(2).startsWith("/") ? parts.group(2) : "/" + parts.group(2);
        }
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

    /** Returns the server's name in the header; null if there is none. */
    String host() {
        return host;
    }

    /** Returns the number of bytes received. */
    long byteCount() {
        return in.byteCount() - begun;
    }

    /** Whether another request may follow: this one has come to its end, and is not the last. */
    boolean mayBeFollowed() {
        String options = headers.getOrDefault("connection", "");
        return isRead
                && !isOld
                && !List.of(options.toLowerCase(Locale.ROOT).split("[ \\t,]+")).contains("close");
    }

    /** Whether the client sends the body when it is told to. */
    boolean waits() {
        String expected = header("expect");
        if (expected != null && !expected.equalsIgnoreCase("100-continue")) {
            throw new HttpError(HttpError.EXPECTATION_FAILED, "unknown expectation");
        }
        return expected != null && !isOld;
    }

    /** @param max bytes that are allowed */
    byte[] readBody(int max) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        readBody(body, max);
        return body.toByteArray();
    }

    /** Reads the body into a stream as it comes. */
    void readBody(OutputStream body, long max) throws IOException {
        String length = header("content-length");
        String encoding = header("transfer-encoding");
        if (encoding != null) {
            if (length != null || isOld) {
                throw new HttpError(HttpError.BAD_REQUEST, "a length, and chunks");
            }
            if (!encoding.equalsIgnoreCase("chunked")) {
                throw new HttpError(HttpError.NOT_IMPLEMENTED, "unknown transfer encoding");
            }
            readChunks(body, max);
        } else if (length != null) {
            if (!length.matches("\\d{1,18}")) {
                throw new HttpError(HttpError.BAD_REQUEST, "the length is no number");
            }
            readInto(body, Long.parseLong(length), max, max);
        }
        isRead = true;
    }

    private void readChunks(OutputStream body, long max) throws IOException {
        long left = max;
        while (true) {
            String size = chunkLine().split(";", 2)[0].strip();
            if (!size.matches("[0-9A-Fa-f]{1,15}")) {
                throw new HttpError(HttpError.BAD_REQUEST, "a chunk has no size");
            }
            long count = Long.parseLong(size, 16);
            if (count == 0) {
                // Trailers follow, which are ignored.
                for (int i = 0; !chunkLine().isEmpty(); i++) {
                    if (i > HEADERS_MAX) {
                        throw new HttpError(HttpError.HEADERS_TOO_LARGE, "too many trailers");
                    }
                }
                return;
            }
            readInto(body, count, left, max);
            left -= count;
            if (!chunkLine().isEmpty()) {
                throw new HttpError(HttpError.BAD_REQUEST, "a chunk is longer than it says");
            }
        }
    }

    /** Who reads them otherwise finds the next request elsewhere. */
    private String chunkLine() throws IOException {
        String line = in.line(CHUNK_LINE_MAX, true);
        if (line == null) {
            throw incomplete();
        }
        return line;
    }

    private void readInto(OutputStream body, long count, long left, long max) throws IOException {
        if (count > left) {
            throw new HttpError(HttpError.TOO_LARGE, "a request has at most " + max + " bytes");
        }
        if (!in.readInto(body, count)) {
            throw incomplete();
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
