package org.sqlvm.test.file;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The events of a database file and the files beside it, while connections {@code a>}, {@code b>}
 * use it. Each engine runs the story in a folder of its own. The steps:
 *
 * <ul>
 *   <li>{@code a> SQL} runs a statement on the connection a to {@code v.db}, which is opened first
 *       if need be;
 *   <li>{@code a close};
 *   <li>{@code put FILE AS NAME} copies a prepared file into the folder;
 *   <li>{@code rm NAME}, {@code mv NAME NAME}, {@code empty NAME} as the shell's commands.
 * </ul>
 */
record FileStory(String name, List<String> steps) {
    static final String DATABASE = "v.db";

    /** Runs the story. Each line says what came of a step, and which files there were then. */
    List<String> run(Engines kind, Path prepared, Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        Map<String, TestEngine> connections = new TreeMap<>();
        try {
            for (String step : steps) {
                String outcome = take(step, kind, prepared, folder, connections);
                lines.add(step + ": " + outcome + " " + inUse(files(folder)));
            }
        } finally {
            connections.values().forEach(TestEngine::close);
        }
        lines.add("closed: " + files(folder));
        return lines;
    }

    private static String take(
            String step,
            Engines kind,
            Path prepared,
            Path folder,
            Map<String, TestEngine> connections)
            throws IOException {
        if (step.charAt(1) == '>') {
            TestEngine connection =
                    connections.computeIfAbsent(step.substring(0, 1), _ -> open(kind, folder));
            return told(connection.execute(step.substring(3)));
        }
        String[] words = step.split(" ");
        if (words[1].equals("close")) {
            TestEngine closed = connections.remove(words[0]);
            if (closed != null) {
                closed.close();
            }
            return "";
        }
        Path file = folder.resolve(words[1]);
        switch (words[0]) {
            // Moved to its name: to close a file would drop the locks on it.
            case "put" -> {
                Path fresh = Files.createTempFile(prepared.getParent(), "put", "");
                Files.copy(prepared.resolve(words[1]), fresh, StandardCopyOption.REPLACE_EXISTING);
                Files.move(fresh, folder.resolve(words[3]), StandardCopyOption.REPLACE_EXISTING);
            }
            case "rm" -> Files.deleteIfExists(file);
            case "mv" -> {
                if (Files.exists(file)) {
                    Path target = folder.resolve(words[2]);
                    Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            case "empty" -> Files.write(file, new byte[0]);
            default -> throw new IllegalArgumentException(step);
        }
        return "";
    }

    /** One that does not wait. */
    private static TestEngine open(Engines kind, Path folder) {
        TestEngine engine = kind.onFile(folder.resolve(DATABASE));
        engine.execute("PRAGMA busy_timeout = 0");
        return engine;
    }

    private static String told(Outcome outcome) {
        if (outcome.failed()) {
            // Ours says which page, too.
            return outcome.failure().toString().replaceFirst("malformed .*", "malformed");
        }
        List<String> rows = new ArrayList<>();
        outcome.rows().forEach(row -> rows.add(ValueText.row(row)));
        return rows.toString();
    }

    /** The files, with their sizes. */
    private static List<String> files(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> file.getFileName() + " " + size(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Without those that either engine makes only when it needs them, and without the size of a
     * journal, of which a part may still be in memory.
     */
    private static List<String> inUse(List<String> files) {
        return files.stream()
                .filter(file -> !file.contains("-shm") && !file.equals(DATABASE + "-wal 0"))
                .map(file -> file.replaceFirst("-journal .*", "-journal"))
                .toList();
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the content that an engine reads from a copy of the story's files, and the files it
     * leaves.
     */
    static List<String> read(Engines kind, Path left, Path copy) throws IOException {
        Files.createDirectory(copy);
        List<Path> files;
        try (Stream<Path> all = Files.list(left)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        List<String> lines = new ArrayList<>();
        try (TestEngine engine = open(kind, copy)) {
            Outcome names = engine.execute("SELECT name FROM sqlite_schema ORDER BY name");
            lines.add(told(names));
            for (Object[] row : names.rows()) {
                lines.add(row[0] + ": " + told(engine.execute("SELECT * FROM " + row[0])));
            }
            lines.add(told(engine.execute("PRAGMA journal_mode")));
            lines.add(told(engine.execute("PRAGMA integrity_check")));
        }
        lines.add(files(copy).toString());
        return lines;
    }
}
