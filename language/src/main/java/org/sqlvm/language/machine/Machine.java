package org.sqlvm.language.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.oracle.truffle.api.TruffleLanguage;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The facts that decide whether Graal's compiler compiles programs. They can be read before Truffle
 * starts, when some of them can still be changed.
 *
 * @param java the version of the JDK
 * @param graalvm the version of the GraalVM that this JDK is, or null if it is none
 * @param hasJvmci whether the JDK has JVMCI, the interface through which a compiler in Java
 *     compiles
 * @param usesJvmci whether JVMCI is switched on
 * @param hasRuntime whether Truffle's optimizing runtime (truffle-runtime) is there
 * @param truffle the version of Truffle, or null if unknown
 * @param compiler the version of Graal's compiler on the module path, or null if there is none
 * @param checksVersions whether Truffle rejects versions that do not fit together
 * @param fallbackAsked whether a system property requests Truffle's interpreting runtime
 * @param isOnce whether the launcher has requested it, since the process runs its command line and
 *     ends
 */
public record Machine(
        Runtime.Version java,
        String graalvm,
        boolean hasJvmci,
        boolean usesJvmci,
        boolean hasRuntime,
        String truffle,
        String compiler,
        boolean checksVersions,
        boolean fallbackAsked,
        boolean isOnce) {
    /** The system property that has Truffle interpret, whatever else is there. */
    static final String FALLBACK = "truffle.UseFallbackRuntime";

    /** The launcher sets it to true together with {@link #FALLBACK}. */
    private static final String ONCE = "sqlvm.once";

    private static final String UNCHECKED = "polyglotimpl.DisableVersionChecks";
    private static final String JVMCI = "jdk.internal.vm.ci";
    private static final String COMPILER = "jdk.graal.compiler";
    private static final String RUNTIME_CLASS =
            "com/oracle/truffle/runtime/OptimizedTruffleRuntime.class";

    private static final Pattern GRAALVM = Pattern.compile("GraalVM\\D*(\\d+(\\.\\d+)*)");

    /** This process's. */
    public static Machine present() {
        ModuleLayer layer = ModuleLayer.boot();
        boolean usesJvmci = layer.findModule(JVMCI).isPresent();
        Module truffle = TruffleLanguage.class.getModule();
        return new Machine(
                Runtime.version(),
                graalvm(System.getProperty("java.vendor.version")),
                usesJvmci || ModuleFinder.ofSystem().find(JVMCI).isPresent(),
                usesJvmci,
                layer.findModule("org.graalvm.truffle.runtime").isPresent() || isOnTheClassPath(),
                version(truffle, "org.graalvm.truffle"),
                // A plain JDK has a module of that name without any class.
                layer.findModule(COMPILER)
                        .filter(module -> !module.getPackages().isEmpty())
                        .map(module -> version(module, COMPILER))
                        .orElse(null),
                !Boolean.getBoolean(UNCHECKED),
                Boolean.getBoolean(FALLBACK),
                Boolean.getBoolean(ONCE));
    }

    /** The version in {@code GraalVM CE 25.0.1+8.1}; null if it is another vendor's. */
    static String graalvm(String vendorVersion) {
        Matcher matcher = GRAALVM.matcher(Optional.ofNullable(vendorVersion).orElse(""));
        return matcher.find() ? matcher.group(1) : null;
    }

    private static boolean isOnTheClassPath() {
        ClassLoader loader = TruffleLanguage.class.getClassLoader();
        return loader != null && loader.getResource(RUNTIME_CLASS) != null;
    }

    /** The version that GraalVM's modules have in a file. */
    private static String version(Module module, String name) {
        String path = "META-INF/graalvm/" + name + "/version";
        try (InputStream stream = module.getResourceAsStream(path)) {
            return stream == null ? null : new String(stream.readAllBytes(), UTF_8).strip();
        } catch (IOException e) {
            return null;
        }
    }
}
