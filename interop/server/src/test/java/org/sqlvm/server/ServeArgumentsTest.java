package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ServeArgumentsTest {
    @TempDir
    Path folder;

    private static String refusal(String... arguments) {
        return assertThrows(IllegalArgumentException.class, () -> ServeArguments.parse(arguments))
                .getMessage();
    }

    @Test
    void saysWhatIsWrong() {
        assertEquals("which database? sqlvm serve FILE [options]", refusal());
        assertEquals("which database? sqlvm serve FILE [options]", refusal("--port", "1"));
        assertEquals("unknown option --prot", refusal("x.db", "--prot", "1"));
        assertEquals("--port needs a value", refusal("x.db", "--port"));
        assertEquals("--port needs a number, not many", refusal("x.db", "--port", "many"));
        assertEquals("--port is out of range: 65536", refusal("x.db", "--port", "65536"));
        assertEquals(
                "invalid value for parameter \"--statement-timeout\": \"soon\"",
                refusal("x.db", "--statement-timeout", "soon"));
    }

    @Test
    void aKeystoreMustBeThere() {
        assertThrows(
                IOException.class,
                () -> ServeArguments.parse(
                        "x.db", "--tls-keystore", folder.resolve("none").toString()));
    }

    @Test
    void takesAllOptions() throws IOException {
        Path passwords = folder.resolve("passwords");
        Files.writeString(passwords, "# users\nme:secret:1\nother\n");
        ServeArguments arguments = ServeArguments.parse(
                ServerFixture.file(folder),
                "--port",
                "0",
                "--host",
                "0.0.0.0",
                "--http-port",
                "0",
                "--http-origin",
                "https://shop.example",
                "--socket",
                folder.resolve("s").toString(),
                "--password-file",
                passwords.toString(),
                "--allow-plain",
                "--read-only",
                "--max-sessions",
                "3",
                "--max-rows",
                "10",
                "--statement-timeout",
                "2min",
                "--buffer-size",
                "1024",
                "--memory-limit",
                "1000000",
                "--file-access");
        try (SqlvmServer server = arguments.builder().log(line -> {}).start()) {
            assertTrue(server.port() > 0);
            assertTrue(server.httpPort() > 0);
            assertTrue(Files.exists(server.socket()));
        }
        assertTrue(ServeArguments.parse("--help").wantsHelp());
    }
}
