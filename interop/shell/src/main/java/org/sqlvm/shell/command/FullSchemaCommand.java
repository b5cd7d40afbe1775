package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.shell.mode.InsertMode;
import org.sqlvm.shell.mode.OutputMode;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.session.StatementRunner;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.CommandWords;

import java.util.List;

/**
 * {@code .fullschema}: prints the schema and statistics with which another planner makes the same
 * plans.
 */
final class FullSchemaCommand {
    private static final String SCHEMA = "SELECT sql FROM (SELECT sql, type, name, rowid AS x FROM"
            + " sqlite_schema UNION ALL SELECT sql, type, name, rowid FROM sqlite_temp_schema)"
            + " WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY x";

    private final Shell shell;
    private final ByteSink out;

    FullSchemaCommand(Shell shell) {
        this.shell = shell;
        out = shell.output.sink();
    }

    Shell.Outcome run(List<String> words) {
        boolean indented = words.size() == 2 && CommandWords.isOption(words.get(1), "indent");
        if (words.size() != 1 && !indented) {
            return failed("Usage: .fullschema ?--indent?");
        }
        boolean headers = shell.settings.headers;
        shell.settings.headers = false;
        try {
            Database database = shell.database();
            SchemaPrinter printer = new SchemaPrinter(out, indented);
            try (Rows rows = database.query(SCHEMA)) {
                while (rows.next()) {
                    printer.print(rows.getText(0));
                }
            }
            statistics(database);
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            return failed("Error: " + e.getMessage());
        } finally {
            shell.settings.headers = headers;
        }
    }

    private void statistics(Database database) {
        try (Rows rows = database.query(
                "SELECT rowid FROM sqlite_schema WHERE name GLOB 'sqlite_stat[134]'")) {
            if (!rows.next()) {
                out.line("/* No STAT tables available */");
                return;
            }
        }
        out.line("ANALYZE sqlite_schema;");
        for (String table : List.of("sqlite_stat1", "sqlite_stat4")) {
            OutputMode mode = new InsertMode(shell.settings, out, table, false);
            try (Statement statement = database.prepare("SELECT * FROM " + table)) {
                new StatementRunner(shell.settings, database, out).show(statement, mode);
            } catch (SqlvmException e) {
                continue; // ANALYZE has not made this one.
            }
        }
        out.line("ANALYZE sqlite_schema;");
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }
}
