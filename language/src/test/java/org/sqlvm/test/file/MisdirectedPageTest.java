package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A damaged file in which a page has two uses, each of which looks right: a write to it in the one
 * finds out that it is the other, and says that the file is malformed.
 */
final class MisdirectedPageTest {
    private static final int PAGE_SIZE = 1024;
    private static final int CORRUPT = 11;

    /** Fields of the header (file format, section 1.3). */
    private static final int FREELIST_TRUNK = 32;

    private static final int FREELIST_COUNT = 36;
    private static final int LARGEST_ROOT = 52;
    private static final int TEXT_ENCODING = 56;

    /** The root of t, and the pages below it. */
    private static final int ROOT = 2;

    @TempDir
    private Path folder;

    private Path file;
    private ByteBuffer image;

    @BeforeEach
    void make() throws IOException {
        file = folder.resolve("damaged.db");
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            for (String sql : new String[] {
                "PRAGMA page_size = " + PAGE_SIZE,
                "CREATE TABLE t(id INTEGER PRIMARY KEY, x)",
                "CREATE TABLE u(x)",
                "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
                        + " INSERT INTO t SELECT i, printf('%.*c', 50 + i, 'x') FROM n",
                "INSERT INTO u VALUES(zeroblob(3000))",
                "CREATE TABLE gone AS SELECT * FROM t",
                "DROP TABLE gone"
            }) {
                assertEquals(null, sqlite.execute(sql).failure(), sql);
            }
        }
        image = ByteBuffer.wrap(Files.readAllBytes(file));
    }

    /** A page of t. */
    private int leaf() {
        int cell = image.getShort((ROOT - 1) * PAGE_SIZE + 12);
        return image.getInt((ROOT - 1) * PAGE_SIZE + cell);
    }

    private String run(String sql) throws IOException {
        Files.write(file, image.array());
        try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
            Outcome outcome = sqlvm.execute(sql);
            return outcome.failed() ? outcome.failure().toString() : "ok";
        }
    }

    private void assertMalformed(String sql) throws IOException {
        String said = run(sql);
        assertTrue(said.startsWith(CORRUPT + " database disk image is malformed"), said);
    }

    /** Taken for an auto-vacuum database, it has pages of trees where the map would be. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO t(x) VALUES(zeroblob(5000))",
                "INSERT INTO t(x) SELECT x FROM t",
                "CREATE TABLE v(x)",
                "DROP TABLE u",
                "DELETE FROM t",
                "PRAGMA incremental_vacuum"
            })
    void aPointerMapThatIsATree(String sql) throws IOException {
        image.putInt(LARGEST_ROOT, 3);
        assertMalformed(sql);
    }

    @Test
    void aFreePageThatIsATree() throws IOException {
        image.putInt(FREELIST_TRUNK, leaf());
        assertMalformed("INSERT INTO t(id, x) VALUES(0, zeroblob(5000))");
    }

    @Test
    void aLeafOfTheFreeListThatIsATree() throws IOException {
        int trunk = (image.getInt(FREELIST_TRUNK) - 1) * PAGE_SIZE;
        int count = image.getInt(trunk + 4);
        image.putInt(trunk + 8 + 4 * (count - 1), leaf());
        assertMalformed("INSERT INTO t(id, x) VALUES(0, zeroblob(5000))");
    }

    @Test
    void anOverflowPageThatIsATree() throws IOException {
        int root = 2 * PAGE_SIZE; // The root page of u: one cell, which ends with the link.
        int cell = root + image.getShort(root + 8);
        image.putInt(lastByte(cell) - 3, ROOT);
        assertMalformed("UPDATE u SET x = (SELECT count(*) FROM t)");
    }

    /** The cell ends with the page. */
    private static int lastByte(int cell) {
        return (cell / PAGE_SIZE + 1) * PAGE_SIZE - 1;
    }

    /** It must not be made as large as that. */
    @Test
    void aLargestRootBehindTheEnd() throws IOException {
        image.putInt(LARGEST_ROOT, 500_000_000);
        assertMalformed("CREATE TABLE v(x)");
    }

    @Test
    void moreFreePagesThanPages() throws IOException {
        image.putInt(LARGEST_ROOT, 3);
        image.putInt(FREELIST_COUNT, 500_000_000);
        assertMalformed("PRAGMA incremental_vacuum");
    }

    /** Two children of the root are one page: its cells are not distributed twice. */
    @Test
    void aChildTwice() throws IOException {
        int root = (ROOT - 1) * PAGE_SIZE;
        for (int i = 1; i < image.getShort(root + 3); i++) {
            image.putInt(root + image.getShort(root + 12 + 2 * i), leaf());
        }
        assertMalformed("DELETE FROM t WHERE id < 90");
    }

    /** Two cells of a page are one. */
    @Test
    void aCellTwice() throws IOException {
        int page = (leaf() - 1) * PAGE_SIZE;
        image.putShort(page + 8, image.getShort(page + 10));
        assertMalformed("INSERT INTO t(id, x) VALUES(-1, 'new')");
    }

    /** As SQLite, which looks at two bits. */
    @Test
    void moreBitsInTheEncoding() throws IOException {
        image.putInt(TEXT_ENCODING, 1 << 29 | 1);
        assertEquals("ok", run("INSERT INTO t(x) VALUES('new')"));
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            Outcome rows = sqlite.execute("SELECT x FROM t WHERE id = 101");
            assertEquals("new", rows.rows().getFirst()[0]);
        }
    }
}
