package org.sqlvm.spark.write;

import org.apache.spark.sql.util.CaseInsensitiveStringMap;

import java.io.Serializable;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/**
 * The options of a write.
 *
 * @param commitId the name under which the write is recorded in the table of commits. A second
 *     write with the same name changes nothing. Spark's own identifier of the query if the program
 *     gives none
 * @param conflict the word behind INSERT OR; empty for none
 * @param epoch whether dates and times are stored as milliseconds since 1970, not as text
 * @param busyTimeout how long to wait for a lock of another process
 * @param retention how long a file that an overwrite has replaced is kept for readers
 * @param stagingPath the folder for files of tasks; empty for the default, beside the target
 */
record WriteOptions(
        WriteMode mode,
        String commitId,
        String conflict,
        boolean epoch,
        Duration busyTimeout,
        Duration retention,
        String stagingPath)
        implements Serializable {
    private static final Set<String> CONFLICTS = Set.of("IGNORE", "REPLACE", "ABORT");

    static WriteOptions of(CaseInsensitiveStringMap options, WriteMode mode, String queryId) {
        String conflict = options.getOrDefault("onConflict", "").toUpperCase(Locale.ROOT);
        if (!conflict.isEmpty() && !CONFLICTS.contains(conflict)) {
            throw new IllegalArgumentException(
                    "onConflict is '" + conflict + "', must be abort, ignore or replace");
        }
        String dates = options.getOrDefault("dates", "iso");
        if (!dates.equalsIgnoreCase("iso") && !dates.equalsIgnoreCase("epoch")) {
            throw new IllegalArgumentException("dates is '" + dates + "', must be iso or epoch");
        }
        return new WriteOptions(
                options.containsKey("writeMode") ? WriteMode.of(options.get("writeMode")) : mode,
                options.getOrDefault("commitId", queryId),
                conflict,
                dates.equalsIgnoreCase("epoch"),
                Duration.ofMillis(options.getLong("busyTimeout", 60_000)),
                Duration.ofSeconds(options.getLong("retentionSeconds", 3600)),
                options.getOrDefault("stagingPath", ""));
    }

    /** Returns INSERT with its conflict clause. */
    String insert() {
        return conflict.isEmpty() ? "INSERT" : "INSERT OR " + conflict;
    }
}
