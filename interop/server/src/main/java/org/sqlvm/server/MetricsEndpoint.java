package org.sqlvm.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** Gives metrics to who asks by HTTP on this machine: {@code http://localhost:PORT/metrics}. */
final class MetricsEndpoint implements AutoCloseable {
    private static final String FORMAT =
            "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final HttpServer server;

    /** @param port 0 for one that is free */
    MetricsEndpoint(int port, Supplier<String> metrics) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/metrics", exchange -> answer(exchange, metrics.get()));
        server.start();
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            byte[] content = text.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", FORMAT);
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
