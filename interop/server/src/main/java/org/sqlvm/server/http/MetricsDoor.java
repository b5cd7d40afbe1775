package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Door;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Answers HTTP requests for metrics on this machine: {@code http://localhost:PORT/metrics}.
 * Requests that the port for queries would refuse are refused here too.
 */
public final class MetricsDoor implements Door {
    private static final String FORMAT =
            "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final int number;
    private Clients clients;
    private HttpAccess access;
    private HttpServer server;

    /** @param number the port's number; 0 for a free port */
    public MetricsDoor(int number) {
        this.number = number;
    }

    @Override
    public void open(Clients all) throws IOException {
        clients = all;
        access = HttpAccess.toLocalPort(all.settings());
        InetAddress local = InetAddress.getLoopbackAddress();
        server = HttpServer.create(new InetSocketAddress(local, number), 0);
        server.createContext("/metrics", this::answer);
    }

    @Override
    public void start() {
        server.start();
    }

    @Override
    public String announcement() {
        return "metrics at http://localhost:" + port() + "/metrics";
    }

    @Override
    public boolean hasSessions() {
        return false;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String text;
            int status = 200;
            try {
                access.check(asked(exchange));
                text = clients.metrics();
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

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        if (server != null) {
            server.stop(0);
        }
    }
}
