package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The option -stored-functions, and what .dump makes of such functions. */
final class StoredFunctionsTest {
    @TempDir
    Path folder;

    private static String run(String input, String... arguments) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(written);
        try (Databases databases = new Databases()) {
            byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
            new Main("sqlvm", databases, new ByteArrayInputStream(bytes), sink, sink)
                    .run(arguments, false);
        }
        sink.flush();
        return written.toString(StandardCharsets.UTF_8);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void dumpLoadsAgain() {
        String made = run(
                "CREATE TABLE t(a);\n"
                        + "CREATE FUNCTION f(a, b) LANGUAGE js AS 'x => ''é''';\n"
                        + "INSERT INTO t VALUES (1);\n"
                        + "CREATE VIEW v AS SELECT f(a, 1) FROM t;\n",
                "-stored-functions",
                file("a.db"));
        assertEquals("", made);
        String dump = run(".dump\n", file("a.db"));
        assertTrue(
                dump.contains("INSERT INTO sqlvm_function VALUES('f','a, b',0,'js','x => ''é''')"),
                dump);
        assertEquals("", run(dump, "-stored-functions", file("b.db")));
        assertEquals(dump, run(".dump\n", file("b.db")));
        String call = run("SELECT * FROM v;\n", "-stored-functions", file("b.db"));
        // A user of the shell cannot add a jar to it.
        assertTrue(call.contains("function f() is in the language js, which is not there\n"), call);
        String granted = run(
                "SELECT * FROM v;\n",
                "-stored-functions",
                "-stored-functions-access",
                file("b.db"));
        assertEquals(call, granted);
        String off = run("SELECT * FROM v;\nDROP FUNCTION f;\n", file("b.db"));
        assertTrue(off.contains("no such function: f"), off);
        assertTrue(off.contains("the option -stored-functions turns them on"), off);
    }
}
