package org.sqlvm.spark;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;

import java.nio.file.Path;
import java.util.List;

/** The session of Spark that all test classes share, and files for it. */
public final class Sessions {
    private static SparkSession session;

    private Sessions() {}

    /** Returns the session, with two threads; it ends with the virtual machine. */
    public static synchronized SparkSession get() {
        if (session == null) {
            session = SparkSession.builder()
                    .master("local[2]")
                    .config("spark.ui.enabled", false)
                    .config("spark.sql.shuffle.partitions", 2)
                    .config("spark.driver.bindAddress", "127.0.0.1")
                    .config("spark.driver.host", "127.0.0.1")
                    .config("spark.sql.session.timeZone", "UTC")
                    .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
                    .getOrCreate();
        }
        return session;
    }

    /** Makes a file by statements. */
    public static String file(Path folder, String name, String sql) {
        Path file = folder.resolve(name);
        try (Database database = Sqlvm.open(file.toString())) {
            database.execute(sql);
        }
        return file.toString();
    }

    /** Returns the rows of a query of Spark, in their order, as texts. */
    public static List<String> rows(String sql) {
        return get().sql(sql).collectAsList().stream().map(Row::toString).toList();
    }
}
