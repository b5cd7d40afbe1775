package org.sqlvm.server;

import org.sqlvm.server.WireClient.Message;
import org.sqlvm.server.session.Login;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Messages of own clients, some of which break the protocol, for {@link ServerFuzz}. */
final class NativeFuzz {
    private static final String[] STATEMENTS = {
        "SELECT * FROM parts",
        "SELECT value, 'x' || value, NULL FROM generate_series(1, 100000)",
        "SELECT ?1, ?2, :name",
        "INSERT INTO orders(part) VALUES (?)",
        "INSERT INTO parts(name, data) VALUES (?, ?) RETURNING id",
        "UPDATE parts SET note = ?",
        "BEGIN; SELECT 1",
        "BEGIN",
        "COMMIT",
        "ROLLBACK",
        "PRAGMA table_info(parts)",
        "CREATE TABLE t(a); DROP TABLE t",
        "ATTACH 'x' AS y",
        "SELECT nosuch",
        "SELEC",
        "-- nothing",
        ""
    };

    private static final String KINDS = "PPPPPPPPEEEEEEEEEEEEFFFFFFRCQSSSSSSSSXz";

    private final Random random;

    NativeFuzz(Random random) {
        this.random = random;
    }

    byte[] startup() throws IOException {
        Message content = new Message().int32(196608).string("user").string("me");
        content.string(Login.NATIVE).string("1").string("statement_timeout").string("2s");
        return content.int8(0).framed();
    }

    byte[] message() throws IOException {
        char kind = KINDS.charAt(random.nextInt(KINDS.length()));
        Message content = new Message();
        switch (kind) {
            case 'P' -> content.int32(number()).int32(random.nextInt(2) * 1000).bytes(statement());
            case 'E' -> execute(content);
            case 'F' -> content.int32(number()).int32(limit()).int32(limit());
            case 'R', 'C' -> content.int32(number());
            case 'Q' -> content.int32(0).bytes(statement());
            default -> content.bytes(new byte[random.nextInt(50) == 0 ? 3 : 0]);
        }
        byte[] framed = content.framed();
        byte[] message = new byte[framed.length + 1];
        message[0] = (byte) kind;
        System.arraycopy(framed, 0, message, 1, framed.length);
        return message;
    }

    byte[] sync() {
        return new byte[] {'S', 0, 0, 0, 4};
    }

    private void execute(Message content) throws IOException {
        int runs = random.nextInt(3) == 0 ? random.nextInt(-1, 20) : 1;
        int columns = Math.max(0, random.nextInt(-3, 4));
        content.int32(number()).int8(random.nextInt(8)).int32(0);
        content.int32(limit()).int32(limit()).int32(runs).int32(columns);
        for (int i = 0; i < columns; i++) {
            column(content, Math.max(0, runs));
        }
    }

    private void column(Message content, int count) throws IOException {
        switch (random.nextInt(7)) {
            case 0 -> content.int8(5);
            case 1 -> content.int8(1).int8(2).bytes(new byte[2 * count]);
            case 2 -> content.int8(2).bytes(randomBytes(8 * count));
            case 3 -> {
                content.int8(3).int8(1);
                for (int i = 0; i < count; i++) {
                    content.int8(2);
                }
                content.bytes(randomBytes(2 * count));
            }
            case 4 -> content.int8(4).int8(8).bytes(randomBytes(8 * count));
            case 5 -> {
                content.int8(0);
                for (int i = 0; i < count; i++) {
                    content.int8(random.nextInt(7));
                }
                content.int8(1).bytes(randomBytes(10 * count));
            }
            default -> content.bytes(randomBytes(random.nextInt(30)));
        }
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private int number() {
        return random.nextInt(4);
    }

    private int limit() {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextInt(-2, 3);
            case 1 -> random.nextInt(2000);
            default -> 0;
        };
    }

    private byte[] statement() {
        String text = STATEMENTS[random.nextInt(STATEMENTS.length)];
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
