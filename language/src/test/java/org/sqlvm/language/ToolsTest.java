package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The view that stack traces and GraalVM's tools have of statements. */
final class ToolsTest {
    private static final Source PROGRAM =
            Source.newBuilder("js", """
                function slow(x) {
                  let sum = x;
                  for (let i = 0; i < 200000; i++) sum = (sum * 31 + i) % 1000003;
                  return sum;
                }
                function bad(x) {
                  throw new Error('bad ' + x);
                }
                function total(db, sql) {
                  let sum = 0;
                  for (const row of db.execute(sql)) sum += row[0];
                  return sum;
                }
                """, "program.js").buildLiteral();

    @TempDir
    private Path folder;

    private static Context context(Map<String, String> options) {
        return Context.newBuilder("js", SqlvmLanguage.ID)
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .options(options)
                .build();
    }

    private static Value open(Context context) {
        context.eval(PROGRAM);
        Value js = context.getBindings("js");
        Value db = context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:");
        db.invokeMember("createFunction", "slow", 1, js.getMember("slow"));
        db.invokeMember("createFunction", "bad", 1, js.getMember("bad"));
        db.invokeMember("execute", "CREATE TABLE t(a)");
        db.invokeMember("execute", "INSERT INTO t VALUES (1), (2), (3), (4), (5)");
        return db;
    }

    @Test
    void theStackTraceOfAFunctionShowsItsStatement() {
        try (Context context = context(Map.of())) {
            Value db = open(context);
            Value total = context.getBindings("js").getMember("total");
            String sql = "SELECT bad(a)\n  FROM t";
            PolyglotException error =
                    assertThrows(PolyglotException.class, () -> total.execute(db, sql));
            List<String> frames = new ArrayList<>();
            for (PolyglotException.StackFrame frame : error.getPolyglotStackTrace()) {
                if (frame.isGuestFrame()) {
                    frames.add(frame.getLanguage().getId() + " " + frame.getRootName());
                }
            }
            assertEquals(
                    List.of("js bad", "sqlvm SELECT bad(a) FROM t", "js total"),
                    frames.subList(0, 3));
        }
    }

    private String run(String tool, Map<String, String> options, String sql) throws IOException {
        try (Engine engine = Engine.create()) {
            assumeTrue(engine.getInstruments().containsKey(tool), tool + " is not there");
        }
        Path output = folder.resolve(tool);
        Map<String, String> all = new HashMap<>(options);
        all.put(tool + ".OutputFile", output.toString());
        try (Context context = context(all)) {
            Value db = open(context);
            context.getBindings("js").getMember("total").execute(db, sql);
        }
        return Files.readString(output);
    }

    @Test
    void theSamplerShowsAStatementBetweenTheFunctionsThatCallItAndThatItCalls() throws IOException {
        String tree = run(
                "cpusampler",
                Map.of("cpusampler", "calltree", "cpusampler.Period", "1"),
                "SELECT slow(a.a + b.a + c.a)\n  FROM t a, t b, t c");
        int total = tree.indexOf(" total ");
        int statement = tree.indexOf(" SELECT slow(a.a + b.a + c.a) FROM t a, t b, t c ", total);
        int slow = tree.indexOf(" slow ", statement);
        assertTrue(0 < total && total < statement && statement < slow, tree);
    }

    @Test
    void theTracerCountsTheRowsOfALoop() throws IOException {
        Map<String, String> options = Map.of(
                "cputracer", "true",
                "cputracer.TraceRoots", "false",
                "cputracer.TraceStatements", "true",
                "cputracer.FilterMimeType", SqlvmLanguage.MIME_TYPE);
        String sql = "SELECT sum(a.a)\n  FROM t a,\n    t b\n  WHERE a.a > 2";
        String counts = run("cputracer", options, sql);
        assertTrue(counts(counts, 5, "statement~2:23-25"), counts);
        assertTrue(counts(counts, 15, "statement~3:32-34"), counts);
        Map<String, String> plan = new HashMap<>(options);
        plan.put("sqlvm.ToolsSeePlans", "true");
        counts = run("cputracer", plan, sql);
        assertTrue(counts(counts, 5, "plan~1:0-5"), counts);
        assertTrue(counts(counts, 15, "plan~2:7-12"), counts);
    }

    private static boolean counts(String table, int count, String place) {
        return table.lines()
                .anyMatch(line -> line.matches(".*\\| +" + count + " .* " + place + "\\s*"));
    }

    @Test
    void coverageCountsLinesOfAStatement() throws IOException {
        String report = run(
                "coverage",
                Map.of("coverage", "true", "coverage.Output", "detailed"),
                "SELECT sum(a)\n  FROM t\n  WHERE a > 2");
        assertTrue(report.contains("FROM t"), report);
    }
}
