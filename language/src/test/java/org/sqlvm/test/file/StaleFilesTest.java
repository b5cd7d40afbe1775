package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A database file that is missing, empty, replaced or renamed, and beside it a journal, a log or an
 * index that is not its own: sqlvm does to each what SQLite does, in every journal mode, and leaves
 * what SQLite reads in the same way.
 */
final class StaleFilesTest {
    private static final List<String> MODES =
            List.of("delete", "truncate", "persist", "memory", "off", "wal");

    /** The state of the database when the first connection opens it. */
    private static final List<List<String>> DATABASES = List.of(
            List.of(),
            List.of("empty v.db"),
            List.of("put plain.db AS v.db"),
            List.of("put logged.db AS v.db"));

    /** The files beside it. */
    private static final List<List<String>> BESIDE = List.of(
            List.of(),
            List.of("put old.db-wal AS v.db-wal"),
            List.of("put old.db-wal AS v.db-wal", "put old.db-shm AS v.db-shm"),
            List.of("put small.db-wal AS v.db-wal"),
            List.of("put text AS v.db-wal"),
            List.of("empty v.db-wal"),
            List.of("put old.db-shm AS v.db-shm"),
            List.of("put hot.db-journal AS v.db-journal"),
            List.of("put long.db-journal AS v.db-journal"),
            List.of("put cold.db-journal AS v.db-journal"),
            List.of("put text AS v.db-journal"),
            List.of("empty v.db-journal"),
            List.of("put hot.db-journal AS v.db-journal", "put old.db-wal AS v.db-wal"));

    /** With compiled code, this many times fewer stories are run. */
    private static final int STEP = TestMode.COMPILED ? 50 : 10 / TestMode.rounds(10);

    @TempDir(factory = InMemory.class)
    private static Path folder;

    /** Where there is one, a folder in memory: the disk is not asked to keep anything here. */
    static final class InMemory implements TempDirFactory {
        private static final Path MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
                throws IOException {
            return Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "sqlvm")
                    : Files.createTempDirectory("sqlvm");
        }
    }

    private static FileStories stories;

    @BeforeAll
    static void prepare() throws IOException {
        stories = new FileStories(folder);
    }

    /** Each database, with each thing beside it, in each journal mode. */
    static List<FileStory> found() {
        List<FileStory> stories = new ArrayList<>();
        for (List<String> database : DATABASES) {
            for (List<String> beside : BESIDE) {
                for (String mode : MODES) {
                    List<String> steps = new ArrayList<>(database);
                    steps.addAll(beside);
                    String name = mode + " after " + steps;
                    steps.addAll(List.of(
                            "a> PRAGMA journal_mode = " + mode,
                            "a> SELECT name FROM sqlite_schema",
                            "a> CREATE TABLE a(x)",
                            "a> INSERT INTO a VALUES(7)",
                            "b> SELECT * FROM a",
                            "b> INSERT INTO a VALUES(8)",
                            "a> SELECT * FROM a",
                            "b close",
                            "a close"));
                    stories.add(new FileStory(name, steps));
                }
            }
        }
        return stories;
    }

    /** The same, only read. */
    static List<FileStory> read() {
        List<FileStory> stories = new ArrayList<>();
        for (List<String> database : DATABASES) {
            for (List<String> beside : BESIDE) {
                List<String> steps = new ArrayList<>(database);
                steps.addAll(beside);
                String name = "read after " + steps;
                steps.addAll(List.of(
                        "a> SELECT name FROM sqlite_schema",
                        "a> PRAGMA journal_mode",
                        "b> SELECT name FROM sqlite_schema",
                        "b> PRAGMA user_version = 3"));
                stories.add(new FileStory(name, steps));
            }
        }
        return stories;
    }

    /** From each journal mode to each other one. */
    static List<FileStory> modes() {
        List<FileStory> stories = new ArrayList<>();
        for (String from : MODES) {
            for (String to : MODES) {
                stories.add(new FileStory(
                        from + " to " + to,
                        List.of(
                                "a> PRAGMA journal_mode = " + from,
                                "a> CREATE TABLE a(x)",
                                "a> PRAGMA journal_mode = " + to,
                                "a> INSERT INTO a VALUES(7)",
                                "b> SELECT * FROM a",
                                "b> PRAGMA journal_mode",
                                "b close")));
            }
        }
        return stories;
    }

    /** The statements of the connection before the files change under it. */
    private static final List<List<String>> BEFORE = List.of(
            List.of("a> SELECT * FROM a"),
            List.of("a> INSERT INTO a VALUES(2)"),
            List.of("a> BEGIN", "a> SELECT * FROM a"),
            List.of("a> BEGIN", "a> INSERT INTO a VALUES(2)"));

    private static final List<List<String>> CHANGES = List.of(
            List.of("rm v.db"),
            List.of("rm v.db", "b> CREATE TABLE b(x)", "b> INSERT INTO b VALUES(1)"),
            List.of(
                    "rm v.db",
                    "rm v.db-wal",
                    "rm v.db-shm",
                    "rm v.db-journal",
                    "b> CREATE TABLE b(x)",
                    "b> INSERT INTO b VALUES(1)"),
            List.of("put plain.db AS v.db"),
            List.of("put plain.db AS v.db", "b> INSERT INTO plain VALUES(1)"),
            List.of("put logged.db AS v.db"),
            List.of("put logged.db AS v.db", "b> INSERT INTO logged VALUES(1)"),
            List.of("mv v.db w.db"),
            List.of("mv v.db w.db", "b> CREATE TABLE b(x)"),
            List.of("mv v.db w.db", "mv w.db v.db", "b> INSERT INTO a VALUES(3)"),
            List.of("put old.db-wal AS v.db-wal"),
            List.of("put hot.db-journal AS v.db-journal"),
            List.of("put text AS v.db-journal"),
            List.of("rm v.db-wal"),
            List.of("rm v.db-shm"));

    /**
     * The connection's database is replaced by another file, but both are taken to have the same
     * log: here SQLite writes pages of the one into the other.
     */
    static Stream<FileStory> mixed() {
        return some(changed(true));
    }

    /** A connection is open while the files change. */
    private static List<FileStory> changed(boolean mixed) {
        List<FileStory> stories = new ArrayList<>();
        for (String mode : MODES) {
            for (List<String> before : BEFORE) {
                for (List<String> change : CHANGES) {
                    String first = change.getFirst();
                    boolean plain = first.startsWith("put plain") && mode.equals("wal");
                    if (mixed != (plain || first.startsWith("put logged"))) {
                        continue;
                    }
                    List<String> steps = new ArrayList<>(List.of(
                            "a> PRAGMA journal_mode = " + mode,
                            "a> CREATE TABLE a(x)",
                            "a> INSERT INTO a VALUES(1)"));
                    steps.addAll(before);
                    steps.addAll(change);
                    String name = mode + ": " + before + ", then " + change;
                    steps.addAll(List.of(
                            "a> SELECT * FROM a",
                            "a> INSERT INTO a VALUES(4)",
                            "a> COMMIT",
                            "b> SELECT name FROM sqlite_schema",
                            "b> CREATE TABLE c(x)"));
                    // Where b has deleted a's journal, a's commit fails, in sqlvm alone wholly.
                    if (!before.getLast().startsWith("a> INSERT") || change.size() == 1) {
                        steps.add("a> SELECT * FROM a");
                    }
                    steps.addAll(List.of("b close", "a close"));
                    stories.add(new FileStory(name, steps));
                }
            }
        }
        return stories;
    }

    static Stream<FileStory> stories() {
        List<FileStory> all = new ArrayList<>(found());
        all.addAll(read());
        all.addAll(modes());
        all.addAll(changed(false));
        return some(all);
    }

    private static Stream<FileStory> some(List<FileStory> all) {
        return IntStream.range(0, all.size()).filter(i -> i % STEP == 0).mapToObj(all::get);
    }

    @ParameterizedTest
    @MethodSource("stories")
    void asSqlite(FileStory story) throws IOException {
        assertEquals(null, stories.difference(story));
    }

    /** Nothing that the replaced database's connection does can be seen in its successor. */
    @ParameterizedTest
    @MethodSource("mixed")
    void aReplacedDatabaseLeavesItsSuccessorAlone(FileStory story) throws IOException {
        List<String> quiet = new ArrayList<>(story.steps());
        int change = 0;
        while (!quiet.get(change).startsWith("put")) {
            change++;
        }
        boolean ends = !quiet.getFirst().endsWith("wal"); // Its journal goes.
        quiet.subList(change, quiet.size())
                .removeIf(step -> step.startsWith("a>") && !(ends && step.equals("a> COMMIT")));
        FileStory expected = new FileStory(story.name(), quiet);
        assertEquals(null, stories.difference(expected, story, change));
    }
}
