package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Python programs that read rows of sqlvm. One context for all, since Python takes long to start.
 */
final class PythonTest {
    private static Context context;

    @BeforeAll
    static void start() {
        context = Context.newBuilder()
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        context.eval("python", """
            import polyglot

            def sql(text):
                return polyglot.eval(language="sqlvm", string=text)

            sql("CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT, price REAL, raw BLOB)")
            sql("INSERT INTO parts VALUES (1, 'bolt', 0.25, x'00ff'), (2, 'nut', 0.5, NULL)")
            """);
    }

    @AfterAll
    static void close() {
        context.close();
    }

    @Test
    void aQueryIsIterable() {
        Value seen = context.eval("python", "[(row[0], row.x) for row in sql('SELECT 1 AS x')]");
        assertEquals("[(1, 1)]", seen.toString());
    }

    @Test
    void valuesArePythons() {
        Value seen = context.eval("python", """
            [(row.id, row.name, row.price, row.raw is None)
             for row in sql('SELECT * FROM parts ORDER BY id')]
            """);
        assertEquals("[(1, 'bolt', 0.25, False), (2, 'nut', 0.5, True)]", seen.toString());
    }

    @Test
    void statementsWithParametersAreCallable() {
        Value seen = context.eval("python", """
            [row.name for row in sql('SELECT name FROM parts WHERE price > ?')(0.3)]
            """);
        assertEquals("['nut']", seen.toString());
    }

    @Test
    void errorsAreExceptions() {
        context.eval("python", """
            def message(text):
                try:
                    sql(text)
                except BaseException as error:
                    return str(error)
            """);
        Value message = context.getBindings("python").getMember("message").execute("SELECT nosuch");
        assertTrue(message.asString().contains("no such column: nosuch"), message.asString());
    }

    /** The interpreter of Java takes several frames for a call: they have room, in all threads. */
    @Test
    void callsNestAsDeepAsInPython() {
        Value depths = context.eval("python", """
            import threading

            def nested(count):
                return 1 + nested(count - 1) if count else 0

            depths = [nested(900)]
            thread = threading.Thread(target=lambda: depths.append(nested(900)))
            thread.start()
            thread.join()
            depths
            """);
        assertEquals("[900, 900]", depths.toString());
    }
}
