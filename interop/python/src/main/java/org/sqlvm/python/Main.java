package org.sqlvm.python;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.sqlvm.language.Surroundings;
import org.sqlvm.language.machine.ProgramRuntime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs a Python program in the same process, and on the same compiler, as the database:
 *
 * <pre>
 * ./sqlvm python script.py [argument ...]
 * ./sqlvm python -c code [argument ...]
 * ./sqlvm python -m module [argument ...]
 * ./sqlvm python - [argument ...]        reads the program from standard input
 * </pre>
 *
 * It behaves as {@code python} does where a script can tell: {@code sys.argv}, {@code sys.path},
 * {@code sys.executable}, the traceback on standard error, the exit code. Flags of {@code python}
 * before these are accepted and ignored. There is no interactive mode.
 */
public final class Main {
    private static final String PYTHON = "python";
    /** One object for all contexts of a process, which share its code. */
    private static final Source PATH = Source.create(PYTHON, "import sys; sys.path");

    /**
     * GraalPy's {@code tzset} takes the zone of the variable TZ, or GMT without it, for the whole
     * process. The process has that of the variable already, or the machine's.
     */
    private static final Source ZONE = Source.create(
            PYTHON, "import time\ndef tzset(): pass\ntime.tzset = tzset\ndel time, tzset");

    private static final String INTERRUPT = "KeyboardInterrupt";

    /** Whether the exception that was printed last is an interrupt. */
    private static final Source IS_INTERRUPTED =
            Source.create(PYTHON, "import sys; getattr(sys, 'last_type', None) is " + INTERRUPT);

    /** Flags that python takes without an argument. */
    private static final Pattern FLAGS = Pattern.compile("-[bBdEIOPqsSuv]+");

    private static final Pattern MODULE =
            Pattern.compile("[\\w.]+", Pattern.UNICODE_CHARACTER_CLASS);

    /** Modules that a program of ours runs before, of the same name. */
    private static final List<String> PREPARED = List.of("pip", "venv");

    /** The environment variable for sys.executable. */
    private static final String EXECUTABLE = "SQLVM_PYTHON";

    /** The environment variable that makes the module sqlvm stand in for sqlite3. */
    private static final String AS_SQLITE3 = "SQLVM_AS_SQLITE3";

    private static final int EXIT_FAILURE = 1;
    private static final int EXIT_USAGE = 2;
    /** As of a process that SIGINT has ended. */
    private static final int EXIT_INTERRUPT = 130;

    private final Surroundings surroundings;

    private Main(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] arguments) {
        ProgramRuntime.prepare();
        HostCompiler.direct();
        CompilerDelay.begin();
        Surroundings process = Surroundings.ofProcess();
        process.exit(run(List.of(arguments), process));
    }

    /** Runs a program; returns its exit code. */
    public static int run(List<String> arguments, Surroundings surroundings) {
        try {
            return new Main(surroundings).run(arguments);
        } catch (IOException e) {
            surroundings.report("sqlvm python: cannot read " + e.getMessage());
            return EXIT_USAGE;
        }
    }

    private int run(List<String> arguments) throws IOException {
        List<String> argv = new ArrayList<>(arguments);
        dropFlags(argv);
        if (argv.isEmpty() || argv.equals(List.of("-c")) || argv.equals(List.of("-m"))) {
            surroundings.report(
                    "usage: sqlvm python (script.py | -c code | -m module | -) [argument ...]");
            return EXIT_USAGE;
        }
        Source source;
        String modules = "";
        switch (argv.getFirst()) {
            case "-c" -> {
                argv.removeFirst();
                source = Source.newBuilder(PYTHON, argv.getFirst(), "<string>").build();
                argv.set(0, "-c");
            }
            case "-m" -> {
                argv.removeFirst();
                String module = argv.getFirst();
                if (!MODULE.matcher(module).matches()) {
                    throw new IOException(module + ": no name of a module");
                }
                String program = PREPARED.contains(module) ? Modules.resource(module + ".py") : "";
                program += "import runpy\nrunpy._run_module_as_main('" + module + "')";
                source = Source.newBuilder(PYTHON, program, "<module>").build();
                argv.set(0, "-m");
                modules = surroundings.folder().toString();
            }
            case "-" -> {
                String program = new String(surroundings.in().readAllBytes(), UTF_8);
                source = Source.newBuilder(PYTHON, program, "<stdin>").build();
            }
            default -> {
                Path script = surroundings.path(argv.getFirst());
                if (!Files.isRegularFile(script)) {
                    throw new IOException(argv.getFirst() + ": no such file");
                }
                source = Source.newBuilder(PYTHON, script.toFile()).build();
                modules = script.toAbsolutePath().normalize().getParent().toString();
            }
        }
        return run(source, argv, modules);
    }

    private static void dropFlags(List<String> argv) {
        while (!argv.isEmpty()) {
            String flag = argv.getFirst();
            if ((flag.equals("-X") || flag.equals("-W")) && argv.size() > 1) {
                argv.removeFirst();
            } else if (!FLAGS.matcher(flag).matches()) {
                return;
            }
            argv.removeFirst();
        }
    }

    /** Runs a program as {@code __main__}; {@code modules} is where it imports from first. */
    private int run(Source source, List<String> argv, String modules) {
        surroundings.keep(source);
        try (Context context = context(argv);
                ProgramSignals _ = signals(context)) {
            Modules.install(context);
            context.eval(ZONE);
            Value path = context.eval(PATH);
            path.invokeMember("insert", 0, modules);
            if ("1".equals(surroundings.variable(AS_SQLITE3))) {
                context.eval(PYTHON, "import sqlvm; sqlvm.install_as_sqlite3(); del sqlvm");
            }
            return run(context, source);
        } catch (PolyglotException e) {
            // The traceback was already printed, by the hook of the script or by Python's own.
            if (!e.isExit() && !e.isCancelled()) {
                surroundings.report(e.getMessage());
            }
            if (e.isExit()) {
                return e.getExitStatus();
            }
            // Before the program has begun.
            return INTERRUPT.equals(e.getMessage()) ? EXIT_INTERRUPT : EXIT_FAILURE;
        }
    }

    private static int run(Context context, Source source) {
        try {
            context.eval(source);
            return 0;
        } catch (PolyglotException e) {
            // An exception that has been printed is an exit.
            if (e.isExit()
                    && e.getExitStatus() == EXIT_FAILURE
                    && context.eval(IS_INTERRUPTED).asBoolean()) {
                return EXIT_INTERRUPT;
            }
            throw e;
        }
    }

    /**
     * An environment's program has a file beside its folder, by which Python's module site finds
     * it.
     */
    private void environment(String executable, Context.Builder builder) {
        Path program = surroundings.path(executable).toAbsolutePath();
        if (Files.isRegularFile(program.getParent().resolveSibling("pyvenv.cfg"))) {
            builder.option("python.ForceImportSite", "true");
        }
    }

    /** Returns null for a process of the program's own, whose signals GraalPy has. */
    private ProgramSignals signals(Context context) {
        return surroundings.isOwnProcess() ? null : ProgramSignals.install(context, surroundings);
    }

    private Context context(List<String> argv) {
        return surroundings.context(
                ProgramRuntime.scriptOptions(), builder -> prepared(builder, argv));
    }

    private Context.Builder prepared(Context.Builder builder, List<String> argv) {
        builder.arguments(PYTHON, argv.toArray(String[]::new))
                // Every exception goes through sys.excepthook, every exit has its code.
                .option("python.AlwaysRunExcepthook", "true");
        String executable = surroundings.variable(EXECUTABLE);
        if (executable != null) {
            builder.option("python.Executable", executable);
            environment(executable, builder);
        }
        String path = surroundings.variable("PYTHONPATH");
        if (path != null && !path.isEmpty()) {
            builder.option("python.PythonPath", path);
        }
        if (surroundings.isOwnProcess()) {
            // SIGINT is a KeyboardInterrupt.
            builder.option("python.InstallSignalHandlers", "true");
        } else {
            boolean isTerminal = surroundings.isTerminal(0) && surroundings.isTerminal(1);
            builder.option("python.TerminalIsInteractive", Boolean.toString(isTerminal));
        }
        return builder;
    }
}
