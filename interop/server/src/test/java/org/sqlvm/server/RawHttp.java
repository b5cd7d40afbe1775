package org.sqlvm.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests of HTTP as bytes, so that they may be wrong, and their answers. */
final class RawHttp {
    /**
     * An answer.
     *
     * @param head with the status
     * @param isWhole whether the body has its end
     */
    record Answer(int status, String head, byte[] body, boolean isWhole) {
        String text() {
            return new String(body, UTF_8);
        }
    }

    private static final Pattern LENGTH = Pattern.compile("(?i)Content-Length: (\\d+)\r\n");

    private RawHttp() {}

    /** @param headers lines, each with its end */
    static Answer post(int port, String headers, String body) throws IOException {
        byte[] content = body.getBytes(UTF_8);
        String head = "POST /query HTTP/1.1\r\nHost: localhost:" + port + "\r\nContent-Length: "
                + content.length + "\r\n" + headers + "\r\n";
        return send(port, head + new String(content, ISO_8859_1));
    }

    /** @param request its bytes */
    static Answer send(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return read(socket.getInputStream());
        }
    }

    /** Reads an answer, and nothing of what is behind it. */
    static Answer read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (String line = line(in); !"".equals(line); line = line(in)) {
            if (line == null) {
                throw new IOException("no answer: " + head);
            }
            head.append(line).append("\r\n");
        }
        int status = Integer.parseInt(head.substring(9, 12));
        Matcher length = LENGTH.matcher(head);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean isWhole = true;
        if (head.indexOf("Transfer-Encoding: chunked\r\n") >= 0) {
            isWhole = readChunks(in, body);
        } else if (length.find()) {
            isWhole = readInto(body, in, Integer.parseInt(length.group(1)));
        } else if (status != 204 && status != 100) {
            in.transferTo(body);
        }
        return new Answer(status, head.toString(), body.toByteArray(), isWhole);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toString(ISO_8859_1).stripTrailing();
            }
            line.write(next);
        }
        return null;
    }

    private static boolean readChunks(InputStream in, ByteArrayOutputStream body)
            throws IOException {
        while (true) {
            String line = line(in);
            if (line == null) {
                return false;
            }
            int size = Integer.parseInt(line, 16);
            if (!readInto(body, in, size) || line(in) == null) {
                return false;
            }
            if (size == 0) {
                return true;
            }
        }
    }

    private static boolean readInto(ByteArrayOutputStream body, InputStream in, int size)
            throws IOException {
        byte[] part = in.readNBytes(size);
        body.writeBytes(part);
        return part.length == size;
    }
}
