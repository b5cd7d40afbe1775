package org.sqlvm.server.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * The client at the other end of a connection.
 *
 * @param name the client's name in the log
 * @param isLocal whether it has come through a Unix socket
 * @param isOwn whether it is a process of the user that runs the server
 * @param isNear whether it is on this machine, as far as addresses say
 */
public record Peer(String name, boolean isLocal, boolean isOwn, boolean isNear) {
    /** Returns the peer of a TCP connection. */
    public static Peer of(SocketChannel channel) throws IOException {
        InetSocketAddress address = (InetSocketAddress) channel.getRemoteAddress();
        return new Peer(address.toString(), false, false, address.getAddress().isLoopbackAddress());
    }
}
