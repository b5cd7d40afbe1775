package org.sqlvm.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/** The page's libraries are those that {@code vendor/build} has made. */
final class VendorTest {
    private static final Path WEB = Path.of("src/main/resources/org/sqlvm/console/web/vendor");

    @Test
    void hashesAreThoseOfTheBuild() throws IOException, NoSuchAlgorithmException {
        TreeMap<String, String> expected = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("vendor/hashes.txt"))) {
            String[] parts = line.split(" +", 2);
            expected.put(parts[1], parts[0]);
        }
        TreeMap<String, String> found = new TreeMap<>();
        try (var files = Files.list(WEB)) {
            for (Path file : files.toList()) {
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
                found.put(file.getFileName().toString(), HexFormat.of().formatHex(hash));
            }
        }
        assertEquals(expected, found);
    }
}
