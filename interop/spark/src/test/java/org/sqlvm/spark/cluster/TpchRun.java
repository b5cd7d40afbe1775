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

    private static final double NANOS = 1e9;

    private final SparkSession spark;
    private final AtomicLong taskNanos = new AtomicLong();

    /** The view of query 15, over whatever tables there are. */
    private final String revenue;

    private TpchRun(SparkSession spark, Database database) {
        this.spark = spark;
        try (Rows rows = database.query("SELECT sql FROM sqlite_schema WHERE name = 'revenue'")) {
            rows.next();
            revenue = rows.getText(0)
                    .replaceFirst("(?i)CREATE VIEW", "CREATE OR REPLACE TEMPORARY VIEW");
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
            List<List<String>> expected = new ArrayList<>();
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

    /** Sums of REAL differ in their last digits, by the order of the rows. */
    private static String text(Object value) {
        return value instanceof Double number
                ? String.format(Locale.ROOT, "%.6e", number)
                : String.valueOf(value);
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
    private boolean queries(String source, List<List<String>> expected) throws Exception {
        boolean isSame = true;
        spark.sql(revenue);
        for (int number = 1; number <= Queries.COUNT; number++) {
            long cpu = taskNanos.get();
            long begun = System.nanoTime();
            List<String> found = new ArrayList<>();
            for (Row row : spark.sql(forSpark(Queries.query(number))).collectAsList()) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < row.size(); i++) {
                    values.add(text(row.get(i)));
                }
                found.add(values.toString());
            }
            double seconds = (System.nanoTime() - begun) / NANOS;
            // Events of tasks come a little later than the answer.
            Thread.sleep(200);
            found.sort(null);
            boolean isRight = found.equals(expected.get(number - 1));
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
