package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Sizes of tables, by which Spark plans joins, and the filters of such joins. */
class StatisticsTest {
    @TempDir
    Path folder;

    private String file(String analyze) {
        return Sessions.file(
                folder,
                "join" + analyze + ".db",
                "CREATE TABLE big(id INTEGER PRIMARY KEY, k INTEGER, t TEXT);"
                        + "INSERT INTO big SELECT value, value % 1000, hex(zeroblob(40))"
                        + " FROM generate_series(1, 20000);"
                        + "CREATE INDEX bigk ON big(k);"
                        + "CREATE TABLE small(k INTEGER PRIMARY KEY, name TEXT);"
                        + "INSERT INTO small SELECT value, 'name' || value FROM"
                        + " generate_series(0, 999);" + analyze);
    }

    private static Dataset<Row> table(SparkSession spark, String file, String name) {
        return spark.read().format("sqlvm").option("table", name).load(file);
    }

    @Test
    void rowsAreThoseOfAnalyze() {
        SparkSession spark = Sessions.get();
        String file = file("ANALYZE");
        var known = table(spark, file, "big").queryExecution().optimizedPlan().stats();
        assertEquals(20_000, known.rowCount().get().toLong());
        String other = file("");
        var guessed =
                table(spark, other, "big").queryExecution().optimizedPlan().stats();
        assertTrue(guessed.rowCount().isEmpty());
        long size = guessed.sizeInBytes().toLong();
        assertTrue(size > 1_000_000 && size < 4_000_000, "" + size);
    }

    @Test
    void aBroadcastJoinFiltersTheOtherTable() {
        SparkSession spark = Sessions.get().newSession();
        String file = file("ANALYZE");
        table(spark, file, "big").createOrReplaceTempView("big");
        table(spark, file, "small").createOrReplaceTempView("small");
        Dataset<Row> joined = spark.sql("SELECT count(*), max(big.k), sum(big.id) FROM big"
                + " JOIN small ON big.k = small.k WHERE upper(small.name) LIKE 'NAME77%'");
        assertEquals(
                List.of("[220,779,2246440]"),
                joined.collectAsList().stream().map(Row::toString).toList());
        String plan = joined.queryExecution().executedPlan().toString();
        assertTrue(plan.contains("RuntimeFilters: [dynamicpruning"), plan);
    }
}
