package org.sqlvm.javascript;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.sqlvm.language.machine.ProgramRuntime;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs a JavaScript program in the same process, and on the same compiler, as the database:
 *
 * <pre>
 * ./sqlvm js script.js [argument ...]
 * ./sqlvm js -e code [argument ...]
 * ./sqlvm js - [argument ...]        reads the program from standard input
 * </pre>
 *
 * A script is a module of CommonJS, one whose name ends with {@code .mjs} a module of ECMAScript.
 * Both find {@code sqlvm}, files beside them, and packages in {@code node_modules}; not the modules
 * that are a part of Node. Of its global objects there is {@code process}, with what follows below.
 */
public final class Main {
    private static final String JAVASCRIPT = "js";

    /** A system property: the file that {@code require('sqlvm')} loads in a module. */
    private static final String MODULE = "sqlvm.javascript.module";

    /** The environment variable that puts the module in the place of better-sqlite3. */
    private static final String AS_BETTER_SQLITE3 = "SQLVM_AS_BETTER_SQLITE3";

    private static final int EXIT_FAILURE = 1;
    private static final int EXIT_USAGE = 2;

    private Main() {}

    public static void main(String[] arguments) {
        int exitCode;
        try {
            exitCode = run(new ArrayList<>(List.of(arguments)));
        } catch (IOException e) {
            System.err.println("sqlvm js: cannot read " + e.getMessage());
            exitCode = EXIT_USAGE;
        }
        System.exit(exitCode);
    }

    private static int run(List<String> arguments) throws IOException {
        if (arguments.isEmpty() || arguments.equals(List.of("-e"))) {
            System.err.println("usage: sqlvm js (script.js | -e code | -) [argument ...]");
            return EXIT_USAGE;
        }
        String first = arguments.removeFirst();
        switch (first) {
            case "-e" -> {
                String code = arguments.removeFirst();
                return run(Source.newBuilder(JAVASCRIPT, code, "[eval]").build(), null, arguments);
            }
            case "-" -> {
                String code = new String(System.in.readAllBytes(), UTF_8);
                return run(Source.newBuilder(JAVASCRIPT, code, "[stdin]").build(), null, arguments);
            }
            default -> {
                Path script = Path.of(first).toAbsolutePath().normalize();
                if (!Files.isRegularFile(script)) {
                    throw new IOException(first + ": no such file");
                }
                Source module = first.endsWith(".mjs")
                        ? Source.newBuilder(JAVASCRIPT, script.toFile())
                                .mimeType("application/javascript+module")
                                .build()
                        : null;
                return run(module, script, arguments);
            }
        }
    }

    /**
     * Runs a program.
     *
     * @param source null for a module of CommonJS
     * @param script its file; null for none
     */
    private static int run(Source source, Path script, List<String> arguments) {
        try (Context context = context(script)) {
            try {
                run(context, source, script, arguments);
                return 0;
            } catch (PolyglotException e) {
                if (!e.isExit()) {
                    System.err.println(shown(e));
                }
                return e.isExit() ? e.getExitStatus() : EXIT_FAILURE;
            }
        }
    }

    private static void run(Context context, Source source, Path script, List<String> arguments) {
        Modules.install(context);
        List<Object> argv = new ArrayList<>(List.of("sqlvm js"));
        if (script != null) {
            argv.add(script.toString());
        }
        argv.addAll(arguments);
        defineProcess(context, argv);
        if (source == null) {
            context.getBindings(JAVASCRIPT).getMember("require").executeVoid(script.toString());
        } else {
            context.eval(source);
        }
    }

    /** With the places in the program, if it is an error of JavaScript. */
    private static String shown(PolyglotException error) {
        Value thrown = error.getGuestObject();
        if (error.isInternalError()) {
            StringWriter trace = new StringWriter();
            error.printStackTrace(new PrintWriter(trace));
            return trace.toString();
        }
        if (thrown != null
                && thrown.hasMember("stack")
                && thrown.getMember("stack").isString()) {
            return thrown.getMember("stack").asString();
        }
        return "Uncaught " + error.getMessage();
    }

    /** Defines the object {@code process}. */
    private static void defineProcess(Context context, List<Object> argv) {
        List<Object> environment = new ArrayList<>();
        System.getenv().forEach((name, value) -> {
            environment.add(name);
            environment.add(value);
        });
        ProxyExecutable write = values -> {
            PrintStream to = values[0].asString().equals("stdout") ? System.out : System.err;
            to.print(values[1].asString());
            to.flush();
            return null;
        };
        ProxyExecutable exit = values -> {
            System.out.flush();
            System.exit(values[0].asInt());
            return null;
        };
        Map<String, Object> host = Map.of(
                "pid", ProcessHandle.current().pid(),
                "platform", System.getProperty("os.name").toLowerCase(Locale.ROOT),
                "folder", Path.of("").toAbsolutePath().toString(),
                "write", write,
                "exit", exit);
        Modules.evaluate(context, "process.js")
                .execute(
                        ProxyArray.fromList(argv),
                        ProxyArray.fromList(environment),
                        ProxyObject.fromMap(host));
    }

    private static Context context(Path script) {
        ProgramRuntime.prepare();
        Context.Builder builder = Context.newBuilder()
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                // The language says it, in one line.
                .option("engine.WarnInterpreterOnly", "false")
                .options(ProgramRuntime.scriptOptions())
                .option("js.unhandled-rejections", "throw")
                .option("js.commonjs-require", "true")
                .option(
                        "js.commonjs-require-cwd",
                        (script == null ? Path.of("").toAbsolutePath() : script.getParent())
                                .toString());
        String module = System.getProperty(MODULE);
        if (module != null) {
            String replacements = "sqlvm:" + module;
            if ("1".equals(System.getenv(AS_BETTER_SQLITE3))) {
                replacements += ",better-sqlite3:" + module;
            }
            builder.option("js.commonjs-core-modules-replacements", replacements);
        }
        return builder.build();
    }
}
