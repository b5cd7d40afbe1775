package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.http.MetricsDoor;
import org.sqlvm.server.net.Peer;
import org.sqlvm.server.session.ClientConnection;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.ConnectedClient;
import org.sqlvm.server.session.PortDoor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ways into a server: what one needs, and what becomes of the others if one fails. */
final class DoorTest {
    @TempDir
    Path folder;

    /** The least that a protocol is: bytes come back. */
    private static final class EchoDoor extends PortDoor {
        EchoDoor() {
            super(0);
        }

        @Override
        protected ClientConnection client(Clients all, int id, SocketChannel channel, Peer peer) {
            return new Echo(all, id, channel);
        }
    }

    private static final class Echo extends ConnectedClient {
        private final SocketChannel channel;

        Echo(Clients all, int id, SocketChannel channel) {
            super(all, id, "echo-");
            this.channel = channel;
        }

        @Override
        protected void serve() throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(100);
            while (becomeIdle() && channel.read(bytes.clear()) >= 0) {
                channel.write(bytes.flip());
            }
        }

        @Override
        protected void cancelRequest() {}

        @Override
        protected void stopReading() throws IOException {
            channel.shutdownInput();
        }

        @Override
        protected long sendingTime(long now) {
            return 0;
        }

        @Override
        public void kill() {
            try {
                channel.close();
            } catch (IOException e) {
                log(reason(e));
            }
        }
    }

    @Test
    void aDoorIsAnAddressAndAConnection() throws IOException {
        SqlvmServer server = SqlvmServer.builder(ServerFixture.file(folder))
                .door(EchoDoor.class, EchoDoor::new)
                .log(line -> {})
                .start();
        try (server) {
            assertEquals(0, server.port());
            int port = server.door(EchoDoor.class).orElseThrow().port();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                client.getOutputStream().write("hello".getBytes(UTF_8));
                assertEquals("hello", new String(client.getInputStream().readNBytes(5), UTF_8));
                server.close();
                assertEquals(-1, client.getInputStream().read());
            }
        }
    }

    @Test
    void ifOneCannotBeOpenedTheOthersAreClosed() throws IOException {
        Path socket = folder.resolve("socket");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SqlvmServer.Builder builder = SqlvmServer.builder(ServerFixture.file(folder))
                    .socket(socket)
                    .httpPort(0)
                    .door(MetricsDoor.class, () -> new MetricsDoor(taken.getLocalPort()))
                    .log(line -> {});
            assertThrows(IOException.class, builder::start);
            builder.door(MetricsDoor.class, () -> new MetricsDoor(0)).port(taken.getLocalPort());
            assertThrows(IOException.class, builder::start);
        }
        assertFalse(Files.exists(socket));
    }

    @Test
    void theHelpHasAllOptionsThatOpenDoors() {
        for (DoorOption option : DoorOption.ALL) {
            String line = "\n  " + option.name() + " " + option.value() + " ";
            assertTrue(ServeArguments.HELP.contains(line), ServeArguments.HELP);
        }
        assertTrue(ServeArguments.HELP.lines().allMatch(line -> line.length() <= 90));
    }
}
