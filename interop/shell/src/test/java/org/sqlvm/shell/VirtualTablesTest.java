package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Virtual tables and the tables behind them, as sqlite3 3.40 prints them. */
class VirtualTablesTest {
    private static final String TABLES = "CREATE TABLE a(x UNIQUE);\n"
            + "CREATE VIRTUAL TABLE r USING rtree_i32(id, x0, x1, +n);\n"
            + "DELETE FROM r_node;\nINSERT INTO r_rowid VALUES(1, 1, 'a');\n";

    private static final String SHADOWS =
            "CREATE TABLE IF NOT EXISTS \"r_rowid\"(rowid INTEGER PRIMARY KEY,nodeno,a0);\n"
                    + "ROWS"
                    + "CREATE TABLE IF NOT EXISTS \"r_node\"(nodeno INTEGER PRIMARY KEY,data);\n"
                    + "CREATE TABLE IF NOT EXISTS \"r_parent\""
                    + "(nodeno INTEGER PRIMARY KEY,parentnode);\n";

    private static final String DUMP = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
            + "PRAGMA writable_schema=ON;\n"
            + "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','r','r',0,"
            + "'CREATE VIRTUAL TABLE r USING rtree_i32(id, x0, x1, +n)');\n"
            + SHADOWS.replace("ROWS", "INSERT INTO r_rowid VALUES(1,1,'a');\n")
            + "PRAGMA writable_schema=OFF;\nCOMMIT;\n";

    private static String run(String input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(out);
        byte[] in = input.getBytes(StandardCharsets.UTF_8);
        try (Databases databases = new Databases()) {
            new Main("sqlvm", databases, new ByteArrayInputStream(in), sink, sink)
                    .run(new String[] {":memory:"}, false);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void schema() {
        assertEquals(
                "a         r         r_node    r_parent  r_rowid \n"
                        + "CREATE VIRTUAL TABLE r USING rtree_i32(id, x0, x1, +n)\n"
                        + "/* r(id,x0,x1,n) */;\n",
                run(TABLES + ".tables\n.schema r\n"));
    }

    @Test
    void dump() {
        assertEquals(DUMP, run(TABLES + ".dump r\n"));
    }

    private static String content(String file) {
        return run(".open " + file + "\n.dump\nPRAGMA integrity_check;\n"
                + "SELECT rowid, * FROM f5('quick');\nSELECT rowid FROM f5less('quick');\n"
                + "SELECT rowid, * FROM f5ext('fox');\nSELECT docid FROM f4ext WHERE f4ext MATCH"
                + " 'lazy';\nSELECT * FROM r WHERE x0 > 0;\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {".dump", ".recover"})
    void sqliteReadsBack(String command, @TempDir Path folder) {
        Path ours = folder.resolve("ours.db");
        run(".open " + ours + "\n" + VirtualCases.TABLES);
        String sql = run(".open " + ours + "\n" + command + "\n");
        Path theirs = folder.resolve("theirs.db");
        SqliteFile.make(theirs, sql);
        assertEquals(content(ours.toString()), content(theirs.toString()));
        Path again = folder.resolve("again.db");
        assertEquals("", run(".open " + again + "\n" + sql));
        assertEquals(content(ours.toString()), content(again.toString()));
        assertEquals("ok", SqliteFile.check(ours));
        assertEquals("ok", SqliteFile.check(again));
    }

    @Test
    void geoPackage() {
        assertEquals("1\n", run(".geopackage on\nSELECT ST_IsEmpty(x'4750001000000000');\n"));
    }
}
