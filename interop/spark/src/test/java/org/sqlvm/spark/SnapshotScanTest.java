package org.sqlvm.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** Commits while the tasks of a scan run. */
class SnapshotScanTest {
    private static final AtomicBoolean CHANGED = new AtomicBoolean();

    @TempDir
    Path folder;

    private String file(String mode) {
        return Sessions.file(
                folder,
                mode + ".db",
                "PRAGMA journal_mode = " + mode
                        + "; CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);"
                        + "INSERT INTO t SELECT value, 1 FROM generate_series(1, 10000)");
    }

    /** A scan in several tasks, of which the first commits a change of all rows. */
    private static long sumWithCommit(String file) {
        CHANGED.set(false);
        Dataset<Row> data = table(file);
        assertEquals(6, data.rdd().getNumPartitions());
        Sessions.get()
                .udf()
                .register(
                        "commit_first",
                        (Long n) -> {
                            if (CHANGED.compareAndSet(false, true)) {
                                change(file);
                            }
                            return n;
                        },
                        DataTypes.LongType);
        return data.selectExpr("sum(commit_first(n))")
                .collectAsList()
                .getFirst()
                .getLong(0);
    }

    private static void change(String file) {
        try (Database database = Sqlvm.open(file)) {
            database.execute("UPDATE t SET n = 1000; PRAGMA wal_checkpoint(PASSIVE)");
            database.execute("UPDATE t SET n = 2000; PRAGMA wal_checkpoint(PASSIVE)");
        }
    }

    @Test
    void aLogKeepsOneSnapshotForAllTasks() throws Exception {
        String file = file("wal");
        assertEquals(10000, sumWithCommit(file));
        assertTrue(CHANGED.get());
        HeldSnapshots held = HeldSnapshots.of(Sessions.get().sparkContext());
        Sessions.get().sparkContext().listenerBus().waitUntilEmpty();
        assertEquals(0, held.count());
        assertEquals(20_000_000, sumAll(file));
    }

    private static Dataset<Row> table(String file) {
        return Sessions.get()
                .read()
                .format("sqlvm")
                .option("table", "t")
                .option("partitions", 6)
                .load(file);
    }

    private static long sumAll(String file) {
        return table(file).selectExpr("sum(n)").collectAsList().getFirst().getLong(0);
    }

    @Test
    void withoutALogAChangeIsAnError() {
        String file = file("delete");
        JavaRDD<Row> planned = table(file).javaRDD();
        assertEquals(6, planned.getNumPartitions());
        change(file);
        Exception error = assertThrows(Exception.class, planned::count);
        String all = error.getMessage() + error.getCause();
        assertTrue(all.contains("delete.db") && all.contains("has changed since"), all);
        assertEquals(20_000_000, sumAll(file));
    }
}
