package org.sqlvm.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.columns.Descriptor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Clients whose threads fail, as they do when memory is full. */
final class ConnectionTest {
    @TempDir
    Path folder;

    private Descriptor door;
    private Descriptor client;
    private Connection connection;

    @BeforeEach
    void connect() throws IOException {
        String path = folder.resolve("socket").toString();
        door = Descriptor.listen(path);
        client = Descriptor.connect(path);
        connection = new Connection(door.accept());
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        door.close();
    }

    @Test
    void aClientWhoseThreadHasFailedIsLeftAlone() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread server = Thread.ofPlatform().unstarted(() -> await(end));
        assertFalse(connection.isLost());
        connection.start(server);
        assertFalse(connection.isLost());
        end.countDown();
        server.join();
        assertTrue(connection.isLost());
        connection.closeLost();
        assertEquals(-1, client.read(ByteBuffer.allocate(1)));
    }

    @Test
    void aProgramIsOverdueOnlyAfterItsEnd() {
        assertFalse(connection.isEnding());
        assertFalse(connection.isOverdue());
        connection.end(3);
        assertTrue(connection.isEnding());
        assertFalse(connection.isOverdue());
        connection.closeSocket();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
