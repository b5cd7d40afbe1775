package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.WireClient.Message;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Clients that keep others waiting. */
final class TimeoutsTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    Path folder;

    @Test
    void aSessionThatForgetsItsTransactionIsEnded() throws IOException {
        try (SqlvmServer server =
                ServerFixture.builder(folder).idleTransactionTimeout(SHORT).start()) {
            forget(server);
        }
    }

    @Test
    void aSessionMaySetTheTime() throws IOException {
        try (SqlvmServer server = ServerFixture.start(folder)) {
            forget(server, "SET idle_in_transaction_session_timeout = '300ms'");
        }
    }

    /** Also after an error, which ends no transaction. */
    @Test
    void aFailedTransactionCountsToo() throws IOException {
        try (SqlvmServer server =
                ServerFixture.builder(folder).idleTransactionTimeout(SHORT).start()) {
            forget(server, "BEGIN; INSERT INTO parts(name) VALUES ('x'); SELECT nosuch");
        }
    }

    private static void forget(SqlvmServer server, String... before) throws IOException {
        try (WireClient client = WireClient.logIn(server);
                WireClient other = WireClient.logIn(server)) {
            for (String statement : before) {
                client.query(statement);
            }
            client.query("BEGIN");
            client.query("INSERT INTO parts(name) VALUES ('forgotten')");
            assertEquals(
                    List.of(
                            "E 25P03 terminating connection due to idle-in-transaction timeout",
                            "gone"),
                    client.answers());
            // The other one has been idle for as long, but not in a transaction.
            assertEquals(
                    List.of("C INSERT 0 1", "Z I"),
                    other.query("INSERT INTO parts(name) VALUES ('forgotten')"));
        }
    }

    @Test
    void aClientThatReadsNothingIsEnded() throws IOException, InterruptedException {
        try (SqlvmServer server =
                        ServerFixture.builder(folder).sendTimeout(SHORT).start();
                WireClient client = WireClient.logIn(server)) {
            client.add(
                    'Q',
                    new Message()
                            .string("SELECT zeroblob(1000) FROM generate_series(1, 10000000)"));
            client.send();
            while (server.sessionCount() > 0) {
                Thread.sleep(1);
            }
        }
    }
}
