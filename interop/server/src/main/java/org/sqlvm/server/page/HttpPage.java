package org.sqlvm.server.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/**
 * An answer to an HTTP request.
 *
 * @param status the status code, such as 200
 * @param type the media type of the content
 * @param headers other headers; they replace the server's
 */
public record HttpPage(int status, String type, byte[] content, Map<String, String> headers) {
    private static final int OK = 200;

    /** Returns a page without headers of its own. */
    public static HttpPage of(String type, byte[] content) {
        return new HttpPage(OK, type, content, Map.of());
    }

    /** Returns a short answer in JSON. */
    public static HttpPage json(int status, String text) {
        return new HttpPage(status, "application/json", text.getBytes(UTF_8), Map.of());
    }
}
