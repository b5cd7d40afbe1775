package org.sqlvm.dbus;

import org.freedesktop.dbus.FileDescriptor;
import org.freedesktop.dbus.messages.Message;
import org.freedesktop.dbus.spi.message.AbstractInputStreamMessageReader;
import org.freedesktop.dbus.spi.message.IMessageReader;
import org.freedesktop.dbus.spi.message.IMessageWriter;
import org.freedesktop.dbus.spi.message.ISocketProvider;
import org.sqlvm.columns.Descriptor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/** Has dbus-java read and write messages together with their descriptors. */
public final class DescriptorSockets implements ISocketProvider {
    private boolean passesDescriptors;

    /** For the service loader. */
    public DescriptorSockets() {}

    @Override
    public IMessageReader createReader(SocketChannel channel) {
        return channel instanceof DescriptorChannel own ? new Reader(own, this) : null;
    }

    @Override
    public IMessageWriter createWriter(SocketChannel channel) {
        return channel instanceof DescriptorChannel own ? new Writer(own) : null;
    }

    @Override
    public void setFileDescriptorSupport(boolean isSupported) {
        passesDescriptors = isSupported;
    }

    @Override
    public boolean isFileDescriptorPassingSupported() {
        return passesDescriptors;
    }

    private static final class Reader extends AbstractInputStreamMessageReader {
        Reader(DescriptorChannel channel, ISocketProvider provider) {
            super(channel, provider);
        }

        @Override
        protected List<FileDescriptor> readFileDescriptors(SocketChannel channel) {
            return ((DescriptorChannel) channel)
                    .takeDescriptors().stream()
                            .map(one -> new FileDescriptor(one.number()))
                            .toList();
        }
    }

    /** Descriptors go with the first byte of their message, and are closed behind it. */
    private static final class Writer implements IMessageWriter {
        private final DescriptorChannel channel;

        Writer(DescriptorChannel channel) {
            this.channel = channel;
        }

        @Override
        public void writeMessage(Message message) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (byte[] part : message.getWireData()) {
                if (part == null) {
                    break;
                }
                bytes.writeBytes(part);
            }
            List<Descriptor> descriptors = message.getFiledescriptors().stream()
                    .map(one -> Descriptor.of(one.getIntFileDescriptor()))
                    .toList();
            try {
                channel.write(bytes.toByteArray(), descriptors);
            } finally {
                Descriptor.closeAll(descriptors);
            }
        }

        @Override
        public boolean isClosed() {
            return !channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
