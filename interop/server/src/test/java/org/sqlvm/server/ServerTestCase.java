package org.sqlvm.server;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Tests with a server, and a client that has logged in. */
abstract class ServerTestCase {
    @TempDir
    Path folder;

    SqlvmServer server;
    WireClient client;

    @BeforeEach
    void connect() throws IOException {
        server = ServerFixture.start(folder);
        client = WireClient.logIn(server);
    }

    @AfterEach
    void disconnect() throws IOException {
        client.close();
        server.close();
    }
}
