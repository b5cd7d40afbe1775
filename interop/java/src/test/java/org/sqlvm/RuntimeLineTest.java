package org.sqlvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The messages of processes about what runs programs, with Java started in different ways. */
final class RuntimeLineTest {
    private static final Path ROOT = Path.of(System.getProperty("sqlvm.root"));
    private static final Path RUNTIME = ROOT.resolve("language/target/runtime");
    private static final Path OTHER = ROOT.resolve("interop/java/target/other-compiler");

    private static final List<String> JVMCI =
            List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI");

    @TempDir
    Path folder;

    /** The program: opens two databases, and says what runs their statements. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                try (var database = Sqlvm.open(":memory:");
                        var rows = database.query("SELECT 6 * 7")) {
                    rows.next();
                    System.out.println(rows.getLong(0));
                }
            }
            System.out.println(Sqlvm.runtime());
        }
    }

    /** The class path of this process; without GraalVM's jars if those are on the module path. */
    private static String classPath(boolean graalvm) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part -> graalvm || !part.contains("graalvm"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private record Said(String state, List<String> error) {
        /** Without the JDK's warnings about what Truffle does, which end with an empty line. */
        List<String> ours() {
            return error.stream()
                    .filter(line -> !line.startsWith("WARNING: ") && !line.isEmpty())
                    .toList();
        }
    }

    /** Runs the program, and gives what it says of itself and what is on its standard error. */
    private Said run(boolean graalvm, List<String> options)
            throws IOException, InterruptedException {
        Path error = folder.resolve("error");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(graalvm), Program.class.getName()));
        Process process =
                new ProcessBuilder(command).redirectError(error.toFile()).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        List<String> lines = text.lines().toList();
        List<String> errors = Files.readAllLines(error);
        assertEquals(0, process.exitValue(), errors.toString());
        assertEquals(List.of("42", "42"), lines.subList(0, 2));
        return new Said(lines.get(2), errors);
    }

    /** Runs it on the optimizing runtime's modules, with a compiler of that folder. */
    private Said runOnModules(Path upgrade, String... options)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(JVMCI);
        all.add("--upgrade-module-path=" + upgrade);
        all.add("@" + RUNTIME.resolve("jvm.args"));
        all.addAll(List.of(options));
        return run(false, all);
    }

    private static void assertState(String reason, Said said) {
        assertTrue(said.state.startsWith("compiled as classes: " + reason), said.toString());
    }

    /** The line that a run with a compiler that does not fit prints once, and no other of ours. */
    private static void assertSaid(String reason, Said said) {
        assertState(reason, said);
        assertEquals(List.of("sqlvm: " + said.state), said.ours());
    }

    private static void assertQuiet(String reason, Said said) {
        assertState(reason, said);
        assertEquals(List.of(), said.ours());
    }

    /** A folder that replaces the JDK's compiler, with the jars that begin with a prefix. */
    private Path upgrade(Path from, String prefix) throws IOException {
        Path upgrade = Files.createDirectory(folder.resolve("upgrade"));
        for (Path jar : jars(from, prefix)) {
            Files.copy(jar, upgrade.resolve(jar.getFileName()));
        }
        return upgrade;
    }

    private static List<Path> jars(Path from, String prefix) throws IOException {
        try (Stream<Path> jars = Files.list(from)) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(prefix))
                    .toList();
        }
    }

    /** The same with a compiler that gives itself another version. */
    private Path upgradeOf(String version) throws IOException {
        Path upgrade = upgrade(RUNTIME.resolve("upgrade"), "");
        URI compiler = jars(upgrade, "compiler").getFirst().toUri();
        try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + compiler), Map.of())) {
            Files.writeString(zip.getPath("META-INF/graalvm/jdk.graal.compiler/version"), version);
        }
        return upgrade;
    }

    @Test
    void withoutFlagsNothingIsSaid() throws IOException, InterruptedException {
        Said said = run(true, List.of());
        assertQuiet("Java was started without Graal's compiler; to have", said);
    }

    @Test
    void thePropertySwitchesTheLine() throws IOException, InterruptedException {
        Said off = run(true, List.of("-Dsqlvm.RuntimeMessage=off"));
        assertEquals(List.of(), off.ours());
        Said on = runOnModules(RUNTIME.resolve("upgrade"), "-Dsqlvm.RuntimeMessage=on");
        assertEquals(new Said("compiled", List.of("sqlvm: compiled")), on);
    }

    @Test
    void whatIsCompiledIsNoNews() throws IOException, InterruptedException {
        assertEquals(new Said("compiled", List.of()), runOnModules(RUNTIME.resolve("upgrade")));
    }

    @Test
    void classesOnRequestAreNoNews() throws IOException, InterruptedException {
        assertQuiet("the system property", run(true, List.of("-Dtruffle.UseFallbackRuntime=true")));
    }

    @Test
    void theCompilerIsMissing() throws IOException, InterruptedException {
        Path upgrade = upgrade(OTHER, "truffle-compiler");
        assertSaid("Graal's compiler is not on the module", runOnModules(upgrade));
    }

    @Test
    void jvmciIsOff() throws IOException, InterruptedException {
        Said said = runOnModules(RUNTIME.resolve("upgrade"), "-XX:-EnableJVMCI");
        assertQuiet("Java was started without Graal's compiler; to have", said);
    }

    /** A reason that no version number tells. */
    @Test
    void truffleRefusesForAReasonOfItsOwn() throws IOException, InterruptedException {
        Said said = runOnModules(RUNTIME.resolve("upgrade"), "-XX:-UseCompiler");
        assertTrue(said.state.contains("found no compiler that it can use on Java"), said.state);
        assertSaid("Truffle ", said);
    }

    /** A real compiler of a later update than the JDK: Truffle refuses it by itself. */
    @Test
    void aCompilerForALaterJdk() throws IOException, InterruptedException {
        Runtime.Version its = Runtime.Version.parse("25.0.4");
        assumeTrue(Runtime.version().compareTo(its) < 0, "the compiler fits this JDK");
        Path upgrade = upgrade(OTHER, "");
        assertSaid("Graal's compiler 25.0.4 needs a JDK 25.0.4", runOnModules(upgrade));
    }

    /** Here Truffle would not start at all. */
    @Test
    void aCompilerOfAnotherTruffle() throws IOException, InterruptedException {
        assertSaid(
                "Graal's compiler 25.0.2 needs Truffle 25.0.2", runOnModules(upgradeOf("25.0.2")));
    }
}
