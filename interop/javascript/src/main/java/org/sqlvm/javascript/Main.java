package org.sqlvm.javascript;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.PolyglotException;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
                return run("[eval]", arguments.removeFirst(), arguments);
            }
            case "-" -> {
                return run("[stdin]", new String(System.in.readAllBytes(), UTF_8), arguments);
            }
            default -> {
                Path script = Path.of(first).toAbsolutePath().normalize();
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
    private static int run(String path, String code, List<String> arguments) {
        List<Object> argv = new ArrayList<>(List.of("sqlvm js"));
        if (code == null) {
            argv.add(path);
        }
        argv.addAll(arguments);
        boolean asBetterSqlite3 = "1".equals(System.getenv(AS_BETTER_SQLITE3));
        // Without buffers: what is printed stands there even if the process is killed.
        OutputStream out = new FileOutputStream(FileDescriptor.out);
        OutputStream error = new FileOutputStream(FileDescriptor.err);
        try (Program program = new Program(argv, asBetterSqlite3, out, error)) {
            return program.run(path, code);
        } catch (PolyglotException e) {
            if (!e.isExit()) {
                System.err.println(Program.shown(e));
            }
            return e.isExit() ? e.getExitStatus() : EXIT_FAILURE;
        }
    }
}
