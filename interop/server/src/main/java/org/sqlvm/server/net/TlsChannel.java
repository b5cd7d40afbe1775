package org.sqlvm.server.net;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** The bytes of a connection, encrypted on their way (TLS). One thread at a time. */
final class TlsChannel implements ByteChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final ByteChannel channel;
    private final SSLEngine engine;
    /** The received bytes that are still encrypted; in the state for filling. */
    private ByteBuffer received;
    /** The decrypted bytes that have not been read; in the state for draining. */
    private ByteBuffer plain;
    /** The encrypted bytes to be sent. */
    private ByteBuffer sent;

    /** Agrees with the other side on keys. */
    TlsChannel(ByteChannel channel, SSLEngine engine) throws IOException {
        this.channel = channel;
        this.engine = engine;
        this.received = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        this.plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .flip();
        this.sent = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.beginHandshake();
        shakeHands();
    }

    private void shakeHands() throws IOException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!unwrap()) {
                        throw new EOFException("the client has left while keys were agreed on");
                    }
                }
                case NEED_WRAP -> wrap(NOTHING);
                case NEED_TASK -> engine.getDelegatedTask().run();
                case FINISHED, NOT_HANDSHAKING -> {
                    return;
                }
            }
        }
    }

    /** Decrypts one packet; false if there are no more. */
    private boolean unwrap() throws IOException {
        plain.compact();
        try {
            while (true) {
                received.flip();
                SSLEngineResult result = engine.unwrap(received, plain);
                received.compact();
                switch (result.getStatus()) {
                    case OK -> {
                        return true;
                    }
                    case CLOSED -> {
                        return false;
                    }
                    case BUFFER_OVERFLOW -> plain = enlarged(plain);
                    case BUFFER_UNDERFLOW -> {
                        if (!received.hasRemaining()) {
                            received = enlarged(received);
                        }
                        if (channel.read(received) < 0) {
                            return false;
                        }
                    }
                }
            }
        } finally {
            plain.flip();
        }
    }

    private static ByteBuffer enlarged(ByteBuffer filled) {
        return ByteBuffer.allocate(2 * filled.capacity()).put(filled.flip());
    }

    /** Encrypts as much as fits into one packet, and sends it. */
    private void wrap(ByteBuffer source) throws IOException {
        sent.clear();
        SSLEngineResult result = engine.wrap(source, sent);
        while (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            sent = ByteBuffer.allocate(2 * sent.capacity());
            result = engine.wrap(source, sent);
        }
        sent.flip();
        while (sent.hasRemaining()) {
            channel.write(sent);
        }
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        while (!plain.hasRemaining()) {
            if (!unwrap()) {
                return -1;
            }
            // The other side may want new keys.
            if (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
                shakeHands();
            }
        }
        int count = Math.min(target.remaining(), plain.remaining());
        target.put(target.position(), plain, plain.position(), count);
        target.position(target.position() + count);
        plain.position(plain.position() + count);
        return count;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        int count = source.remaining();
        while (source.hasRemaining()) {
            wrap(source);
        }
        return count;
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
