package org.sqlvm.test.file;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Has both engines run a {@link FileStory}, each in a folder of its own, and read what both have
 * left.
 */
final class FileStories {
    private final Path folder;

    /** Files of other databases, as processes that died have left them. */
    private final Path prepared;

    FileStories(Path folder) throws IOException {
        this.folder = folder;
        prepared = Files.createDirectory(folder.resolve("prepared"));
        Path work = Files.createDirectory(folder.resolve("work"));
        Files.writeString(prepared.resolve("text"), "this is no journal, and no log either\n");
        make(work, "plain.db", "CREATE TABLE plain(x)", "INSERT INTO plain VALUES(1)");
        make(
                work,
                "logged.db",
                "PRAGMA journal_mode = WAL",
                "CREATE TABLE logged(x)",
                "INSERT INTO logged VALUES(2)");
        make(
                work,
                "old.db",
                "CREATE TABLE before(x)",
                "PRAGMA journal_mode = WAL",
                "PRAGMA wal_autocheckpoint = 0",
                "CREATE TABLE old(x)",
                "INSERT INTO old VALUES(3)");
        make(
                work,
                "small.db",
                "PRAGMA page_size = 1024",
                "CREATE TABLE before(x)",
                "PRAGMA journal_mode = WAL",
                "PRAGMA wal_autocheckpoint = 0",
                "CREATE TABLE small(x)",
                "INSERT INTO small VALUES(4)");
        make(
                work,
                "hot.db",
                "CREATE TABLE hot(x)",
                "INSERT INTO hot VALUES(5)",
                "PRAGMA synchronous = OFF",
                "BEGIN",
                "INSERT INTO hot VALUES(6)");
        make(
                work,
                "long.db",
                "CREATE TABLE long(x)",
                "INSERT INTO long VALUES(zeroblob(40000)), (5)",
                "PRAGMA cache_size = 1",
                "BEGIN",
                "UPDATE long SET x = randomblob(40000) WHERE x <> 5");
        make(
                work,
                "cold.db",
                "PRAGMA journal_mode = PERSIST",
                "CREATE TABLE cold(x)",
                "INSERT INTO cold VALUES(6)");
    }

    /** Takes copies of the files as they are before the connection closes. */
    private void make(Path work, String name, String... statements) throws IOException {
        try (TestEngine sqlite = Engines.SQLITE.onFile(work.resolve(name))) {
            for (String sql : statements) {
                Outcome outcome = sqlite.execute(sql);
                if (outcome.failed()) {
                    throw new IllegalStateException(sql + ": " + outcome.failure());
                }
            }
            if (!name.equals("logged.db")) {
                copyAll(work);
            }
        }
        if (name.equals("logged.db")) {
            copyAll(work);
        }
        try (Stream<Path> all = Files.list(work)) {
            for (Path file : all.toList()) {
                Files.delete(file);
            }
        }
    }

    private void copyAll(Path work) throws IOException {
        try (Stream<Path> all = Files.list(work)) {
            for (Path file : all.toList()) {
                Files.copy(file, prepared.resolve(file.getFileName()));
            }
        }
    }

    /** Returns the first difference, or null. */
    String difference(FileStory story) throws IOException {
        return difference(story, story, story.steps().size());
    }

    /** Returns the first difference, ignoring sizes, and files while they are in use; or null. */
    String differenceOfContent(FileStory story) throws IOException {
        return difference(story, story, story.steps().size(), FileStories::withoutSizes);
    }

    /**
     * SQLite leaves some pages alone that a change makes no other ones, and reuses some at once.
     */
    private static String withoutSizes(String line) {
        return line.startsWith("closed: ") || line.startsWith("[")
                ? line.replaceAll("(v\\.db|w\\.db|-journal|-wal) [1-9][0-9]*", "$1")
                : line.replaceFirst(" \\[[^\\[]*\\]$", "")
                        .replaceFirst("(checkpoint.*: \\[. \\|) [0-9].*", "$1");
    }

    /** @param change where the second story may begin to tell more of the connection a */
    String difference(FileStory story, FileStory ourStory, int change) throws IOException {
        return difference(story, ourStory, change, UnaryOperator.identity());
    }

    private String difference(
            FileStory story, FileStory ourStory, int change, UnaryOperator<String> seen)
            throws IOException {
        Path place = Files.createTempDirectory(folder, "story");
        Path theirs = Files.createDirectory(place.resolve("theirs"));
        Path ours = Files.createDirectory(place.resolve("ours"));
        List<String> expected = story.run(Engines.SQLITE, prepared, theirs);
        List<String> actual = ourStory.run(Engines.SQLVM, prepared, ours);
        expected.subList(change, expected.size()).removeIf(line -> line.startsWith("a>"));
        actual.subList(change, actual.size()).removeIf(line -> line.startsWith("a>"));
        expected.add("left:");
        actual.add("left:");
        expected.addAll(FileStory.read(Engines.SQLITE, theirs, place.resolve("1")));
        actual.addAll(FileStory.read(Engines.SQLITE, ours, place.resolve("2")));
        expected.addAll(FileStory.read(Engines.SQLVM, theirs, place.resolve("3")));
        actual.addAll(FileStory.read(Engines.SQLVM, ours, place.resolve("4")));
        expected.replaceAll(seen);
        actual.replaceAll(seen);
        delete(place);
        for (int i = 0; i < expected.size(); i++) {
            if (i >= actual.size() || !expected.get(i).equals(actual.get(i))) {
                return "SQLite: " + expected.get(i) + "\n  sqlvm: "
                        + (i < actual.size() ? actual.get(i) : "");
            }
        }
        return null;
    }

    private static void delete(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
