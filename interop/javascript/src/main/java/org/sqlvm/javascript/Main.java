package org.sqlvm.javascript;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.PolyglotException;
import org.sqlvm.language.Surroundings;
import org.sqlvm.language.machine.ProgramRuntime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a JavaScript program in the same process, and on the same compiler, as the database:
 *
 * <pre>
 * ./sqlvm js script.js [argument ...]
 * ./sqlvm js -e code [argument ...]
 * ./sqlvm js - [argument ...]        reads the program from standard input
 * </pre>
 *
 * A script is a module of CommonJS, or one of ECMAScript if its name ends with {@code .mjs} or its
 * package says so. Both find {@code sqlvm}, files beside them, packages in {@code node_modules},
 * and the modules of Node that {@code node/boot.js} lists.
 */
public final class Main {
    /** The environment variable that makes require("better-sqlite3") return this module. */
    private static final String AS_BETTER_SQLITE3 = "SQLVM_AS_BETTER_SQLITE3";

    private static final int EXIT_FAILURE = 1;
    private static final int EXIT_USAGE = 2;

    private final Surroundings surroundings;

    private Main(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] arguments) {
        ProgramRuntime.prepare();
        Surroundings process = Surroundings.ofProcess();
        process.exit(run(List.of(arguments), process));
    }

    /** Runs a program; returns its exit code. */
    public static int run(List<String> arguments, Surroundings surroundings) {
        try {
            return new Main(surroundings).run(new ArrayList<>(arguments));
        } catch (IOException e) {
            surroundings.report("sqlvm js: cannot read " + e.getMessage());
            return EXIT_USAGE;
        }
    }

    private int run(List<String> arguments) throws IOException {
        if (arguments.isEmpty() || arguments.equals(List.of("-e"))) {
            surroundings.report("usage: sqlvm js (script.js | -e code | -) [argument ...]");
            return EXIT_USAGE;
        }
        String first = arguments.removeFirst();
        switch (first) {
            case "-e" -> {
                return run("[eval]", arguments.removeFirst(), arguments);
            }
            case "-" -> {
                return run(
                        "[stdin]", new String(surroundings.in().readAllBytes(), UTF_8), arguments);
            }
            default -> {
                Path script = surroundings.path(first).toAbsolutePath().normalize();
                if (!Files.isRegularFile(script)) {
                    throw new IOException(first + ": no such file");
                }
                return run(script.toString(), null, arguments);
            }
        }
    }

    /**
     * Runs a program.
     *
     * @param path its file, or what to call it
     * @param code its text if it is not in a file; or null
     */
    private int run(String path, String code, List<String> arguments) {
        List<Object> argv = new ArrayList<>(List.of("sqlvm js"));
        if (code == null) {
            argv.add(path);
        }
        argv.addAll(arguments);
        boolean asBetterSqlite3 = "1".equals(surroundings.variable(AS_BETTER_SQLITE3));
        try (Program program = new Program(argv, asBetterSqlite3, surroundings)) {
            return program.run(path, code);
        } catch (PolyglotException e) {
            if (!e.isExit() && !e.isCancelled()) {
                surroundings.report(Program.shown(e));
            }
            return e.isExit() ? e.getExitStatus() : EXIT_FAILURE;
        }
    }
}
