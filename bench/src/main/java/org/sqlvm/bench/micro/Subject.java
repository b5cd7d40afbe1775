package org.sqlvm.bench.micro;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A system that runs the programs.
 *
 * @param id its name in options and files
 * @param title its name in tables
 * @param python the program that takes the script, and its first arguments; empty for Java
 * @param engine the engine for Java, as {@link Host#open} knows it; else null
 */
record Subject(String id, String title, List<String> python, String engine) {
    /** sqlvm in both languages: what the others are compared with. */
    static final String PYTHON = "graalpy-sqlvm";

    static final String JAVA = "sqlvm";

    /** sqlvm in Java without Graal's compiler. */
    private static final String STOCK = "sqlvm-stock";

    static final String CPYTHON = "cpython-sqlite3";
    static final String PYPY = "pypy-sqlite3";
    static final String SQLITE = "sqlite-jdbc";
    static final String H2 = "h2";

    /** The programs that DuckDB's driver can run, in a reasonable time. */
    private static final Set<String> OF_DUCKDB = Set.of("select", "innerjoin");

    /** Behind the id of one that runs its program after the other five, in the same process. */
    private static final String TOGETHER = "-together";

    private static Subject python(String id, String title, String... command) {
        return new Subject(id, title, List.of(command), null);
    }

    private static Subject java(String engine, String title) {
        return new Subject(engine, title, List.of(), engine);
    }

    /**
     * All that this machine has, and what is missing.
     *
     * @param launcher the command sqlvm
     * @param together whether programs of sqlvm are measured after the others, too
     */
    static List<Subject> all(String launcher, boolean together, List<String> missing) {
        List<Subject> all = new ArrayList<>();
        Subject graalpy = python(PYTHON, "GraalPy, sqlvm", launcher, "python");
        all.add(graalpy);
        find(home(".pyenv/versions"), "python3.12")
                .or(() -> find(home(".pyenv/versions"), "python3"))
                .ifPresentOrElse(
                        path -> all.add(python(CPYTHON, "CPython, sqlite3", path)),
                        () -> missing.add("CPython is not measured: install Python 3, for"
                                + " instance with `pyenv install 3.12`."));
        find(home("pypy"), "pypy3")
                .ifPresentOrElse(
                        path -> all.add(python(PYPY, "PyPy, sqlite3", path)),
                        () -> missing.add("PyPy is not measured: install pypy3, for instance"
                                + " with `apt-get install pypy3`."));
        Subject java = java(JAVA, "sqlvm");
        all.add(java);
        all.add(new Subject(STOCK, "sqlvm, without Graal", List.of(), JAVA));
        all.add(java("sqlvm-jdbc", "sqlvm, JDBC"));
        all.add(java(SQLITE, "sqlite-jdbc"));
        all.add(java(H2, "H2"));
        all.add(java("duckdb", "DuckDB"));
        if (together) {
            all.add(graalpy.together());
            all.add(java.together());
        }
        return all;
    }

    private Subject together() {
        return new Subject(id + TOGETHER, title + ", after the other five", python, engine);
    }

    /** The process runs the other five programs before. */
    boolean isTogether() {
        return id.endsWith(TOGETHER);
    }

    private static Path home(String folder) {
        return Path.of(System.getProperty("user.home")).resolve(folder);
    }

    /** A program in one of the folders {@code versions/*}{@code /bin}, or in those of the PATH. */
    private static Optional<String> find(Path versions, String name) {
        List<Path> folders = new ArrayList<>();
        for (String folder : System.getenv("PATH").split(":")) {
            folders.add(Path.of(folder));
        }
        if (Files.isDirectory(versions)) {
            try (var installed = Files.list(versions)) {
                installed.sorted().forEach(version -> folders.add(version.resolve("bin")));
            } catch (java.io.IOException _) {
                // Not ours to read: as if it were not there.
            }
        }
        return folders.stream()
                .map(folder -> folder.resolve(name))
                .filter(Subject::works)
                .map(Path::toString)
                .findFirst();
    }

    private static boolean works(Path program) {
        if (!Files.isExecutable(program)) {
            return false;
        }
        try {
            return new ProcessBuilder(program.toString(), "-c", "import sqlite3")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (java.io.IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    boolean isPython() {
        return !python.isEmpty();
    }

    /** Only the compilers that each Java has compile. */
    boolean isStock() {
        return id.equals(STOCK);
    }

    /** sqlvm in Python. */
    boolean isGraalpy() {
        return id.startsWith(PYTHON);
    }

    boolean runs(String benchmark) {
        return !"duckdb".equals(engine) || OF_DUCKDB.contains(benchmark);
    }
}
