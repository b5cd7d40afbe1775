package org.sqlvm.language.machine;

import org.sqlvm.engine.advice.Distribution;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Whether programs are compiled on a machine, and if not, why not and what to do. No other class
 * knows which JDK, compiler and Truffle fit together.
 */
public enum Compilation {
    COMPILED(machine -> "compiled"),

    ASKED(machine -> machine.isOnce()
            ? "interpreted: what is on a command line ends before a compiler is of use"
            : "interpreted: the system property " + Machine.FALLBACK + " asks for it"),

    /** JVMCI has left OpenJDK with 27; JVMs of other makers never had it. */
    NO_JVMCI(machine -> "interpreted: this Java " + machine.java().feature()
            + " has no JVMCI, which Graal's compiler needs; to have programs compiled, use a"
            + " JDK 25 or a GraalVM"),

    JVMCI_OFF(machine -> "interpreted: Java was started without Graal's compiler"),

    NO_RUNTIME(machine -> "interpreted: Truffle's optimizing runtime (truffle-runtime) is missing"),

    NO_COMPILER(machine -> "interpreted: Graal's compiler is not on the module path"),

    /** A compiler runs on the JDK that it was built for, and on later updates of it. */
    COMPILER_TOO_NEW(machine -> "interpreted: Graal's compiler " + machine.compiler()
            + " needs a JDK " + machine.compiler() + " or a later update, and this is "
            + machine.java()),

    COMPILER_UNLIKE_TRUFFLE(machine -> "interpreted: Graal's compiler " + machine.compiler()
            + " needs Truffle " + machine.compiler() + ", and this is " + machine.truffle()),

    GRAALVM_TOO_NEW(machine -> "interpreted: GraalVM " + machine.graalvm() + " needs Truffle "
            + machine.graalvm() + " or later, and this is " + machine.truffle()),

    /** Causes that the facts do not show: a compiler without JVMCI, or {@code -Xint}. */
    REFUSED(machine -> "interpreted: Truffle " + machine.truffle() + " found no compiler that it"
            + " can use on Java " + machine.java());

    private final Function<Machine, String> words;

    Compilation(Function<Machine, String> words) {
        this.words = words;
    }

    /** Returns the mode of a machine, as far as its facts tell. */
    public static Compilation of(Machine machine) {
        if (machine.fallbackAsked()) {
            return ASKED;
        }
        if (!machine.hasJvmci()) {
            return NO_JVMCI;
        }
        if (!machine.usesJvmci()) {
            return JVMCI_OFF;
        }
        if (!machine.hasRuntime()) {
            return NO_RUNTIME;
        }
        if (machine.compiler() != null) {
            return machine.checksVersions() ? ofCompiler(machine) : COMPILED;
        }
        return machine.graalvm() == null ? NO_COMPILER : ofGraalvm(machine);
    }

    private static Compilation ofCompiler(Machine machine) {
        if (isLater(machine.compiler(), machine.java().toString())) {
            return COMPILER_TOO_NEW;
        }
        return machine.compiler().equals(machine.truffle()) ? COMPILED : COMPILER_UNLIKE_TRUFFLE;
    }

    /** A GraalVM compiles with its own compiler, for its own and for later versions of Truffle. */
    private static Compilation ofGraalvm(Machine machine) {
        return machine.checksVersions() && isLater(machine.graalvm(), machine.truffle())
                ? GRAALVM_TOO_NEW
                : COMPILED;
    }

    /** Whether Truffle would end the program instead of interpreting. */
    boolean failsToStart() {
        return this == COMPILER_UNLIKE_TRUFFLE || this == GRAALVM_TOO_NEW;
    }

    /** Returns one line, without an end: the mode of programs, and how to have them compiled. */
    String message(Machine machine, Distribution distribution) {
        String advice = switch (this) {
            case JVMCI_OFF, NO_RUNTIME, NO_COMPILER, REFUSED -> distribution.compiler();
            default -> "";
        };
        return words.apply(machine) + advice;
    }

    /** Whether a version is later than another. A number that is not there is 0, a build none. */
    static boolean isLater(String version, String other) {
        int[] numbers = numbers(version);
        int[] others = numbers(other);
        int count = Math.max(numbers.length, others.length);
        return Arrays.compare(Arrays.copyOf(numbers, count), Arrays.copyOf(others, count)) > 0;
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.replaceFirst("[-+].*", "").split("\\."))
                .filter(Predicate.not(String::isEmpty))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
