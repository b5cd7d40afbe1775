package org.sqlvm.test.file;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * sqlvm and SQLite write the same statements: each into a file of its own, and in turns into two
 * files of both. After every phase SQLite finds all of them sound, they hold the same, and ours are
 * not larger.
 */
public final class TurnsRun {
    /** Ours may be so much larger than SQLite's, and by as many pages. */
    private static final double GROWTH_MAX = 1.05;

    private static final int PAGES_MAX = 4;

    /** The number of characters that are shown of a line of a difference. */
    private static final int SHOWN_MAX = 400;

    private final PrintStream out;
    private final int phases;
    /** Differences from SQLite. */
    final List<String> violations = new ArrayList<>();

    private int statementCount;
    private int failureCount;
    private long ourBytes;
    private long theirBytes;

    public TurnsRun(PrintStream out, int phases) {
        this.out = out;
        this.phases = phases;
    }

    /** A file, and which engine has the turn: 0 always SQLite, 1 always sqlvm, else they change. */
    private record Copy(Path path, int turns) {
        Engines engine(int phase) {
            return switch (turns) {
                case 0 -> Engines.SQLITE;
                case 1 -> Engines.SQLVM;
                default -> (phase + turns) % 2 == 0 ? Engines.SQLVM : Engines.SQLITE;
            };
        }
    }

    /** @return whether there was no difference */
    public boolean run(List<? extends TurnsForm> forms, long seed) throws IOException {
        Path folder = Files.createTempDirectory("sqlvm-turns");
        try {
            int number = 0;
            for (TurnsForm form : forms) {
                int before = violations.size();
                run(form, seed, Files.createDirectory(folder.resolve("form" + number++)));
                out.printf(
                        "%3d of %d  %s: %s%n",
                        number,
                        forms.size(),
                        form,
                        violations.size() == before ? "equal" : violations.get(before));
            }
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted((a, b) -> b.compareTo(a)).forEach(TurnsRun::delete);
            }
        }
        out.printf(
                "%d forms of %d phases, %d statements, of which %d failed: %d differences; our"
                        + " files have %.3f of the size of SQLite's%n",
                forms.size(),
                phases,
                statementCount,
                failureCount,
                violations.size(),
                (double) ourBytes / theirBytes);
        return violations.isEmpty();
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(TurnsForm form, long seed, Path folder) throws IOException {
        List<Copy> copies = new ArrayList<>();
        for (String name : List.of("sqlite", "sqlvm", "turns-a", "turns-b")) {
            copies.add(new Copy(folder.resolve(name + ".db"), copies.size()));
        }
        for (int phase = 0; phase < phases; phase++) {
            List<String> statements = form.phase(phase, new Random(seed * 1000 + phase));
            String where = form + ", seed " + seed + ", phase " + phase;
            List<String> expected = null;
            List<String> expectedDump = null;
            for (Copy copy : copies) {
                List<String> outcomes = execute(form, statements, copy, phase);
                expected = expected == null ? outcomes : expected;
                if (!same(expected, outcomes, where + ", " + copy)) {
                    return;
                }
                List<String> dump = dump(form, copy.path());
                expectedDump = expectedDump == null ? dump : expectedDump;
                if (!same(expectedDump, dump, where + ", " + copy)) {
                    return;
                }
            }
            long theirs = Files.size(copies.get(0).path());
            long ours = Files.size(copies.get(1).path());
            ourBytes += ours;
            theirBytes += theirs;
            if (ours
                    > GROWTH_MAX * theirs
                            + (long) PAGES_MAX * pageSize(copies.get(1).path())) {
                violations.add(where + ": " + ours + " bytes, SQLite has " + theirs);
                return;
            }
        }
    }

    /** VACUUM may have made it another one than the form says. */
    private static int pageSize(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            bytes.skipNBytes(16);
            int size = bytes.read() << 8 | bytes.read();
            return size == 1 ? 65_536 : size;
        }
    }

    /** Executes the statements; returns a line for the outcome of each. */
    private List<String> execute(TurnsForm form, List<String> statements, Copy copy, int phase) {
        List<String> outcomes = new ArrayList<>();
        try (TestEngine engine = copy.engine(phase).onFile(copy.path())) {
            if (phase == 0) {
                form.file().creation().forEach(engine::execute);
            }
            form.file().settings().forEach(engine::execute);
            for (String sql : statements) {
                Outcome outcome = engine.execute(sql);
                statementCount++;
                failureCount += outcome.failed() ? 1 : 0;
                outcomes.add(sql + ": " + (outcome.failed() ? outcome.failure() : "ok"));
                outcome.rows().forEach(row -> outcomes.add(ValueText.row(row)));
            }
        }
        return outcomes;
    }

    /** Returns SQLite's view of a file: whether it is sound, its schema, and all rows. */
    private static List<String> dump(TurnsForm form, Path file) {
        List<String> lines = new ArrayList<>();
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            add(lines, sqlite, "PRAGMA integrity_check");
            add(lines, sqlite, "PRAGMA encoding");
            add(lines, sqlite, "PRAGMA page_size");
            add(lines, sqlite, "PRAGMA auto_vacuum");
            add(lines, sqlite, "PRAGMA journal_mode");
            add(lines, sqlite, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2");
            form.checks().forEach(sql -> add(lines, sqlite, sql));
            Outcome others = sqlite.execute(
                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 't' ORDER BY"
                            + " 1");
            for (Object[] row : others.rows()) {
                add(lines, sqlite, "SELECT * FROM " + row[0]);
            }
        }
        return lines;
    }

    private static void add(List<String> lines, TestEngine engine, String sql) {
        Outcome outcome = engine.execute(sql);
        lines.add(sql + (outcome.failed() ? ": " + outcome.failure() : ""));
        outcome.rows().forEach(row -> lines.add(ValueText.row(row)));
    }

    private boolean same(List<String> expected, List<String> actual, String where) {
        if (expected.equals(actual)) {
            return true;
        }
        int first = 0;
        while (first < Math.min(expected.size(), actual.size())
                && expected.get(first).equals(actual.get(first))) {
            first++;
        }
        violations.add(where + ": " + line(actual, first) + ", SQLite: " + line(expected, first));
        return false;
    }

    private static String line(List<String> lines, int number) {
        String line = number < lines.size() ? lines.get(number) : "(end)";
        return line.length() <= SHOWN_MAX
                ? line
                : line.substring(0, SHOWN_MAX / 2) + "…"
                        + line.substring(line.length() - SHOWN_MAX / 2);
    }
}
