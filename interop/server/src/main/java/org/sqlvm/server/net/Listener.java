package org.sqlvm.server.net;

import jdk.net.ExtendedSocketOptions;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** Waits for clients at one address. */
public final class Listener implements Runnable, AutoCloseable {
    /** Connections that wait to be accepted. */
    private static final int BACKLOG = 128;
    /** After an error such as one of too many files that are open. */
    private static final long PAUSE_MS = 100;

    /** Finds out who has come. */
    @FunctionalInterface
    public interface PeerReader {
        Peer of(SocketChannel channel) throws IOException;
    }

    /** Takes a connection. */
    @FunctionalInterface
    public interface Acceptor {
        void add(SocketChannel channel, Peer peer);
    }

    private final ServerSocketChannel server;
    private final Acceptor clients;
    private final PeerReader peers;
    private final Consumer<String> log;
    private final Thread thread;
    private final SocketAddress bound;

    public Listener(
            ServerSocketChannel server,
            SocketAddress address,
            Acceptor clients,
            PeerReader peers,
            Consumer<String> log)
            throws IOException {
        this.server = server;
        this.clients = clients;
        this.peers = peers;
        this.log = log;
        this.bound = bind(address);
        this.thread = Thread.ofPlatform().name("sqlvm-server-listener").unstarted(this);
    }

    private SocketAddress bind(SocketAddress address) throws IOException {
        boolean isBound = false;
        try {
            server.bind(address, BACKLOG);
            isBound = true;
            return server.getLocalAddress();
        } finally {
            if (!isBound) {
                server.close();
            }
        }
    }

    public void start() {
        thread.start();
    }

    public SocketAddress address() {
        return bound;
    }

    @Override
    public void run() {
        while (server.isOpen()) {
            try {
                accept();
            } catch (AsynchronousCloseException e) {
                return;
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                log.accept("cannot accept a connection: " + e.getMessage());
                pause();
            }
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = server.accept();
        boolean isTaken = false;
        try {
            if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                keepAlive(channel);
            }
            clients.add(channel, peers.of(channel));
            isTaken = true;
        } finally {
            if (!isTaken) {
                channel.close();
            }
        }
    }

    /** A client whose machine is gone is noticed after two minutes, instead of hours. */
    private static void keepAlive(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 60);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 10);
            channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 6);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
