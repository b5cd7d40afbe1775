package org.sqlvm.client;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import javax.net.ssl.SSLContext;

/**
 * The address of a server and the settings of a connection to it; see
 * {@link ClientConnection.Builder}.
 *
 * @param host null for a Unix socket
 * @param socket the path of the socket or its folder; null for a port
 * @param password null for none
 * @param tls null for a connection that is not encrypted
 */
record ClientSettings(
        String host,
        int port,
        Path socket,
        String user,
        String password,
        String application,
        SSLContext tls,
        boolean verifiesHost,
        Duration connectTimeout,
        Duration loginTimeout) {

    /** Returns the socket's file; in a folder it has PostgreSQL's name. */
    Path socketFile() {
        return Files.isDirectory(socket) ? socket.resolve(".s.PGSQL." + port) : socket;
    }

    String place() {
        return socket == null ? host + ":" + port : socketFile().toString();
    }
}
