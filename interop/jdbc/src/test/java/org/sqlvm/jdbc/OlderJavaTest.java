package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Java that is too old is told so, and finds other drivers as ever. */
final class OlderJavaTest {
    /** The version of class files of Java 8. */
    private static final int JAVA_8 = 52;

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)[.\"]");

    private static final String PROGRAM = """
        import java.sql.*;
        import java.util.*;

        public class Program {
            public static void main(String[] arguments) {
                for (String url : List.of("jdbc:sqlvm::memory:", "jdbc:other:")) {
                    try {
                        DriverManager.getConnection(url);
                    } catch (SQLException e) {
                        System.out.println(e.getMessage());
                    }
                }
            }
        }
        """;

    @TempDir
    Path folder;

    @Test
    void whatAnOlderJavaLoadsIsForJava8() throws IOException {
        for (Class<?> type : List.of(SqlvmDriver.class, RequiredJava.class, Main.class)) {
            try (DataInputStream file = new DataInputStream(
                    type.getResourceAsStream(type.getSimpleName() + ".class"))) {
                file.readInt();
                assertEquals(JAVA_8, file.readInt(), type.getName());
            }
        }
    }

    /** A JDK from 11 on, which runs a source, and before 25; null if this machine has none. */
    private static Path olderJava() throws IOException {
        Path all = Path.of("/usr/lib/jvm");
        if (!Files.isDirectory(all)) {
            return null;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(all)) {
            for (Path home : found) {
                Path release = home.resolve("release");
                if (Files.isReadable(release) && Files.isExecutable(home.resolve("bin/javac"))) {
                    Matcher version = VERSION.matcher(Files.readString(release));
                    int number = version.find() ? Integer.parseInt(version.group(1)) : 0;
                    if (number >= 11 && number < 25) {
                        return home;
                    }
                }
            }
        }
        return null;
    }

    @Test
    void itSaysWhichJavaIsNeeded() throws IOException, InterruptedException, URISyntaxException {
        Path java = olderJava();
        assumeTrue(java != null, "no JDK between 11 and 25");
        Path source = folder.resolve("Program.java");
        Files.writeString(source, PROGRAM);
        String text = run(java, 0, source.toString());
        List<String> lines = text.lines().toList();
        assertTrue(
                lines.getFirst().startsWith("sqlvm needs Java 25 or later, and this is Java "),
                text);
        assertEquals("No suitable driver found for jdbc:other:", lines.getLast());
        assertEquals(2, lines.size(), text);
    }

    @Test
    void theShellSaysItToo() throws IOException, InterruptedException, URISyntaxException {
        Path java = olderJava();
        assumeTrue(java != null, "no JDK between 11 and 25");
        List<String> lines =
                run(java, 1, Main.class.getName(), ":memory:").lines().toList();
        assertTrue(
                lines.getFirst().startsWith("sqlvm needs Java 25 or later, and this is Java "),
                lines.toString());
        assertEquals(1, lines.size(), lines.toString());
    }

    /** Runs a program with the driver's classes, and returns its output. */
    private static String run(Path java, int exitValue, String... program)
            throws IOException, InterruptedException, URISyntaxException {
        Path classes = Path.of(SqlvmDriver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> command = new ArrayList<>(List.of(java.resolve("bin/java").toString()));
        command.addAll(List.of("-cp", classes.toString()));
        command.addAll(List.of(program));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), text);
        assertEquals(exitValue, process.exitValue(), text);
        return text;
    }
}
