package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Our own test files: SQLite and sqlvm both give what they say. What sqlvm cannot do yet is marked
 * {@code later}, record by record.
 */
final class CorpusTest {
    /**
     * All files take two hours to compile, so a compiled run takes a part of them: the next one
     * each day, or what {@code -Dsqlvm.shard=2/20} names.
     */
    private static final int SHARDS_COMPILED = 20;

    private static final Shard ALL = new Shard(1, 1);

    private static final List<String> MODES =
            List.of("DELETE", "WAL", "TRUNCATE", "PERSIST", "MEMORY");

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> sqlite() throws IOException {
        return tests(Engines.SQLITE, ALL);
    }

    @TestFactory
    Stream<DynamicTest> sqlvm() throws IOException {
        if (!TestMode.COMPILED) {
            return tests(Engines.SQLVM, ALL);
        }
        Shard shard = Shard.ofToday(SHARDS_COMPILED);
        new PrintStream(System.out, true)
                .println("CorpusTest compiles shard " + shard + " of the corpus");
        return tests(Engines.COMPILED, shard);
    }

    /** The same answers without memory for rows. */
    @TestFactory
    Stream<DynamicTest> spilling() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : tests(Engines.SPILLING, ALL);
    }

    /** The same answers on vectors. */
    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : tests(Engines.VECTORS, ALL);
    }

    /** The same answers with programs that were compiled for other literals. */
    @TestFactory
    Stream<DynamicTest> shapes() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : tests(Engines.SHAPES, ALL);
    }

    /** The same on vectors that find no memory for their groups. */
    @TestFactory
    Stream<DynamicTest> spillingVectors() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : tests(Engines.SPILLING_VECTORS, ALL);
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

    private static Stream<DynamicTest> tests(Engines engine, Shard shard) throws IOException {
        Path folder = folder();
        List<Path> files = SuiteRunner.testFiles(List.of(folder));
        assertTrue(files.size() > 1, () -> "no test files in " + folder);
        return shard.of(files).stream()
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
