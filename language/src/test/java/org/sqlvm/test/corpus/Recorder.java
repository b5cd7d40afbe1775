package org.sqlvm.test.corpus;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Completes a test file from SQLite: bare SQL gets a directive, queries without a result get
 * theirs, errors get code and message. What a file already says is run too, and a difference is
 * reported instead of being overwritten.
 */
public final class Recorder {
    private final Path file;
    private final List<String> lines;
    private final List<String> out = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private int hashThreshold;

    private Recorder(Path file) throws IOException {
        this.file = file;
        this.lines = Files.readAllLines(file);
    }

    /** Gives what the file says and SQLite does not. */
    public static List<String> record(Path file) throws IOException {
        Recorder recorder = new Recorder(file);
        recorder.record();
        Files.write(file, recorder.out);
        return recorder.complaints;
    }

    private void record() throws IOException {
        int copied = 0;
        try (TestEngine engine = FolderEngine.openFor(file, Engines.SQLITE);
                Connections connections = new Connections(engine);
                EntryReader entries = new EntryReader(file)) {
            for (Entry entry = entries.next(); entry != null; entry = entries.next()) {
                copied = copyUpTo(copied, entry.line() - 1);
                boolean runs =
                        entry.conditions().stream().allMatch(c -> c.holds(List.of("sqlite")));
                int before = out.size();
                if (runs) {
                    write(connections.of(entry), entry);
                }
                if (out.size() == before) {
                    copied = copyUpTo(copied, entries.lastLine());
                } else {
                    copied = entries.lastLine();
                    blank();
                }
            }
        }
        copyUpTo(copied, lines.size());
        while (!out.isEmpty() && out.getLast().isBlank()) {
            out.removeLast();
        }
    }

    private int copyUpTo(int from, int to) {
        int end = Math.min(to, lines.size());
        for (int i = from; i < end; i++) {
            if (lines.get(i).isBlank()) {
                blank();
            } else {
                out.add(lines.get(i));
            }
        }
        return Math.max(from, end);
    }

    private void blank() {
        if (!out.isEmpty() && !out.getLast().isEmpty()) {
            out.add("");
        }
    }

    /** Writes the completed record; nothing if it was complete. */
    private void write(TestEngine engine, Entry entry) {
        switch (entry) {
            case Entry.HashThreshold threshold -> hashThreshold = threshold.values();
            case Entry.Halt halt -> {}
            case Entry.Statement statement -> write(engine, statement);
            case Entry.Query query -> write(engine, query);
            case Entry.Bare bare -> write(engine, bare);
        }
    }

    private void write(TestEngine engine, Entry.Statement statement) {
        Outcome outcome = engine.execute(statement.sql(), statement.parameters());
        if (statement.error() != null && statement.error().isEmpty() && outcome.failed()) {
            writeError(statement.sql(), outcome.failure());
            return;
        }
        complain(statement, ScriptRunner.difference(statement.error(), outcome));
    }

    private void writeError(String sql, Outcome.Failure failure) {
        out.add("statement error " + failure.code() + " "
                + ScriptRunner.oneLine(failure.message()));
        out.addAll(sql.lines().toList());
    }

    private void write(TestEngine engine, Entry.Query query) {
        Outcome outcome = engine.execute(query.sql(), query.parameters());
        if (outcome.failed()) {
            complain(query, "error: " + outcome.failure());
            return;
        }
        List<String> result =
                ScriptRunner.finish(query, ScriptRunner.sorted(query, outcome), hashThreshold);
        if (query.expected() == null) {
            writeQuery(lines.get(query.line() - 1), query.sql(), result);
        } else if (!query.expected().equals(result)) {
            complain(query, "gives " + result);
        }
    }

    private void write(TestEngine engine, Entry.Bare bare) {
        Outcome outcome = engine.execute(bare.sql(), bare.parameters());
        if (outcome.failed()) {
            writeError(bare.sql(), outcome.failure());
            return;
        }
        if (outcome.columns().isEmpty()) {
            out.add("statement ok");
            out.addAll(bare.sql().lines().toList());
            return;
        }
        String upper = bare.sql().toUpperCase(Locale.ROOT);
        boolean plan = upper.startsWith("EXPLAIN QUERY PLAN");
        boolean free = !plan
                && outcome.rows().size() > 1
                && !upper.contains("ORDER BY")
                && !upper.startsWith("VALUES");
        Entry.Query query = new Entry.Query(
                bare.line(),
                List.of(),
                List.of(),
                bare.sql(),
                plan ? Entry.Form.PLAN : Entry.Form.ROWS,
                "",
                false,
                free ? Entry.Sort.ROWSORT : Entry.Sort.NOSORT,
                null,
                null);
        String directive = plan ? "plan" : free ? "rows rowsort" : "rows";
        writeQuery(directive, bare.sql(), ScriptRunner.sorted(query, outcome));
    }

    private void writeQuery(String directive, String sql, List<String> result) {
        out.add(directive);
        out.addAll(sql.lines().toList());
        out.add("----");
        out.addAll(result);
    }

    private void complain(Entry entry, String what) {
        if (what != null) {
            complaints.add(file + ":" + entry.line() + ": " + what);
        }
    }
}
