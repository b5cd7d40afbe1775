/** A server's database on the desktop bus, D-Bus. */
module sqlvm.dbus {
    requires transitive org.freedesktop.dbus;
    requires transitive sqlvm.server;

    exports org.sqlvm.dbus;

    provides org.freedesktop.dbus.spi.message.ISocketProvider with
            org.sqlvm.dbus.DescriptorSockets;
    provides org.freedesktop.dbus.spi.transport.ITransportProvider with
            org.sqlvm.dbus.DescriptorTransports;
    provides org.sqlvm.server.ServerExtension with
            org.sqlvm.dbus.BusExtension;
}
