package org.sqlvm.spark.cluster;

import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.tpch.Queries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The queries of TPC-H on two executors: over a file of sqlvm, over the same file by JDBC, and over
 * Parquet of the same rows. A program: the arguments are the file and a folder for Parquet. It
 * compares all answers with sqlvm's own, prints the seconds of each query and the seconds of
 * processors that its tasks took, and ends with 1 if an answer differs.
 */
final class TpchRun {
    private static final List<String> TABLES = List.of(
            "region", "nation", "supplier", "customer", "part", "partsupp", "orders", "lineitem");

    /** The sums of the view of query 15, whose terms have four decimals. */
    private static final String SUM = "sum(extendedprice * (1 - discount))";

    private static final double NANOS = 1e9;
    private static final double TOLERANCE = 1e-9;

    private final SparkSession spark;
    private final AtomicLong taskNanos = new AtomicLong();

    /**
     * The view of query 15, over whatever tables there are. Its sums are rounded: the query
     * compares them with each other, and Spark adds the parts of a sum in another order each time.
     */
    private final String revenue;

    private TpchRun(SparkSession spark, Database database) {
        this.spark = spark;
        try (Rows rows = database.query("SELECT sql FROM sqlite_schema WHERE name = 'revenue'")) {
            rows.next();
            revenue = rows.getText(0)
                    .replaceFirst("(?i)CREATE VIEW", "CREATE OR REPLACE TEMPORARY VIEW")
                    .replace(SUM, "round(" + SUM + ", 4)");
            if (!revenue.contains("round(")) {
                throw new AssertionError(revenue);
            }
        }
        spark.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                if (end.taskMetrics() != null) {
                    taskNanos.addAndGet(end.taskMetrics().executorCpuTime());
                }
            }
        });
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        boolean isSame = true;
        try (TwoHosts cluster = new TwoHosts(folder.toString());
                SparkSession spark = Scenarios.session(cluster.master());
                Database database = Sqlvm.open(arguments[0])) {
            TpchRun run = new TpchRun(spark, database);
            List<List<List<Object>>> expected = new ArrayList<>();
            for (int number = 1; number <= Queries.COUNT; number++) {
                expected.add(own(database, Queries.query(number)));
            }
            run.asSqlvm(arguments[0]);
            run.makeParquet(folder);
            isSame = run.queries("sqlvm", expected);
            run.asJdbc(arguments[0]);
            isSame &= run.queries("jdbc", expected);
            run.asParquet(folder);
            isSame &= run.queries("parquet", expected);
        }
        System.exit(isSame ? 0 : 1);
    }

    private static List<List<Object>> own(Database database, String query) {
        List<List<Object>> found = new ArrayList<>();
        try (Rows rows = database.query(query)) {
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(rows.getObject(i));
                }
                found.add(row);
            }
        }
        sort(found);
        return found;
    }

    /**
     * Texts are as they are; sums of REAL differ in their last digits, by the order of the rows.
     */
    private static boolean isSame(List<Object> expected, List<Object> found) {
        boolean isSame = expected.size() == found.size();
        for (int i = 0; isSame && i < expected.size(); i++) {
            Object wanted = expected.get(i);
            if (wanted instanceof Double number && found.get(i) instanceof Double real) {
                isSame = Math.abs(number - real) <= TOLERANCE * Math.abs(number);
            } else {
                isSame = String.valueOf(wanted).equals(String.valueOf(found.get(i)));
            }
        }
        return isSame;
    }

    private static boolean areSame(List<List<Object>> expected, List<List<Object>> found) {
        boolean areSame = expected.size() == found.size();
        for (int i = 0; areSame && i < expected.size(); i++) {
            areSame = isSame(expected.get(i), found.get(i));
        }
        return areSame;
    }

    /** Sorts rows by their texts and integers, so that equal answers have the same order. */
    private static void sort(List<List<Object>> rows) {
        rows.sort(Comparator.comparing(row -> row.stream()
                .filter(value -> !(value instanceof Double))
                .map(String::valueOf)
                .toList()
                .toString()));
    }

    /** The queries as Spark has them: it has no strftime. */
    private static String forSpark(String query) {
        return query.replaceAll(
                "cast\\(strftime\\('%Y', ([a-z.]+)\\) as integer\\)",
                "cast(substr($1, 1, 4) as int)");
    }

    private void asSqlvm(String file) {
        for (String table : TABLES) {
            spark.read()
                    .format("sqlvm")
                    .option("table", table)
                    .load(file)
                    .createOrReplaceTempView(table);
        }
    }

    private void asJdbc(String file) {
        for (String table : TABLES) {
            spark.read()
                    .format("jdbc")
                    .option("url", "jdbc:sqlvm:" + file)
                    .option("driver", "org.sqlvm.jdbc.SqlvmDriver")
                    .option("dbtable", table)
                    .load()
                    .createOrReplaceTempView(table);
        }
    }

    private void makeParquet(Path folder) {
        for (String table : TABLES) {
            spark.table(table)
                    .write()
                    .parquet(folder.resolve(table + ".parquet").toString());
        }
    }

    private void asParquet(Path folder) {
        for (String table : TABLES) {
            spark.read()
                    .parquet(folder.resolve(table + ".parquet").toString())
                    .createOrReplaceTempView(table);
        }
    }

    /** Runs all queries over the views that there are. */
    private boolean queries(String source, List<List<List<Object>>> expected) throws Exception {
        boolean isSame = true;
        spark.sql(revenue);
        for (int number = 1; number <= Queries.COUNT; number++) {
            long cpu = taskNanos.get();
            long begun = System.nanoTime();
            List<List<Object>> found = new ArrayList<>();
            for (Row row : spark.sql(forSpark(Queries.query(number))).collectAsList()) {
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < row.size(); i++) {
                    values.add(row.get(i));
                }
                found.add(values);
            }
            double seconds = (System.nanoTime() - begun) / NANOS;
            // Events of tasks come a little later than the answer.
            Thread.sleep(200);
            sort(found);
            boolean isRight = areSame(expected.get(number - 1), found);
            isSame &= isRight;
            System.out.printf(
                    Locale.ROOT,
                    "%-8s %2d %8.2f s %8.2f s of processors%s%n",
                    source,
                    number,
                    seconds,
                    (taskNanos.get() - cpu) / NANOS,
                    isRight ? "" : "  DIFFERS");
        }
        return isSame;
    }
}
