package org.sqlvm.dbus;

import org.freedesktop.dbus.connections.BusAddress;
import org.freedesktop.dbus.connections.config.TransportConfig;
import org.freedesktop.dbus.connections.transports.AbstractTransport;
import org.freedesktop.dbus.spi.transport.ITransportProvider;

/** Has dbus-java find {@link DescriptorTransport}, for buses with Unix sockets. */
public final class DescriptorTransports implements ITransportProvider {
    /** For the service loader. */
    public DescriptorTransports() {}

    @Override
    public String getTransportName() {
        return "sqlvm-descriptors";
    }

    @Override
    public AbstractTransport createTransport(BusAddress bus, TransportConfig config) {
        return new DescriptorTransport(bus, config);
    }

    @Override
    public String getSupportedBusType() {
        return "UNIX";
    }

    /** Connections without a bus are not made. */
    @Override
    public String createDynamicSessionAddress(boolean isListening) {
        return null;
    }
}
