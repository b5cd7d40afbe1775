package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Tests .page and .dbinfo, which cannot be compared with sqlite3 here. */
class PageCommandTest {
    private static final String SCHEMA = """
        PRAGMA page_size=512;
        PRAGMA user_version=7;
        CREATE TABLE t(a INTEGER PRIMARY KEY, b, c);
        CREATE INDEX i ON t(b);
        CREATE VIEW v AS SELECT 1;
        INSERT INTO t VALUES(1, 'text', 1.5), (300, x'00ff', NULL), (-1, 0, 70000);
        INSERT INTO t VALUES(400, zeroblob(1500), 1);
        DELETE FROM t WHERE a = 1;
        """;

    @TempDir
    private Path folder;

    @BeforeEach
    void makeDatabase() {
        SqliteFile.make(folder.resolve("test.db"), SCHEMA);
    }

    private String run(String input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(out);
        byte[] in = input.getBytes(StandardCharsets.UTF_8);
        String[] arguments = {folder.resolve("test.db").toString()};
        try (Databases databases = new Databases()) {
            new Main("sqlvm", databases, new ByteArrayInputStream(in), sink, sink)
                    .run(arguments, false);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void leafOfTable() {
        String page = run(".page 2\n");
        assertTrue(page.startsWith("""
            page 2, 512 bytes: leaf of a table
              0000 page type              13
              0001 first free block       494
              0003 number of cells        3
              0005 start of cell content  421
              0007 fragmented free bytes  0
              free block at 01ee: 18 bytes
            """), page);
        assertTrue(page.contains("""
            : rowid -1, payload 7 bytes
                (NULL, 0, 70000)
            """), page);
        assertTrue(page.contains("""
            : rowid 300, payload 6 bytes
                (NULL, x'00ff', NULL)
            """), page);
        assertTrue(
                page.contains(": rowid 400, payload 1505 bytes, 39 here, overflow page 7\n"
                        + "    (NULL, the rest on overflow pages)\n"),
                page);
        assertTrue(page.contains("0000  0d 01 ee 00 03"), page);
    }

    @Test
    void leafOfIndexAndSchema() {
        assertTrue(run(".page 3\n").contains("page 3, 512 bytes: leaf of an index\n"));
        String first = run(".page 1\n");
        assertTrue(
                first.startsWith("page 1, 512 bytes: leaf of a table\n  0064 page type "), first);
        assertTrue(
                first.contains("('table', 't', 't', 2, 'CREATE TABLE t(a INTEGER'...)\n"), first);
        assertTrue(first.contains("74 20 33 00  SQLite format 3.\n"), first);
    }

    @Test
    void overflowPage() {
        String page = run(".page 5\n");
        assertTrue(page.startsWith("page 5, 512 bytes: no page of a b-tree"), page);
        assertTrue(page.contains("*\n"), page);
    }

    @Test
    void misuse() {
        assertEquals("Usage: .page N\n", run(".page x\n"));
        assertEquals("Usage: .page N\n", run(".page\n"));
        assertEquals("Error: no page 99\n", run(".page 99\n"));
    }

    @Test
    void header() {
        String information = run(".dbinfo\n");
        assertTrue(information.startsWith("""
            database page size:  512
            write format:        1
            read format:         1
            reserved bytes:      0
            """), information);
        assertTrue(
                information.contains("text encoding:       1 (utf8)\nuser version:        7\n"),
                information);
        assertTrue(information.contains("""
            number of tables:    1
            number of indexes:   1
            number of triggers:  0
            number of views:     1
            """), information);
    }
}
