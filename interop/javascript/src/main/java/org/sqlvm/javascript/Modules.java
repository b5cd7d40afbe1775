package org.sqlvm.javascript;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.sqlvm.language.Surroundings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes {@code require('sqlvm')} work in the JavaScript of a context. */
public final class Modules {
    private static final String JAVASCRIPT = "js";

    /** The files of the module, without their ending. */
    private static final List<String> FILES = List.of(
            "index",
            "backup",
            "connection",
            "database",
            "errors",
            "functions",
            "log",
            "options",
            "parameters",
            "rows",
            "run",
            "search",
            "statement",
            "table",
            "transaction",
            "values");

    /** Around a file of the module: what it sees beside what it defines. */
    private static final String PREFIX = "(function (module, require, bindings, host) {";

    private static final String SUFFIX = "\n})";

    private Modules() {}

    /** To be called once per context, before the program runs. */
    public static void install(Context context) {
        install(context, "javascript");
    }

    /** @param view the language whose arrays rows are to come in */
    static void install(Context context, String view) {
        evaluate(context, "require.js").execute(load(context, view, Surroundings.ofProcess()));
    }

    /** The module, for those who have a {@code require} of their own. */
    static Value load(Context context, Surroundings surroundings) {
        return load(context, "javascript", surroundings);
    }

    private static Value load(Context context, String view, Surroundings surroundings) {
        ProxyExecutable hasFolder = values -> hasFolder(surroundings, values[0].asString());
        ProxyExecutable hasFile = values -> Files.exists(surroundings.path(values[0].asString()));
        ProxyExecutable remove = values -> remove(surroundings.path(values[0].asString()));
        Object host = ProxyObject.fromMap(
                Map.of("view", view, "hasFolder", hasFolder, "hasFile", hasFile, "remove", remove));
        List<Object> files = new ArrayList<>();
        for (String file : FILES) {
            String name = "sqlvm/" + file + ".js";
            files.add(file);
            files.add(evaluate(context, name, PREFIX + Resources.text(name) + SUFFIX));
        }
        return evaluate(context, "loader.js")
                .execute(context.getBindings("sqlvm"), host, ProxyArray.fromList(files));
    }

    /** The value of a file of this package. */
    static Value evaluate(Context context, String name) {
        return evaluate(context, name, Resources.text(name));
    }

    private static Value evaluate(Context context, String name, String text) {
        return context.eval(Source.newBuilder(JAVASCRIPT, text, name).buildLiteral());
    }

    /** Whether the folder is there that a file is in, or would be. */
    private static boolean hasFolder(Surroundings surroundings, String file) {
        try {
            return Files.isDirectory(surroundings.path(file).toAbsolutePath().getParent());
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Removes a file that the module has made, if that is possible. */
    private static Object remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // It stays, and is no database that anybody has asked for.
        }
        return null;
    }
}
