package org.sqlvm.server.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/** The bytes of a connection, which begins in plain and may go on encrypted. */
public final class Wire implements ByteChannel {
    private ByteChannel channel;
    private boolean isEncrypted;

    public Wire(ByteChannel channel) {
        this.channel = channel;
    }

    public boolean isEncrypted() {
        return isEncrypted;
    }

    /** All bytes from here on are encrypted. */
    public void encrypt(SSLContext context) throws IOException {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        channel = new TlsChannel(channel, engine);
        isEncrypted = true;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        return channel.write(source);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
