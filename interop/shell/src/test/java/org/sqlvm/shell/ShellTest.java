package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sqlvm.shell.terminal.ByteSink;

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
 * Calls the shell and compares all it prints, byte for byte, and its exit code with what the
 * program sqlite3 prints when it is called alike. That was recorded from sqlite3 3.40, since later
 * ones print reals and tables differently: {@code -Dshell.record=interop/shell/src/test/resources}
 * does it again, where the program sqlite3 is of that version. How a statement is run (EXPLAIN) and
 * what ANALYZE stores differ between the two; those calls were recorded from our own shell.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShellTest {
    private static final String RECORDED_VERSION = "3.40.";

    private static final String SQLITE_TRANSCRIPT = "sqlite3-3.40.transcript";
    private static final String OWN_TRANSCRIPT = "sqlvm.transcript";

    /** A folder of resources, to be written instead of compared with; null in a test. */
    private static final String RECORD = System.getProperty("shell.record");

    private static final String INIT = "SELECT 'from the init file';\n.mode csv\n.separator ;\n";

    private final Databases databases = new Databases();
    private final Transcript sqlite = Transcript.load(SQLITE_TRANSCRIPT);
    private final Transcript own = Transcript.load(OWN_TRANSCRIPT);

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
        folder = Files.createTempDirectory("sqlvm-shell");
        utf8Database = made("");
        utf16Database = made("PRAGMA encoding='UTF-16le';\n");
        if (RECORD != null) {
            String version = sqlite(List.of("-version"), "").out;
            assertTrue(version.startsWith(RECORDED_VERSION), version);
        }
    }

    private byte[] made(String pragma) throws IOException {
        Path file = folder.resolve("made.db");
        SqliteFile.make(file, pragma + ShellCases.SCHEMA);
        byte[] database = Files.readAllBytes(file);
        Files.delete(file);
        return database;
    }

    @AfterAll
    void removeDatabases() throws IOException {
        databases.close();
        if (RECORD != null) {
            Path resources = Path.of(RECORD, "org", "sqlvm", "shell");
            Files.createDirectories(resources);
            sqlite.save(resources.resolve(SQLITE_TRANSCRIPT));
            own.save(resources.resolve(OWN_TRANSCRIPT));
        }
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

    Stream<ShellCase> sqliteCases() {
        return ShellCases.likeSqlite().stream();
    }

    @ParameterizedTest
    @MethodSource("sqliteCases")
    void printsWhatSqlitePrints(ShellCase call) throws IOException, InterruptedException {
        if (RECORD != null) {
            fill();
            Result result = sqlite(arguments(call), withNames(call.input()));
            sqlite.record(call, Transcript.normal(result.toString(), folder));
        }
        String actual = print(call);
        String expected = sqlite.result(call);
        if (Differences.explanation(call) != null) {
            assertNotEquals(expected, actual, "is no difference any more");
        } else {
            assertEquals(expected, actual, call::toString);
        }
    }

    Stream<ShellCase> ownCases() {
        return ShellCases.ofOurOwn().stream();
    }

    @ParameterizedTest
    @MethodSource("ownCases")
    void printsWhatItPrinted(ShellCase call) throws IOException {
        String actual = print(call);
        if (RECORD != null) {
            own.record(call, actual);
        }
        assertEquals(own.result(call), actual, call::toString);
    }

    private List<String> arguments(ShellCase call) {
        return call.arguments().stream().map(this::withNames).toList();
    }

    private String print(ShellCase call) throws IOException {
        fill();
        Result result = shell(arguments(call), withNames(call.input()));
        return Transcript.normal(result.toString(), folder);
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
                        databases,
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new ByteSink(out),
                        new ByteSink(error))
                .run(arguments.toArray(String[]::new), false);
        return new Result(code, text(out.toByteArray()), text(error.toByteArray()));
    }
}
