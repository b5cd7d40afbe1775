package org.sqlvm.spark.write;

import static org.apache.spark.sql.functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.spark.Sessions;
import org.sqlvm.spark.SqlvmCatalog;

import java.nio.file.Path;
import java.util.List;

/** Statements of Spark SQL that change tables of a catalog. */
class CatalogWriteTest {
    private static int catalogs;

    @TempDir
    Path folder;

    private String catalog;

    /** Spark keeps catalogs, so that each test has one of its own. */
    @BeforeEach
    void makeCatalog() {
        catalog = "written" + catalogs++;
        Sessions.get().conf().set("spark.sql.catalog." + catalog, SqlvmCatalog.class.getName());
        Sessions.get().conf().set("spark.sql.catalog." + catalog + ".path", file());
    }

    private String file() {
        return folder.resolve("w.db").toString();
    }

    /** Runs a statement in which {@code t.} stands for the catalog's namespace. */
    private List<String> run(String sql) {
        return Sessions.rows(sql.replace("t.", catalog + ".main."));
    }

    private String declaration(String table) {
        try (Database database = Sqlvm.open(file());
                Rows rows = database.query("SELECT sql FROM sqlite_schema WHERE name = ?", table)) {
            return rows.next() ? rows.getText(0) : null;
        }
    }

    @Test
    void tablesAreMadeChangedAndDropped() {
        run("CREATE TABLE t.parts(id BIGINT, name STRING NOT NULL, PRIMARY KEY(id))");
        assertEquals(
                "CREATE TABLE \"parts\"(\"id\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL)",
                declaration("parts"));
        run("INSERT INTO t.parts VALUES (1, 'bolt'), (2, 'nut')");
        run("ALTER TABLE t.parts ADD COLUMN price DOUBLE");
        run("ALTER TABLE t.parts RENAME COLUMN name TO title");
        run("INSERT INTO t.parts VALUES (3, 'gear', 12.5)");
        assertEquals(
                List.of("[1,bolt,null]", "[2,nut,null]", "[3,gear,12.5]"),
                run("SELECT * FROM t.parts ORDER BY id"));
        run("ALTER TABLE t.parts DROP COLUMN price");
        run("ALTER TABLE t.parts RENAME TO main.items");
        assertEquals(List.of("[3]"), run("SELECT count(*) FROM t.items"));
        run("DROP TABLE t.items");
        assertEquals(null, declaration("items"));
        Exception refused = assertThrows(
                Exception.class, () -> run("CREATE TABLE t.x(a INT, CONSTRAINT c CHECK (a > 0))"));
        assertTrue(refused.getMessage().contains("CHECK"), refused.getMessage());
    }

    @Test
    void rowsAreDeletedAndReplaced() throws Exception {
        run("CREATE TABLE t.copy AS SELECT id, 'x' || id AS name FROM range(10)");
        assertEquals(List.of("[10]"), run("SELECT count(*) FROM t.copy"));
        run("DELETE FROM t.copy WHERE id < 3 OR name = 'x9'");
        assertEquals(List.of("[6,33]"), run("SELECT count(*), sum(id) FROM t.copy"));
        run("INSERT OVERWRITE t.copy SELECT 7L, 'new'");
        assertEquals(List.of("[7,new]"), run("SELECT * FROM t.copy"));
        Sessions.get()
                .sql("SELECT 8L AS id, 'more' AS name")
                .union(Sessions.get().sql("SELECT 9L, 'more'"))
                .writeTo(catalog + ".main.copy")
                .overwrite(col("id").geq(7));
        assertEquals(List.of("[8,more]", "[9,more]"), run("SELECT * FROM t.copy ORDER BY id"));
        run("TRUNCATE TABLE t.copy");
        assertEquals(List.of("[0]"), run("SELECT count(*) FROM t.copy"));
    }

    @Test
    void deletionThatSqlCannotSayIsRefused() {
        run("CREATE TABLE t.copy AS SELECT id, 'x' || id AS name FROM range(10)");
        assertThrows(Exception.class, () -> run("DELETE FROM t.copy WHERE upper(name) = 'X1'"));
        assertEquals(List.of("[10]"), run("SELECT count(*) FROM t.copy"));
    }

    @Test
    void valuesComeBackAsTheyWere() {
        String row = "SELECT true AS flag, 3L AS number, 2.5D AS real, 'text' AS text,"
                + " X'0102' AS bytes, DATE'2026-11-28' AS day,"
                + " TIMESTAMP'2026-11-28 22:30:00.25' AS instant,"
                + " TIMESTAMP_NTZ'1969-12-31 23:59:59.000001' AS local,"
                + " CAST(NULL AS STRING) AS nothing";
        run("CREATE TABLE t.kinds AS " + row);
        List<String> types = List.of(Sessions.get().sql(row).schema().toDDL().split(","));
        assertEquals(
                types.stream().map(type -> type.replace(" NOT NULL", "")).toList(),
                List.of(Sessions.get()
                        .table(catalog + ".main.kinds")
                        .schema()
                        .toDDL()
                        .split(",")));
        assertEquals(
                List.of(),
                run("SELECT * EXCEPT(bytes) FROM t.kinds EXCEPT (SELECT * EXCEPT(bytes) FROM ("
                        + row + "))"));
        assertEquals(List.of("[0102]"), run("SELECT hex(bytes) FROM t.kinds"));
    }
}
