package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The first records of each of sqllogictest's files, which stand outside of the repository: in the
 * folder that the system property {@code sqlvm.slt} names, or else in {@code ../shared/slt} from
 * its root. All of their records run through {@link Main}.
 */
final class SltTest {
    /** Compiled mode compiles each query before its only run, which takes many times the run. */
    private static final int RECORDS_COMPILED = 10;

    private static final int RECORDS_INTERPRETED = 600;

    @TestFactory
    Stream<DynamicTest> files() throws IOException {
        Path folder = folder();
        assumeTrue(
                Files.isDirectory(folder),
                () -> "sqllogictest's files are not at " + folder
                        + ": say where they are with -Dsqlvm.slt=FOLDER");
        return SuiteRunner.testFiles(List.of(folder)).stream()
                .map(file -> DynamicTest.dynamicTest(
                        folder.relativize(file).toString(), () -> run(file)));
    }

    private static Path folder() {
        String named = System.getProperty("sqlvm.slt");
        String root = System.getProperty("sqlvm.root", "..");
        return named != null ? Path.of(named) : Path.of(root, "../shared/slt").normalize();
    }

    private static void run(Path file) throws IOException {
        boolean compiled = "compiled".equals(System.getProperty("sqlvm.mode"));
        int recordsMax = compiled ? RECORDS_COMPILED : RECORDS_INTERPRETED;
        try (TestEngine engine = Engines.SQLVM.inMemory()) {
            FileReport report = ScriptRunner.run(
                    engine, file, (r, line) -> r.passed + r.failed + r.unsupported < recordsMax);
            assertEquals(List.of(), report.failures);
        }
    }
}
