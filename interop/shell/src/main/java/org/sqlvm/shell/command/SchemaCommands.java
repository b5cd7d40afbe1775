package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.FileInfo;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.CommandWords;
import org.sqlvm.shell.text.Patterns;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** The dot-commands about what is in the database: its tables, indexes, schema and header. */
final class SchemaCommands {
    /** The width of lines that .tables fills. */
    private static final int LINE_WIDTH = 80;

    private static final List<String> SCHEMA_TABLES =
            List.of("sqlite_master", "sqlite_schema", "sqlite_temp_master", "sqlite_temp_schema");

    private final Shell shell;

    SchemaCommands(Shell shell) {
        this.shell = shell;
    }

    /** An attached database: its schema name and its file. */
    record Attached(String schema, String file) {
        boolean isMain() {
            return schema.equalsIgnoreCase("main");
        }
    }

    /** A row of sqlite_schema. */
    record Entry(String type, String name, String table, String sql) {}

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }

    private Shell.Outcome failed(SqlvmException e) {
        return failed("Error: " + e.getMessage());
    }

    static List<Attached> attached(Database database) {
        List<Attached> result = new ArrayList<>();
        try (Rows rows = database.query("PRAGMA database_list")) {
            while (rows.next()) {
                result.add(new Attached(rows.getText(1), rows.getText(2)));
            }
        }
        return result;
    }

    static List<Entry> entries(Database database, Attached of) {
        List<Entry> result = new ArrayList<>();
        String query = "SELECT type, name, tbl_name, sql FROM " + SqlText.quotedIfNeeded(of.schema)
                + ".sqlite_schema";
        try (Rows rows = database.query(query)) {
            while (rows.next()) {
                result.add(new Entry(
                        rows.getText(0), rows.getText(1), rows.getText(2), rows.getText(3)));
            }
        }
        return result;
    }

    Shell.Outcome tables(List<String> words) {
        String pattern = words.size() > 1 ? words.get(1) : "%";
        return names(entry -> (entry.type.equals("table") || entry.type.equals("view"))
                && !Patterns.like("sqlite_%", entry.name)
                && Patterns.like(pattern, entry.name));
    }

    Shell.Outcome indexes(List<String> words) {
        if (words.size() > 2) {
            return failed("Usage: .indexes ?LIKE-PATTERN?");
        }
        String pattern = words.size() > 1 ? words.get(1) : "%";
        return names(entry -> entry.type.equals("index") && Patterns.like(pattern, entry.table));
    }

    private Shell.Outcome names(Predicate<Entry> wanted) {
        List<String> names = new ArrayList<>();
        try {
            for (Attached attached : attached(shell.database())) {
                for (Entry entry : entries(shell.database(), attached)) {
                    if (wanted.test(entry)) {
                        names.add(
                                attached.isMain()
                                        ? entry.name
                                        : attached.schema + "." + entry.name);
                    }
                }
            }
        } catch (SqlvmException e) {
            return failed(e);
        }
        Collections.sort(names);
        columns(names);
        return Shell.Outcome.DONE;
    }

    /** Prints names down columns of equal width; the width counts bytes. */
    private void columns(List<String> names) {
        int width = 0;
        for (String name : names) {
            width = Math.max(width, size(name));
        }
        int columnCount = Math.max(1, LINE_WIDTH / (width + 2));
        int lineCount = (names.size() + columnCount - 1) / columnCount;
        ByteSink out = shell.output.sink();
        for (int line = 0; line < lineCount; line++) {
            for (int i = line; i < names.size(); i += lineCount) {
                String name = names.get(i);
                out.put(i < lineCount ? "" : "  ").put(name).repeat(' ', width - size(name));
            }
            out.put('\n');
        }
    }

    private static int size(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    Shell.Outcome databases(List<String> words) {
        try {
            Database database = shell.database();
            for (Attached attached : attached(database)) {
                if (attached.file == null) {
                    continue;
                }
                String file = attached.file.isEmpty() ? "\"\"" : attached.file;
                boolean readOnly = shell.isReadOnly() && attached.isMain();
                boolean protectedFile = !attached.file.isEmpty()
                        && (readOnly || !Files.isWritable(Path.of(attached.file)));
                shell.output
                        .sink()
                        .line(attached.schema + ": " + file + (protectedFile ? " r/o" : " r/w"));
            }
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            return failed(e);
        }
    }

    Shell.Outcome schema(List<String> words) {
        String pattern = null;
        boolean indented = false;
        boolean withoutSystem = false;
        for (String word : words.subList(1, words.size())) {
            if (CommandWords.isOption(word, "indent")) {
                indented = true;
            } else if (CommandWords.isOption(word, "nosys")) {
                withoutSystem = true;
            } else if (word.startsWith("-")) {
                return failed("Unknown option: \"" + word + "\"");
            } else if (pattern != null) {
                return failed("Usage: .schema ?--indent? ?--nosys? ?LIKE-PATTERN?");
            } else {
                pattern = word;
            }
        }
        SchemaPrinter printer = new SchemaPrinter(shell.output.sink(), indented);
        if (pattern != null) {
            String wanted = pattern;
            if (SCHEMA_TABLES.stream().anyMatch(table -> Patterns.like(wanted, table))) {
                printer.print("CREATE TABLE " + pattern + " (\n  type text,\n  name text,\n"
                        + "  tbl_name text,\n  rootpage integer,\n  sql text\n)");
            }
        }
        try {
            for (Attached attached : attached(shell.database())) {
                print(printer, attached, pattern, withoutSystem);
            }
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            return failed(e);
        }
    }

    private void print(
            SchemaPrinter printer, Attached attached, String pattern, boolean withoutSystem) {
        for (Entry entry : entries(shell.database(), attached)) {
            boolean system = Patterns.like("sqlite_%", entry.name);
            if (entry.sql != null
                    && !(withoutSystem && system)
                    && (pattern == null || isWanted(pattern, attached, entry))) {
                printer.print(withColumns(withSchema(entry.sql, attached), attached, entry));
            }
        }
    }

    private static boolean isWanted(String pattern, Attached attached, Entry entry) {
        String name = pattern.indexOf('.') >= 0 ? attached.schema + "." + entry.table : entry.table;
        String lower = name.toLowerCase(Locale.ROOT);
        return Patterns.isGlob(pattern)
                ? Patterns.glob(pattern, lower)
                : Patterns.like(pattern, lower);
    }

    /** Puts the schema's name before the name of the table, index, view or trigger. */
    private static String withSchema(String sql, Attached attached) {
        if (attached.isMain()) {
            return sql;
        }
        for (String kind :
                List.of("TABLE", "INDEX", "UNIQUE INDEX", "VIEW", "TRIGGER", "VIRTUAL TABLE")) {
            String start = "CREATE " + kind + " ";
            if (sql.startsWith(start)) {
                return start + schemaName(attached) + "." + sql.substring(start.length());
            }
        }
        return sql;
    }

    /** "temp" is a keyword, but one that needs no quotes here. */
    private static String schemaName(Attached attached) {
        boolean temporary = attached.schema.equalsIgnoreCase("temp");
        return temporary ? attached.schema : SqlText.quotedIfNeeded(attached.schema);
    }

    /** Tells the columns of a view or virtual table, whose SQL does not show them, in a comment. */
    private String withColumns(String sql, Attached attached, Entry entry) {
        if (!sql.startsWith("CREATE VIEW ") && !sql.startsWith("CREATE VIRTUAL TABLE ")) {
            return sql;
        }
        List<String> columns = new ArrayList<>();
        String query = "PRAGMA " + SqlText.quotedIfNeeded(attached.schema) + ".table_info="
                + SqlText.literal(entry.name);
        try (Rows rows = shell.database().query(query)) {
            while (rows.next()) {
                columns.add(SqlText.quotedIfNeeded(rows.getText(1)));
            }
        } catch (SqlvmException e) {
            // A view of a table that is no more: its columns are not known.
            return sql;
        }
        if (columns.isEmpty()) {
            return sql;
        }
        String schema = attached.isMain() ? "" : schemaName(attached) + ".";
        return sql + "\n/* " + schema + SqlText.quotedIfNeeded(entry.name) + "("
                + String.join(",", columns) + ") */";
    }

    Shell.Outcome information(List<String> words) {
        FileInfo info;
        try {
            info = shell.database().fileInfo(words.size() > 1 ? words.get(1) : "main");
        } catch (SqlvmException e) {
            info = null;
        }
        if (info == null) {
            return failed("unable to read database header");
        }
        item("database page size:", info.pageSize());
        item("write format:", info.writeFormat());
        item("read format:", info.readFormat());
        item("reserved bytes:", info.reservedBytes());
        item("file change counter:", info.fileChangeCounter());
        item("database page count:", info.pageCount());
        item("freelist page count:", info.freelistPageCount());
        item("schema cookie:", info.schemaCookie());
        item("schema format:", info.schemaFormat());
        item("default cache size:", info.defaultCacheSize());
        item("autovacuum top root:", info.autovacuumTopRoot());
        item("incremental vacuum:", info.incrementalVacuum() ? 1 : 0);
        String encoding = switch (info.textEncoding()) {
            case 1 -> "1 (utf8)";
            case 2 -> "2 (utf16le)";
            case 3 -> "3 (utf16be)";
            default -> Integer.toString(info.textEncoding());
        };
        item("text encoding:", encoding);
        item("user version:", info.userVersion());
        item("application id:", info.applicationId());
        item("software version:", info.softwareVersion());
        item("number of tables:", info.tableCount());
        item("number of indexes:", info.indexCount());
        item("number of triggers:", info.triggerCount());
        item("number of views:", info.viewCount());
        item("schema size:", info.schemaSize());
        item("data version", info.dataVersion());
        return Shell.Outcome.DONE;
    }

    private void item(String name, long value) {
        item(name, Long.toString(value));
    }

    private void item(String name, String value) {
        shell.output.sink().line(name + " ".repeat(20 - name.length()) + " " + value);
    }
}
