package org.sqlvm.docs;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.sqlvm.javascript.Modules;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Runs blocks of JavaScript. Those of a page are parts of one program. */
final class JavaScriptBlocks implements AutoCloseable {
    private static final String JAVASCRIPT = "js";

    private final Engine engine;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private Context context;

    JavaScriptBlocks(Engine engine) {
        this.engine = engine;
    }

    /** What the block prints. */
    String run(CodeBlock block) {
        if (context == null) {
            context = start();
        }
        return run(context, block);
    }

    /** What a program prints that is run as a file. */
    String runFile(CodeBlock block) {
        try (Context alone = start()) {
            return run(alone, block);
        }
    }

    private Context start() {
        Context started = Context.newBuilder()
                .engine(engine)
                .allowAllAccess(true)
                .out(printed)
                .err(printed)
                .build();
        Modules.install(started);
        return started;
    }

    private String run(Context where, CodeBlock block) {
        printed.reset();
        String name = "line " + block.line();
        try {
            where.eval(Source.newBuilder(JAVASCRIPT, block.text(), name).buildLiteral());
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
