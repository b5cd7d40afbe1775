package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.sqlvm.python.Modules;

/**
 * The tests of the example in Flask, {@code dist/projects/flask}. Here they run on a module that
 * has as much of Flask as they need; {@code build/slow flask} runs them on Flask itself.
 */
final class FlaskExampleTest {
    private static final String PROGRAM = """
        import sys, unittest
        sys.path[:0] = folders
        import test_app
        result = unittest.TextTestRunner(stream=sys.stdout).run(
            unittest.defaultTestLoader.loadTestsFromModule(test_app))
        f"{result.testsRun} tests, {len(result.failures) + len(result.errors)} failed"
        """;

    @Test
    void theApiAnswers() {
        try (Context context = Context.newBuilder()
                .option("engine.WarnInterpreterOnly", "false")
                .allowAllAccess(true)
                .build()) {
            Modules.install(context);
            Value folders = context.eval("python", "[]");
            for (String folder :
                    new String[] {"dist/docs/src/test/python", "dist/projects/flask"}) {
                folders.invokeMember("append", Pages.ROOT.resolve(folder).toString());
            }
            context.getBindings("python").putMember("folders", folders);
            context.eval("python", "import sys; sys.dont_write_bytecode = True");
            String result = context.eval(
                            Source.newBuilder("python", PROGRAM, "examples").buildLiteral())
                    .asString();
            assertEquals("5 tests, 0 failed", result);
        }
    }
}
