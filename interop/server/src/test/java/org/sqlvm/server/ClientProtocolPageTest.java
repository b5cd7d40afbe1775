package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.server.session.Login;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The example in docs/internals/client-protocol.md: what is sent, and what is answered. */
final class ClientProtocolPageTest extends ServerTestCase {
    @Test
    void theExampleIsRight() throws IOException {
        List<String> client = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        read(client, expected);
        assertEquals(3, client.size());
        try (WireClient own = new WireClient(server)) {
            own.startUp("user", "me", Login.NATIVE, "1");
            assertTrue(own.answers().contains("S sqlvm_protocol=1"));
            own.raw(HexFormat.of().parseHex(String.join("", client)));
            List<String> answers = new ArrayList<>();
            do {
                answers.add(own.answerAsHex());
            } while (!answers.getLast().startsWith("5a"));
            assertEquals(String.join("\n", expected), String.join("\n", answers));
        }
    }

    /** Messages as digits: those of the client begin with C:, those of the server with S:. */
    private static void read(List<String> client, List<String> server) throws IOException {
        Path root = Path.of(System.getProperty("sqlvm.root", "../.."));
        List<String> current = null;
        for (String line : Files.readAllLines(root.resolve("docs/internals/client-protocol.md"))) {
            if (line.startsWith("C: ") || line.startsWith("S: ")) {
                current = line.startsWith("C") ? client : server;
                current.add("");
            } else if (line.startsWith("```") || !line.startsWith("   ")) {
                current = null;
            }
            if (current != null) {
                String digits = line.substring(3).replaceAll("#.*| ", "");
                current.add(current.removeLast() + digits);
            }
        }
    }
}
