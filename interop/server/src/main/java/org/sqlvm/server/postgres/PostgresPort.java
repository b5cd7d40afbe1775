package org.sqlvm.server.postgres;

import org.sqlvm.server.net.Peer;
import org.sqlvm.server.session.ClientConnection;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.PortDoor;

import java.nio.channels.SocketChannel;

/** PostgreSQL's protocol at a port. */
public final class PostgresPort extends PortDoor {
    /** @param number 0 for a port that is free */
    public PostgresPort(int number) {
        super(number);
    }

    @Override
    protected ClientConnection client(Clients all, int id, SocketChannel channel, Peer peer) {
        return new PostgresClient(all, id, channel, peer);
    }
}
