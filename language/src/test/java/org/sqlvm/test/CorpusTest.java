package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Our own test files: SQLite and sqlvm both give what they say. What sqlvm calls "not supported" is
 * not wrong; the runner's command counts it.
 */
final class CorpusTest {
    /**
     * With immediate compilation every statement costs about half a second of compiler time, so
     * only some files run then, and of each the first records.
     */
    private static final boolean COMPILED = "compiled".equals(System.getProperty("sqlvm.mode"));

    private static final int COMPILED_FILE_STEP = 9;
    private static final int COMPILED_RECORD_COUNT = 20;

    @TestFactory
    Stream<DynamicTest> sqlite() throws IOException {
        return tests(Engines.SQLITE);
    }

    @TestFactory
    Stream<DynamicTest> sqlvm() throws IOException {
        return tests(Engines.SQLVM);
    }

    private static Stream<DynamicTest> tests(Engines engine) throws IOException {
        Path folder = folder();
        List<Path> files = SuiteRunner.testFiles(List.of(folder));
        assertTrue(files.size() > 1, () -> "no test files in " + folder);
        return IntStream.range(0, files.size())
                .filter(i -> !COMPILED || i % COMPILED_FILE_STEP == 0)
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
        try (TestEngine database = engine.inMemory()) {
            FileReport report = ScriptRunner.run(
                    database, file, (r, line) -> !COMPILED || r.passed < COMPILED_RECORD_COUNT);
            assertEquals(List.of(), report.failures);
            if (engine == Engines.SQLITE) {
                assertEquals(List.of(), report.missing);
            }
        }
    }
}
