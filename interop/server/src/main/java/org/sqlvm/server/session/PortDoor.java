package org.sqlvm.server.session;

import org.sqlvm.server.net.Listener;
import org.sqlvm.server.net.Peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A door at a port of the server's address. */
public abstract class PortDoor implements Door {
    private final int number;
    private Clients clients;
    private Listener listener;

    /** @param number 0 for a port that is free */
    protected PortDoor(int number) {
        this.number = number;
    }

    /** A client that has connected, which is given a number. */
    protected abstract ClientConnection client(
            Clients all, int id, SocketChannel channel, Peer peer);

    @Override
    public void open(Clients all) throws IOException {
        clients = all;
        InetSocketAddress address =
                new InetSocketAddress(all.settings().access().address(), number);
        listener = new Listener(
                ServerSocketChannel.open(),
                address,
                (channel, peer) -> all.add(id -> client(all, id, channel, peer)),
                Peer::of,
                all.settings().log());
    }

    @Override
    public void start() {
        listener.start();
    }

    /** The port that is bound. */
    public int port() {
        return ((InetSocketAddress) listener.address()).getPort();
    }

    @Override
    public String announcement() {
        return "listens at " + clients.settings().access().address().getHostAddress() + ", port "
                + port();
    }

    @Override
    public void close() throws IOException {
        if (listener != null) {
            listener.close();
        }
    }
}
