package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.Shard;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Our own test files. A class of tests runs them in one way or two, so that two processes share the
 * ways.
 */
final class Corpus {
    private Corpus() {}

    /** A test for each file, which expects of an engine what the file says. */
    static Stream<DynamicTest> tests(Engines engine) throws IOException {
        return tests(engine, new Shard(1, 1));
    }

    /** Tests for the files of one shard. */
    static Stream<DynamicTest> tests(Engines engine, Shard shard) throws IOException {
        return tests(engine, shard, Integer.MAX_VALUE);
    }

    /** Tests for the first records of the files of one shard. */
    static Stream<DynamicTest> tests(Engines engine, Shard shard, int recordsMax)
            throws IOException {
        Path folder = folder();
        List<Path> files = SuiteRunner.testFiles(List.of(folder));
        assertTrue(files.size() > 1, () -> "no test files in " + folder);
        return shard.of(files).stream()
                .map(file -> DynamicTest.dynamicTest(
                        folder.relativize(file).toString(), () -> run(engine, file, recordsMax)));
    }

    static Path folder() {
        try {
            return Path.of(Corpus.class.getResource("/sql").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void run(Engines engine, Path file, int recordsMax) throws IOException {
        try (TestEngine database = FolderEngine.openFor(file, engine)) {
            report(database, file, recordsMax);
        }
    }

    /** Fails if one of the first records of a file fails. */
    static void report(TestEngine engine, Path file, int recordsMax) throws IOException {
        FileReport report = ScriptRunner.run(
                engine, file, (r, line) -> r.passed + r.failed + r.unsupported < recordsMax);
        assertEquals(List.of(), report.failures);
        assertEquals(List.of(), report.missing);
    }
}
