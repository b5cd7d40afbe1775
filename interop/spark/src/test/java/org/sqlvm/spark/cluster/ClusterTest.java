package org.sqlvm.spark.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                9, result.output().lines().filter(l -> l.startsWith("passed: ")).count());
    }

    /** The program runs its write again, under the same name, in another session. */
    @ParameterizedTest
    @CsvSource({
        "staged, DRIVER_COMMIT", "staged, DRIVER_COMMITTED", "single, DRIVER_COMMIT",
        "single, DRIVER_COMMITTED", "files, DRIVER_COMMIT", "files, DRIVER_COMMITTED"
    })
    void rowsAreWrittenOnceWhenTheDriverEnds(String mode, Step step) throws Exception {
        Path path = folder.resolve("a.db");
        Path marker = folder.resolve("marker");
        Result result = Driver.run(
                folder,
                DriverEnds.class,
                step.name(),
                marker.toString(),
                path.toString(),
                "load",
                mode);
        assertEquals(Fault.KILLED, result.exit(), result.output());
        assertTrue(Files.exists(marker));
        // Before the commit, the files of the tasks are there.
        boolean isStaged = mode.equals("staged") && step == Step.DRIVER_COMMIT;
        assertEquals(isStaged, Files.exists(Path.of(path + "-spark")));
        write(path, "load", mode);
        Scenarios.check(Sessions.get(), path, 1);
        write(path, "another load", mode);
        Scenarios.check(Sessions.get(), path, 2);
    }

    private static void write(Path path, String name, String mode) {
        Sessions.get()
                .range(0, 20_000, 1, 4)
                .toDF()
                .write()
                .format("sqlvm")
                .option("path", path.toString())
                .option("table", "t")
                .option("commitId", name)
                .option("writeMode", mode)
                .mode(SaveMode.Append)
                .save();
    }
}
