package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Our own test files: SQLite and sqlvm both give what they say. What sqlvm cannot do yet is marked
 * {@code later}, record by record.
 */
final class CorpusTest {
    /** Compiled mode takes the third of every thirty files: aggregates, an index, transactions. */
    private static final int STEP_COMPILED = 30;

    private static final int START_COMPILED = 3;

    private static final List<String> MODES =
            List.of("DELETE", "WAL", "TRUNCATE", "PERSIST", "MEMORY");

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> sqlite() throws IOException {
        return tests(Engines.SQLITE, true);
    }

    @TestFactory
    Stream<DynamicTest> sqlvm() throws IOException {
        return tests(Engines.SQLVM, !TestMode.COMPILED);
    }

    /** The same answers without memory for rows. */
    @TestFactory
    Stream<DynamicTest> spilling() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : tests(Engines.SPILLING, true);
    }

    /** The same answers on vectors. */
    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : tests(Engines.VECTORS, true);
    }

    /** The same on vectors that find no memory for their groups. */
    @TestFactory
    Stream<DynamicTest> spillingVectors() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : tests(Engines.SPILLING_VECTORS, true);
    }

    /**
     * The same answers on files, most of whose pages are not in memory; SQLite finds them sound.
     */
    @TestFactory
    Stream<DynamicTest> files() throws IOException {
        if (TestMode.COMPILED) {
            return Stream.empty();
        }
        Path folder = folder();
        return SuiteRunner.testFiles(List.of(folder)).stream()
                .map(file -> DynamicTest.dynamicTest(
                        folder.relativize(file).toString(), () -> runOnFile(file)));
    }

    private void runOnFile(Path file) throws IOException {
        // As good as a dice: the same ones each time. What connections see of each other, and when
        // they are busy, depends on the mode: those scripts are written for the first one.
        int dice = Math.floorMod(file.getFileName().toString().hashCode(), 60);
        int mode = FolderEngine.hasConnections(file) ? 0 : dice % MODES.size();
        Path folder = Files.createDirectory(directory.resolve(UUID.randomUUID().toString()));
        FolderEngine database = FolderEngine.openIn(folder, Engines.UNCACHED);
        try (database) {
            database.execute("PRAGMA synchronous = OFF");
            database.execute("PRAGMA journal_mode = " + MODES.get(mode));
            report(database, file);
        }
        try (SqliteEngine sqlite = SqliteEngine.onFile(database.database())) {
            sqlite.registerUserFunctions(); // Indexes and views may need them.
            Outcome verdict = sqlite.execute("PRAGMA integrity_check");
            assertFalse(verdict.failed(), () -> verdict.failure().message());
            assertEquals("ok", verdict.rows().getFirst()[0]);
        }
    }

    private static Stream<DynamicTest> tests(Engines engine, boolean all) throws IOException {
        Path folder = folder();
        List<Path> files = SuiteRunner.testFiles(List.of(folder));
        assertTrue(files.size() > 1, () -> "no test files in " + folder);
        return IntStream.range(0, files.size())
                .filter(i -> all || i % STEP_COMPILED == START_COMPILED)
                .mapToObj(files::get)
                .map(file -> DynamicTest.dynamicTest(
                        folder.relativize(file).toString(), () -> run(engine, file)));
    }

    private static Path folder() {
        try {
            return Path.of(CorpusTest.class.getResource("/sql").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(Engines engine, Path file) throws IOException {
        try (TestEngine database = FolderEngine.openFor(file, engine)) {
            report(database, file);
        }
    }

    private static void report(TestEngine engine, Path file) throws IOException {
        FileReport report = ScriptRunner.run(engine, file, (r, line) -> true);
        assertEquals(List.of(), report.failures);
        assertEquals(List.of(), report.missing);
    }
}
