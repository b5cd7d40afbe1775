package org.sqlvm.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.TestMode;
import org.sqlvm.test.queries.ConstantsRun;
import org.sqlvm.test.queries.FunctionsRun;
import org.sqlvm.test.queries.Fuzz;
import org.sqlvm.test.queries.FuzzReport;
import org.sqlvm.test.queries.ParserDiffer;
import org.sqlvm.test.writes.MirrorFuzz;
import org.sqlvm.test.writes.WriteFuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A short run of each generator of statements; {@link Main} runs longer ones. */
final class DifferentialFuzz {
    private static final long SEED = TestMode.seed(DifferentialFuzz.class, 20_260_101);

    @Test
    void sameAnswers() {
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(report, true, StandardCharsets.UTF_8);
        FuzzReport result = new FuzzReport(out, null, 20);
        int queries = TestMode.rounds(160, 4_000);
        int differences = Fuzz.run(Engines.SQLVM, result, SEED, queries, Long.MAX_VALUE, 1);
        assertEquals(0, differences, () -> report.toString(StandardCharsets.UTF_8));
    }

    /** Queries that can run on vectors do so, with other kernels than instructions have. */
    @Test
    void sameAnswersOnVectors() {
        assumeFalse(TestMode.COMPILED);
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(report, true, StandardCharsets.UTF_8);
        FuzzReport result = new FuzzReport(out, null, 20);
        int differences =
                Fuzz.run(Engines.VECTORS, result, SEED, TestMode.rounds(2_000), Long.MAX_VALUE, 1);
        assertEquals(0, differences, () -> report.toString(StandardCharsets.UTF_8));
    }

    @Test
    void sameValues() {
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(report, true, StandardCharsets.UTF_8);
        int differences = new ConstantsRun(out)
                .run(Engines.SQLVM, TestMode.COMPILED ? 4001 : 230 / TestMode.rounds(10), 10);
        assertEquals(0, differences, () -> report.toString(StandardCharsets.UTF_8));
    }

    @Test
    void sameResultsOfFunctions() {
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(report, true, StandardCharsets.UTF_8);
        int differences =
                new FunctionsRun(out, SEED).run(Engines.SQLVM, TestMode.rounds(1_000, 10_000));
        assertEquals(0, differences, () -> report.toString(StandardCharsets.UTF_8));
    }

    @Test
    void sameChanges() {
        sameChanges(0);
    }

    @Test
    void sameChangesOfTwoConnections() {
        sameChanges(WriteFuzz.SHARED);
    }

    /** Names, databases and texts that other scripts do not have. */
    @Test
    void sameOddChanges() {
        sameChanges(WriteFuzz.ODD);
    }

    /** @param first the first seed of scripts of one kind */
    private static void sameChanges(long first) {
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(report, true, StandardCharsets.UTF_8);
        long seed = first + SEED % WriteFuzz.SHARED;
        int differences = new WriteFuzz(Engines.SQLVM, out).run(seed, TestMode.rounds(1, 60), 10);
        assertEquals(0, differences, () -> report.toString(StandardCharsets.UTF_8));
    }

    /** With columns that earlier connections have saved, and without. */
    @Test
    @Tag("full")
    void sameAnswersFromSavedColumns() throws IOException {
        assumeFalse(TestMode.COMPILED);
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(report, true, StandardCharsets.UTF_8);
        MirrorFuzz fuzz = new MirrorFuzz(out);
        int differences = fuzz.run(SEED, 80, 3);
        assertEquals(0, differences, () -> report.toString(StandardCharsets.UTF_8));
        assertTrue(fuzz.loadedPercent() > 10, () -> report.toString(StandardCharsets.UTF_8));
    }

    @Test
    void sameSyntaxErrors() throws IOException {
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(report, true, StandardCharsets.UTF_8);
        int differences = new ParserDiffer(out).run(SEED, TestMode.rounds(20_000), 10);
        assertEquals(0, differences, () -> report.toString(StandardCharsets.UTF_8));
    }
}
