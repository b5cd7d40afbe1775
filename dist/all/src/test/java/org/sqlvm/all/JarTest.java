package org.sqlvm.all;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The jar alone, in a folder of its own: no environment, no other jar, no flags of Java unless a
 * test says so.
 */
final class JarTest {
    private static final Path ROOT = Path.of(System.getProperty("sqlvm.root"));
    private static final Path RUNTIME = ROOT.resolve("language/target/runtime");
    private static final Path BUILT = ROOT.resolve("dist/all/target/sqlvm-jdbc-all.jar");

    /**
     * The beginning of JDK 25's warnings about Truffle and sun.misc.Unsafe, which no jar can
     * prevent.
     */
    private static final String UNSAFE = "WARNING: ";

    private static final String QUIET = "--sun-misc-unsafe-memory-access=allow";

    private static final String STATE = "compiled as classes: Java was started without Graal's"
            + " compiler, and this jar has none";

    @TempDir
    Path folder;

    private record Run(List<String> out, List<String> error) {}

    @BeforeEach
    void copy() throws IOException {
        Files.copy(BUILT, folder.resolve("all.jar"));
        for (Class<?> program :
                List.of(JdbcProgram.class, ApiProgram.class, ApiProgram.Order.class)) {
            String file = program.getName().replace('.', '/') + ".class";
            Path target = folder.resolve("classes").resolve(file);
            Files.createDirectories(target.getParent());
            try (InputStream stream = JarTest.class.getResourceAsStream("/" + file)) {
                Files.copy(stream, target);
            }
        }
    }

    private Run java(String input, String... arguments) throws IOException, InterruptedException {
        return java(0, input, arguments);
    }

    private Run java(int code, String input, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(arguments));
        Path error = folder.resolve("error");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(error.toFile());
        builder.environment().clear();
        Process process = builder.start();
        process.getOutputStream().write(input.getBytes(UTF_8));
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the process has not ended");
        List<String> errors = Files.readAllLines(error);
        assertEquals(code, process.exitValue(), out + errors);
        return new Run(out.lines().toList(), errors);
    }

    private Run shell(String input, String... arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-jar", "all.jar"));
        all.addAll(Arrays.asList(arguments));
        return java(input, all.toArray(String[]::new));
    }

    /** A shell that is to end with an error. */
    private Run failing(String input, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("-jar", "all.jar"));
        all.addAll(Arrays.asList(arguments));
        return java(1, input, all.toArray(String[]::new));
    }

    @Test
    void theShellWithStatements() throws IOException, InterruptedException {
        Run made = shell("", "file.db", "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 'x')");
        assertEquals(new Run(List.of(), List.of()), made);
        Run read = shell("", "-header", "file.db", "SELECT * FROM t");
        assertEquals(new Run(List.of("a|b", "1|x"), List.of()), read);
    }

    @Test
    void theShellWithInput() throws IOException, InterruptedException {
        Run run = shell("SELECT 'ä';\n.version\n");
        assertEquals("ä", run.out.get(0));
        assertTrue(run.out.get(1).startsWith("sqlvm "), run.out.toString());
        assertEquals("Programs are " + STATE, run.out.getLast());
        assertEquals(List.of(), run.error);
    }

    /** JLine, under its other name, where there is no terminal. */
    @Test
    void theShellWithPrompts() throws IOException, InterruptedException {
        Run run = shell("SELECT 6 * 7;\n", "-interactive");
        assertTrue(run.out.stream().anyMatch(line -> line.endsWith("42")), run.out.toString());
        assertEquals(List.of(), run.error);
    }

    /** The shell advises only what this jar has. */
    @Test
    void theShellsAdvice() throws IOException, InterruptedException {
        String create = "CREATE FUNCTION f(x) LANGUAGE js AS 'x => x'; SELECT f(1);\n";
        assertSays("the option -stored-functions turns them on", failing(create));
        assertSays("language js, which is not there", failing(create, "-stored-functions"));
    }

    private static void assertSays(String end, Run run) {
        assertTrue(run.error.stream().anyMatch(line -> line.endsWith(end)), run.error.toString());
    }

    @Test
    void theDriver() throws IOException, InterruptedException {
        Run run =
                java("", "-cp", "all.jar:classes", JdbcProgram.class.getName(), "jdbc:sqlvm:a.db");
        assertEquals(List.of("two sqlvm SQLite null"), run.out);
        List<String> ours =
                run.error.stream().filter(line -> !line.startsWith(UNSAFE)).toList();
        assertEquals(List.of(), ours);
    }

    @Test
    void theDriverForUrlsOfSqlite() throws IOException, InterruptedException {
        Run run = java(
                "",
                QUIET,
                "-Dsqlvm.RuntimeMessage=off",
                "-Dsqlvm.jdbc.acceptSqlite=true",
                "-cp",
                "all.jar:classes",
                JdbcProgram.class.getName(),
                "jdbc:sqlite:a.db");
        assertEquals(new Run(List.of("two sqlvm SQLite null"), List.of()), run);
    }

    @Test
    void theDriverAsAModule() throws IOException, InterruptedException {
        Run run = java(
                "",
                QUIET,
                "-p",
                "all.jar",
                "--add-modules",
                "org.sqlvm.all",
                "-cp",
                "classes",
                JdbcProgram.class.getName(),
                "jdbc:sqlvm:");
        assertEquals(new Run(List.of("two sqlvm SQLite org.sqlvm.all"), List.of()), run);
    }

    /** A record, a Java function and a list as a table. */
    @Test
    void theApi() throws IOException, InterruptedException {
        Run run = java("", QUIET, "-cp", "all.jar:classes", ApiProgram.class.getName());
        assertEquals(new Run(List.of("0.225 15", STATE), List.of()), run);
    }

    /** GraalVM's modules come before what the jar has of them, and find the language in it. */
    @Test
    void besideTheOptimizingRuntime() throws IOException, InterruptedException {
        Run run = java(
                "",
                "@" + RUNTIME.resolve("jvmci.args"),
                "@" + RUNTIME.resolve("jvm.args"),
                "-cp",
                "all.jar:classes",
                ApiProgram.class.getName());
        assertEquals(new Run(List.of("0.225 15", "compiled"), List.of()), run);
    }

    @Test
    void whatIsInside() throws IOException {
        Set<String> names = new HashSet<>();
        try (ZipFile jar = new ZipFile(BUILT.toFile())) {
            for (ZipEntry entry : jar.stream().toList()) {
                String name = entry.getName();
                assertTrue(names.add(name), name + " twice");
                assertTrue(!name.endsWith("module-info.class"), name);
                assertTrue(!name.startsWith("org/jline/"), name);
                assertTrue(!name.endsWith(".so"), name);
                assertEquals(2026, entry.getTimeLocal().getYear(), name);
            }
        }
        for (String name : List.of(
                "META-INF/LICENSE",
                "META-INF/NOTICE",
                "META-INF/services/java.sql.Driver",
                "org/sqlvm/shaded/jline/reader/LineReader.class",
                "org/graalvm/polyglot/Context.class")) {
            assertTrue(names.contains(name), name);
        }
    }
}
