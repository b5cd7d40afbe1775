package org.sqlvm.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Builds and runs the projects as their readers do, each in a folder of its own. */
final class ProjectsRun {
    private static final Path SOURCES =
            Path.of(System.getProperty("sqlvm.root"), "dist", "projects");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));
    private static final int MINUTES_MAX = 5;

    /** For a repository, and for copies of the projects. */
    private static final Path FOLDER = SOURCES.resolve("target").resolve("projects");

    private static final Path REPOSITORY = FOLDER.resolve("repository");

    private static String version;

    @BeforeAll
    static void install() throws IOException {
        delete(FOLDER);
        Installed.repository(REPOSITORY, Path.of(System.getProperty("repository")));
        // Here ends Maven's search for settings, before it finds those of our own build.
        Files.createDirectories(FOLDER.resolve(".mvn"));
        version = Installed.all().getFirst().version();
    }

    /** Its links lead to a repository of the user's, where a careless tool could do harm. */
    @AfterAll
    static void removeLinks() throws IOException {
        delete(REPOSITORY);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> paths = Files.walk(folder)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static Path copy(String name) throws IOException {
        Path source = SOURCES.resolve(name);
        Path copy = FOLDER.resolve(name);
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.toList()) {
                if (!path.startsWith(source.resolve("target"))) {
                    Files.copy(path, copy.resolve(source.relativize(path)));
                }
            }
        }
        return copy;
    }

    private static String maven(Path project, String... goals) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "-B",
                "-ntp",
                "-q",
                "-Dmaven.repo.local=" + REPOSITORY,
                "-Dsqlvm.version=" + version));
        command.addAll(List.of(goals));
        return run(project, command);
    }

    /** Runs a program; returns its standard output. */
    private static String run(Path where, List<String> command) throws Exception {
        return run(where, new ProcessBuilder(command));
    }

    private static String run(Path where, ProcessBuilder builder) throws Exception {
        Path errors = where.resolve("errors.txt");
        builder.directory(where.toFile()).redirectError(errors.toFile());
        builder.environment().put("JAVA_HOME", JAVA_HOME.toString());
        builder.environment().remove("MAVEN_OPTS");
        String bin = JAVA_HOME.resolve("bin").toString();
        builder.environment()
                .merge("PATH", bin, (path, first) -> first + File.pathSeparator + path);
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(true, process.waitFor(MINUTES_MAX, TimeUnit.MINUTES), "has not ended");
        assertEquals(0, process.exitValue(), () -> text + "\n" + read(errors));
        return text.replaceAll("\u001b\\[[0-9;]*m", "").strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void jdbc() throws Exception {
        String output = maven(copy("jdbc"), "compile", "exec:exec");
        assertEquals("1 bolt 0.25\n3 bracket 3.5", output);
    }

    /** With a cache that could not be used, Java would not start. */
    @Test
    void aCacheOfTheStart() throws Exception {
        Path project = copy("aot");
        maven(project, "package");
        List<String> command = List.of(
                JAVA_HOME.resolve("bin").resolve("java").toString(),
                "-XX:AOTMode=on",
                "-XX:AOTCache=app.aot",
                "-cp",
                "app.jar:lib/*",
                "com.example.Main");
        assertEquals("0.35", run(project.resolve("target"), command));
    }

    @Test
    void javaWithAFunctionInPython() throws Exception {
        String output = maven(copy("java-python"), "compile", "exec:exec");
        assertEquals("AL 1815\nGH 1906", output);
    }

    @Test
    void tenThreads() throws Exception {
        String output = maven(copy("threads"), "compile", "exec:exec");
        assertEquals("1000 transfers of 10 threads\nsum 100000", output);
    }

    @Test
    void csvToParquet() throws Exception {
        String output = maven(copy("csv-to-parquet"), "compile", "exec:exec");
        assertEquals(
                "rides.parquet is there\n2026-11-01: 2 rides, 38.25\n2026-11-02: 1 rides, 13.25",
                output);
    }

    /** In the one jar, which has the same shell as all others. */
    @Test
    void aSessionOfTheShell() throws Exception {
        Path folder = copy("shell");
        ProcessBuilder shell = new ProcessBuilder(
                        JAVA_HOME.resolve("bin").resolve("java").toString(),
                        "-jar",
                        SOURCES.resolveSibling("all/target/sqlvm-jdbc-all.jar").toString(),
                        "-bail",
                        "shop.db")
                .redirectInput(folder.resolve("session.sql").toFile());
        assertEquals(read(folder.resolve("session.txt")).strip(), run(folder, shell));
    }

    /** It fetches Hibernate, which no other part of the build needs: see build/slow. */
    @Test
    @EnabledIfSystemProperty(named = "sqlvm.slow", matches = "true")
    void springWithJpa() throws Exception {
        Path project = copy("spring-jpa");
        maven(project, "package");
        String output = run(
                project,
                List.of(
                        JAVA_HOME.resolve("bin").resolve("java").toString(),
                        "--sun-misc-unsafe-memory-access=allow",
                        "-jar",
                        "target/shop-jpa.jar"));
        assertEquals(
                "there is a nut already\n1 bolt 0.25\n2 nut 0.5\n1: 9.0\n2: 0.5\n2026-11-01",
                output);
    }

    @Test
    void springWithHikari() throws Exception {
        Path project = copy("spring");
        maven(project, "package");
        String java = JAVA_HOME.resolve("bin").resolve("java").toString();
        String output = run(
                project,
                List.of(
                        java,
                        "--sun-misc-unsafe-memory-access=allow",
                        "-jar",
                        "target/parts-spring.jar"));
        assertEquals(
                "taken: 12 bolts, 4 nuts\nnot enough for 5 bolts, 6 nuts\nbolt 8\nnut 1", output);
    }
}
