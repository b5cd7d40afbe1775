package org.sqlvm.spark.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.spark.Sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Writes of the source into one file. */
class WriteTest {
    @TempDir
    Path folder;

    private static Dataset<Row> range(int from, int to) {
        return Sessions.get().range(from, to, 1, 4).selectExpr("id", "'row ' || id AS name");
    }

    private Path file() {
        return folder.resolve("a.db");
    }

    private DataFrameWriter<Row> writer(Dataset<Row> rows) {
        return rows.write().format("sqlvm").option("path", file().toString()).option("table", "t");
    }

    /** Returns the rows of a query of sqlvm, each as the texts of its values. */
    private List<String> query(String sql) {
        List<String> all = new ArrayList<>();
        try (Database database = Sqlvm.open(file().toString());
                Rows rows = database.query(sql)) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(rows.getText(i));
                }
                all.add(String.join("|", row.stream().map(String::valueOf).toList()));
            }
        }
        return all;
    }

    private void assertSound() {
        assertEquals(List.of("ok"), query("PRAGMA integrity_check"));
        assertEquals(List.of(), staged());
    }

    /** The folders of jobs that are left. */
    private List<String> staged() {
        String[] names = folder.resolve("a.db-spark").toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "FILES")
    void rowsAreAppendedAndReplaced(WriteMode mode) {
        writer(range(0, 10))
                .option("writeMode", mode.name())
                .mode(SaveMode.Append)
                .save();
        writer(range(10, 5000))
                .option("writeMode", mode.name())
                .mode(SaveMode.Append)
                .save();
        assertEquals(
                List.of("5000|0|4999|row 0|row 999"),
                query("SELECT count(*), min(id), max(id), min(name), max(name) FROM t"));
        assertEquals(
                List.of("10", "4990"),
                query("SELECT written FROM sqlvm_spark_commits ORDER BY committed"));
        writer(range(7, 9))
                .option("writeMode", mode.name())
                .mode(SaveMode.Overwrite)
                .save();
        assertEquals(List.of("7|row 7", "8|row 8"), query("SELECT * FROM t ORDER BY 1"));
        assertSound();
    }

    @Test
    void everyTypeHasItsForm() {
        Dataset<Row> rows = Sessions.get()
                .sql("SELECT true AS bool, 1Y AS byte, 2S AS short, 3 AS int, 4L AS long, 1.5F AS"
                        + " float, 2.5D AS double, 12.30BD AS decimal,"
                        + " CAST('123456789012345678901234567890.12' AS DECIMAL(38,2)) AS digits,"
                        + " DATE'2026-11-28' AS date, TIMESTAMP'2026-11-28 22:30:00' AS instant,"
                        + " TIMESTAMP_NTZ'1969-12-31 23:59:59.000001' AS local, 'é' AS text,"
                        + " X'00FF' AS bytes, array(1, null) AS list, map('k', 1.5D) AS map,"
                        + " named_struct('a', 'x\"', 'b', DATE'2026-11-28') AS struct, CAST(null"
                        + " AS INT) AS nothing");
        writer(rows).mode(SaveMode.Append).save();
        List<String> types = query("SELECT name || ' ' || type FROM pragma_table_info('t')");
        List<String> values = new ArrayList<>();
        for (String type : types) {
            String name = '"' + type.substring(0, type.indexOf(' ')) + '"';
            values.add(type + ": "
                    + query("SELECT typeof(" + name + ") || ' ' || quote(" + name + ") FROM t")
                            .getFirst());
        }
        assertEquals("""
            bool BOOLEAN: integer 1
            byte TINYINT: integer 1
            short SMALLINT: integer 2
            int INT: integer 3
            long BIGINT: integer 4
            float FLOAT: real 1.5
            double DOUBLE: real 2.5
            decimal DECIMAL(4,2): real 12.3
            digits DECIMAL_TEXT(38,2): text '123456789012345678901234567890.12'
            date DATE: text '2026-11-28'
            instant TIMESTAMPTZ: text '2026-11-28 22:30:00'
            local TIMESTAMP: text '1969-12-31 23:59:59.000001'
            text TEXT: text 'é'
            bytes BLOB: blob X'00FF'
            list TEXT: text '[1,null]'
            map TEXT: text '{"k":1.5}'
            struct TEXT: text '{"a":"x\\"","b":"2026-11-28"}'
            nothing INT: null NULL\
            """, String.join("\n", values));
    }

    @Test
    void timesAreMillisecondsIfTheProgramSaysSo() {
        writer(Sessions.get()
                        .sql("SELECT DATE'1970-01-02' AS d, TIMESTAMP'1969-12-31 23:59:59.9'"
                                + " AS t"))
                .option("dates", "epoch")
                .mode(SaveMode.Append)
                .save();
        assertEquals(List.of("86400000|-100"), query("SELECT * FROM t"));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "FILES")
    void jobThatFailsChangesNothing(WriteMode mode) {
        Sessions.file(
                folder,
                "a.db",
                "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);"
                        + "INSERT INTO t VALUES (3, 'old')");
        DataFrameWriter<Row> writer = writer(range(0, 10)).option("writeMode", mode.name());
        Exception failed =
                assertThrows(Exception.class, () -> writer.mode(SaveMode.Append).save());
        assertTrue(causes(failed).contains("UNIQUE constraint failed: t.id"), causes(failed));
        assertEquals(List.of("3|old"), query("SELECT * FROM t"));
        writer.option("onConflict", "ignore").mode(SaveMode.Append).save();
        assertEquals(List.of("10|1"), query("SELECT count(*), sum(name = 'old') FROM t"));
        assertSound();
    }

    private static String causes(Throwable failed) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            text.append(cause.getMessage()).append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "FILES")
    void commitHappensOnce(WriteMode mode) {
        for (int i = 0; i < 2; i++) {
            writer(range(0, 10))
                    .option("writeMode", mode.name())
                    .option("commitId", "load of 28 November")
                    .mode(SaveMode.Append)
                    .save();
        }
        assertEquals(List.of("10"), query("SELECT count(*) FROM t"));
        assertEquals(
                List.of("load of 28 November|10"),
                query("SELECT id, written FROM sqlvm_spark_commits"));
        assertSound();
    }

    @Test
    void nextJobDeletesWhatDeadDriversHaveLeft() throws IOException {
        Path jobs = Files.createDirectories(folder.resolve("a.db-spark"));
        Path dead = Files.createDirectory(jobs.resolve("dead"));
        Files.writeString(dead.resolve("driver.lock"), "");
        Files.writeString(dead.resolve("part-00000-0.db"), "half a file");
        Path foreign = Files.createDirectory(jobs.resolve("foreign"));
        Files.writeString(foreign.resolve("notes"), "no job's");
        try (JobFolder live = JobFolder.create(jobs, "live", _ -> false)) {
            assertFalse(Files.exists(dead));
            writer(range(0, 10)).mode(SaveMode.Append).save();
            assertTrue(Files.exists(live.path()));
            assertTrue(Files.exists(foreign.resolve("notes")));
        }
        writer(range(0, 10)).mode(SaveMode.Append).save();
        assertEquals(List.of("foreign"), staged());
    }

    /** The driver has ended at any step of the making and the deletion of its folder. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dead.sqlvm-new",
                "dead.sqlvm-new/driver.lock",
                "dead/driver.lock",
                "dead/driver.ended"
            })
    void folderOfADeadDriverIsDeleted(String left) throws IOException {
        Path jobs = Files.createDirectories(folder.resolve("a.db-spark"));
        Path path = jobs.resolve(left);
        if (left.contains("/")) {
            Files.createDirectory(path.getParent());
            Files.writeString(path, "");
        } else {
            Files.createDirectory(path);
        }
        JobFolder.create(jobs, "next", _ -> false).end(_ -> false);
        assertFalse(Files.exists(jobs));
    }

    private TaskFileWriter attempt(Path folder, int number) {
        CaseInsensitiveStringMap none = new CaseInsensitiveStringMap(Map.of());
        Target target = new Target(
                file().toString(),
                "t",
                new StructType().add("id", DataTypes.LongType),
                WriteOptions.of(none, WriteMode.STAGED, "job"));
        return (TaskFileWriter)
                new TaskFileWriter.Factory(target, folder.toString(), true).createWriter(0, number);
    }

    @Test
    void attemptsThatAreLateLeaveNothing() throws Exception {
        Path jobs = folder.resolve("a.db-spark");
        for (int round = 0; round < 40; round++) {
            JobFolder job = JobFolder.create(jobs, "job" + round, _ -> false);
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Throwable> late = CompletableFuture.supplyAsync(() -> {
                try {
                    for (int number = 0; ; number++) {
                        try (TaskFileWriter writer = attempt(job.path(), number)) {
                            writer.write(new GenericInternalRow(new Object[] {1L}));
                            writer.commit();
                        }
                        begun.countDown();
                    }
                } catch (UncheckedIOException | SqlvmException e) {
                    return e;
                } finally {
                    // Also after an error that the test does not expect, which get() throws.
                    begun.countDown();
                }
            });
            begun.await();
            TimeUnit.MICROSECONDS.sleep(round * 50L);
            job.end(_ -> false);
            String message = late.get().getMessage();
            assertTrue(message.matches("(?s).*(the job has ended|unable to open).*"), message);
            assertFalse(Files.exists(jobs));
        }
    }

    @Test
    void lockOfAnotherProcessIsRespected() throws Exception {
        Path jobs = Files.createDirectories(folder.resolve("a.db-spark"));
        Path lock = Files.createDirectory(jobs.resolve("other")).resolve("driver.lock");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(Holder.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        Holder.class.getName(),
                        lock.toString())
                .start();
        try {
            assertEquals('+', process.getInputStream().read());
            JobFolder.create(jobs, "first", _ -> false).end(_ -> false);
            assertTrue(Files.exists(lock));
        } finally {
            process.destroyForcibly().waitFor();
        }
        JobFolder.create(jobs, "second", _ -> false).end(_ -> false);
        assertFalse(Files.exists(lock.getParent()));
    }

    /** A process that holds a lock until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            try (FileChannel channel = FileChannel.open(
                    Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                System.out.print('+');
                System.out.flush();
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }

    @Test
    void typeThatCannotBeStoredIsRefused() {
        DataFrameWriter<Row> writer = writer(Sessions.get().sql("SELECT INTERVAL '1' DAY AS i"));
        Exception failed =
                assertThrows(Exception.class, () -> writer.mode(SaveMode.Append).save());
        assertTrue(causes(failed).contains("cast it to STRING"), causes(failed));
        assertFalse(Files.exists(file()));
    }
}
