package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.WireClient.Message;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class ManySessionsTest {
    private static final int SESSIONS = 1000;

    @TempDir
    Path folder;

    /** All of them have a statement open, and one of them writes. */
    @Test
    void aThousandSessionsReadAtTheSameTime() throws Exception {
        try (SqlvmServer server =
                ServerFixture.builder(folder).maxSessions(SESSIONS).start()) {
            List<WireClient> clients = new ArrayList<>();
            try {
                for (int i = 0; i < SESSIONS; i++) {
                    clients.add(WireClient.logIn(server));
                }
                assertEquals(SESSIONS, server.sessionCount());
                assertRefused(server);
                for (WireClient client : clients) {
                    client.add('Q', new Message().string("SELECT count(*) FROM parts"));
                }
                for (WireClient client : clients) {
                    client.send();
                }
                for (WireClient client : clients) {
                    assertEquals("D 2", client.answers().get(1));
                }
                clients.getFirst().query("INSERT INTO parts(name) VALUES ('washer')");
                for (WireClient client : clients) {
                    assertEquals(
                            "D 3", client.query("SELECT count(*) FROM parts").get(1));
                }
            } finally {
                for (WireClient client : clients) {
                    client.close();
                }
            }
            while (server.sessionCount() > 0) {
                Thread.sleep(1);
            }
        }
    }

    private static void assertRefused(SqlvmServer server) throws Exception {
        try (WireClient client = new WireClient(server)) {
            client.startUp("user", "me");
            List<String> answers = client.answers();
            assertEquals(2, answers.size(), answers::toString);
            assertEquals("E 53300 sorry, too many clients already", answers.getFirst());
        }
    }
}
