package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.WireClient.Message;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Connections that are encrypted, with pgjdbc. */
final class TlsTest {
    private static final int SSL_REQUEST = 80877103;
    private static final String PASSWORD = "changeit";

    @TempDir
    static Path keys;

    @TempDir
    Path folder;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        assumeTrue(Files.exists(keytool), "no keytool in this Java");
        Process process = new ProcessBuilder(List.of(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keys.resolve("server.p12").toString()))
                .inheritIO()
                .start();
        assertEquals(0, process.waitFor());
    }

    private SqlvmServer.Builder builder() throws IOException {
        return ServerFixture.builder(folder).tls(keys.resolve("server.p12"), PASSWORD);
    }

    private static Connection connect(String host, int port, String mode) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + host + ":" + port + "/shop?sslmode=" + mode, "me", "secret");
    }

    @Test
    void statementsAndRowsAreEncrypted() throws IOException, SQLException {
        try (SqlvmServer server = builder().password("secret").start();
                Connection connection = connect("localhost", server.port(), "require")) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT value, hex(zeroblob(50)) FROM generate_series(1, 20000)")) {
                long sum = 0;
                while (rows.next()) {
                    sum += rows.getLong(1) + rows.getString(2).length();
                }
                assertEquals(200_010_000 + 20_000 * 100, sum);
            }
            // Longer than a packet in both directions.
            String text = "ä".repeat(300_000);
            try (PreparedStatement statement = connection.prepareStatement("SELECT ? || '!'")) {
                statement.setString(1, text);
                try (ResultSet rows = statement.executeQuery()) {
                    assertTrue(rows.next());
                    assertEquals(text + "!", rows.getString(1));
                }
            }
        }
    }

    @Test
    void clientsOfThisMachineNeedNotEncrypt() throws IOException, SQLException {
        try (SqlvmServer server = builder().start();
                Connection connection = connect("localhost", server.port(), "disable")) {
            assertTrue(connection.isValid(10));
        }
    }

    @Test
    void clientsOfOtherMachinesMust() throws IOException, SQLException {
        InetAddress own = ownAddress();
        assumeTrue(own != null, "this machine has no address beside its own network's");
        try (SqlvmServer server = builder().password("secret").host(own).start()) {
            String host = own.getHostAddress();
            connect(host, server.port(), "require").close();
            SQLException refused =
                    assertThrows(SQLException.class, () -> connect(host, server.port(), "disable"));
            assertEquals("28000", refused.getSQLState());
        }
    }

    private static InetAddress ownAddress() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst()
                .orElse(null);
    }

    /**
     * Checks that bytes an attacker could have added before the encryption are not taken for the
     * client's.
     */
    @Test
    void nothingMayComeBeforeTheKeys() throws IOException {
        try (SqlvmServer server = builder().start();
                WireClient client = new WireClient(server)) {
            byte[] request = new Message().int32(SSL_REQUEST).framed();
            byte[] login =
                    new Message().int32(196608).string("user").string("me").framed();
            byte[] both = new byte[request.length + login.length];
            System.arraycopy(request, 0, both, 0, request.length);
            System.arraycopy(login, 0, both, request.length, login.length);
            client.raw(both);
            assertEquals("E 08P01 received unencrypted data after SSL request", client.answer());
            assertEquals("gone", client.answer());
        }
    }

    @Test
    void clientsThatSpeakNoTlsAreGone() throws IOException {
        try (SqlvmServer server = builder().start();
                WireClient client = new WireClient(server);
                WireClient other = new WireClient(server)) {
            client.raw(new Message().int32(SSL_REQUEST).framed());
            assertEquals('S', client.readByte());
            client.raw(new byte[1000]);
            other.startUp("user", "me");
            assertEquals("R 0", other.answer());
        }
    }

    @Test
    void keysThatCannotBeReadAreRefused() throws IOException {
        Path file = folder.resolve("keys.p12");
        Files.writeString(file, "no keys");
        SqlvmServer.Builder builder = SqlvmServer.builder("x.db");
        assertThrows(IOException.class, () -> builder.tls(file, PASSWORD));
        assertThrows(
                IOException.class, () -> builder.tls(keys.resolve("server.p12"), "another one"));
    }

    /** Takes any certificate: a test looks at what goes through, not at who it is. */
    private static final class Trusting extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Test
    void httpIsHttps() throws IOException, InterruptedException, GeneralSecurityException {
        SSLContext trusting = SSLContext.getInstance("TLS");
        trusting.init(null, new TrustManager[] {new Trusting()}, null);
        try (SqlvmServer server = builder().httpPort(0).password("secret").start();
                HttpClient client = HttpClient.newBuilder().sslContext(trusting).build()) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("https://localhost:" + server.httpPort() + "/query"))
                    .header("Authorization", "Basic bWU6c2VjcmV0")
                    .header("Accept", "text/csv")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "SELECT value FROM generate_series(1, 50000)"))
                    .build();
            HttpResponse<Stream<String>> answer =
                    client.send(request, HttpResponse.BodyHandlers.ofLines());
            assertEquals(200, answer.statusCode());
            assertEquals(
                    1_250_025_000L,
                    answer.body().skip(1).mapToLong(Long::parseLong).sum());
            // A client that does not encrypt is cut off.
            assertThrows(IOException.class, () -> RawHttp.post(server.httpPort(), "", "SELECT 1"));
        }
    }
}
