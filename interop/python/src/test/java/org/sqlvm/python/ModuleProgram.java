package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests that run Python programs with the module {@code sqlvm}. One context for all tests of a
 * class, since Python takes long to start; what a program defines, later ones see.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ModuleProgram {
    private Context context;

    @BeforeAll
    void start() {
        context = Context.newBuilder()
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        Modules.install(context);
        run(prelude());
    }

    @AfterAll
    void close() {
        context.close();
    }

    /** The program that runs before all others. */
    abstract String prelude();

    /** Gives the value of the program's last line, if that is an expression. */
    final Value run(String program) {
        return context.eval("python", program);
    }

    final void check(String expected, String expression) {
        assertEquals(expected, run("repr(" + expression + ")").asString(), expression);
    }

    /** The same of what str() gives. */
    final void says(String expected, String expression) {
        assertEquals(expected, run("str(" + expression + ")").asString(), expression);
    }
}
