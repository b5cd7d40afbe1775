package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

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
        assertEquals("--socket needs a value", refusal("--files", "--socket"));
        assertEquals("unknown option --prot", refusal("x.db", "--prot", "1"));
        assertEquals("--port needs a value", refusal("x.db", "--port"));
        assertEquals("--port needs a number, not many", refusal("x.db", "--port", "many"));
        assertEquals("--port is out of range: 65536", refusal("x.db", "--port", "65536"));
        assertEquals("--max-sessions is out of range: 0", refusal("x.db", "--max-sessions", "0"));
        assertEquals("--max-rows is out of range: 0", refusal("x.db", "--max-rows", "0"));
        assertEquals("size of a value: 9", refusal("x.db", "--max-value-size", "9"));
        assertEquals("size of a buffer: 9", refusal("x.db", "--buffer-size", "9"));
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

    /**
     * Checks that a file of passwords is refused if others may read or write it; its group may, as
     * for a container's secrets.
     */
    @Test
    void passwordsMustBeSecret() throws IOException {
        assumeTrue(Files.getFileStore(folder).supportsFileAttributeView("posix"));
        Path passwords = folder.resolve("passwords");
        Files.writeString(passwords, "me:secret\n");
        for (String option : new String[] {"--password-file", "--tls-password-file"}) {
            for (String rights : new String[] {"rw-r--r--", "rw----r--", "rw-----w-"}) {
                Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString(rights));
                assertEquals(
                        "all users may read or write " + passwords + ": try chmod 600 " + passwords,
                        refusal("x.db", option, passwords.toString()));
            }
            for (String rights : new String[] {"rw-------", "r--r-----"}) {
                Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString(rights));
                ServeArguments.parse("x.db", option, passwords.toString());
            }
        }
    }

    /**
     * Checks that a file of passwords must not be empty, since it would then admit every client.
     */
    @Test
    void aFileOfPasswordsHasSome() throws IOException {
        Path passwords = secretFile("# nobody yet\n\n");
        assertEquals(
                "there is no password in " + passwords,
                refusal("x.db", "--password-file", passwords.toString()));
    }

    private Path secretFile(String content) throws IOException {
        Path file = folder.resolve("passwords");
        Files.writeString(file, content);
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        return file;
    }

    @Test
    void takesAllOptions() throws IOException {
        Path passwords = secretFile("# users\nme:secret:1\nother\n");
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
                "--max-value-size",
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
