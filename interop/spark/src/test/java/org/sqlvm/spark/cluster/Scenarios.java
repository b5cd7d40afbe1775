package org.sqlvm.spark.cluster;

import static org.apache.spark.sql.functions.call_udf;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import org.apache.spark.TaskContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.spark.cluster.Fault.Step;
import org.sqlvm.spark.manifest.Manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Reads and writes on two executors, of which one ends in the middle. A program: the first argument
 * is its folder.
 */
final class Scenarios {
    private static final long ROWS = 20_000;
    private static final long SUM = ROWS * (ROWS - 1) / 2;

    /** The first attempt waits longer than the second one takes, and is ended by Spark. */
    private static final long WAIT_MS = 300_000;

    private final SparkSession spark;
    private final Path folder;
    private final AtomicInteger stagesRetried = new AtomicInteger();

    private Scenarios(SparkSession spark, Path folder) {
        this.spark = spark;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
        try (TwoHosts cluster = new TwoHosts(arguments[0]);
                SparkSession spark = session(cluster.master())) {
            Scenarios scenarios = new Scenarios(spark, Path.of(arguments[0]));
            scenarios.listen();
            scenarios.executorEndsInRead();
            scenarios.stageIsRetried();
            for (String mode : List.of("staged", "files")) {
                scenarios.attemptIsSpeculative(mode);
                scenarios.executorEndsInWrite(mode);
            }
            for (String mode : List.of("staged", "single", "files")) {
                scenarios.executorEndsBehindTaskCommit(mode);
            }
        }
    }

    /** Returns a session in which slow tasks get a second attempt. */
    static SparkSession session(String master) {
        SparkSession spark = SparkSession.builder()
                .master(master)
                .config("spark.ui.enabled", false)
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", 2)
                .config("spark.executor.extraClassPath", Driver.executorClassPath())
                .config(
                        "spark.executor.extraJavaOptions",
                        "-ea -XX:+UseSerialGC --sun-misc-unsafe-memory-access=allow"
                                + " --enable-native-access=ALL-UNNAMED")
                .config("spark.speculation", true)
                .config("spark.speculation.interval", "200ms")
                .config("spark.speculation.quantile", 0.5)
                .config("spark.speculation.multiplier", 1.1)
                .config("spark.speculation.minTaskRuntime", "1s")
                .config("spark.speculation.efficiency.enabled", false)
                .getOrCreate();
        UDF3<Long, Long, String, Long> endAt = Scenarios::endAt;
        UDF3<Long, Long, String, Long> waitAt = Scenarios::waitAt;
        spark.udf().register("end_at", endAt, DataTypes.LongType);
        spark.udf().register("wait_at", waitAt, DataTypes.LongType);
        return spark;
    }

    /** Returns {@code id}, and ends the executor if it is {@code last}, once for each marker. */
    private static Long endAt(Long id, Long last, String marker) {
        if (id.equals(last)) {
            new Fault(Step.TASK_COMMITTED, marker).at(Step.TASK_COMMITTED);
        }
        return id;
    }

    /** Returns {@code id}; the first attempt of a task that has {@code slow} waits at it. */
    private static Long waitAt(Long id, Long slow, String marker) throws InterruptedException {
        if (id.equals(slow)) {
            int attempt = TaskContext.get().attemptNumber();
            Fault.isFirst(Path.of(marker + attempt));
            if (attempt == 0) {
                Thread.sleep(WAIT_MS);
            }
        }
        return id;
    }

    private void listen() {
        spark.sparkContext().addSparkListener(new SparkListener() {
            @Override
            public void onStageSubmitted(SparkListenerStageSubmitted stage) {
                if (stage.stageInfo().attemptNumber() > 0) {
                    stagesRetried.incrementAndGet();
                }
            }
        });
    }

    private String marker(String scenario) {
        return folder.resolve(scenario + ".marker").toString();
    }

    /** The rows, in four partitions; the executor ends at row 12,345. */
    private Dataset<Row> rows(String scenario) {
        return spark.range(0, ROWS, 1, 4)
                .select(call_udf("end_at", col("id"), lit(12_345L), lit(marker(scenario)))
                        .as("id"));
    }

    private DataFrameWriter<Row> writer(String scenario, Dataset<Row> rows) {
        return rows.write()
                .format("sqlvm")
                .option("path", folder.resolve(scenario + ".db").toString())
                .option("table", "t")
                .mode(SaveMode.Append);
    }

    /** Checks that the rows are there once, by one commit, and that nothing else is left. */
    private void check(String scenario) throws Exception {
        check(spark, folder.resolve(scenario + ".db"), 1);
        System.out.println("passed: " + scenario);
    }

    /**
     * Checks a file, or a folder of files.
     *
     * @param commits the number of jobs that have written the rows
     */
    static void check(SparkSession spark, Path path, int commits) throws Exception {
        Row found = spark.read()
                .format("sqlvm")
                .option("table", "t")
                .load(path.toString())
                .selectExpr("count(*)", "sum(id)", "count(DISTINCT id)")
                .head();
        expect("[" + ROWS * commits + "," + SUM * commits + "," + ROWS + "]", found.toString());
        boolean isFolder = Files.isDirectory(path);
        Path list = isFolder ? path.resolve(Manifest.NAME) : path;
        try (Database database = Sqlvm.open(list.toString());
                Rows rows = database.query("SELECT (SELECT count(*) FROM sqlvm_spark_commits),"
                        + " (SELECT * FROM pragma_integrity_check)")) {
            rows.next();
            expect(commits + " ok", rows.getLong(0) + " " + rows.getText(1));
        }
        expect(false, Files.exists(Path.of(path + "-spark")));
        if (isFolder) {
            expect(listed(path), present(path));
        }
    }

    private static List<String> listed(Path path) {
        try (Manifest manifest = Manifest.read(path)) {
            return manifest.files().stream().sorted().toList();
        }
    }

    private static List<String> present(Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(Manifest.NAME))
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    private static void expect(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("expected " + expected + ", but it was " + actual);
        }
    }

    private void executorEndsInRead() throws Exception {
        String scenario = "read";
        writer(scenario, spark.range(0, ROWS, 1, 1).toDF()).save();
        Row sums = spark.read()
                .format("sqlvm")
                .option("table", "t")
                .option("partitions", 4)
                .load(folder.resolve(scenario + ".db").toString())
                .select(call_udf("end_at", col("id"), lit(12_345L), lit(marker(scenario)))
                        .as("id"))
                .selectExpr("count(*)", "sum(id)")
                .head();
        expect("[" + ROWS + "," + SUM + "]", sums.toString());
        expect(true, Files.exists(Path.of(marker(scenario))));
        check(scenario);
    }

    private void executorEndsInWrite(String mode) throws Exception {
        String scenario = "write-" + mode;
        writer(scenario, rows(scenario)).option("writeMode", mode).save();
        expect(true, Files.exists(Path.of(marker(scenario))));
        check(scenario);
    }

    private void executorEndsBehindTaskCommit(String mode) throws Exception {
        String scenario = "task-commit-" + mode;
        writer(scenario, spark.range(0, ROWS, 1, 4).toDF())
                .format(FaultySource.class.getName())
                .option("fault", Step.TASK_COMMITTED.name())
                .option("marker", marker(scenario))
                .option("writeMode", mode)
                .save();
        expect(true, Files.exists(Path.of(marker(scenario))));
        check(scenario);
    }

    /** The executor that ends has the other stage's results, which are computed again. */
    private void stageIsRetried() throws Exception {
        String scenario = "stage";
        int before = stagesRetried.get();
        Dataset<Row> shuffled =
                spark.range(0, ROWS, 1, 4).repartition(4, col("id")).toDF();
        writer(
                        scenario,
                        shuffled.select(
                                call_udf("end_at", col("id"), lit(12_345L), lit(marker(scenario)))
                                        .as("id")))
                .save();
        expect(true, Files.exists(Path.of(marker(scenario))));
        expect(true, stagesRetried.get() > before);
        check(scenario);
    }

    private void attemptIsSpeculative(String mode) throws Exception {
        String scenario = "speculation-" + mode;
        writer(
                        scenario,
                        spark.range(0, ROWS, 1, 4)
                                .select(call_udf(
                                                "wait_at",
                                                col("id"),
                                                lit(12_345L),
                                                lit(marker(scenario)))
                                        .as("id")))
                .option("writeMode", mode)
                .save();
        expect(true, Files.exists(Path.of(marker(scenario) + 0)));
        expect(true, Files.exists(Path.of(marker(scenario) + 1)));
        check(scenario);
    }
}
