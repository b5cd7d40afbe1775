package org.sqlvm.language.machine;

import org.sqlvm.engine.advice.Distribution;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Whether Graal's compiler compiles programs on a machine, and if not, why not and what to do. Then
 * programs are compiled as classes, by the compilers of the JVM. No other class knows which JDK,
 * compiler and Truffle fit together.
 */
public enum Compilation {
    COMPILED(null),

    ASKED(machine -> machine.isOnce()
            ? "what is on a command line ends before Graal's compiler is of use"
            : "the system property " + Machine.FALLBACK + " asks for it"),

    /** JVMCI has left OpenJDK with 27; JVMs of other makers never had it. */
    NO_JVMCI(machine -> "this Java " + machine.java().feature()
            + " has no JVMCI, which Graal's compiler needs; a JDK 25 or a GraalVM has it"),

    JVMCI_OFF(machine -> "Java was started without Graal's compiler"),

    NO_RUNTIME(machine -> "Truffle's optimizing runtime (truffle-runtime) is missing"),

    NO_COMPILER(machine -> "Graal's compiler is not on the module path"),

    /** A compiler runs on the JDK that it was built for, and on later updates of it. */
    COMPILER_TOO_NEW(machine -> "Graal's compiler " + machine.compiler()
            + " needs a JDK " + machine.compiler() + " or a later update, and this is "
            + machine.java()),

    COMPILER_UNLIKE_TRUFFLE(machine -> "Graal's compiler " + machine.compiler() + " needs Truffle "
            + machine.compiler() + ", and this is " + machine.truffle()),

    GRAALVM_TOO_NEW(machine -> "GraalVM " + machine.graalvm() + " needs Truffle "
            + machine.graalvm() + " or later, and this is " + machine.truffle()),

    /** Causes that the facts do not show: a compiler without JVMCI, or {@code -Xint}. */
    REFUSED(machine -> "Truffle " + machine.truffle() + " found no compiler that it"
            + " can use on Java " + machine.java());

    /** Says why Graal's compiler does not compile; null if it does. */
    private final Function<Machine, String> reason;

    Compilation(Function<Machine, String> reason) {
        this.reason = reason;
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

    /**
     * Whether Truffle would end the program instead of interpreting: without JVMCI if its
     * optimizing runtime is a part of this Java.
     */
    boolean failsToStart() {
        return this == COMPILER_UNLIKE_TRUFFLE || this == GRAALVM_TOO_NEW || this == JVMCI_OFF;
    }

    /** Whether parts of Graal's compiler are there that do not fit. */
    boolean isMistake() {
        return switch (this) {
            case NO_COMPILER, COMPILER_TOO_NEW, COMPILER_UNLIKE_TRUFFLE, GRAALVM_TOO_NEW, REFUSED ->
                true;
            case COMPILED, ASKED, NO_JVMCI, JVMCI_OFF, NO_RUNTIME -> false;
        };
    }

    /** Returns one line, without an end: what compiles programs, and how to have Graal do it. */
    String message(Machine machine, Distribution distribution) {
        if (this == COMPILED) {
            return "compiled";
        }
        String advice = switch (this) {
            case JVMCI_OFF, NO_RUNTIME, NO_COMPILER, REFUSED -> distribution.compiler();
            default -> "";
        };
        return "compiled as classes: " + reason.apply(machine) + advice;
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
