package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.WireClient.Message;
import org.sqlvm.server.settings.ScramVerifier;

import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

final class LoginTest {
    @TempDir
    Path folder;

    @Test
    void aClientIsToldOfTheServer() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient client = new WireClient(server)) {
            client.startUp("user", "me", "application_name", "tests", "options", "-c a.b=c");
            List<String> lines = client.answers();
            assertEquals("R 0", lines.getFirst());
            assertTrue(lines.contains("S server_version=14.0"), lines.toString());
            assertTrue(lines.contains("S client_encoding=UTF8"), lines.toString());
            assertTrue(lines.contains("S application_name=tests"), lines.toString());
            assertEquals(List.of("K", "Z I"), lines.subList(lines.size() - 2, lines.size()));
            assertEquals("D c", client.query("SHOW a.b").get(1));
            assertEquals(
                    "D me|me",
                    client.query("SELECT current_user(), current_database()").get(1));
        }
    }

    @Test
    void encryptionIsRefusedAndTheClientGoesOn() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient client = new WireClient(server)) {
            client.raw(new Message().int32(80877104).framed());
            assertEquals('N', client.readByte());
            client.raw(new Message().int32(80877103).framed());
            assertEquals('N', client.readByte());
            client.startUp("user", "me");
            assertEquals("R 0", client.answer());
        }
    }

    @Test
    void laterVersionsAreNegotiated() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient client = new WireClient(server)) {
            client.startUp((3 << 16) + 2, "user", "me", "_pq_.new", "1");
            assertEquals("v 196608 1", client.answer());
            assertEquals("R 0", client.answer());
        }
        try (SqlvmServer server = SqlvmServer.builder(folder.resolve("shop.db").toString())
                        .port(0)
                        .log(line -> {})
                        .start();
                WireClient client = new WireClient(server)) {
            client.startUp(2 << 16, "user", "me");
            assertEquals(
                    "E 0A000 unsupported frontend protocol 2.0: server supports 3.0",
                    client.answer());
            assertEquals("gone", client.answer());
        }
    }

    @Test
    void aCancelRequestEndsAStatement() throws Exception {
        try (SqlvmServer server = ServerFixture.start(folder);
                WireClient client = WireClient.logIn(server)) {
            client.add(
                            'Q',
                            new Message()
                                    .string("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i +"
                                            + " 1 FROM n) SELECT max(i) FROM n"))
                    .send();
            // It may come before the statement, when there is nothing to end.
            Thread canceller =
                    Thread.ofPlatform().start(() -> cancelUntilInterrupted(server, client));
            List<String> lines = client.answers();
            canceller.interrupt();
            canceller.join();
            assertEquals(List.of("E 57014 interrupted", "Z I"), lines);
        }
    }

    private static void cancelUntilInterrupted(SqlvmServer server, WireClient client) {
        while (!Thread.currentThread().isInterrupted()) {
            try (WireClient other = new WireClient(server)) {
                other.raw(new Message()
                        .int32(80877102)
                        .int32(client.processId)
                        .int32(client.secret)
                        .framed());
                Thread.sleep(20);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** The exchange of RFC 7677, section 3. */
    @Test
    void theVerifierIsThatOfTheStandard() {
        byte[] salt = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
        ScramVerifier verifier = ScramVerifier.ofPassword("pencil", salt, 4096);
        String authMessage = "n=user,r=rOprNGfwEbeRWgbNEkqO,"
                + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
                + "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
        byte[] proof = Base64.getDecoder().decode("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        assertTrue(verifier.accepts(authMessage, proof));
        proof[3] ^= 1;
        assertFalse(verifier.accepts(authMessage, proof));
        assertEquals(
                "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
                Base64.getEncoder()
                        .encodeToString(ScramVerifier.hmac(verifier.serverKey(), authMessage)));
        assertEquals(verifier.toString(), ScramVerifier.of(verifier.toString()).toString());
    }

    private static List<String> logIn(SqlvmServer server, String user, String password)
            throws IOException {
        try (WireClient client = new WireClient(server)) {
            client.startUp("user", user);
            assertEquals("R 10 SCRAM-SHA-256\0\0", client.answer());
            String bare = "n=,r=abc";
            byte[] first = ("n,," + bare).getBytes(StandardCharsets.UTF_8);
            client.add(
                            'p',
                            new Message()
                                    .string("SCRAM-SHA-256")
                                    .int32(first.length)
                                    .bytes(first))
                    .send();
            String challenge = client.answer().substring("R 11 ".length());
            String[] parts = challenge.split(",");
            byte[] salt = Base64.getDecoder().decode(parts[1].substring(2));
            String last = "c=biws," + parts[0];
            byte[] salted = ScramVerifier.saltedPassword(password, salt, 4096);
            byte[] key = ScramVerifier.hmac(salted, "Client Key");
            byte[] signature = ScramVerifier.hmac(
                    ScramVerifier.hash(key), bare + "," + challenge + "," + last);
            String proof = Base64.getEncoder().encodeToString(ScramVerifier.xor(key, signature));
            client.add(
                            'p',
                            new Message()
                                    .bytes((last + ",p=" + proof).getBytes(StandardCharsets.UTF_8)))
                    .send();
            return client.answers();
        }
    }

    @Test
    void aPasswordIsAskedFor() throws IOException {
        try (SqlvmServer server = ServerFixture.builder(folder)
                .password("me", "secret")
                .password("you", ScramVerifier.ofPassword("other").toString())
                .start()) {
            assertTrue(logIn(server, "me", "secret").getFirst().startsWith("R 12 v="));
            assertTrue(logIn(server, "you", "other").getFirst().startsWith("R 12 v="));
            assertEquals(
                    List.of("E 28P01 password authentication failed for user \"me\"", "gone"),
                    logIn(server, "me", "wrong"));
            assertEquals(
                    List.of("E 28P01 password authentication failed for user \"nobody\"", "gone"),
                    logIn(server, "nobody", "secret"));
        }
    }

    @Test
    void theNetworkNeedsAPasswordAndTls() throws IOException {
        SqlvmServer.Builder builder =
                ServerFixture.builder(folder).host(InetAddress.getByName("0.0.0.0"));
        assertEquals("a server at 0.0.0.0 needs a password", refusal(builder));
        builder.password("secret");
        assertEquals("a server at 0.0.0.0 needs TLS", refusal(builder));
        builder.requireTls(false).start().close();
    }

    private static String refusal(SqlvmServer.Builder builder) {
        return assertThrows(IllegalStateException.class, builder::start).getMessage();
    }

    @Test
    void thereAreNotMoreSessionsThanAllowed() throws IOException {
        try (SqlvmServer server = ServerFixture.builder(folder).maxSessions(1).start();
                WireClient first = WireClient.logIn(server);
                WireClient second = new WireClient(server)) {
            second.startUp("user", "me");
            assertEquals(
                    List.of("E 53300 sorry, too many clients already", "gone"), second.answers());
            assertEquals("D 1", first.query("SELECT 1").get(1));
        }
    }

    @Test
    void aSocketInAFolderHasPostgresqlsName() throws IOException {
        Path socket;
        try (SqlvmServer server = SqlvmServer.builder(ServerFixture.file(folder))
                .socket(folder)
                .log(line -> {})
                .start()) {
            socket = server.socket();
            assertEquals(folder.resolve(".s.PGSQL.5432"), socket);
            assertEquals(0, server.port());
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(socket));
                channel.write(java.nio.ByteBuffer.wrap(new Message()
                        .int32(196608)
                        .string("user")
                        .string("me")
                        .int8(0)
                        .framed()));
                java.nio.ByteBuffer answer = java.nio.ByteBuffer.allocate(1);
                channel.read(answer);
                assertEquals('R', answer.get(0));
            }
            IOException second = assertThrows(
                    IOException.class,
                    () -> SqlvmServer.builder(folder.resolve("x.db").toString())
                            .socket(folder)
                            .log(line -> {})
                            .start());
            assertTrue(second.getMessage().startsWith("a server is listening at"));
        }
        assertFalse(Files.exists(socket));
    }

    @Test
    void theServerEndsWhileSessionsWaitAndStatementsRun() throws Exception {
        SqlvmServer server = ServerFixture.builder(folder)
                .closeTimeout(java.time.Duration.ofMillis(10))
                .start();
        try (WireClient idle = WireClient.logIn(server);
                WireClient busy = WireClient.logIn(server)) {
            busy.query("BEGIN; INSERT INTO orders VALUES (1, 1)");
            busy.add(
                            'Q',
                            new Message()
                                    .string("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i +"
                                            + " 1 FROM n) SELECT max(i) FROM n"))
                    .send();
            server.close();
            assertEquals(
                    List.of("E 57P01 terminating connection due to administrator command", "gone"),
                    idle.answers());
        }
        assertEquals(0, server.sessionCount());
        try (org.sqlvm.api.Database database =
                        org.sqlvm.Sqlvm.open(folder.resolve("shop.db").toString());
                org.sqlvm.api.Rows rows = database.query("SELECT count(*) FROM orders")) {
            rows.next();
            assertEquals(0, rows.getLong(0));
        }
    }
}
