package org.sqlvm.python;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a Python program in the same process, and on the same compiler, as the database:
 *
 * <pre>
 * ./sqlvm python script.py [argument ...]
 * ./sqlvm python -c code [argument ...]
 * ./sqlvm python - [argument ...]        reads the program from standard input
 * </pre>
 *
 * It behaves as {@code python} does where a script can tell: {@code sys.argv}, {@code sys.path},
 * the traceback on standard error, the exit code. There is no interactive mode.
 */
public final class Main {
    private static final String PYTHON = "python";

    private static final int EXIT_FAILURE = 1;
    private static final int EXIT_USAGE = 2;

    private Main() {}

    public static void main(String[] arguments) {
        int exitCode;
        try {
            exitCode = run(List.of(arguments));
        } catch (IOException e) {
            System.err.println("sqlvm python: cannot read " + e.getMessage());
            exitCode = EXIT_USAGE;
        }
        System.exit(exitCode);
    }

    private static int run(List<String> arguments) throws IOException {
        if (arguments.isEmpty() || arguments.equals(List.of("-c"))) {
            System.err.println("usage: sqlvm python (script.py | -c code | -) [argument ...]");
            return EXIT_USAGE;
        }
        List<String> argv = new ArrayList<>(arguments);
        Source source;
        String modules;
        switch (arguments.getFirst()) {
            case "-c" -> {
                argv.removeFirst();
                source = Source.newBuilder(PYTHON, argv.getFirst(), "<string>").build();
                argv.set(0, "-c");
                modules = "";
            }
            case "-" -> {
                String program = new String(System.in.readAllBytes(), UTF_8);
                source = Source.newBuilder(PYTHON, program, "<stdin>").build();
                modules = "";
            }
            default -> {
                Path script = Path.of(arguments.getFirst());
                if (!Files.isRegularFile(script)) {
                    throw new IOException(script + ": no such file");
                }
                source = Source.newBuilder(PYTHON, script.toFile()).build();
                modules = script.toAbsolutePath().normalize().getParent().toString();
            }
        }
        return run(source, argv, modules);
    }

    /** Runs a program as {@code __main__}; {@code modules} is where it imports from first. */
    private static int run(Source source, List<String> argv, String modules) {
        try (Context context = context(argv)) {
            Modules.install(context);
            Value path = context.eval(PYTHON, "import sys; sys.path");
            path.invokeMember("insert", 0, modules);
            context.eval(source);
            return 0;
        } catch (PolyglotException e) {
            // The traceback was already printed, by the hook of the script or by Python's own.
            if (!e.isExit()) {
                System.err.println(e.getMessage());
            }
            return e.isExit() ? e.getExitStatus() : EXIT_FAILURE;
        }
    }

    private static Context context(List<String> argv) {
        return Context.newBuilder()
                .arguments(PYTHON, argv.toArray(String[]::new))
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                // Every exception goes through sys.excepthook, every exit has its code.
                .option("python.AlwaysRunExcepthook", "true")
                .build();
    }
}
