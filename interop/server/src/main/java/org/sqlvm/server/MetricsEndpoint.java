package org.sqlvm.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/**
 * Gives metrics to who asks by HTTP on this machine: {@code http://localhost:PORT/metrics}. Whom
 * the port of queries would refuse is refused here, too.
 */
final class MetricsEndpoint implements AutoCloseable {
    private static final String FORMAT =
            "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final HttpServer server;
    private final HttpAccess access;
    private final Supplier<String> metrics;

    /** @param port 0 for one that is free */
    MetricsEndpoint(int port, ServerSettings settings, Supplier<String> metrics)
            throws IOException {
        this.access = HttpAccess.toLocalPort(settings);
        this.metrics = metrics;
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/metrics", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String text;
            int status = 200;
            try {
                access.check(asked(exchange));
                text = metrics.get();
                exchange.getResponseHeaders().set("Content-Type", FORMAT);
            } catch (HttpError e) {
                text = e.getMessage() + "\n";
                status = e.status();
                exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            }
            byte[] content = text.getBytes(UTF_8);
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, isHead ? -1 : content.length);
            if (!isHead) {
                exchange.getResponseBody().write(content);
            }
        }
    }

    /** @throws HttpError if it says several things at once, or what is not to be had here */
    private static HttpAccess.Asked asked(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        for (String name : new String[] {"host", "origin", "authorization"}) {
            if (headers.containsKey(name) && headers.get(name).size() > 1) {
                throw new HttpError(HttpError.BAD_REQUEST, "two headers " + name);
            }
        }
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            throw new HttpError(HttpError.METHOD_NOT_ALLOWED, "GET it");
        }
        // A whole URL, as proxies get it, goes before the header.
        String named = exchange.getRequestURI().getRawAuthority();
        return new HttpAccess.Asked(
                method,
                named != null ? named : headers.getFirst("host"),
                exchange.getProtocol().equals("HTTP/1.0"),
                headers::getFirst,
                exchange.getResponseHeaders()::set);
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
