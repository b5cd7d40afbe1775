package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/**
 * Forms of statements in our test files, run again after the schema has changed. Each seed makes
 * other changes; so do {@code Main}'s runs.
 */
@Tag("full")
final class RepeatedFormsTest {
    private static final long SEED = TestMode.seed(RepeatedFormsTest.class, 777);

    @Test
    void theConnectionItself() throws Exception {
        check(Engines.KEEPING_CLASSES, RepeatedForms.Changer.ITSELF, 12);
    }

    @Test
    void anotherConnection() throws Exception {
        check(Engines.KEEPING, RepeatedForms.Changer.ANOTHER_CONNECTION, 12);
    }

    @Test
    void anotherProcess() throws Exception {
        check(Engines.KEEPING, RepeatedForms.Changer.ANOTHER_PROCESS, 60);
    }

    private static void check(Engines engine, RepeatedForms.Changer changer, int share)
            throws IOException, URISyntaxException {
        assumeFalse(TestMode.COMPILED); // Nothing of this depends on it.
        Path folder = Path.of(RepeatedFormsTest.class.getResource("/sql").toURI());
        RepeatedForms run =
                new RepeatedForms(engine, new PrintStream(System.out, true), changer, SEED, share);
        assertEquals(List.of(), run.run(SuiteRunner.testFiles(List.of(folder))));
    }
}
