package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.mode.InsertMode;
import org.sqlvm.shell.mode.OutputMode;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.session.StatementRunner;
import org.sqlvm.shell.terminal.Activity;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.CommandWords;
import org.sqlvm.shell.text.Patterns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** {@code .dump}: the database as SQL. */
final class DumpCommand {
    private static final String VIRTUAL = "CREATE VIRTUAL TABLE";

    private static final SchemaCommands.Attached MAIN = new SchemaCommands.Attached("main", "");

    private final Shell shell;
    private final ByteSink out;
    private final List<String> patterns = new ArrayList<>();
    private boolean dataOnly;
    private boolean newlines;
    private boolean withoutSystem;
    private boolean preserveRowids;
    /** A row of sqlite_schema has been written instead of a statement. */
    private boolean writesSchema;

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
            } else if (CommandWords.isOption(word, "preserve-rowids")) {
                preserveRowids = true;
            } else if (word.startsWith("-")) {
                shell.report("Unknown option \"" + word + "\" on \".dump\"");
                return Shell.Outcome.FAILED;
            } else {
                patterns.add(word);
            }
        }
        boolean headers = shell.settings.headers;
        shell.settings.headers = false;
        Database database = shell.database();
        try {
            database.execute("SAVEPOINT dump"); // All of it is of one moment.
            try {
                dump(database);
            } finally {
                release(database);
            }
        } catch (SqlvmException e) {
            error(e);
        } finally {
            shell.settings.headers = headers;
        }
        return Shell.Outcome.DONE;
    }

    /** Another Ctrl-C must not leave the transaction open. */
    private static void release(Database database) {
        boolean released = false;
        while (!released) {
            try {
                database.execute("RELEASE dump");
                released = true;
            } catch (SqlvmException e) {
                if (e.code() != Activity.INTERRUPT) {
                    throw e;
                }
            }
        }
    }

    private void dump(Database database) {
        if (!dataOnly) {
            out.line("PRAGMA foreign_keys=OFF;").line("BEGIN TRANSACTION;");
        }
        try {
            List<SchemaCommands.Entry> entries =
                    new ArrayList<>(SchemaCommands.entries(database, MAIN));
            // Stored functions that tables are declared with must exist before these are filled.
            entries.sort(Comparator.comparing(entry -> !entry.name().equals("sqlvm_function")));
            List<SchemaCommands.Entry> last = new ArrayList<>();
            for (SchemaCommands.Entry entry : entries) {
                shell.activity.check();
                if (entry.type().equals("table") && isWanted(entry, entries)) {
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
                if (!dataOnly && !entry.type().equals("table") && isWanted(entry, entries)) {
                    out.put(entry.sql()).line(entry.sql().contains("--") ? "\n;" : ";");
                }
            }
        } catch (SqlvmException e) {
            error(e);
        }
        out.put(writesSchema ? "PRAGMA writable_schema=OFF;\n" : "");
        if (!dataOnly) {
            out.line(failed ? "ROLLBACK; -- due to errors" : "COMMIT;");
        }
    }

    private void error(SqlvmException e) {
        failed = true;
        out.line("/**** ERROR: (" + (e.code() & 0xff) + ") " + e.getMessage() + " *****/");
    }

    /** Whether a pattern names it, or the virtual table that it is a shadow table of. */
    private boolean isWanted(SchemaCommands.Entry entry, List<SchemaCommands.Entry> all) {
        return entry.sql() != null
                && (patterns.isEmpty()
                        || isNamed(entry.name())
                        || all.stream()
                                .anyMatch(each -> each.sql() != null
                                        && isNamed(each.name())
                                        && Patterns.like("CREATE VIRTUAL TABLE%", each.sql())
                                        && entry.name().startsWith(each.name() + "_")));
    }

    private boolean isNamed(String name) {
        return patterns.stream().anyMatch(pattern -> Patterns.like(pattern, name));
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
        } else if (!dataOnly && isVirtual(entry.sql())) {
            virtualTable(entry);
            return;
        } else if (!dataOnly) {
            new SchemaPrinter(out, false).print(entry.sql());
        }
        List<String> columns = columns(database, name);
        String target = SqlText.quotedIfNeeded(name);
        String rowid = preserveRowids ? rowidName(database, name, columns) : null;
        if (rowid != null) {
            columns.addFirst(rowid);
        }
        columns.replaceAll(SqlText::quotedIfNeeded);
        String list = String.join(",", columns);
        String query = "SELECT " + list + " FROM " + target;
        String into = rowid == null ? target : target + "(" + list + ")";
        OutputMode mode = new InsertMode(shell.settings, out, into, newlines);
        try (Statement statement = database.prepare(query)) {
            new StatementRunner(shell.settings, database, out).show(statement, mode);
        } catch (SqlvmException e) {
            error(e);
        }
    }

    private static boolean isVirtual(String sql) {
        return sql.regionMatches(true, 0, VIRTUAL, 0, VIRTUAL.length());
    }

    /**
     * Its rows are those of its shadow tables, which are dumped as any others. The row of the
     * schema is written, not the statement: that would make the shadow tables, too, and needs the
     * module.
     */
    private void virtualTable(SchemaCommands.Entry entry) {
        out.put(writesSchema ? "" : "PRAGMA writable_schema=ON;\n");
        writesSchema = true;
        String name = SqlText.literal(entry.name());
        out.line("INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table'," + name
                + "," + name + ",0," + SqlText.literal(entry.sql()) + ");");
    }

    /** Returns the columns that are not generated. */
    private static List<String> columns(Database database, String table) {
        List<String> columns = new ArrayList<>();
        try (Rows rows = database.query("PRAGMA table_info=" + SqlText.literal(table))) {
            while (rows.next()) {
                columns.add(rows.getText(1));
            }
        }
        return columns;
    }

    /** A name that means the rowid, of a table whose rowid no column shows; or null. */
    private static String rowidName(Database database, String table, List<String> columns) {
        String name = SqlText.literal(table);
        try (Rows rows = database.query("SELECT count(*), max(upper(type) = 'INTEGER'),"
                + " (SELECT count(*) FROM pragma_index_list(" + name + ") WHERE origin = 'pk')"
                + " FROM pragma_table_info(" + name + ") WHERE pk > 0")) {
            rows.next();
            if (rows.getLong(0) == 1 && rows.getLong(1) == 1 && rows.getLong(2) == 0) {
                return null;
            }
        }
        for (String rowid : List.of("rowid", "_rowid_", "oid")) {
            if (columns.stream().noneMatch(rowid::equalsIgnoreCase)) {
                String query = "SELECT " + rowid + " FROM " + SqlText.quotedIfNeeded(table);
                try (Statement statement = database.prepare(query)) {
                    return statement.isQuery() ? rowid : null;
                } catch (SqlvmException e) {
                    return null; // WITHOUT ROWID.
                }
            }
        }
        return null;
    }
}
