package org.sqlvm.shell;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.ArrayList;
import java.util.List;

/** {@code .dump}: the database as SQL. */
final class DumpCommand {
    private static final SchemaCommands.Attached MAIN = new SchemaCommands.Attached("main", "");

    private final Shell shell;
    private final ByteSink out;
    private final List<String> patterns = new ArrayList<>();
    private boolean dataOnly;
    private boolean newlines;
    private boolean withoutSystem;
    private boolean failed;

    DumpCommand(Shell shell) {
        this.shell = shell;
        out = shell.output.sink();
    }

    Shell.Outcome run(List<String> words) {
        for (String word : words.subList(1, words.size())) {
            if (CommandWords.isOption(word, "data-only")) {
                dataOnly = true;
            } else if (CommandWords.isOption(word, "newlines")) {
                newlines = true;
            } else if (CommandWords.isOption(word, "nosys")) {
                withoutSystem = true;
            } else if (word.startsWith("-")) {
                shell.report("Unknown option \"" + word + "\" on \".dump\"");
                return Shell.Outcome.FAILED;
            } else {
                patterns.add(word);
            }
        }
        boolean headers = shell.settings.headers;
        shell.settings.headers = false;
        try {
            dump(shell.database());
        } finally {
            shell.settings.headers = headers;
        }
        return Shell.Outcome.DONE;
    }

    private void dump(Database database) {
        if (!dataOnly) {
            out.line("PRAGMA foreign_keys=OFF;").line("BEGIN TRANSACTION;");
        }
        try {
            List<SchemaCommands.Entry> entries = SchemaCommands.entries(database, MAIN);
            List<SchemaCommands.Entry> last = new ArrayList<>();
            for (SchemaCommands.Entry entry : entries) {
                if (entry.type().equals("table") && isWanted(entry)) {
                    if (entry.table().equals("sqlite_sequence")) {
                        last.add(entry);
                    } else {
                        table(database, entry);
                    }
                }
            }
            for (SchemaCommands.Entry entry : last) {
                table(database, entry);
            }
            for (SchemaCommands.Entry entry : entries) {
                if (!dataOnly && !entry.type().equals("table") && isWanted(entry)) {
                    out.put(entry.sql()).line(entry.sql().contains("--") ? "\n;" : ";");
                }
            }
        } catch (SqlvmException e) {
            error(e);
        }
        if (!dataOnly) {
            out.line(failed ? "ROLLBACK; -- due to errors" : "COMMIT;");
        }
    }

    private void error(SqlvmException e) {
        failed = true;
        out.line("/**** ERROR: (" + (e.code() & 0xff) + ") " + e.getMessage() + " *****/");
    }

    private boolean isWanted(SchemaCommands.Entry entry) {
        return entry.sql() != null
                && (patterns.isEmpty()
                        || patterns.stream().anyMatch(p -> Patterns.like(p, entry.name())));
    }

    private void table(Database database, SchemaCommands.Entry entry) {
        String name = entry.name();
        boolean system = name.startsWith("sqlite_");
        if (name.equals("sqlite_sequence") && !withoutSystem) {
            out.put(dataOnly ? "" : "DELETE FROM sqlite_sequence;\n");
        } else if (Patterns.glob("sqlite_stat?", name) && !withoutSystem) {
            out.put(dataOnly ? "" : "ANALYZE sqlite_schema;\n");
        } else if (system) {
            return;
        } else if (!dataOnly) {
            new SchemaPrinter(out, false).print(entry.sql());
        }
        List<String> columns = new ArrayList<>();
        try (Rows rows = database.query("PRAGMA table_info=" + Quoting.sql(name))) {
            while (rows.next()) {
                columns.add(Quoting.identifier(rows.getText(1)));
            }
        }
        String target = Quoting.identifier(name);
        String query = "SELECT " + String.join(",", columns) + " FROM " + target;
        OutputMode mode = new InsertMode(shell.settings, out, target, newlines);
        try (Statement statement = database.prepare(query)) {
            new StatementRunner(shell.settings, database, out).show(statement, mode);
        } catch (SqlvmException e) {
            error(e);
        }
    }
}
