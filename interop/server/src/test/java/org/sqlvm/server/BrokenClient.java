package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.sqlvm.server.WireClient.Message;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A client that breaks the protocol, or vanishes. */
final class BrokenClient {
    private static final String[] STATEMENTS = {
        "SELECT * FROM parts",
        "INSERT INTO orders(part) VALUES ($1)",
        "INSERT INTO parts(name) VALUES ('x') RETURNING id",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "SAVEPOINT s",
        "ROLLBACK TO s",
        "DECLARE c CURSOR FOR SELECT value FROM generate_series(1, 100000)",
        "FETCH 10 FROM c",
        "CLOSE c",
        "COPY orders FROM STDIN",
        "COPY parts TO STDOUT (FORMAT binary)",
        "COPY parts(name) FROM STDIN (FORMAT binary)",
        "SELECT $1::int8, '{1}'::text[], a[1] ~ 'x' FROM (VALUES (1)) AS v(a)",
        "SELECT c.oid::regclass FROM pg_catalog.pg_class c WHERE c.relname = ANY(ARRAY['parts'])",
        "SET statement_timeout = '2s'",
        "SHOW ALL",
        "SELECT nosuch",
        "SELEC",
        "(((((((",
        "'",
        "",
        "SELECT 1; SELECT 2; SELECT",
        "DISCARD ALL"
    };

    private final Random random;
    private final NativeFuzz ownClients;

    BrokenClient(Random random) {
        this.random = random;
        this.ownClients = new NativeFuzz(random);
    }

    /** Connects, says something, and goes. */
    void round(SqlvmServer server) throws IOException {
        List<byte[]> messages = new ArrayList<>();
        if (random.nextInt(8) == 0) {
            messages.add(randomBytes(200));
        } else if (random.nextInt(3) == 0) {
            messages.add(ownClients.startup());
            int count = random.nextInt(40);
            for (int i = 0; i < count; i++) {
                messages.add(ownClients.message());
                if (random.nextBoolean()) {
                    messages.add(ownClients.sync());
                }
            }
        } else {
            messages.add(new Message()
                    .int32(196608)
                    .string("user")
                    .string("me")
                    .int8(0)
                    .framed());
            int count = random.nextInt(30);
            for (int i = 0; i < count; i++) {
                messages.add(message());
            }
        }
        if (random.nextInt(3) == 0) {
            Collections.shuffle(messages.subList(1, messages.size()), random);
        }
        if (random.nextInt(3) == 0) {
            damage(messages);
        }
        send(server, messages);
    }

    private byte[] randomBytes(int most) {
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    private void damage(List<byte[]> messages) {
        int place = random.nextInt(messages.size());
        byte[] message = messages.get(place);
        if (message.length > 0) {
            if (random.nextBoolean()) {
                message[random.nextInt(message.length)] = (byte) random.nextInt(256);
            } else {
                messages.set(place, Arrays.copyOf(message, random.nextInt(message.length)));
            }
        }
    }

    /** The client reads some of the answers, and goes without a word. */
    private void send(SqlvmServer server, List<byte[]> messages) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(1);
            if (random.nextInt(4) == 0) {
                // The connection is reset, so that the server cannot write.
                socket.setSoLinger(true, 0);
            }
            byte[] answers = new byte[8192];
            for (byte[] message : messages) {
                socket.getOutputStream().write(message);
                if (random.nextBoolean()) {
                    read(socket, answers);
                }
            }
            if (random.nextBoolean()) {
                socket.shutdownOutput();
                socket.setSoTimeout(0);
                while (socket.getInputStream().read(answers) >= 0) {}
            }
        } catch (java.net.SocketException e) {
            // The server has closed the connection already.
            assertEquals(0, server.port() == 0 ? 1 : 0, e.getMessage());
        }
    }

    private static void read(Socket socket, byte[] answers) throws IOException {
        try {
            socket.getInputStream().read(answers);
        } catch (java.net.SocketTimeoutException e) {
            // Nothing has come yet.
            return;
        }
    }

    private String name() {
        return random.nextInt(3) == 0 ? "" : "abc".substring(random.nextInt(3), 3);
    }

    private String statement() {
        return STATEMENTS[random.nextInt(STATEMENTS.length)];
    }

    private byte[] message() throws IOException {
        Message content = new Message();
        char kind = switch (random.nextInt(12)) {
            case 0, 1 -> {
                content.string(statement());
                yield 'Q';
            }
            case 2, 3 -> {
                content.string(name()).string(statement()).int16(random.nextInt(2));
                content.int32(random.nextInt(3000));
                yield 'P';
            }
            case 4, 5 -> bind(content);
            case 6 -> {
                content.int8(random.nextBoolean() ? 'S' : 'P').string(name());
                yield 'D';
            }
            case 7 -> {
                content.string(name()).int32(random.nextInt(5));
                yield 'E';
            }
            case 8 -> {
                content.int8(random.nextBoolean() ? 'S' : 'P').string(name());
                yield 'C';
            }
            case 9 -> 'S';
            case 10 -> {
                content.bytes(randomBytes(100));
                yield "dcf".charAt(random.nextInt(3));
            }
            default -> {
                content.bytes(randomBytes(60));
                yield (char) random.nextInt(128);
            }
        };
        byte[] framed = content.framed();
        byte[] message = new byte[framed.length + 1];
        message[0] = (byte) kind;
        System.arraycopy(framed, 0, message, 1, framed.length);
        return message;
    }

    private char bind(Message content) throws IOException {
        content.string(name()).string(name());
        int formats = random.nextInt(2);
        content.int16(formats);
        for (int i = 0; i < formats; i++) {
            content.int16(random.nextInt(2));
        }
        int values = random.nextInt(3);
        content.int16(values);
        for (int i = 0; i < values; i++) {
            byte[] value =
                    random.nextBoolean() ? "12".getBytes(StandardCharsets.UTF_8) : randomBytes(9);
            content.int32(value.length).bytes(value);
        }
        content.int16(1).int16(random.nextInt(2));
        return 'B';
    }
}
