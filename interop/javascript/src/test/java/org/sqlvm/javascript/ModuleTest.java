package org.sqlvm.javascript;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The module {@code sqlvm} as a JavaScript program uses it. The tests are in JavaScript: a file
 * says {@code test(name, function)} for each, with the functions of {@code testing.js}.
 */
final class ModuleTest {
    private static final List<String> FILES = List.of(
            "databases",
            "statements",
            "parameters",
            "values",
            "transactions",
            "functions",
            "search",
            "tables",
            "errors");

    /** With the arrays of the database's making, and with those that functions make. */
    private static final List<String> VIEWS = List.of("javascript", "none");

    private static final List<Context> OPEN = new ArrayList<>();

    @TempDir
    static Path folder;

    @AfterAll
    static void close() {
        OPEN.forEach(Context::close);
    }

    @TestFactory
    List<DynamicContainer> programs() throws IOException {
        List<DynamicContainer> files = new ArrayList<>();
        for (String view : VIEWS) {
            for (String file : FILES) {
                files.add(program(view, file));
            }
        }
        return files;
    }

    private static DynamicContainer program(String view, String file) throws IOException {
        Context context = Context.newBuilder()
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("js.unhandled-rejections", "throw")
                .build();
        OPEN.add(context);
        Modules.install(context, view);
        List<DynamicTest> tests = new ArrayList<>();
        Value globals = context.getBindings("js");
        Path own = Files.createDirectory(folder.resolve(file + "-" + view));
        globals.putMember("folder", own.toString());
        globals.putMember("test", (ProxyExecutable) values -> {
            tests.add(DynamicTest.dynamicTest(
                    values[0].asString(), () -> settle(values[1].execute())));
            return null;
        });
        evaluate(context, "testing.js");
        evaluate(context, file + ".js");
        assertFalse(tests.isEmpty(), file);
        return DynamicContainer.dynamicContainer(file + ", view " + view, tests);
    }

    /** An asynchronous test has come to its end when the call of it has: there is no event loop. */
    private static void settle(Value result) {
        if (result.hasMember("then")) {
            List<String> failures = new ArrayList<>();
            result.invokeMember("then", null, (ProxyExecutable) values -> {
                failures.add(values[0].toString());
                return null;
            });
            assertNull(failures.isEmpty() ? null : failures.getFirst());
        }
    }

    private static void evaluate(Context context, String name) throws IOException {
        try (InputStream stream = ModuleTest.class.getResourceAsStream(name)) {
            String text = new String(stream.readAllBytes(), UTF_8);
            context.eval(Source.newBuilder("js", text, name).build());
        }
    }
}
