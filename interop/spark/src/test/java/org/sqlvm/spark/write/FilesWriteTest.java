package org.sqlvm.spark.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.spark.Sessions;
import org.sqlvm.spark.manifest.Manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes into a folder of files. */
class FilesWriteTest {
    @TempDir
    Path folder;

    private static Dataset<Row> range(int from, int to) {
        return Sessions.get().range(from, to, 1, 4).selectExpr("id", "'row ' || id AS name");
    }

    private DataFrameWriter<Row> writer(Dataset<Row> rows) {
        return rows.write()
                .format("sqlvm")
                .option("path", table().toString())
                .option("table", "t")
                .option("writeMode", "files");
    }

    private Path table() {
        return folder.resolve("t");
    }

    private Dataset<Row> read() {
        return Sessions.get().read().format("sqlvm").option("table", "t").load(table().toString());
    }

    private List<String> listed() {
        try (Manifest manifest = Manifest.read(table())) {
            return manifest.files();
        }
    }

    /** Returns the files in the folder but the manifest. */
    private List<String> present() throws IOException {
        try (Stream<Path> files = Files.walk(table())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(Manifest.NAME))
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }

    @Test
    void filesAreAddedAndReplaced() throws IOException {
        writer(range(0, 100)).mode(SaveMode.Append).save();
        writer(range(100, 200)).mode(SaveMode.Append).save();
        assertEquals(8, listed().size());
        assertEquals(
                "[200,19900]", read().selectExpr("count(*)", "sum(id)").head().toString());
        List<String> old = listed();
        writer(range(7, 9)).mode(SaveMode.Overwrite).save();
        assertEquals(
                List.of("[7,row 7]", "[8,row 8]"),
                read().collectAsList().stream().map(Row::toString).sorted().toList());
        assertTrue(present().containsAll(old), "readers may still read the replaced files");
        writer(range(9, 10)).option("retentionSeconds", 0).mode(SaveMode.Append).save();
        assertEquals(listed().stream().sorted().toList(), present());
    }

    @Test
    void filesWithoutSuchRowsAreNotRead() {
        writer(range(0, 100)).mode(SaveMode.Append).save();
        Dataset<Row> rows = read().where("id = 3");
        assertEquals("[3,row 3]", rows.head().toString());
        assertEquals(1, rows.javaRDD().getNumPartitions());
        assertEquals(0, read().where("id < 0").count());
    }

    @Test
    void jobThatFailsLeavesNothing() throws IOException {
        writer(range(0, 10)).mode(SaveMode.Append).save();
        List<String> before = present();
        DataFrameWriter<Row> writer =
                writer(range(0, 10).selectExpr("id", "raise_error('no') AS name"));
        assertThrows(Exception.class, () -> writer.mode(SaveMode.Append).save());
        assertEquals(before, present());
        assertEquals(10, read().count());
    }

    @Test
    void commitHappensOnce() throws IOException {
        for (int i = 0; i < 2; i++) {
            writer(range(0, 10))
                    .option("commitId", "load")
                    .mode(SaveMode.Append)
                    .save();
        }
        assertEquals(10, read().count());
        assertEquals(listed().stream().sorted().toList(), present());
    }

    @Test
    void filesOfDeadDriversAreDeletedUnlessTheyAreListed() throws IOException {
        writer(range(0, 10)).mode(SaveMode.Append).save();
        List<String> committed = listed();
        // The driver died behind the commit, and another one before it.
        Path lock = Path.of(committed.getFirst()).resolveSibling("driver.lock");
        Files.writeString(lock, "");
        Path dead = Files.createDirectory(table().resolve("dead"));
        Files.writeString(dead.resolve("driver.lock"), "");
        Files.writeString(dead.resolve("part-00000-0.db"), "half a file");
        writer(range(10, 20)).mode(SaveMode.Append).save();
        assertFalse(Files.exists(lock));
        assertFalse(Files.exists(dead));
        assertEquals(listed().stream().sorted().toList(), present());
        assertEquals(20, read().count());
    }
}
