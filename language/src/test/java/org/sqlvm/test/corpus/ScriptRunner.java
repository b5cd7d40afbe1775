package org.sqlvm.test.corpus;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.PlanTree;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Runs the records of one test file on one engine and says which of them gave what they should. */
final class ScriptRunner {
    private static final Pattern CODE_AND_MESSAGE =
            Pattern.compile("(\\d+)(?: (.*))?", Pattern.DOTALL);
    private static final int SHOWN_MAX = 400;

    private final TestEngine engine;
    private final Connections connections;
    private final List<String> names;
    private FileReport report;
    private final Map<String, String> labels = new HashMap<>();

    /** Results of more values are given as a hash; 0 for never. */
    private int hashThreshold;

    private ScriptRunner(TestEngine engine, Connections connections, Path file) {
        this.engine = engine;
        this.connections = connections;
        List<String> known = new ArrayList<>(List.of("sqlite", engine.name()));
        if (engine.isOnFile()) {
            known.add("file");
        }
        if (engine.isCompiled()) {
            known.add("compiled");
        }
        this.names = known;
        this.report = new FileReport(file);
    }

    /** Is told of every record, and may end the run. */
    interface Watcher {
        /** @return false to end the run here */
        boolean afterRecord(FileReport report, int line);
    }

    /** @param engine an empty database */
    static FileReport run(TestEngine engine, Path file, Watcher watcher) throws IOException {
        try (Connections connections = new Connections(engine);
                EntryReader entries = new EntryReader(file)) {
            ScriptRunner runner = new ScriptRunner(engine, connections, file);
            for (Entry entry = entries.next(); entry != null; entry = entries.next()) {
                if (!runner.isMeant(entry)) {
                    if (entry instanceof Entry.Statement || entry instanceof Entry.Query) {
                        runner.report.skipped++;
                    }
                    continue;
                }
                if (entry instanceof Entry.Halt) {
                    break;
                }
                if (entry.isLater() && !engine.name().equals("sqlite")) {
                    runner.runLater(entry);
                } else {
                    runner.run(entry);
                }
                if (!watcher.afterRecord(runner.report, entry.line())) {
                    break;
                }
            }
            return runner.report;
        }
    }

    /**
     * Plans for a file depend on its tables' sizes when the schema was read; plans on vectors are
     * not SQLite's.
     */
    private boolean isMeant(Entry entry) {
        boolean plan = entry instanceof Entry.Query query && query.form() == Entry.Form.PLAN;
        return entry.conditions().stream().allMatch(c -> c.holds(names))
                && !(plan && (engine.isOnFile() || engine.isOnVectors()));
    }

    /** Runs a record that must not pass. */
    private void runLater(Entry entry) {
        FileReport whole = report;
        report = new FileReport(whole.file);
        run(entry);
        boolean passed = report.passed > 0;
        report = whole;
        if (passed) {
            report.fail(entry, "", "passes now: take the mark `later` away");
        } else {
            report.later++;
        }
    }

    private void run(Entry entry) {
        switch (entry) {
            case Entry.HashThreshold threshold -> hashThreshold = threshold.values();
            case Entry.Statement statement -> runStatement(statement);
            case Entry.Query query -> runQuery(query);
            case Entry.Bare bare -> report.fail(bare, bare.sql(), "has no expectation: record it");
            case Entry.Halt halt -> throw new AssertionError(halt);
        }
    }

    private void runStatement(Entry.Statement statement) {
        Outcome outcome =
                connections.of(statement).execute(statement.sql(), statement.parameters());
        if (outcome.failed() && outcome.failure().isNotSupported()) {
            report.unsupported(outcome.failure().message(), true);
            return;
        }
        String difference = difference(statement.error(), outcome);
        if (difference == null) {
            report.pass();
        } else {
            report.fail(statement, statement.sql(), difference);
        }
    }

    /** Null if the outcome is the error that was expected, or success if {@code error} is null. */
    static String difference(String error, Outcome outcome) {
        if (error == null) {
            return outcome.failed() ? "error: " + outcome.failure() : null;
        }
        if (!outcome.failed()) {
            return "succeeded, but the error is: " + error;
        }
        Outcome.Failure failure = outcome.failure();
        if (failure.isInternal()) {
            return "internal exception: " + failure.message();
        }
        var parts = CODE_AND_MESSAGE.matcher(error);
        boolean same = error.isEmpty()
                || (parts.matches()
                        ? failure.code() == Integer.parseInt(parts.group(1))
                                && (parts.group(2) == null
                                        || parts.group(2).equals(oneLine(failure.message())))
                        : error.equals(oneLine(failure.message())));
        return same ? null : "error: " + failure + "\n  expected: " + error;
    }

    /** Messages stand on one line of a test file. */
    static String oneLine(String message) {
        return String.valueOf(message).replace("\n", "\\n").strip();
    }

    private void runQuery(Entry.Query query) {
        Outcome outcome = connections.of(query).execute(query.sql(), query.parameters());
        if (outcome.failed()) {
            if (outcome.failure().isNotSupported()) {
                report.unsupported(outcome.failure().message(), false);
            } else {
                report.fail(query, query.sql(), "error: " + outcome.failure());
            }
            return;
        }
        if (query.expected() == null) {
            report.fail(query, query.sql(), "has no expectation: record it");
            return;
        }
        if (query.form() == Entry.Form.VALUES
                && outcome.columns().size() != query.types().length()) {
            report.fail(query, query.sql(), "has " + outcome.columns().size() + " columns");
            return;
        }
        List<String> values = sorted(query, outcome);
        String difference = labelDifference(query, values);
        if (difference == null) {
            difference = difference(query, finish(query, values, hashThreshold));
        }
        if (difference == null) {
            report.pass();
        } else {
            report.fail(query, query.sql(), difference);
        }
    }

    private String labelDifference(Entry.Query query, List<String> values) {
        if (query.label() == null) {
            return null;
        }
        String hash = md5(values);
        String before = labels.putIfAbsent(query.label(), hash);
        return before == null || before.equals(hash)
                ? null
                : "differs from the others labelled " + query.label();
    }

    /** The result's lines, sorted as the query says. */
    static List<String> sorted(Entry.Query query, Outcome outcome) {
        return switch (query.form()) {
            case VALUES -> values(query, outcome);
            case ROWS -> {
                List<String> lines = new ArrayList<>();
                for (Object[] row : outcome.rows()) {
                    lines.add(ValueText.row(row));
                }
                if (query.sort() != Entry.Sort.NOSORT) {
                    Collections.sort(lines);
                }
                if (query.columns()) {
                    lines.addFirst(String.join(" | ", outcome.columns()));
                }
                yield lines;
            }
            case PLAN -> PlanTree.draw(outcome.rows());
        };
    }

    private static List<String> values(Entry.Query query, Outcome outcome) {
        int width = query.types().length();
        List<String[]> rows = new ArrayList<>(outcome.rows().size());
        for (Object[] row : outcome.rows()) {
            String[] text = new String[width];
            for (int i = 0; i < width; i++) {
                text[i] = ValueText.plain(row[i], query.types().charAt(i));
            }
            rows.add(text);
        }
        if (query.sort() == Entry.Sort.ROWSORT) {
            rows.sort(Arrays::compare);
        }
        List<String> values = new ArrayList<>(rows.size() * width);
        for (String[] row : rows) {
            Collections.addAll(values, row);
        }
        if (query.sort() == Entry.Sort.VALUESORT) {
            Collections.sort(values);
        }
        return values;
    }

    /** The lines as the file has them: a long result of form VALUES as its count and hash. */
    static List<String> finish(Entry.Query query, List<String> values, int hashThreshold) {
        if (query.form() == Entry.Form.VALUES
                && hashThreshold > 0
                && values.size() > hashThreshold) {
            return List.of(values.size() + " values hashing to " + md5(values));
        }
        return values;
    }

    private static String difference(Entry.Query query, List<String> actual) {
        List<String> expected = query.expected();
        if (actual.equals(expected)) {
            return null;
        }
        boolean hashed =
                expected.size() == 1 && expected.getFirst().contains(" values hashing to ");
        if (hashed && !actual.isEmpty() && !actual.getFirst().contains(" values hashing to ")) {
            String hash = actual.size() + " values hashing to " + md5(actual);
            return hash.equals(expected.getFirst())
                    ? null
                    : "got " + hash + "\n  expected: " + expected.getFirst();
        }
        return "got " + shown(actual) + "\n  expected: " + shown(expected);
    }

    private static String shown(List<String> lines) {
        String text = lines.size() + " lines: "
                + String.join(" // ", lines.subList(0, Math.min(30, lines.size())));
        return text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
    }

    private static String md5(List<String> values) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            for (String value : values) {
                digest.update(value.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) '\n');
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
