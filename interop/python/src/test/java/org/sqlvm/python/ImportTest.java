package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The modules that the import loads, and the names that it makes. */
final class ImportTest {
    private static Engine engine;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        engine = Engine.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    /** Runs statements in a context of their own; returns what str(told) is. */
    private static String run(String program) {
        try (Context context =
                Context.newBuilder().engine(engine).allowAllAccess(true).build()) {
            Modules.install(context);
            context.eval("python", program);
            return context.eval("python", "str(told)").asString();
        }
    }

    @Test
    void largeModulesAreLoadedWhenTheyAreNeeded() {
        assertEquals("[] True True True", run("""
            import sys, sqlvm
            sqlvm.connect(":memory:").close()
            loaded = [name for name in ("abc", "_collections_abc", "datetime", "os", "re")
                      if name in sys.modules]
            from collections.abc import Sequence
            told = "%s %s %s %s" % (loaded, issubclass(sqlvm.Row, Sequence),
                                    {"Row", "Date", "adapters", "SQLITE_OK"} < set(dir(sqlvm)),
                                    sqlvm.dbapi2.Row is sqlvm.Row)
            """));
    }

    @Test
    void importOfAllNamesFindsThoseThatAreLoadedLater() {
        assertEquals("[True, True]", run("""
            told = []
            for module in "sqlvm", "sqlvm.dbapi2":
                names = {}
                exec("from %s import *" % module, names)
                told.append({"Row", "Date", "TimestampFromTicks", "converters"} < names.keys())
            """));
    }

    @Test
    void aProgramsAdaptersGoBeforeTheDefaultOnes() {
        assertEquals(
                "['mine', '2020-01-02 03:04:05', datetime.date(2020, 1, 2), b'x', False]",
                run("""
                    import warnings
                    warnings.simplefilter("ignore")
                    import datetime, sqlvm
                    sqlvm.register_adapter(datetime.date, lambda value: "mine")
                    sqlvm.register_converter("timestamp", lambda text: text)
                    connection = sqlvm.connect(":memory:", detect_types=sqlvm.PARSE_DECLTYPES)
                    connection.execute("CREATE TABLE t(d date, t timestamp)")
                    connection.execute("INSERT INTO t VALUES ('2020-01-02', 'x')")
                    told = [*connection.execute("SELECT ?, ?", (datetime.date(2020, 1, 2),
                                                datetime.datetime(2020, 1, 2, 3, 4, 5))).fetchone(),
                            *connection.execute("SELECT d, t FROM t").fetchone()]
                    told.append(any(type(value) is tuple for value in told))
                    """));
    }

    @Test
    void modulesAreReadFromAFileThatFits() throws IOException {
        Path file = folder.resolve("code");
        run("import sys; told = sys.meta_path[-1].save('" + file + "')");
        String program = """
            import builtins, sys
            compiled = []
            own = compile
            def compile_noted(text, *arguments, **options):
                compiled.append(text)
                return own(text, *arguments, **options)
            builtins.compile = compile_noted
            code = sys.meta_path[-1].get_code("sqlvm._errors")
            import sqlvm
            try:
                sqlvm.connect(":memory:").execute("SELECT nosuch")
            except sqlvm.OperationalError as error:
                told = "%s %s %s" % (error, code.co_filename, len(compiled) > 0)
            """;
        assertEquals("no such column: nosuch sqlvm/_errors.py True", run(program));
        System.setProperty("sqlvm.python.code", file.toString());
        try {
            assertEquals("no such column: nosuch sqlvm/_errors.py False", run(program));
            byte[] whole = Files.readAllBytes(file);
            assertTrue(whole.length > 1000);
            for (byte[] other : new byte[][] {{}, {1, 2, 3}, Arrays.copyOf(whole, 999)}) {
                Files.write(file, other);
                assertEquals("no such column: nosuch sqlvm/_errors.py True", run(program));
            }
        } finally {
            System.clearProperty("sqlvm.python.code");
        }
    }
}
