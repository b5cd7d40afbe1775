package org.sqlvm.python;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Makes {@code import sqlvm} work in the Python of a context. */
public final class Modules {
    private static final String PYTHON = "python";

    private Modules() {}

    /** To be called once per context, before the program runs. */
    public static void install(Context context) {
        context.eval(Source.newBuilder(PYTHON, resource("finder.py"), "finder.py")
                        .internal(true)
                        .buildLiteral())
                .execute(resource("sqlvm.py"));
    }

    private static String resource(String name) {
        try (InputStream stream = Modules.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("not in the class path: " + name);
            }
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
