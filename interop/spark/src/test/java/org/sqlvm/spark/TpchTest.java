package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.tpch.Generator;
import org.sqlvm.tpch.Queries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The 22 queries of TPC-H in Spark have sqlvm's own answers. */
class TpchTest {
    private static final double SCALE =
            Double.parseDouble(System.getProperty("spark.tpch", "0.01"));

    @TempDir
    Path folder;

    /** The queries as Spark has them: it has no strftime. */
    static String forSpark(String query) {
        return query.replaceAll(
                "cast\\(strftime\\('%Y', ([a-z.]+)\\) as integer\\)",
                "cast(substr($1, 1, 4) as int)");
    }

    private static String text(Object value) {
        return value instanceof Double number
                ? String.format(Locale.ROOT, "%.6e", number)
                : String.valueOf(value);
    }

    private static List<String> own(Database database, String query) {
        List<String> found = new ArrayList<>();
        try (Rows rows = database.query(query)) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(text(rows.getObject(i)));
                }
                found.add(row.toString());
            }
        }
        found.sort(null);
        return found;
    }

    private static List<String> sparks(SparkSession spark, String query) {
        List<String> found = new ArrayList<>();
        for (Row row : spark.sql(query).collectAsList()) {
            List<String> values = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                values.add(text(row.get(i)));
            }
            found.add(values.toString());
        }
        found.sort(null);
        return found;
    }

    @Test
    void answersAreTheSame() {
        String file = new Generator(folder, SCALE).sqlite(true).toString();
        SparkSession spark = Sessions.get().newSession();
        spark.conf().set("spark.sql.catalog.tpch", SqlvmCatalog.class.getName());
        spark.conf().set("spark.sql.catalog.tpch.path", file);
        spark.sql("USE tpch.main");
        try (Database database = Sqlvm.open(file)) {
            for (int number = 1; number <= Queries.COUNT; number++) {
                String query = Queries.query(number);
                assertEquals(
                        own(database, query), sparks(spark, forSpark(query)), "query " + number);
            }
        }
    }
}
