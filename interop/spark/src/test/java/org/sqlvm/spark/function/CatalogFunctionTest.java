package org.sqlvm.spark.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.FunctionOption;
import org.sqlvm.spark.Sessions;
import org.sqlvm.spark.SqlvmCatalog;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Functions of a program, called in Spark's SQL. */
class CatalogFunctionTest {
    /** Registers the functions of this test. */
    public static final class Functions implements Consumer<Database> {
        @Override
        public void accept(Database database) {
            database.createFunction(
                    "vat", (double price) -> price * 1.25, FunctionOption.DETERMINISTIC);
            database.createFunction(
                    "twice", (long number) -> 2 * number, FunctionOption.DETERMINISTIC);
        }
    }

    @TempDir
    Path folder;

    @Test
    void functionsOfAClass() {
        SparkSession spark = Sessions.get().newSession();
        String file = Sessions.file(
                folder,
                "f.db",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, price REAL);"
                        + "INSERT INTO t SELECT value, value FROM generate_series(1, 100)");
        spark.conf().set("spark.sql.catalog.fun", SqlvmCatalog.class.getName());
        spark.conf().set("spark.sql.catalog.fun.path", file);
        spark.conf().set("spark.sql.catalog.fun.functions", Functions.class.getName());
        spark.conf().set("spark.sql.catalog.fun.function.vat", "DOUBLE");
        spark.conf().set("spark.sql.catalog.fun.function.twice", "BIGINT");
        assertEquals(
                List.of("[6312.5,10100]"),
                rows(
                        spark,
                        "SELECT sum(fun.main.vat(price)), sum(fun.main.twice(id))"
                                + " FROM fun.main.t"));
        assertEquals(
                List.of("[10.0,null]"), rows(spark, "SELECT fun.main.vat(8), fun.main.vat(NULL)"));
        assertTrue(
                rows(spark, "SHOW USER FUNCTIONS IN fun.main").toString().contains("fun.main.vat"));
        assertThrows(Exception.class, () -> rows(spark, "SELECT fun.main.vat(1, 2)"));
        assertThrows(Exception.class, () -> rows(spark, "SELECT fun.main.other(1)"));
    }

    private static List<String> rows(SparkSession spark, String sql) {
        return spark.sql(sql).collectAsList().stream().map(Row::toString).toList();
    }
}
