package org.sqlvm.server.page;

import java.io.IOException;
import java.io.OutputStream;
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

    /** Takes the body of a request as it comes, and answers the request. */
    interface Upload extends AutoCloseable {
        /** The most bytes that it takes; a longer body is refused. */
        long sizeMax();

        /** Returns where the bytes go. */
        OutputStream output();

        /** Answers the request, whose body has come as a whole. */
        HttpPage answer();

        /** Ends it, also if the body has not come to its end, or was too long. */
        @Override
        void close() throws IOException;
    }

    /**
     * Takes the body of a request that need not fit into memory.
     *
     * @param head the request without its body
     * @return null if {@link #answer} is to get the body, which then has a size for memory
     */
    default Upload upload(Request head) throws IOException {
        return null;
    }

    /**
     * Answers a request. Requests that foreign pages have sent do not come here. All others do,
     * with or without a key: what is not for everybody must ask for {@link Request#isKnown}.
     *
     * @return null if there is no such page
     */
    HttpPage answer(Request request);
}
