package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.nio.file.Path;
import java.util.List;

/** Attached files have the encoding of the main database from their first page on. */
final class EncodingTest {
    @TempDir
    private Path folder;

    @Test
    void logOfNewFileHasMainEncoding() {
        Path attached = folder.resolve("attached.db");
        try (TestEngine sqlvm = Engines.SQLVM.onFile(folder.resolve("main.db"))) {
            for (String sql : List.of(
                    "PRAGMA encoding = 'UTF-16le'",
                    "ATTACH '" + attached + "' AS other",
                    "PRAGMA journal_mode = WAL",
                    "CREATE TABLE other.t(a)",
                    "INSERT INTO t VALUES('abc')")) {
                Outcome outcome = sqlvm.execute(sql);
                assertEquals(null, outcome.failure(), sql);
            }
            assertEquals("abc", sqlvm.execute("SELECT a FROM t").rows().getFirst()[0]);
        }
        try (TestEngine sqlite = Engines.SQLITE.onFile(attached)) {
            assertEquals("UTF-16le", sqlite.execute("PRAGMA encoding").rows().getFirst()[0]);
            assertEquals("abc", sqlite.execute("SELECT a FROM t").rows().getFirst()[0]);
            assertEquals("ok", sqlite.execute("PRAGMA integrity_check").rows().getFirst()[0]);
        }
    }
}
