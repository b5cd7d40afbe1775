package org.sqlvm.server.http;

import org.sqlvm.server.net.Peer;
import org.sqlvm.server.page.HttpPages;
import org.sqlvm.server.session.ClientConnection;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.PortDoor;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Requests of HTTP at a port, with keys for TLS of HTTPS. */
public final class HttpDoor extends PortDoor {
    /** Null if there is nothing but queries. */
    private final HttpPages pages;

    private RestingSessions resting;
    private NamedSessions named;
    private boolean isEncrypted;

    /**
     * @param number 0 for a port that is free
     * @param pages answers other requests than queries; null for none
     */
    public HttpDoor(int number, HttpPages pages) {
        super(number);
        this.pages = pages;
    }

    @Override
    public void open(Clients all) throws IOException {
        isEncrypted = all.settings().access().tls() != null;
        resting = new RestingSessions(all.settings());
        named = new NamedSessions(all.settings());
        all.every(Clients.TIME_CHECK_MS, () -> {
            resting.closeOld(System.nanoTime());
            named.closeOld(System.nanoTime());
        });
        super.open(all);
    }

    @Override
    protected ClientConnection client(Clients all, int id, SocketChannel channel, Peer peer) {
        return new HttpClient(all, this, id, channel, peer);
    }

    /** Sessions that wait for the next request of their users. */
    public RestingSessions resting() {
        return resting;
    }

    /** Sessions that clients keep from request to request. */
    NamedSessions named() {
        return named;
    }

    /** Null if there is nothing but queries. */
    HttpPages pages() {
        return pages;
    }

    @Override
    public String announcement() {
        return super.announcement() + ", for " + (isEncrypted ? "HTTPS" : "HTTP");
    }

    @Override
    public void close() throws IOException {
        super.close();
        if (resting != null) {
            resting.close();
            named.close();
        }
    }
}
