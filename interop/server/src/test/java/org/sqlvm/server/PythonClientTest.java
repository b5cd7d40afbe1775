package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the tests of the client in Python, interop/client-python/tests, with the {@code python3}
 * that is here. They are told of the servers by the environment.
 */
@Tag("native")
final class PythonClientTest {
    private static final Path CLIENT =
            Path.of(System.getProperty("sqlvm.root")).resolve("interop/client-python");

    private static final String KEYS_PASSWORD = "changeit";

    @TempDir
    Path folder;

    private record Run(int code, String out) {}

    private Run run(Path directory, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "run", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        boolean hasEnded = process.waitFor(5, TimeUnit.MINUTES);
        if (!hasEnded) {
            process.destroyForcibly();
        }
        String text = Files.readString(out, UTF_8);
        assertTrue(hasEnded, text);
        return new Run(process.exitValue(), text.strip());
    }

    private Run done(String... command) throws IOException, InterruptedException {
        Run run = run(folder, Map.of(), command);
        assertEquals(0, run.code, run.out);
        return run;
    }

    /** A keystore, and the certificate that is in it. */
    private void makeKeys() throws IOException, InterruptedException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String keys = folder.resolve("server.p12").toString();
        done(
                keytool,
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                KEYS_PASSWORD,
                "-keystore",
                keys);
        done(
                keytool,
                "-exportcert",
                "-rfc",
                "-alias",
                "server",
                "-storepass",
                KEYS_PASSWORD,
                "-keystore",
                keys,
                "-file",
                folder.resolve("authority.pem").toString());
    }

    private SqlvmServer.Builder server(String file) {
        return SqlvmServer.builder(file).port(0).log(line -> {});
    }

    private static String url(String user, SqlvmServer server) {
        return "sqlvm://" + user + "localhost:" + server.port();
    }

    @Test
    void theClientsOwnTests() throws IOException, InterruptedException {
        Run version = run(folder, Map.of(), "sh", "-c", "python3 --version || echo none");
        assumeTrue(
                version.out.matches("Python 3\\.(9|[1-9]\\d)\\..*"),
                "no python3 that is new enough here: " + version.out);
        String wheel = done("python3", CLIENT.resolve("build_wheel.py").toString(), ".").out;
        makeKeys();
        String file = folder.resolve("plain.db").toString();
        String other = folder.resolve("other.db").toString();
        try (SqlvmServer memory = server(":memory:").start();
                SqlvmServer plain =
                        server(file).socket(folder.resolve("socket")).start();
                SqlvmServer secure = server(other)
                        .password("me", "sécret")
                        .tls(folder.resolve("server.p12"), KEYS_PASSWORD)
                        .start();
                SqlvmServer files = SqlvmServer.builderForFiles()
                        .socket(folder.resolve("files.sock"))
                        .log(line -> {})
                        .start()) {
            Map<String, String> environment = Map.of(
                    "PYTHONPATH", folder.resolve(wheel).toString(),
                    "PYTHONDONTWRITEBYTECODE", "1",
                    "SQLVM_TEST_MEMORY", url("", memory),
                    "SQLVM_TEST_FILE", url("", plain),
                    "SQLVM_TEST_SOCKET", plain.socket().toString(),
                    "SQLVM_TEST_FILES", files.socket().toString(),
                    "SQLVM_TEST_PASSWORD", url("", secure),
                    "SQLVM_TEST_TLS", url("me:s%C3%A9cret@", secure),
                    "SQLVM_TEST_AUTHORITY", folder.resolve("authority.pem").toString());
            Run tests = run(
                    CLIENT.resolve("tests"),
                    environment,
                    "python3",
                    "-W",
                    "error::ResourceWarning",
                    "-m",
                    "unittest");
            assertEquals(0, tests.code, tests.out);
            List<String> lines = tests.out.lines().toList();
            // A test that is left out would have passed, too.
            assertEquals("OK", lines.getLast(), tests.out);
        }
    }
}
