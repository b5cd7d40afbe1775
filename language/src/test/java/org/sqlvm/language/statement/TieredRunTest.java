package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.api.Database;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.classfile.ClassCounts;
import org.sqlvm.language.machine.ProgramRuntime;

import java.util.List;

/** A program becomes a class when it has worked for a while, and not before. */
final class TieredRunTest {
    private static final String COUNT_ROWS =
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 20000)"
                    + " SELECT count(*), sum(n) FROM r";

    private static final String SUM_CALLS = COUNT_ROWS.replace("sum(n)", "sum(same(n))");

    /** Nanoseconds for each instruction: less than a run takes. */
    private static final int DELAY = 20;

    /** Takes minutes: no busy machine needs that many to make a class meanwhile. */
    private static final int RUNS_MAX = 20_000;

    private Context context;
    private Database database;
    private long classesBefore;

    private void open(String use, int delay) {
        context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.ClassFiles", use)
                .option("sqlvm.ClassDelay", Integer.toString(delay))
                .build();
        database = context.getBindings("sqlvm")
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
        classesBefore = ClassCounts.madeCount();
    }

    @AfterEach
    void close() {
        context.close();
    }

    private void assertClasses(int expected, String sql) {
        run(sql);
        assertEquals(expected, madeCount());
    }

    private void run(String sql) {
        assertEquals(List.of(20000L, 200010000L), AllRows.all(database, sql));
    }

    private long madeCount() {
        return ClassCounts.madeCount() - classesBefore;
    }

    /** Runs the query until the thread of classes has made its class. */
    private void assertBecomesClass(String sql) {
        for (int i = 0; i < RUNS_MAX && madeCount() == 0; i++) {
            run(sql);
        }
        run(sql);
        assertEquals(1, madeCount());
    }

    @ParameterizedTest
    @CsvSource({"20, 1", "1000000000, 0"})
    void oneRunChangesOverInItsMiddle(int delay, int classes) {
        open("always", delay);
        assertClasses(classes, COUNT_ROWS);
    }

    @Test
    void javaIsInlinedInAClass() {
        open("auto", DELAY);
        database.createFunction("same", (long n) -> n);
        assertBecomesClass(SUM_CALLS);
    }

    /** Graal's compiler inlines it in nodes; without that compiler nodes are no better. */
    @Test
    void anotherLanguageIsCalledFromNodesWhereGraalIs() {
        open("auto", DELAY);
        ProxyExecutable same = arguments -> arguments[0].asLong();
        database.createFunction("same", 1, context.asValue(same));
        if (ProgramRuntime.compiles()) {
            assertClasses(0, SUM_CALLS);
        } else {
            assertBecomesClass(SUM_CALLS);
        }
        database.createFunction("same", (long n) -> n);
        assertBecomesClass(SUM_CALLS);
    }
}
