package org.sqlvm.server.page;

import java.util.function.UnaryOperator;

/**
 * Answers HTTP requests to a server beside those for queries: pages for browsers, and what they
 * need. See {@code SqlvmServer.Builder.httpPages}.
 */
@FunctionalInterface
public interface HttpPages {
    /**
     * A request.
     *
     * @param path the path, as it was sent: with percent signs, and without what is behind a
     *     question mark
     * @param header returns the value of a header by its name in lower case; null for none
     * @param isKnown whether it carries the server's key or a user's password
     * @param body its bytes; none for GET
     */
    record Request(
            String method,
            String path,
            UnaryOperator<String> header,
            boolean isKnown,
            byte[] body) {}

    /**
     * Answers a request. Requests that foreign pages have sent do not come here. All others do,
     * with or without a key: what is not for everybody must ask for {@link Request#isKnown}.
     *
     * @return null if there is no such page
     */
    HttpPage answer(Request request);
}
