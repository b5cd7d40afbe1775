package org.sqlvm.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

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

    static Answer read(InputStream in) throws IOException {
        byte[] all = in.readAllBytes();
        String text = new String(all, ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("no answer: " + text);
        }
        String head = text.substring(0, end + 2);
        String rest = text.substring(end + 4);
        int status = Integer.parseInt(head.substring(9, 12));
        if (!head.contains("Transfer-Encoding: chunked\r\n")) {
            return new Answer(status, head, rest.getBytes(ISO_8859_1), true);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int line = rest.indexOf("\r\n", at);
            if (line < 0) {
                return new Answer(status, head, body.toByteArray(), false);
            }
            int size = Integer.parseInt(rest.substring(at, line), 16);
            if (size == 0) {
                return new Answer(status, head, body.toByteArray(), true);
            }
            int from = line + 2;
            int until = Math.min(rest.length(), from + size);
            body.writeBytes(rest.substring(from, until).getBytes(ISO_8859_1));
            at = Math.min(rest.length(), until + 2);
        }
    }
}
