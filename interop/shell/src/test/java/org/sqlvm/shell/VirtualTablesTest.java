package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

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

    @Test
    void geoPackage() {
        assertEquals("1\n", run(".geopackage on\nSELECT ST_IsEmpty(x'4750001000000000');\n"));
    }
}
