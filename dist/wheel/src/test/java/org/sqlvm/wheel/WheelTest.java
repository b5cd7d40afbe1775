package org.sqlvm.wheel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The wheel, installed. GraalPy is what Maven has fetched: it starts in some ten seconds, so that
 * one environment serves for all of what every build looks at. With {@code -Dsqlvm.slow=true} an
 * environment gets the wheel from its own pip, which takes minutes.
 */
final class WheelTest {
    private static final Path TARGET =
            Path.of(System.getProperty("sqlvm.root")).resolve("dist/wheel/target");

    private static final Path JARS = TARGET.resolve("graalpy");

    private static final Path COMPILER =
            TARGET.resolve("../../../language/target/runtime/upgrade").normalize();

    private static final String JAVA_HOME = System.getProperty("java.home");

    private static final String PROGRAM = """
        import sqlvm
        db = sqlvm.connect(":memory:")
        db.execute("CREATE TABLE parts (name, price)")
        db.executemany("INSERT INTO parts VALUES (?, ?)", [("bolt", 1), ("nut", 2)])
        db.create_function("twice", 1, lambda x: 2 * x)
        print(*db.execute("SELECT sum(twice(price)) FROM parts").fetchone(), sqlvm.__file__)
        """;

    @TempDir
    Path folder;

    private record Run(int code, String out, String error) {}

    @BeforeAll
    static void needsPython() throws IOException, InterruptedException {
        Path anywhere = Path.of(System.getProperty("java.io.tmpdir"));
        assumeTrue(
                run(anywhere, "", "sh", "-c", "command -v python3").code == 0, "no python3 here");
    }

    /** With a variable PYTHONPATH, empty for none. */
    private static Run run(Path folder, String modules, String... command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("wheel", ".out");
        Path error = Files.createTempFile("wheel", ".error");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(error.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("JAVA_HOME", JAVA_HOME);
        environment.put("PYTHONPATH", modules);
        // GraalPy's pip asks a server for patches of packages.
        environment.put("PIP_GRAALPY_PATCHES_URL", "disabled");
        Process process = builder.start();
        process.getOutputStream().close();
        assertTrue(process.waitFor(15, TimeUnit.MINUTES), String.join(" ", command));
        Run run = new Run(
                process.exitValue(),
                Files.readString(out, UTF_8).strip(),
                Files.readString(error, UTF_8).strip());
        Files.delete(out);
        Files.delete(error);
        return run;
    }

    private Run done(String modules, String... command) throws IOException, InterruptedException {
        Run run = run(folder, modules, command);
        assertEquals(0, run.code, run.out + run.error);
        return run;
    }

    private static String wheel() throws IOException {
        return wheel("sqlvm");
    }

    private static String wheel(String name) throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            List<Path> wheels = files.filter(
                            file -> file.getFileName().toString().matches(name + "-.*\\.whl"))
                    .toList();
            assertEquals(1, wheels.size(), wheels.toString());
            return wheels.getFirst().toString();
        }
    }

    private static String lastLine(String text) {
        return text.lines().reduce("", (line, next) -> next);
    }

    /** The wheel as pip installs it for CPython: a folder of modules. */
    private String unpacked() throws IOException, InterruptedException {
        String modules = folder.resolve("installed").toString();
        done(
                "",
                "python3",
                "-m",
                "pip",
                "-q",
                "install",
                "--no-index",
                "--no-deps",
                "--target",
                modules,
                wheel());
        return modules;
    }

    @Test
    void cpythonIsToldWhatIsNeeded() throws IOException, InterruptedException {
        Run run = run(folder, wheel(), "python3", "-c", "import sqlvm");
        assertEquals(1, run.code);
        String said = lastLine(run.error);
        assertTrue(
                said.startsWith("ImportError: sqlvm needs a GraalPy that runs in Java, and this is"
                        + " CPython 3."),
                said);
        assertTrue(said.contains("`sqlvm-graalpy JARS ENVIRONMENT`"), said);
    }

    @Test
    void theCommandSaysWhatIsMissing() throws IOException, InterruptedException {
        String modules = unpacked();
        Run here = run(folder, modules, "python3", "-m", "sqlvm_graalpy");
        assertTrue(here.error.startsWith("sqlvm-graalpy: this is no GraalPy"), here.error);
        Run empty = run(folder, modules, "python3", "-m", "sqlvm_graalpy", modules, "made");
        assertTrue(empty.error.contains("has no python-launcher-"), empty.error);
        assertEquals(List.of(1, 1), List.of(here.code, empty.code));
    }

    @Test
    void metadataIsComplete() throws IOException, InterruptedException {
        Run run = done(wheel(), "python3", "-c", """
            import importlib.metadata
            d = importlib.metadata.distribution("sqlvm")
            for key in ("Name", "Version", "License", "Requires-Python", "Summary"):
                print(d.metadata[key])
            print(len(d.metadata.get_all("Classifier")) > 3, "import sqlvm" in d.metadata.get_payload())
            print([e.value for e in d.entry_points])
            """);
        List<String> lines = run.out.lines().toList();
        assertEquals("sqlvm", lines.get(0));
        assertTrue(lines.get(1).matches("\\d+\\.\\d+\\.\\d+(\\.dev0|(a|b|rc)\\d+)?"), lines.get(1));
        assertEquals("Apache-2.0", lines.get(2));
        assertEquals(">=3.9", lines.get(3));
        assertEquals(List.of("True True", "['sqlvm_graalpy:main']"), lines.subList(5, 7));
    }

    /** With the same packages of GraalPy that the commands of a checkout open. */
    @Test
    void environmentsOpenWhatCommandsOpen() throws IOException, InterruptedException {
        Path arguments = TARGET.resolve("../../../interop/python/src/main/runtime/python.args");
        String export = "--add-exports=";
        List<String> exports = Files.readAllLines(arguments).stream()
                .filter(line -> line.startsWith(export))
                .map(line -> line.substring(export.length()).replace("=ALL-UNNAMED", ""))
                .sorted()
                .toList();
        Run run = done(unpacked(), "python3", "-c", """
            import sqlvm_graalpy
            print("\\n".join(sorted(sqlvm_graalpy._OPENED)))
            """);
        assertEquals(String.join("\n", exports), run.out.strip());
    }

    /** Without a network: a checkout needs nothing to build it. */
    @Test
    void theClientIsTheSameFromACheckout() throws IOException, InterruptedException {
        Path checkout = TARGET.resolve("../../../interop/client-python").normalize();
        List<String> installed = new ArrayList<>();
        for (String source : List.of(wheel("sqlvm_client"), checkout.toString())) {
            String modules = folder.resolve("client" + installed.size()).toString();
            done(
                    "",
                    "python3",
                    "-m",
                    "pip",
                    "-q",
                    "install",
                    "--no-index",
                    "--no-compile",
                    "--target",
                    modules,
                    source);
            Run run = done(modules, "python3", "-c", """
                import importlib.metadata, sqlvm_client
                print(importlib.metadata.version("sqlvm-client"), sqlvm_client.apilevel)
                for file in sorted(map(str, importlib.metadata.files("sqlvm-client"))):
                    print(file) if file.endswith(".py") else None
                try:
                    sqlvm_client.connect("sqlvm://localhost:1")
                except sqlvm_client.OperationalError as error:
                    print(error.sqlite_errorname)
                """);
            installed.add(run.out);
        }
        assertEquals(installed.get(0), installed.get(1));
        assertTrue(installed.get(0).endsWith("SQLITE_CANTOPEN"), installed.get(0));
    }

    /** From nothing but the wheel, GraalPy's jars and a JDK, by one command. */
    @Test
    void anEnvironmentIsMade() throws IOException, InterruptedException {
        String modules = unpacked();
        done(
                modules,
                "python3",
                "-m",
                "sqlvm_graalpy",
                "--without-pip",
                "--without-cache",
                JARS.toString(),
                "made");
        String python = folder.resolve("made/bin/python").toString();
        Run run = done("", python, "-c", PROGRAM);
        assertTrue(run.out.matches("6 .*/made/lib/python3.*/sqlvm/__init__.py"), run.out);
        assertEquals("", run.error);
        assertEquals("(42,)", done("", python, "-m", "sqlvm", ":memory:", "SELECT 6 * 7").out);
    }

    /**
     * With the compiler among the jars: it has a Java of its own, and a cache, which Java refuses
     * to start without if it is told so.
     */
    @Test
    @EnabledIfSystemProperty(named = "sqlvm.slow", matches = "true")
    void anEnvironmentStartsFast() throws IOException, InterruptedException {
        Path jars = Files.createDirectory(folder.resolve("jars"));
        for (Path from : List.of(JARS, COMPILER)) {
            try (Stream<Path> files = Files.list(from)) {
                for (Path jar : files.toList()) {
                    Files.copy(
                            jar,
                            jars.resolve(jar.getFileName()),
                            StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        done(unpacked(), "python3", "-m", "sqlvm_graalpy", "--without-pip", "jars", "made");
        String python = folder.resolve("made/bin/python").toString();
        Run run = done("", python, "-c", PROGRAM);
        assertTrue(run.out.startsWith("6 "), run.out);
        assertEquals("", run.error);
        String withCache = "JAVA_TOOL_OPTIONS=-XX:AOTMode=on";
        assertEquals("2", done("", "env", withCache, python, "-c", "print(1 + 1)").out);
        Files.delete(folder.resolve("made/graalpy/start.aot"));
        assertEquals(1, run(folder, "", "env", withCache, python, "-c", "print(1)").code);
        assertEquals("", done("", python, "-c", "print(1)").error);
    }

    /** GraalPy's own pip installs it; before the command has run, `import sqlvm` names it. */
    @Test
    @EnabledIfSystemProperty(named = "sqlvm.slow", matches = "true")
    void anEnvironmentIsExtended() throws IOException, InterruptedException {
        Path graalpy = Files.createDirectory(folder.resolve("bin")).resolve("graalpy");
        Files.writeString(
                graalpy,
                String.join(
                        "\n",
                        List.of(
                                "#!/bin/sh",
                                "exec '" + JAVA_HOME
                                        + "/bin/java' --enable-native-access=ALL-UNNAMED -cp '"
                                        + JARS
                                        + "/*' \"-Dorg.graalvm.launcher.executablename=$0\""
                                        + " -Dpolyglot.engine.WarnInterpreterOnly=false"
                                        + " com.oracle.graal.python.shell.GraalPythonMain"
                                        + " --polyglot \"$@\"")));
        assertTrue(graalpy.toFile().setExecutable(true));
        done("", graalpy.toString(), "-m", "venv", "env");
        Path bin = folder.resolve("env/bin");
        String python = bin.resolve("python").toString();
        done("", python, "-m", "pip", "install", "--no-index", wheel());
        Run before = run(folder, "", python, "-c", "import sqlvm");
        assertEquals(1, before.code);
        assertTrue(
                before.error.contains("ImportError: sqlvm's jars are not on the class path of this"
                        + " GraalPy: the command `sqlvm-graalpy`"),
                before.error);
        done("", bin.resolve("sqlvm-graalpy").toString());
        Run after = done("", python, "-c", PROGRAM);
        assertTrue(after.out.startsWith("6 "), after.out);
        // Once more, by the Java that the first time has chosen.
        done("", bin.resolve("sqlvm-graalpy").toString());
        assertEquals(after.out, done("", python, "-c", PROGRAM).out);
        done("", python, "-m", "pip", "--version");
        done("", "python3", "-m", "venv", "twine");
        done("", "twine/bin/pip", "-q", "install", "twine");
        done("", "twine/bin/twine", "check", "--strict", wheel());
    }
}
