package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.nio.file.Path;

/** Some of what {@code ./sqlvm files} does. */
final class FilesRunTest {
    @TempDir
    Path folder;

    @Test
    void damagedFiles() throws IOException {
        long seed = TestMode.seed(FilesRunTest.class, 8);
        assertEquals(0, new FilesRun(System.out, folder, seed).run(TestMode.rounds(400)));
    }
}
