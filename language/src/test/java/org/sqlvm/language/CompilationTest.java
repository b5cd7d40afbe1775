package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.language.machine.ProgramRuntime;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which programs Graal compiles, whatever the flags of this process say: those whose own work is
 * worth it, and not those whose work vectors do.
 */
@Tag("compiled")
final class CompilationTest {
    private static final int ROWS = 4000;

    private static final Pattern CODE_SIZE = Pattern.compile("CodeSize +(\\d+)");

    /** Code that has its program interpreted is some 2,000 bytes, in which nothing is unrolled. */
    private static final int INTERPRETING_MAX = 4000;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private Engine engine;
    private Context context;

    private void open(Map<String, String> options) {
        engine = Engine.newBuilder("sqlvm")
                .allowExperimentalOptions(true)
                .option("engine.Compilation", "true")
                .option("engine.CompileImmediately", "false")
                .option("engine.BackgroundCompilation", "false")
                .option("engine.TraceCompilation", "true")
                .option("sqlvm.ClassFiles", "never")
                .options(options)
                .logHandler(log)
                .build();
        context = Context.newBuilder("sqlvm")
                .engine(engine)
                .option("sqlvm.Vectors", "always")
                .build();
    }

    @AfterEach
    void close() {
        context.close();
        engine.close();
    }

    /** As the Java API opens engines, but that programs are compiled after another time. */
    private void openWithDelay(int milliseconds) {
        Map<String, String> options = new HashMap<>(ProgramRuntime.engineOptions());
        options.put("sqlvm.CompilationDelay", Integer.toString(milliseconds));
        open(options);
    }

    private void run(String sql, int times) {
        for (int i = 0; i < times; i++) {
            Value rows = context.eval("sqlvm", sql).getIterator();
            while (rows.hasIteratorNextElement()) {
                rows.getIteratorNextElement();
            }
        }
    }

    /** The most bytes of code that a statement was compiled to; 0 if it was not. */
    private int codeSize(String sql) {
        return log.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("opt done") && line.contains(sql))
                .map(CODE_SIZE::matcher)
                .filter(Matcher::find)
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .max()
                .orElse(0);
    }

    private void fill() {
        for (String sql : List.of(
                "CREATE TABLE t(a)",
                "INSERT INTO t SELECT value FROM generate_series(1, " + ROWS + ")")) {
            context.eval("sqlvm", sql);
        }
    }

    @Test
    void programsOfRowsAreCompiled() {
        open(Map.of());
        run("SELECT 7 + 1", 2000);
        assertNotEquals(0, codeSize("SELECT 7 + 1"));
    }

    @Test
    void programsThatLeaveTheirWorkToVectorsAreNot() {
        open(Map.of());
        fill();
        run("SELECT sum(a) FROM t", 2000);
        int size = codeSize("SELECT sum(a) FROM t");
        assertTrue(size < INTERPRETING_MAX, () -> size + " bytes");
    }

    @Test
    void programsWithManyResultsOfVectorsAre() {
        open(Map.of());
        fill();
        run("SELECT a, sum(a) FROM t GROUP BY a", 300);
        int size = codeSize("SELECT a, sum(a) FROM t GROUP BY a");
        assertTrue(size >= INTERPRETING_MAX, () -> size + " bytes");
    }

    @Test
    void aProgramIsCompiledAfterItsTime() {
        openWithDelay(1);
        run("SELECT 7 + 1", 20_000);
        assertNotEquals(0, codeSize("SELECT 7 + 1"));
    }

    @Test
    void aProgramIsNotCompiledForItsCalls() {
        openWithDelay(3_600_000);
        run("SELECT 7 + 1", 20_000);
        assertEquals(0, codeSize("SELECT 7 + 1"));
    }
}
