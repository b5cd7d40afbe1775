package org.sqlvm.shell.session;

import org.sqlvm.api.Counters;
import org.sqlvm.api.Counting;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.StatementKind;
import org.sqlvm.shell.mode.Cells;
import org.sqlvm.shell.mode.ExplainIndent;
import org.sqlvm.shell.mode.ExplainMode;
import org.sqlvm.shell.mode.Mode;
import org.sqlvm.shell.mode.OutputMode;
import org.sqlvm.shell.mode.QueryPlanMode;
import org.sqlvm.shell.mode.Settings;
import org.sqlvm.shell.terminal.Activity;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.StatementReader;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs SQL and shows its results in the current mode. */
public final class StatementRunner {
    // Text encodings as the file's header numbers them.
    private static final int UTF16LE = 2;
    private static final int UTF16BE = 3;

    private static final String INCOMPLETE = "incomplete input";

    private final Settings settings;
    private final Database database;
    private final ByteSink out;
    /** The activity of user statements; null for the shell's own statements. */
    private Activity activity;

    public StatementRunner(Settings settings, Database database, ByteSink out) {
        this.settings = settings;
        this.database = database;
        this.out = out;
    }

    /** Statements take their parameters from .parameter, and Ctrl-C stops them. */
    StatementRunner ofUser(Activity userActivity) {
        activity = userActivity;
        return this;
    }

    /** Runs all statements of {@code sql}, up to the first that fails. Gives its error, or null. */
    StatementError run(String sql) {
        int start = 0;
        while (start < sql.length()) {
            Database.Prepared prepared;
            try {
                prepared = database.prepare(sql, start);
            } catch (SqlvmException e) {
                return preparing(e, sql, start);
            }
            StatementError error = null;
            if (prepared.statement() != null) {
                try (Statement statement = prepared.statement()) {
                    error = run(statement, sql.substring(start, prepared.end()));
                }
            }
            if (error != null) {
                return error;
            }
            assert prepared.end() > start : prepared.end();
            start = afterSpaces(sql, prepared.end());
        }
        return null;
    }

    /**
     * The position counts from where compilation began, as sqlite3_error_offset does. sqlite3 shows
     * none where the text just ends.
     */
    private static StatementError preparing(SqlvmException e, String sql, int start) {
        boolean placed = e.position() >= 0 && !e.getMessage().equals(INCOMPLETE);
        int position = placed ? e.position() - start : -1;
        SqlvmException relative = new SqlvmException(e.getMessage(), e.code(), position, e);
        return StatementError.preparing(relative, sql.substring(start));
    }

    private StatementError run(Statement statement, String text) {
        StatementKind kind = StatementKind.of(text);
        if (settings.autoPlan != Settings.AutoPlan.OFF && !isExplain(kind)) {
            showPlan(text);
        }
        try {
            if (activity != null) {
                BoundParameters.bind(database, statement);
                activity.run(statement);
            }
            if (counts(kind)) {
                statement.count(settings.counting);
            }
            show(statement, mode(statement, text, kind));
            return null;
        } catch (SqlvmException e) {
            return StatementError.stepping(e);
        } finally {
            if (activity != null) {
                activity.run(null);
            }
            if (counts(kind)) {
                showCounters(statement);
            }
        }
    }

    /** Whether .scanstats is on for a statement. */
    private boolean counts(StatementKind kind) {
        return activity != null && !isExplain(kind) && settings.counting != Counting.NOTHING;
    }

    private static boolean isExplain(StatementKind kind) {
        return kind == StatementKind.EXPLAIN || kind == StatementKind.EXPLAIN_QUERY_PLAN;
    }

    private void showCounters(Statement statement) {
        Counters counters = statement.counters();
        if (counters == null) {
            return;
        }
        CounterReport report = new CounterReport(out);
        if (settings.counting == Counting.INSTRUCTIONS) {
            report.program(counters);
        } else {
            report.tree(counters);
        }
    }

    /**
     * Shows the plan before the statement runs, for .eqp. A statement that cannot be explained is
     * not an error.
     */
    private void showPlan(String text) {
        try (Statement plan = database.prepare("EXPLAIN QUERY PLAN " + text)) {
            show(plan, new QueryPlanMode(out));
        } catch (SqlvmException e) {
            return;
        }
        if (settings.autoPlan != Settings.AutoPlan.ON) {
            try (Statement program = database.prepare("EXPLAIN " + text)) {
                show(program, new ExplainMode(settings, out, indents(program)));
            } catch (SqlvmException e) {
                return;
            }
        }
    }

    private OutputMode mode(Statement statement, String text, StatementKind kind) {
        boolean explained = settings.mode == Mode.EXPLAIN;
        if (settings.autoExplain) {
            if (kind == StatementKind.EXPLAIN_QUERY_PLAN) {
                return new QueryPlanMode(out);
            }
            explained |= kind == StatementKind.EXPLAIN;
        }
        if (!explained) {
            return settings.mode.open(settings, out);
        }
        boolean plain = text.stripLeading().regionMatches(true, 0, "explain", 0, 7);
        if (plain && ExplainIndent.isProgram(statement.columnNames())) {
            return new ExplainMode(settings, out, indents(statement));
        }
        return settings.mode.open(settings, out);
    }

    private static int[] indents(Statement program) {
        try (Rows rows = program.query()) {
            return ExplainIndent.of(rows);
        }
    }

    /** Runs the statement to its end or its error; the rows that came before an error are shown. */
    public void show(Statement statement, OutputMode mode) {
        List<String> names = statement.columnNames();
        try (Rows rows = statement.query()) {
            if (!rows.next()) {
                return;
            }
            Cells cells = new Cells(rows, names, this::encoding);
            try {
                do {
                    mode.row(cells);
                } while (rows.next());
            } finally {
                mode.end();
            }
        }
    }

    private Charset encoding() {
        try {
            return switch (database.fileInfo().textEncoding()) {
                case UTF16LE -> StandardCharsets.UTF_16LE;
                case UTF16BE -> StandardCharsets.UTF_16BE;
                default -> StandardCharsets.UTF_8;
            };
        } catch (SqlvmException e) {
            // No header to read: nothing stored, so nothing stored in UTF-16.
            return StandardCharsets.UTF_8;
        }
    }

    private static int afterSpaces(String sql, int from) {
        int i = from;
        while (i < sql.length() && StatementReader.isSpace(sql.charAt(i))) {
            i++;
        }
        return i;
    }
}
