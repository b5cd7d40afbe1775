package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Tables and schemas, as the catalog and the source show them. */
class SqlvmCatalogTest {
    private static final String TABLES = "CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT NOT"
        + " NULL, price REAL, made DATE, seen DATETIME, used BOOLEAN, image BLOB, x);INSERT INTO"
        + " parts(x) SELECT 1.5 WHERE 0; CREATE VIEW names AS SELECT name FROM parts;CREATE"
        + " VIRTUAL TABLE words USING fts5(word);";

    @TempDir
    Path folder;

    @Test
    void tablesAndViewsAreListed() {
        String file = Sessions.file(folder, "a.db", TABLES);
        Sessions.get().conf().set("spark.sql.catalog.listed", SqlvmCatalog.class.getName());
        Sessions.get().conf().set("spark.sql.catalog.listed.path", file);
        assertEquals(
                List.of("[main,names,false]", "[main,parts,false]", "[main,words,false]"),
                Sessions.rows("SHOW TABLES IN listed.main"));
        assertEquals(
                "id BIGINT,name STRING NOT NULL,price DOUBLE,made DATE,seen TIMESTAMP_NTZ,"
                        + "used BOOLEAN,image BINARY,x STRING",
                Sessions.get().table("listed.main.parts").schema().toDDL());
    }

    @Test
    void theSourceHasTheSameSchema() {
        String file = Sessions.file(folder, "b.db", TABLES);
        StructType schema = Sessions.get()
                .read()
                .format("sqlvm")
                .option("table", "names")
                .load(file)
                .schema();
        assertEquals("name STRING", schema.toDDL());
    }
}
