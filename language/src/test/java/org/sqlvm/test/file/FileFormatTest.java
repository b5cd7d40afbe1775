package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;
import org.sqlvm.test.queries.Comparison;
import org.sqlvm.test.queries.RandomQuery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Files that SQLite wrote, in every form that the format has, give the same rows through sqlvm. */
final class FileFormatTest {
    private static final int[] PAGE_SIZES = {512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
    private static final List<String> ENCODINGS = List.of("UTF-8", "UTF-16le", "UTF-16be");

    /** With 32 reserved bytes a page of 512 has the least space that the format allows. */
    private static final int[] RESERVED = {0, 32, 7};

    /** The one file of compiled mode: 4096 bytes a page, UTF-16le. */
    private static final int SAMPLE_COMPILED = 10;

    @TempDir
    private Path folder;

    /**
     * Each page size with each encoding; the rest goes round, so that each pair of features occurs.
     */
    @TestFactory
    Stream<DynamicTest> sameRows() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < PAGE_SIZES.length; i++) {
            for (int j = 0; j < ENCODINGS.size(); j++) {
                if (TestMode.COMPILED && 3 * i + j != SAMPLE_COMPILED) {
                    continue;
                }
                SampleFile sample = new SampleFile(
                        PAGE_SIZES[i],
                        ENCODINGS.get(j),
                        (i + j) % 3,
                        RESERVED[(i + 2 * j) % 3],
                        (i + j) % 2 == 1);
                tests.add(DynamicTest.dynamicTest(sample.toString(), () -> sameRows(sample)));
            }
        }
        return tests.stream();
    }

    private void sameRows(SampleFile sample) throws IOException {
        Path ownFolder = Files.createTempDirectory(folder, "sample");
        Path file = sample.write(ownFolder, "sqlite.db");
        Path copy = SampleFile.copy(file, ownFolder.resolve("sqlvm.db"));
        List<Outcome> expected;
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            expected = SampleFile.runQueries(sqlite);
        }
        try (TestEngine sqlvm = Engines.SQLVM.onFile(copy)) {
            List<Outcome> actual = SampleFile.runQueries(sqlvm);
            for (int i = 0; i < expected.size(); i++) {
                assertNull(
                        Comparison.difference(
                                expected.get(i), actual.get(i), RandomQuery.Answer.ROWS),
                        SampleFile.QUERIES.get(i));
            }
        }
        try (TestEngine sqlite = Engines.SQLITE.onFile(copy)) {
            assertEquals("ok", sqlite.execute("PRAGMA integrity_check").rows().getFirst()[0]);
        }
    }

    @Test
    void noBytes() throws IOException {
        Path file = Files.createFile(folder.resolve("empty.db"));
        try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
            assertEquals(0, sqlvm.execute("SELECT * FROM sqlite_schema").rows().size());
            Outcome missing = sqlvm.execute("SELECT * FROM t");
            assertEquals("1 no such table: t", missing.failure().toString());
        }
    }

    @Test
    void notADatabase() throws IOException {
        Path file = folder.resolve("text.db");
        Files.writeString(file, "This is no database. ".repeat(100));
        Path copy = SampleFile.copy(file, folder.resolve("text-copy.db"));
        try (TestEngine sqlite = Engines.SQLITE.onFile(file);
                TestEngine sqlvm = Engines.SQLVM.onFile(copy)) {
            Outcome expected = sqlite.execute("SELECT * FROM sqlite_schema");
            Outcome actual = sqlvm.execute("SELECT * FROM sqlite_schema");
            assertEquals(expected.failure().toString(), actual.failure().toString());
        }
    }

    @Test
    void readingLeavesTheFileAlone() throws IOException {
        Path file = new SampleFile(1024, "UTF-8", 0, 0, false).write(folder, "alone.db");
        byte[] before = Files.readAllBytes(file);
        try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
            for (Outcome outcome : SampleFile.runQueries(sqlvm)) {
                assertFalse(outcome.failed());
            }
        }
        assertEquals(-1, java.util.Arrays.mismatch(before, Files.readAllBytes(file)));
    }
}
