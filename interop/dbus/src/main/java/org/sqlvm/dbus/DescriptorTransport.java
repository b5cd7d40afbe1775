package org.sqlvm.dbus;

import org.freedesktop.dbus.connections.BusAddress;
import org.freedesktop.dbus.connections.config.TransportConfig;
import org.freedesktop.dbus.connections.transports.AbstractUnixTransport;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The way to a bus through a Unix socket, which takes descriptors along. */
final class DescriptorTransport extends AbstractUnixTransport {
    /** An option of a connection: whether it keeps descriptors that come. */
    static final String KEEPS_DESCRIPTORS = "org.sqlvm.dbus.keepsDescriptors";

    private final BusAddress bus;
    private final boolean keepsDescriptors;

    DescriptorTransport(BusAddress bus, TransportConfig config) {
        super(bus, config);
        this.bus = bus;
        this.keepsDescriptors =
                Boolean.TRUE.equals(config.getAdditionalConfig().get(KEEPS_DESCRIPTORS));
    }

    @Override
    protected boolean hasFileDescriptorSupport() {
        return true;
    }

    @Override
    protected SocketChannel connectImpl() throws IOException {
        String path = bus.getParameterValue("path");
        if (path == null && bus.hasParameter("abstract")) {
            path = "\0" + bus.getParameterValue("abstract");
        }
        if (path == null) {
            throw new IOException("no path in " + bus);
        }
        return new DescriptorChannel(path, keepsDescriptors);
    }

    @Override
    public int getUid(SocketChannel channel) throws IOException {
        return ((DescriptorChannel) channel).peerUser();
    }

    @Override
    protected SocketChannel acceptImpl() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void bindImpl() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected boolean isBound() {
        return false;
    }

    @Override
    protected void closeTransport() {}
}
