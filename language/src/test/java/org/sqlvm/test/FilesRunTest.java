package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Some of what {@code ./sqlvm files} does. */
final class FilesRunTest {
    @TempDir
    Path folder;

    @Test
    void damagedFiles() throws IOException {
        int rounds = TestMode.COMPILED ? 10 : 400;
        assertEquals(0, new FilesRun(System.out, folder, 8).run(rounds));
    }
}
