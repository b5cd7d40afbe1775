package org.sqlvm.server.http;

import org.sqlvm.server.net.Peer;
import org.sqlvm.server.session.ClientConnection;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.PortDoor;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Requests of HTTP at a port, with keys for TLS of HTTPS. */
public final class HttpDoor extends PortDoor {
    private RestingSessions resting;
    private boolean isEncrypted;

    /** @param number 0 for a port that is free */
    public HttpDoor(int number) {
        super(number);
    }

    @Override
    public void open(Clients all) throws IOException {
        isEncrypted = all.settings().access().tls() != null;
        resting = new RestingSessions(all.settings());
        all.every(Clients.TIME_CHECK_MS, () -> resting.closeOld(System.nanoTime()));
        super.open(all);
    }

    @Override
    protected ClientConnection client(Clients all, int id, SocketChannel channel, Peer peer) {
        return new HttpClient(all, resting, id, channel, peer);
    }

    /** Sessions that wait for the next request of their users. */
    public RestingSessions resting() {
        return resting;
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
        }
    }
}
