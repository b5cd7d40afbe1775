package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.Shard;
import org.sqlvm.test.engines.SqliteEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Our test files on databases in files, most of whose pages are not in memory; SQLite finds them
 * sound.
 */
final class FileCorpusTest {
    private static final List<String> MODES =
            List.of("DELETE", "WAL", "TRUNCATE", "PERSIST", "MEMORY");

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> files() throws IOException {
        Path folder = Corpus.folder();
        Shard shard = Shard.ofBuild(FileCorpusTest.class, 4);
        return shard.of(SuiteRunner.testFiles(List.of(folder))).stream()
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
            Corpus.report(database, file, Integer.MAX_VALUE);
        }
        try (SqliteEngine sqlite = SqliteEngine.onFile(database.database())) {
            sqlite.registerUserFunctions(); // Indexes and views may need them.
            Outcome verdict = sqlite.execute("PRAGMA integrity_check");
            assertFalse(verdict.failed(), () -> verdict.failure().message());
            assertEquals("ok", verdict.rows().getFirst()[0], file.toString());
        }
    }
}
