package org.sqlvm.server.postgres;

import org.sqlvm.server.net.Listener;
import org.sqlvm.server.net.UnixSocket;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Door;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;

/** PostgreSQL's protocol at a Unix socket. */
public final class PostgresSocket implements Door {
    private final Path path;
    private UnixSocket file;
    private Listener listener;

    /**
     * @param path the path of the socket, or of a folder, in which it is called
     *     {@code .s.PGSQL.PORT}
     */
    public PostgresSocket(Path path) {
        this.path = path;
    }

    @Override
    public void open(Clients clients) throws IOException {
        UnixSocket socket = UnixSocket.at(path, clients.settings().access().port());
        socket.makeWay();
        listener = new Listener(
                ServerSocketChannel.open(StandardProtocolFamily.UNIX),
                socket.address(),
                (channel, peer) ->
                        clients.add(id -> new PostgresClient(clients, id, channel, peer)),
                socket::peer,
                clients.settings().log());
        file = socket;
        file.bound(clients.settings().access().hasPasswords());
    }

    @Override
    public void start() {
        listener.start();
    }

    public Path path() {
        return file.path();
    }

    @Override
    public String announcement() {
        return "listens at " + path();
    }

    @Override
    public void close() throws IOException {
        if (listener != null) {
            listener.close();
        }
        if (file != null) {
            file.delete();
        }
    }
}
