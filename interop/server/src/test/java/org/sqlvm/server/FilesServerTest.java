package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** Tests who may use a server whose sessions name their files. */
final class FilesServerTest {
    @TempDir
    Path folder;

    private SqlvmServer.Builder server() {
        return SqlvmServer.builderForFiles().log(line -> {});
    }

    @Test
    void onlyAUnixSocketLeadsToIt() {
        Path socket = folder.resolve("s");
        assertThrows(IllegalStateException.class, () -> server().start());
        assertThrows(
                IllegalStateException.class,
                () -> server().socket(socket).port(0).start());
        assertThrows(
                IllegalStateException.class,
                () -> server().socket(socket).httpPort(0).start());
        assertThrows(
                IllegalStateException.class,
                () -> server().socket(socket).password("secret").start());
    }

    /** Sends a startup message, and returns the answer up to the end of the connection. */
    private static String login(SqlvmServer server, String... parameters) throws IOException {
        byte[] text = (String.join("\0", parameters) + "\0\0").getBytes(UTF_8);
        ByteBuffer message = ByteBuffer.allocate(text.length + 2 * Integer.BYTES);
        message.putInt(message.capacity()).putInt(3 << Short.SIZE).put(text).flip();
        try (SocketChannel channel =
                SocketChannel.open(UnixDomainSocketAddress.of(server.socket()))) {
            while (message.hasRemaining()) {
                channel.write(message);
            }
            ByteBuffer answer = ByteBuffer.allocate(4096);
            while (channel.read(answer) >= 0) {}
            return new String(answer.array(), 0, answer.position(), UTF_8);
        }
    }

    @Test
    void onlyOwnClientsNameFiles() throws IOException {
        String file = folder.resolve("a.db").toString();
        try (SqlvmServer server = server().socket(folder.resolve("s")).start()) {
            String postgres = login(server, "user", "me", "database", file);
            assertTrue(postgres.contains("clients of its own protocol"), postgres);
            String nowhere =
                    login(server, "user", "me", "database", "a.db", "_pq_.sqlvm_protocol", "1");
            assertTrue(nowhere.contains("not an absolute path"), nowhere);
        }
        assertEquals(0, folder.toFile().list((directory, name) -> name.endsWith(".db")).length);
    }
}
