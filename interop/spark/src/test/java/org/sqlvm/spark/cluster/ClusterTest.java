package org.sqlvm.spark.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.sqlvm.spark.Sessions;
import org.sqlvm.spark.cluster.Driver.Result;
import org.sqlvm.spark.cluster.Fault.Step;

import java.nio.file.Files;
import java.nio.file.Path;

/** Virtual machines that end in the middle of reads and writes. */
class ClusterTest {
    @TempDir
    Path folder;

    @Test
    void answersAreRightWhenExecutorsEnd() throws Exception {
        Result result = Driver.run(folder, Scenarios.class, folder.toString());
        assertEquals(0, result.exit(), result.output());
        assertEquals(
                6, result.output().lines().filter(l -> l.startsWith("passed: ")).count());
    }

    /** The program runs its write again, under the same name, in another session. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "TASK_COMMITTED")
    void rowsAreWrittenOnceWhenTheDriverEnds(Step step) throws Exception {
        Path file = folder.resolve("a.db");
        Path jobs = Path.of(file + "-spark");
        Path marker = folder.resolve("marker");
        Result result = Driver.run(
                folder, DriverEnds.class, step.name(), marker.toString(), file.toString(), "load");
        assertEquals(Fault.KILLED, result.exit(), result.output());
        assertTrue(Files.exists(marker));
        // After the commit, the files of the tasks are gone.
        assertEquals(step == Step.DRIVER_COMMIT, Files.exists(jobs));
        write(file, "load");
        Scenarios.checkFile(file, 1);
        write(file, "another load");
        Scenarios.checkFile(file, 2);
    }

    private static void write(Path file, String name) {
        Sessions.get()
                .range(0, 20_000, 1, 4)
                .toDF()
                .write()
                .format("sqlvm")
                .option("path", file.toString())
                .option("table", "t")
                .option("commitId", name)
                .mode(SaveMode.Append)
                .save();
    }
}
