package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The words of integrity_check, which are SQLite's, for a row whose record header has a wrong byte.
 */
final class DamagedRecordTest {
    private static final int PAGE_SIZE = 512;

    /** The table's root page is the second page. */
    private static final int TABLE_PAGE = PAGE_SIZE;

    private static final int POINTERS = 8;

    /** Behind the payload's size and the rowid, of one byte each. */
    private static final int HEADER = 2;

    @TempDir
    private Path folder;

    @Test
    void everyByteOfAHeader() throws IOException {
        Path original = folder.resolve("original.db");
        try (TestEngine sqlite = Engines.SQLITE.onFile(original)) {
            for (String sql : new String[] {
                "PRAGMA page_size = " + PAGE_SIZE,
                "CREATE TABLE t(a, b, c)",
                "INSERT INTO t VALUES('abc', 'defg', 300), ('xyz', 'hijk', 301)"
            }) {
                sqlite.execute(sql);
            }
        }
        byte[] image = Files.readAllBytes(original);
        int cell = TABLE_PAGE + ByteBuffer.wrap(image).getShort(TABLE_PAGE + POINTERS);
        int step = TestMode.COMPILED ? 100 : 1;
        for (int i = HEADER; i < HEADER + 4; i++) {
            for (int value = 0; value < 256; value += step) {
                byte[] damaged = image.clone();
                damaged[cell + i] = (byte) value;
                compare(damaged, "byte " + i + " is " + value);
            }
        }
    }

    private void compare(byte[] image, String what) throws IOException {
        Path file = folder.resolve("damaged.db");
        Files.write(file, image);
        String expected;
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            expected = verdict(sqlite);
        }
        try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
            assertEquals(expected, verdict(sqlvm), what);
        }
    }

    private static String verdict(TestEngine engine) {
        StringBuilder lines = new StringBuilder();
        Outcome outcome = engine.execute("PRAGMA integrity_check");
        outcome.rows().forEach(row -> lines.append(row[0]).append('\n'));
        return outcome.failed() ? outcome.failure().toString() : lines.toString();
    }
}
