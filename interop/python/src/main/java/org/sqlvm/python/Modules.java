package org.sqlvm.python;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;

/** Makes {@code import sqlvm} work in the Python of a context. */
public final class Modules {
    private static final String PYTHON = "python";

    private static final String PACKAGE = "sqlvm";

    /**
     * A system property: a file with compiled modules, which {@code finder.py} has written. It is
     * ignored if it is for other texts or another Python.
     */
    private static final String CODE = "sqlvm.python.code";

    /** The modules of the package, as files without their ending. */
    private static final List<String> FILES = List.of(
            "__init__",
            "__main__",
            "_adapt",
            "_binding",
            "_blob",
            "_callbacks",
            "_columns",
            "_complete",
            "_connection",
            "_connection_base",
            "_constants",
            "_contents",
            "_conversion",
            "_cursor",
            "_cursor_base",
            "_dates",
            "_dump",
            "_errors",
            "_forgotten",
            "_frame",
            "_index_info",
            "_insert",
            "_language",
            "_module",
            "_paths",
            "_row",
            "_rows",
            "_scram",
            "_search",
            "_sequence",
            "_served",
            "_served_cursor",
            "_served_statement",
            "_settings",
            "_statement",
            "_table",
            "_transaction",
            "_unix",
            "_urls",
            "_variables",
            "_wire",
            "dbapi2",
            "notebook");

    /** Read once; an engine keeps the code of a source as long as the source lives. */
    private static final class Texts {
        static final Source FINDER = Source.newBuilder(PYTHON, resource("finder.py"), "finder.py")
                .internal(true)
                .buildLiteral();

        static final Object[] MODULES = modules();

        /** Identifies the modules' texts. */
        static final long SUM = sum();

        private Texts() {}

        private static Object[] modules() {
            List<String> sources = new ArrayList<>();
            for (String file : FILES) {
                sources.add(file.equals("__init__") ? PACKAGE : PACKAGE + "." + file);
                sources.add(resource(PACKAGE + "/" + file + ".py"));
            }
            return sources.toArray();
        }

        private static long sum() {
            CRC32 sum = new CRC32();
            for (Object text : MODULES) {
                sum.update(((String) text).getBytes(UTF_8));
            }
            return sum.getValue();
        }
    }

    private Modules() {}

    /** To be called once per context, before the program runs. */
    public static void install(Context context) {
        Engine engine = context.getEngine();
        String identity = "%s %s %d"
                .formatted(
                        engine.getVersion(),
                        engine.getLanguages().get(PYTHON).getVersion(),
                        Texts.SUM);
        List<Object> arguments = new ArrayList<>();
        arguments.add(System.getProperty(CODE, ""));
        arguments.add(identity);
        Collections.addAll(arguments, Texts.MODULES);
        context.eval(Texts.FINDER).execute(arguments.toArray());
    }

    /** A file of this package. */
    static String resource(String name) {
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
