package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Programs in contexts of their own, one after the other, in one engine. */
final class SharedSourcesTest {
    private static final int RUNS_MAX = 10;
    private static final Duration LOOK = Duration.ofMillis(10);

    private static Engine engine;
    private static SharedSources sources;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        engine = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        sources = new SharedSources(engine);
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    /** Runs a program, and keeps its sources meanwhile as the resident process does. */
    private static String run(String program) {
        AtomicBoolean hasEnded = new AtomicBoolean();
        Thread keeper = Thread.ofPlatform().daemon().start(() -> {
            while (!hasEnded.get()) {
                sources.collect();
                LockSupport.parkNanos(LOOK.toNanos());
            }
        });
        try (Context context =
                Context.newBuilder().engine(engine).allowAllAccess(true).build()) {
            Modules.install(context);
            String told = context.eval("python", program).toString();
            end(keeper, hasEnded);
            sources.programEnded();
            return told;
        } finally {
            hasEnded.set(true);
        }
    }

    private static void end(Thread keeper, AtomicBoolean hasEnded) {
        hasEnded.set(true);
        try {
            keeper.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until the collector has found what nothing refers to. */
    private static void collectGarbage() {
        WeakReference<Object> garbage = new WeakReference<>(new Object());
        while (garbage.get() != null) {
            System.gc();
        }
    }

    private static Set<String> names(Set<Source> some) {
        return some.stream().map(Source::getName).collect(Collectors.toSet());
    }

    private static boolean keeps(String text) {
        return sources.kept().stream()
                .anyMatch(source -> source.hasCharacters()
                        && source.getCharacters().toString().equals(text));
    }

    @Test
    void codeOfModulesStaysInTheEngine() {
        String program = "import datetime, os, sqlvm;"
                + " sqlvm.connect(':memory:').execute('SELECT 1').fetchone()";
        Set<String> wanted =
                Set.of("sqlvm/_cursor.py", "sqlvm/_rows.py", "<frozen datetime>", "<frozen os>");
        // A collection in the middle of a run makes the engine forget what was imported before.
        for (int i = 0; i < RUNS_MAX && !names(sources.kept()).containsAll(wanted); i++) {
            assertEquals("(1,)", run(program));
        }
        collectGarbage();
        Set<String> known =
                engine.getCachedSources().stream().map(Source::getName).collect(Collectors.toSet());
        assertTrue(known.containsAll(wanted), known::toString);
    }

    /** Texts that one program alone makes would push out those of others. */
    @Test
    void textThatAProgramMakesIsKeptOnceAnotherMakesItToo() {
        String text = "made = 41 + 1";
        String program = "exec('" + text + "'); made";
        assertEquals("42", run(program));
        assertFalse(keeps(text));
        for (int i = 0; i < RUNS_MAX && !keeps(text); i++) {
            assertEquals("42", run(program));
        }
        assertTrue(keeps(text));
    }

    @Test
    void aProgramLeavesNothingInModules() {
        run("""
            import sqlvm, os, sys
            sqlvm.left = os.left = sys.left = 1
            sqlvm.register_adapter(complex, repr)
            os.environ["SQLVM_LEFT"] = "1"
            sys.path.append("/left")
            1
            """);
        assertEquals("[False, False, False, False, None, False]", run("""
            import sqlvm, os, sys
            [hasattr(sqlvm, "left"), hasattr(os, "left"), hasattr(sys, "left"),
             (complex, sqlvm.PrepareProtocol) in sqlvm.adapters, os.environ.get("SQLVM_LEFT"),
             "/left" in sys.path]
            """));
    }

    /** Programs of equal texts run the same code, but with what their connection has registered. */
    @Test
    void aProgramLeavesNothingInConnections() {
        String open = "import sqlvm; c = sqlvm.connect(" + quoted(folder.resolve("a.db")) + ")\n";
        String ask = """
            def ask(sql):
                try:
                    return c.execute(sql).fetchall()
                except sqlvm.Error as error:
                    return str(error)
            [ask("SELECT f(x) FROM t ORDER BY x COLLATE k"), ask("SELECT x FROM aux.u"),
             ask("SELECT count(*) FROM t"), ask("SELECT f(2)")]
            """;
        assertEquals("[[(2,), (1,)], [(7,)], [(2,)], [(2,)]]", run(open + """
            c.executescript("CREATE TABLE t(x); INSERT INTO t VALUES('1'), ('2');"
                            "ATTACH ':memory:' AS aux; CREATE TABLE aux.u(x);"
                            "INSERT INTO aux.u VALUES(7)")
            c.create_function("f", 1, int)
            c.create_collation("k", lambda a, b: (a < b) - (a > b))
            """ + ask));
        assertEquals(
                "['no such function: f', 'no such table: aux.u', [(2,)], 'no such function: f']",
                run(open + ask));
        assertEquals(
                "[[(-1,), (-2,)], 'no such table: aux.u', [(2,)], [(-2,)]]", run(open + """
                    c.create_function("f", 1, lambda x: -int(x))
                    c.create_collation("k", lambda a, b: (a > b) - (a < b))
                    """ + ask));
        assertEquals(
                "['not authorized', 'not authorized']",
                run(open + """
                        c.set_authorizer(lambda *_: sqlvm.SQLITE_DENY)
                        """ + ask
                        + "\n[ask('SELECT count(*) FROM t'), ask('SELECT x FROM t')]"));
        assertEquals("[(9,)]", run(open + """
            c.execute("CREATE TEMP TABLE t AS SELECT 9 AS x")
            c.execute("SELECT x FROM t").fetchall()
            """));
        assertEquals("[('1',), ('2',)]", run(open + "c.execute('SELECT x FROM t').fetchall()"));
    }

    private static String quoted(Path path) {
        return "'" + path + "'";
    }
}
