package org.sqlvm.spark.write;

import java.util.Arrays;
import java.util.Locale;

/** How the rows of a job get into a table; the option {@code writeMode}. */
public enum WriteMode {
    /**
     * Each task writes a file of its own, and the driver copies all of them in one transaction.
     * Needs a folder that the driver and all executors share.
     */
    STAGED,
    /** One task writes all rows in one transaction. */
    SINGLE,
    /**
     * The path is a folder. Each task writes a file of its own, which stays; the driver adds the
     * files to the folder's manifest in one transaction.
     */
    FILES;

    static WriteMode of(String name) {
        return Arrays.stream(values())
                .filter(mode -> mode.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("writeMode is '"
                        + name
                        + "', must be one of "
                        + Arrays.stream(values())
                                .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                                .toList()));
    }
}
