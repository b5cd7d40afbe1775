package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The first records of each of sqllogictest's files, which are not in the repository: the system
 * property {@code sqlvm.slt} names their folder. All of their records run through {@code Main}.
 */
@Tag("full")
final class SltTest {
    private static final int RECORDS_COMPILED = 16;
    private static final int RECORDS_INTERPRETED = 2500;

    /** Compiled mode leaves those out that begin with a thousand INSERTs. */
    private static final String SHORT_SETUP = "random";

    @TestFactory
    Stream<DynamicTest> files() throws IOException {
        String named = System.getProperty("sqlvm.slt");
        assumeTrue(named != null, "say where sqllogictest's files are with -Dsqlvm.slt=FOLDER");
        Path folder = Path.of(named);
        Path chosen = TestMode.COMPILED ? folder.resolve(SHORT_SETUP) : folder;
        return SuiteRunner.testFiles(List.of(chosen)).stream()
                .map(file -> DynamicTest.dynamicTest(
                        folder.relativize(file).toString(), () -> run(file)));
    }

    private static void run(Path file) throws IOException {
        int recordsMax = TestMode.COMPILED ? RECORDS_COMPILED : RECORDS_INTERPRETED;
        try (TestEngine engine = Engines.SQLVM.inMemory()) {
            FileReport report = ScriptRunner.run(
                    engine, file, (r, line) -> r.passed + r.failed + r.unsupported < recordsMax);
            assertEquals(List.of(), report.failures);
        }
    }
}
