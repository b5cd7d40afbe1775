package org.sqlvm.docs;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Runs blocks of a language of GraalVM. Those of a page are parts of one program. */
final class GuestBlocks implements AutoCloseable {
    private final Engine engine;
    private final String language;
    private final Consumer<Context> install;
    private final String flush;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private Context context;

    private GuestBlocks(Engine engine, String language, Consumer<Context> install, String flush) {
        this.engine = engine;
        this.language = language;
        this.install = install;
        this.flush = flush;
    }

    static GuestBlocks python(Engine engine) {
        return new GuestBlocks(
                engine,
                "python",
                org.sqlvm.python.Modules::install,
                "import sys; sys.stdout.flush()");
    }

    static GuestBlocks javaScript(Engine engine) {
        return new GuestBlocks(engine, "js", org.sqlvm.javascript.Modules::install, "");
    }

    /** Runs the block; returns its output. */
    String run(CodeBlock block) {
        if (context == null) {
            context = start(List.of("page"));
        }
        return run(context, block.text(), "line " + block.line());
    }

    /** Runs a program as a file, which the first of the arguments names; returns its output. */
    String runFile(List<String> arguments, String program) {
        try (Context alone = start(arguments)) {
            return run(alone, program, arguments.getFirst());
        }
    }

    private Context start(List<String> arguments) {
        Context started = Context.newBuilder()
                .engine(engine)
                .allowAllAccess(true)
                .arguments(language, arguments.toArray(String[]::new))
                .out(printed)
                .err(printed)
                .build();
        install.accept(started);
        return started;
    }

    private String run(Context where, String program, String name) {
        printed.reset();
        try {
            where.eval(Source.newBuilder(language, program, name).buildLiteral());
            where.eval(language, flush);
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
