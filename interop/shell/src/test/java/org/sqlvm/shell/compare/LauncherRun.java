package org.sqlvm.shell.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The real launcher on real files prints what sqlite3 prints. Runs when all is packaged: the
 * launcher starts what this build has made. {@code ./sqlvm compare} does the same with 100,000 rows
 * and all encodings.
 */
final class LauncherRun {
    private static final int ROW_COUNT = 3_000;

    /** An ordinary build makes one of as many calls; which, the commit chooses. */
    private static final int STEP = 4;

    @Test
    void printsWhatSqlitePrints() throws IOException, InterruptedException {
        assumeTrue(
                Files.isExecutable(LauncherComparison.SQLITE),
                "there is no " + LauncherComparison.SQLITE + " to compare with");
        Path launcher = Path.of(System.getProperty("sqlvm.root"), "sqlvm").toRealPath();
        boolean full = Boolean.getBoolean("sqlvm.full");
        long seed = Long.getLong("sqlvm.seed", 0);
        List<String> differences = new LauncherComparison(launcher, LauncherComparison.SQLITE, null)
                .run(
                        List.of("UTF-16le"),
                        ROW_COUNT,
                        full ? 0 : Math.floorMod(seed, STEP),
                        full ? 1 : STEP);
        assertEquals(List.of(), differences);
    }
}
