package org.sqlvm.dbus;

import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** A connection to the bus, through which descriptors may go. */
final class DescriptorChannel extends SocketChannel {
    private final Descriptor socket;
    private final String path;
    /** Whether descriptors that arrive are kept for a reader; otherwise they are closed. */
    private final boolean keepsDescriptors;

    private final ReentrantLock readLock = new ReentrantLock();
    private final ReentrantLock writeLock = new ReentrantLock();
    private final List<Descriptor> received = new ArrayList<>();

    DescriptorChannel(String path, boolean keepsDescriptors) throws IOException {
        super(SelectorProvider.provider());
        this.path = path;
        this.keepsDescriptors = keepsDescriptors;
        this.socket = Descriptor.connect(path);
    }

    int peerUser() throws IOException {
        return socket.peerUser();
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        readLock.lock();
        try {
            if (!isOpen()) {
                return -1;
            }
            int count = socket.receive(target, received);
            if (!keepsDescriptors) {
                Descriptor.closeAll(received);
                received.clear();
            }
            return count;
        } finally {
            readLock.unlock();
        }
    }

    /** Returns the descriptors that have arrived; the caller owns them. */
    List<Descriptor> takeDescriptors() {
        readLock.lock();
        try {
            List<Descriptor> all = List.copyOf(received);
            received.clear();
            return all;
        } finally {
            readLock.unlock();
        }
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        if (bytes.length > 0) {
            write(bytes, List.of());
        }
        return bytes.length;
    }

    /** A whole message, with the descriptors that belong to it. */
    void write(byte[] bytes, List<Descriptor> descriptors) throws IOException {
        writeLock.lock();
        try {
            if (!isOpen()) {
                throw new java.nio.channels.ClosedChannelException();
            }
            socket.send(bytes, descriptors);
        } finally {
            writeLock.unlock();
        }
    }

    /** Waiting readers and writers are woken before the descriptor's number is released. */
    @Override
    protected void implCloseSelectableChannel() throws IOException {
        socket.shutdown();
        readLock.lock();
        writeLock.lock();
        try {
            Descriptor.closeAll(received);
            socket.close();
        } finally {
            writeLock.unlock();
            readLock.unlock();
        }
    }

    @Override
    protected void implConfigureBlocking(boolean block) {
        if (!block) {
            throw new UnsupportedOperationException();
        }
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
        return length == 0 ? 0 : read(targets[offset]);
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
        long count = 0;
        for (int i = offset; i < offset + length; i++) {
            count += write(sources[i]);
        }
        return count;
    }

    @Override
    public boolean isConnected() {
        return isOpen();
    }

    @Override
    public boolean isConnectionPending() {
        return false;
    }

    @Override
    public boolean finishConnect() {
        return true;
    }

    @Override
    public SocketAddress getRemoteAddress() {
        return path.startsWith("\0") ? null : UnixDomainSocketAddress.of(path);
    }

    @Override
    public SocketAddress getLocalAddress() {
        return null;
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
        return Set.of();
    }

    @Override
    public boolean connect(SocketAddress remote) {
        throw new java.nio.channels.AlreadyConnectedException();
    }

    @Override
    public SocketChannel bind(SocketAddress local) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SocketChannel shutdownInput() {
        socket.shutdown();
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() {
        socket.shutdown();
        return this;
    }

    @Override
    public Socket socket() {
        throw new UnsupportedOperationException();
    }
}
