package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.client.ClientConnection;
import org.sqlvm.client.ClientException;
import org.sqlvm.client.ClientRows;
import org.sqlvm.client.ClientStatement;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** A server whose answers are damaged: the client has an error, and nothing else. */
final class OwnClientFuzz {
    /** {@code -Dsqlvm.rounds=N} makes more of them. */
    private static final int ROUNDS = Integer.getInteger("sqlvm.rounds", 300);

    private static final long SEED = Long.getLong("sqlvm.seed", 1);

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);

    @Test
    void damagedAnswersAreErrors() throws Exception {
        byte[] answers = record();
        assertEquals(20_301, talk(answers));
        int right = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] damaged = damaged(answers);
            try {
                right += talk(damaged) == 20_301 ? 1 : 0;
            } catch (ClientException e) {
                assertTrue(e.getMessage() != null, "seed " + SEED + ", round " + i);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + SEED + ", round " + i, e);
            }
        }
        assertTrue(right < ROUNDS, "nothing was damaged");
    }

    private byte[] damaged(byte[] answers) {
        byte[] damaged = answers.clone();
        int count = 1 + random.nextInt(3);
        // Most of the bytes are rows: those before them are damaged as often.
        int limit = random.nextBoolean() ? damaged.length : Math.min(damaged.length, 700);
        for (int i = 0; i < count; i++) {
            damaged[random.nextInt(limit)] = (byte) random.nextInt(256);
        }
        return random.nextInt(5) == 0
                ? Arrays.copyOf(damaged, random.nextInt(damaged.length))
                : damaged;
    }

    /** Runs a client whose work depends only on the answers. */
    private static long work(int port) {
        long sum = 0;
        try (ClientConnection connection =
                ClientConnection.at("localhost", port).open()) {
            connection.execute("BEGIN");
            try (ClientStatement insert =
                    prepare(connection, "INSERT INTO orders(part) VALUES (?)").keepRowids(true)) {
                insert.bindAll(1).addBatch();
                insert.bindAll(2).addBatch();
                insert.executeBatch();
                sum += insert.insertedRowids().length;
            }
            connection.execute("ROLLBACK");
            try (ClientStatement query = prepare(
                            connection,
                            "SELECT value, 'x' || value, value / 2.0, CASE value % 3 WHEN 0 THEN"
                                    + " 'a' WHEN 1 THEN value END FROM generate_series(1, 200)");
                    ClientRows rows = query.query()) {
                while (rows.next()) {
                    sum += rows.getLong(0);
                    for (int i = 0; i < rows.columnCount(); i++) {
                        rows.getObject(i);
                        rows.getText(i);
                    }
                }
            }
            try {
                connection.prepare("SELECT nosuch");
            } catch (ClientException e) {
                if (e.isConnectionLost()) {
                    throw e;
                }
                sum += 199;
            }
        }
        return sum;
    }

    private static ClientStatement prepare(ClientConnection connection, String sql) {
        ClientStatement statement = connection.prepare(sql);
        if (statement == null) {
            // The server says that the text is empty: the program has to see what it does.
            connection.close();
            return connection.prepare(sql);
        }
        return statement;
    }

    /** All that a server sends to such a client. */
    private byte[] record() throws Exception {
        ByteArrayOutputStream recorded = new ByteArrayOutputStream();
        try (SqlvmServer server = ServerFixture.start(folder);
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread proxy = Thread.ofPlatform().start(() -> forward(listener, server, recorded));
            work(listener.getLocalPort());
            proxy.join();
        }
        return recorded.toByteArray();
    }

    private static void forward(
            ServerSocket listener, SqlvmServer server, ByteArrayOutputStream recorded) {
        try (Socket client = listener.accept();
                Socket own = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            Thread requests = Thread.ofPlatform().start(() -> {
                try {
                    client.getInputStream().transferTo(own.getOutputStream());
                    own.shutdownOutput();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            byte[] buffer = new byte[4096];
            InputStream answers = own.getInputStream();
            for (int read = answers.read(buffer); read >= 0; read = answers.read(buffer)) {
                recorded.write(buffer, 0, read);
                client.getOutputStream().write(buffer, 0, read);
            }
            requests.join();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Lets a client talk to one who only says this. */
    private static long talk(byte[] answers) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = Thread.ofPlatform().start(() -> say(listener, answers));
            try {
                return work(listener.getLocalPort());
            } finally {
                server.join();
            }
        }
    }

    private static void say(ServerSocket listener, byte[] answers) {
        try (Socket client = listener.accept()) {
            client.getOutputStream().write(answers);
            client.shutdownOutput();
            // Until the client goes, so that nothing of it is cut off.
            client.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The client has gone in the middle.
            return;
        }
    }
}
