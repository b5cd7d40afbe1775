package org.sqlvm.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The bytes of a connection to a server, which may be encrypted. */
final class Wire implements AutoCloseable {
    private static final int SSL_REQUEST = 80877103;

    private final InputStream in;
    private final OutputStream out;
    private final AutoCloseable socket;

    private Wire(InputStream in, OutputStream out, AutoCloseable socket) {
        this.in = in;
        this.out = out;
        this.socket = socket;
    }

    static Wire open(ClientSettings settings) throws IOException {
        return settings.socket() == null ? openPort(settings) : openSocket(settings);
    }

    private static Wire openSocket(ClientSettings settings) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean isOpen = false;
        try {
            channel.connect(UnixDomainSocketAddress.of(settings.socketFile()));
            isOpen = true;
        } finally {
            if (!isOpen) {
                channel.close();
            }
        }
        return new Wire(
                Channels.newInputStream(channel), Channels.newOutputStream(channel), channel);
    }

    private static Wire openPort(ClientSettings settings) throws IOException {
        Socket socket = new Socket();
        boolean isOpen = false;
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
            socket.connect(address, (int) settings.connectTimeout().toMillis());
            Socket used = settings.tls() == null ? socket : encrypted(socket, settings);
            isOpen = true;
            return new Wire(used.getInputStream(), used.getOutputStream(), used);
        } finally {
            if (!isOpen) {
                socket.close();
            }
        }
    }

    private static Socket encrypted(Socket socket, ClientSettings settings) throws IOException {
        byte[] request = new byte[2 * Integer.BYTES];
        Bytes.INT.set(request, 0, request.length);
        Bytes.INT.set(request, Integer.BYTES, SSL_REQUEST);
        socket.getOutputStream().write(request);
        if (socket.getInputStream().read() != 'S') {
            throw new IOException("the server does not encrypt connections");
        }
        SSLSocket encrypted = (SSLSocket) settings.tls()
                .getSocketFactory()
                .createSocket(socket, settings.host(), settings.port(), true);
        if (settings.verifiesHost()) {
            SSLParameters parameters = encrypted.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            encrypted.setSSLParameters(parameters);
        }
        encrypted.startHandshake();
        return encrypted;
    }

    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    /** Any thread may call: one that reads or writes gets an error. */
    @Override
    public void close() throws IOException {
        try {
            socket.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
