package org.sqlvm.language.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.oracle.truffle.api.Truffle;

import org.sqlvm.engine.advice.Distribution;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Reports, once, which compiler compiles programs in this process. */
public final class ProgramRuntime {
    /** Facts from before {@link #prepare} has changed one. */
    private static final Machine MACHINE = Machine.present();

    private static final Compilation EXPECTED = Compilation.of(MACHINE);

    /** The name of Truffle's interpreting runtime. */
    private static final String INTERPRETED = "Interpreted";

    /**
     * The option for Truffle's reaction if it cannot load the native library that its compiler
     * needs.
     */
    private static final String ATTACH_FAILURE = "polyglotimpl.AttachLibraryFailureAction";

    /**
     * How long a program is interpreted before it is compiled, in milliseconds. To compile the
     * first one takes 2 to 4 s of a processor, which the program may be in need of, since the
     * compiler is compiled meanwhile; each of the next takes up to a second.
     */
    private static final int COMPILATION_DELAY = 1_000;

    /**
     * When programs are compiled: after that time, and never for the number of their calls. By
     * default Truffle compiles a program after 40 calls for the first time, and after 1,000 again.
     * Programs have little that is inlined, so one tier will do. Truffle multiplies a threshold by
     * 16 in an int, which leaves some 134 million as the largest.
     */
    private static final Map<String, String> THRESHOLDS = Map.of(
            "engine.MultiTier", "false",
            "engine.SingleTierCompilationThreshold", "100000000",
            "engine.DynamicCompilationThresholds", "false",
            "sqlvm.CompilationDelay", Integer.toString(COMPILATION_DELAY));

    /**
     * A function of a program in another language is compiled after some calls at least. Truffle
     * requires three, and iterations of loops; but a search in a short string counts as a million
     * iterations, so that the functions of Python's importlib were the first to be compiled.
     */
    private static final Map<String, String> SCRIPT_THRESHOLDS =
            Map.of("engine.FirstTierMinInvokeThreshold", "100");

    private static final AtomicBoolean SAID = new AtomicBoolean();

    private ProgramRuntime() {}

    /**
     * Makes Truffle interpret where it would refuse to start, since it was made for another
     * compiler than the present one, and keeps it from printing advice on compilation where there
     * is none. To be called before the first engine is made.
     */
    public static void prepare() {
        if (EXPECTED != Compilation.COMPILED && System.getProperty(ATTACH_FAILURE) == null) {
            System.setProperty(ATTACH_FAILURE, "ignore");
        }
        if (EXPECTED.failsToStart()) {
            System.setProperty(Machine.FALLBACK, "true");
        }
    }

    /**
     * Options for an engine that has no other language than ours, experimental ones of Truffle's
     * among them; none if a system property sets a threshold of Truffle's. Starts Truffle.
     */
    public static Map<String, String> engineOptions() {
        return unlessSet(THRESHOLDS);
    }

    /** Returns the options for the engine of a program in another language, which may end soon. */
    public static Map<String, String> scriptOptions() {
        return unlessSet(SCRIPT_THRESHOLDS);
    }

    private static Map<String, String> unlessSet(Map<String, String> thresholds) {
        if (compilation() != Compilation.COMPILED || setsThreshold()) {
            return Map.of();
        }
        Map<String, String> options = new HashMap<>(thresholds);
        options.keySet().removeIf(name -> System.getProperty("polyglot." + name) != null);
        return options;
    }

    private static boolean setsThreshold() {
        return System.getProperties().stringPropertyNames().stream()
                .anyMatch(name -> name.startsWith("polyglot.engine.")
                        && name.endsWith("CompilationThreshold"));
    }

    /** Whether Graal's compiler compiles programs. Starts Truffle. */
    public static boolean compiles() {
        return compilation() == Compilation.COMPILED;
    }

    /** Starts Truffle and returns the mode that it runs in. */
    private static Compilation compilation() {
        if (!Truffle.getRuntime().getName().equals(INTERPRETED)) {
            return Compilation.COMPILED;
        }
        return EXPECTED == Compilation.COMPILED ? Compilation.REFUSED : EXPECTED;
    }

    /**
     * Returns one line: {@code compiled} if Graal's compiler is there, or {@code compiled as
     * classes: } with the reason why not and the remedy.
     */
    public static String message() {
        return compilation().message(MACHINE, Distribution.present());
    }

    /** Prints the line, if the option allows it and it has not been printed in this process. */
    public static void say(MessageOption when, OutputStream error) {
        if (when.isPrinted(compilation()) && SAID.compareAndSet(false, true)) {
            try {
                error.write(("sqlvm: " + message() + System.lineSeparator()).getBytes(UTF_8));
                error.flush();
            } catch (IOException e) {
                // Standard error is closed: there is no reader.
            }
        }
    }
}
