package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Calls the shell and the program sqlite3 alike and compares all they print, byte for byte, and
 * their exit codes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShellTest {
    private static final Path SQLITE = Path.of("/usr/bin/sqlite3");
    /**
     * The shell that the expectations are those of: later ones print reals and tables differently.
     */
    private static final String EXPECTED_VERSION = "3.40.";

    private static final String INIT = "SELECT 'from the init file';\n.mode csv\n.separator ;\n";

    private Path folder;
    private byte[] utf8Database;
    private byte[] utf16Database;

    private record Result(int code, String out, String error) {
        @Override
        public String toString() {
            return "exit code " + code + "\n--- output\n" + out + "\n--- errors\n" + error;
        }
    }

    @BeforeAll
    void makeDatabases() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(SQLITE), "there is no " + SQLITE + " to compare with");
        folder = Files.createTempDirectory("sqlvm-shell");
        String version = sqlite(List.of("-version"), "").out;
        assumeTrue(version.startsWith(EXPECTED_VERSION), "sqlite3 is not 3.40 but " + version);
        utf8Database = made("");
        utf16Database = made("PRAGMA encoding='UTF-16le';\n");
    }

    private byte[] made(String pragma) throws IOException, InterruptedException {
        Path file = folder.resolve("made.db");
        Result result = sqlite(List.of(file.toString()), pragma + ShellCases.SCHEMA);
        assertEquals(new Result(0, "", ""), result);
        byte[] database = Files.readAllBytes(file);
        Files.delete(file);
        return database;
    }

    @AfterAll
    void removeDatabases() throws IOException {
        if (folder != null) {
            clear();
            Files.delete(folder);
        }
    }

    private void clear() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .filter(p -> !p.equals(folder))
                    .forEach(this::delete);
        }
    }

    private void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fill() throws IOException {
        clear();
        Files.write(folder.resolve("utf8.db"), utf8Database);
        Files.write(folder.resolve("utf16.db"), utf16Database);
        Files.writeString(folder.resolve("init.sql"), INIT);
        ImportCases.write(folder);
        Files.writeString(folder.resolve("junk.db"), "This is no database. ".repeat(100));
    }

    private String withNames(String text) {
        return text.replace("DIR", folder.toString())
                .replace("U16", folder.resolve("utf16.db").toString())
                .replace("DB", folder.resolve("utf8.db").toString());
    }

    Stream<ShellCase> cases() {
        return ShellCases.all().stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void printsWhatSqlitePrints(ShellCase call) throws IOException, InterruptedException {
        List<String> arguments = call.arguments().stream().map(this::withNames).toList();
        String input = withNames(call.input());
        fill();
        Result expected = sqlite(arguments, input);
        fill();
        Result actual = shell(arguments, input);
        compare(call, expected.toString(), actual.toString());
    }

    /** Fails if the two differ without a reason. */
    void compare(ShellCase call, String expected, String actual) {
        assertEquals(expected, actual, call::toString);
    }

    private Result sqlite(List<String> arguments, String input)
            throws IOException, InterruptedException {
        Path in = Files.createTempFile("sqlite", ".in");
        Path out = Files.createTempFile("sqlite", ".out");
        Path error = Files.createTempFile("sqlite", ".err");
        try {
            Files.writeString(in, input);
            ProcessBuilder builder = new ProcessBuilder("sqlite3");
            builder.command().addAll(arguments);
            int code = builder.redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(error.toFile())
                    .start()
                    .waitFor();
            return new Result(code, text(Files.readAllBytes(out)), text(Files.readAllBytes(error)));
        } finally {
            Files.delete(in);
            Files.delete(out);
            Files.delete(error);
        }
    }

    /** A character for each byte, so that output that is no UTF-8 is compared as well. */
    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private Result shell(List<String> arguments, String input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        int code = new Main(
                        "sqlite3",
                        databases(),
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new ByteSink(out),
                        new ByteSink(error))
                .run(arguments.toArray(String[]::new), false);
        return new Result(code, text(out.toByteArray()), text(error.toByteArray()));
    }

    /** What runs the statements of our side. */
    Shell.DatabaseSource databases() {
        assumeTrue(NativeSqlite.isPresent(), "there is no libsqlite3 to run the statements");
        return NativeDatabase::open;
    }
}
