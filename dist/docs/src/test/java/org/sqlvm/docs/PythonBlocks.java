package org.sqlvm.docs;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.sqlvm.python.Modules;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs blocks of Python. Those of a page are parts of one program. */
final class PythonBlocks implements AutoCloseable {
    private static final String PYTHON = "python";

    private final Engine engine;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private Context context;

    PythonBlocks(Engine engine) {
        this.engine = engine;
    }

    /** What the block prints. */
    String run(CodeBlock block) {
        if (context == null) {
            context = start(List.of("page"));
        }
        return run(context, block.text(), "line " + block.line());
    }

    /** What a program prints that is run as a file. */
    String runFile(List<String> arguments, String program) {
        try (Context alone = start(arguments)) {
            return run(alone, program, arguments.getFirst());
        }
    }

    private Context start(List<String> arguments) {
        Context started = Context.newBuilder()
                .engine(engine)
                .allowAllAccess(true)
                .arguments(PYTHON, arguments.toArray(String[]::new))
                .out(printed)
                .err(printed)
                .build();
        Modules.install(started);
        return started;
    }

    private String run(Context where, String program, String name) {
        printed.reset();
        try {
            where.eval(Source.newBuilder(PYTHON, program, name).buildLiteral());
            where.eval(PYTHON, "import sys; sys.stdout.flush()");
        } catch (PolyglotException e) {
            throw new AssertionError(printed.toString(StandardCharsets.UTF_8), e);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        if (context != null) {
            context.close();
        }
    }
}
