package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.api.Database;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.classfile.ClassCounts;

import java.util.List;

/** A program becomes a class when it has worked for a while, and not before. */
final class TieredRunTest {
    private static final String COUNT_ROWS =
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 20000)"
                    + " SELECT count(*), sum(n) FROM r";

    @ParameterizedTest
    @CsvSource({"20, 1", "1000000000, 0"})
    void oneRunChangesOverInItsMiddle(int delay, int classes) {
        try (Context context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.ClassFiles", "always")
                .option("sqlvm.ClassDelay", Integer.toString(delay))
                .build()) {
            Database database = context.getBindings("sqlvm")
                    .getMember("open")
                    .execute(":memory:")
                    .getMember("host")
                    .asHostObject();
            long before = ClassCounts.madeCount();
            assertEquals(List.of(20000L, 200010000L), AllRows.all(database, COUNT_ROWS));
            assertEquals(classes, ClassCounts.madeCount() - before);
        }
    }
}
