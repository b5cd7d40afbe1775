package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.Shard;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Nothing is written to sqlite_schema that SQLite would not read: it opens the database behind
 * every statement of our test files that makes or alters something, finds it sound, and reads each
 * table and view as sqlvm does.
 */
final class StoredDefinitionsTest {
    private static final Pattern DEFINITION = Pattern.compile(
            "\\s*(create|alter|drop|analyze|vacuum|commit|end|release)\\b.*",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /**
     * The results of integrity_check for a sound file: a row may be older than a CHECK that it does
     * not meet.
     */
    private static final Pattern SOUND =
            Pattern.compile("ok|CHECK constraint failed in .*|non-deterministic use of .*");

    /** SQLITE_CORRUPT: also what is said of a schema that cannot be read. */
    private static final int CORRUPT = 11;

    @TempDir
    private Path directory;

    private int checkCount;

    @TestFactory
    Stream<DynamicTest> corpus() throws IOException, URISyntaxException {
        if (TestMode.COMPILED) {
            return Stream.empty();
        }
        Path folder = Path.of(StoredDefinitionsTest.class.getResource("/sql").toURI());
        Shard shard = Shard.ofBuild(StoredDefinitionsTest.class, 10);
        return Stream.concat(
                shard.of(SuiteRunner.testFiles(List.of(folder))).stream()
                        .map(file -> DynamicTest.dynamicTest(
                                folder.relativize(file).toString(), () -> run(file))),
                Stream.of(DynamicTest.dynamicTest(
                        "definitions",
                        () -> assertTrue(
                                checkCount > 500 / shard.count(), () -> "" + checkCount))));
    }

    private void run(Path script) throws IOException {
        Path folder = Files.createDirectory(directory.resolve(UUID.randomUUID().toString()));
        try (FolderEngine sqlvm = FolderEngine.openIn(folder, Engines.SQLVM);
                Connections connections = new Connections(sqlvm);
                EntryReader entries = new EntryReader(script)) {
            sqlvm.execute("PRAGMA synchronous = OFF");
            for (Entry entry = entries.next(); entry != null; entry = entries.next()) {
                String sql = sqlFor(entry, "sqlvm");
                if (sql == null) {
                    continue;
                }
                if (sql.toLowerCase(Locale.ROOT).contains("writable_schema")) {
                    break; // From here on, the script itself writes what it likes.
                }
                Outcome outcome = connections.of(entry).execute(sql, parameters(entry));
                if (!outcome.failed() && DEFINITION.matcher(sql).matches()) {
                    check(sqlvm, script, entry);
                }
            }
        }
    }

    /** The statement of an entry; null if it has none, or is not meant for {@code engine}. */
    private static String sqlFor(Entry entry, String engine) {
        boolean meant = entry.conditions().stream()
                .allMatch(condition -> condition.holds(List.of(engine, "file")));
        return meant ? sql(entry) : null;
    }

    private static String sql(Entry entry) {
        return switch (entry) {
            case Entry.Statement statement -> statement.sql();
            case Entry.Query query -> query.sql();
            default -> null;
        };
    }

    private static List<Object> parameters(Entry entry) {
        return switch (entry) {
            case Entry.Statement statement -> statement.parameters();
            case Entry.Query query -> query.parameters();
            default -> List.of();
        };
    }

    /** The two would drop each other's locks, so that SQLite gets a copy. */
    private void check(FolderEngine sqlvm, Path script, Entry entry) throws IOException {
        checkCount++;
        String behind = entry.line() + ": " + sql(entry);
        Path copy = sqlvm.database().resolveSibling("copy.db");
        for (String ending : List.of("", "-wal")) {
            Path file = Path.of(sqlvm.database() + ending);
            Path target = Path.of(copy + ending);
            Files.deleteIfExists(target);
            if (Files.exists(file)) {
                Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        try (SqliteEngine sqlite = SqliteEngine.onFile(copy)) {
            sqlite.registerUserFunctions();
            String verdict = verdict(sqlite);
            if (!SOUND.matcher(verdict).matches()) {
                assertEquals(ownVerdict(script, entry.line()), verdict, behind);
            }
            for (String name : names(sqlite)) {
                String sql = "SELECT * FROM \"" + name.replace("\"", "\"\"") + "\" LIMIT 1";
                Outcome read = sqlite.execute(sql);
                if (read.failed() && !withoutModule(read.failure())) {
                    Outcome ours = sqlvm.execute(sql);
                    String difference = behind + "\n" + sql + ": " + read.failure();
                    assertTrue(read.failure().code() != CORRUPT && ours.failed(), difference);
                    assertEquals(read.failure().code(), ours.failure().code(), difference);
                }
            }
        }
    }

    /** Returns SQLite's verdict on the database that it makes itself from a script up to a line. */
    private String ownVerdict(Path script, int line) throws IOException {
        Path folder = Files.createDirectory(directory.resolve(UUID.randomUUID().toString()));
        try (FolderEngine sqlite = FolderEngine.openIn(folder, Engines.SQLITE);
                Connections connections = new Connections(sqlite);
                EntryReader entries = new EntryReader(script)) {
            for (Entry entry = entries.next();
                    entry != null && entry.line() <= line;
                    entry = entries.next()) {
                String sql = sqlFor(entry, "sqlite");
                if (sql != null) {
                    connections.of(entry).execute(sql, parameters(entry));
                }
            }
            return verdict(sqlite);
        }
    }

    private static String verdict(TestEngine engine) {
        Outcome outcome = engine.execute("PRAGMA integrity_check");
        return outcome.failed()
                ? outcome.failure().message()
                : (String) outcome.rows().getFirst()[0];
    }

    /** Whether SQLite lacks the module of a table here: its JDBC driver comes without geopoly. */
    private static boolean withoutModule(Outcome.Failure failure) {
        return failure.message().contains("no such module: ");
    }

    private static List<String> names(SqliteEngine sqlite) {
        List<String> names = new ArrayList<>();
        for (Object[] row : sqlite.execute(
                        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
                .rows()) {
            names.add((String) row[0]);
        }
        return names;
    }
}
