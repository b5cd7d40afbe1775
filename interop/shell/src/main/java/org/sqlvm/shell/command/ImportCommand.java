package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.mode.Mode;
import org.sqlvm.shell.mode.Settings;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.Activity;
import org.sqlvm.shell.terminal.ShownInput;
import org.sqlvm.shell.text.CommandWords;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * {@code .import}: the rows of a file into a table, which is made if it is not there. Files of text
 * are read as sqlite3 reads them; those that have types, and those for which {@code --format} is
 * said, by COPY.
 */
final class ImportCommand {
    /** The number of columns on a line of the statement that makes a table. */
    private static final int COLUMNS_OF_LINE = 4;

    private final Shell shell;
    private String file;
    private String table;
    private String schema;
    private boolean quoted;
    private int columnEnd = -1;
    private int rowEnd = -1;
    private int skipped;
    private boolean verbose;
    /** The format that COPY reads; null for texts between separators. */
    private String format;

    private int rowCount;
    private int failedCount;
    /** Whether the last row did; then the command has. */
    private boolean lastFailed;

    /** The table could not be made. */
    private static final class CannotCreate extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CannotCreate(String message, SqlvmException cause) {
            super(message, cause);
        }
    }

    ImportCommand(Shell shell) {
        this.shell = shell;
        quoted = shell.settings.mode != Mode.ASCII;
    }

    Shell.Outcome run(List<String> words) {
        shell.failIfSafe("run .import");
        String wrong = options(words);
        if (wrong != null) {
            shell.output.sink().line("ERROR: " + wrong + " Usage:");
            new Help(shell.output.sink()).usage("import");
            return Shell.Outcome.FAILED;
        }
        if (format == null && columnEnd < 0) {
            format = typedFormat(file);
        }
        if (format != null) {
            return typed();
        }
        String missing = columnEnd < 0 ? separators() : null;
        if (missing != null) {
            return failed("Error: " + missing);
        }
        boolean command = file.startsWith("|");
        String name = command ? "<pipe>" : file;
        try (InputStream in = command ? piped() : opened();
                SeparatedReader reader =
                        new SeparatedReader(name, in, quoted, columnEnd, rowEnd, shell::report)) {
            return rows(shell.database(), reader);
        } catch (CannotCreate e) {
            return failed(e.getMessage());
        } catch (SqlvmException e) {
            return failed("Error: " + e.getMessage());
        } catch (IOException e) {
            return failed("Error: cannot open \"" + file + "\"");
        }
    }

    /** Returns the format of a file with typed columns, by its name; null for a text file. */
    private static String typedFormat(String file) {
        String lower = file.toLowerCase(Locale.ROOT);
        return lower.endsWith(".parquet")
                ? "parquet"
                : lower.matches(".*\\.(arrows?|feather)") ? "arrow" : null;
    }

    private Shell.Outcome typed() {
        Database database = shell.database();
        String target =
                (schema == null ? "" : SqlText.quoted(schema) + ".") + SqlText.quoted(table);
        String path = SqlText.literal(shell.resolved(file));
        try {
            boolean there = columnCount(database) > 0;
            String sql = there
                    ? "COPY " + target + " FROM " + path + " (FORMAT " + SqlText.literal(format)
                            + ")"
                    : "CREATE TABLE " + target + " AS SELECT * FROM "
                            + SqlText.quoted("read_" + format) + "(" + path + ")";
            if (verbose) {
                shell.output.sink().line(sql);
            }
            shell.activity.check();
            long added = CopyRun.run(shell, sql);
            if (verbose) {
                // Rows that CREATE TABLE AS inserts do not count as changes.
                long rows = there ? added : rowsOf(database, target);
                shell.output.sink().line("Added " + rows + " rows");
            }
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            return failed("Error: " + e.getMessage());
        }
    }

    private static long rowsOf(Database database, String target) {
        try (Rows rows = database.query("SELECT count(*) FROM " + target)) {
            rows.next();
            return rows.getLong(0);
        }
    }

    /** Parses the options; returns an error message, or null. */
    private String options(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            String option = word.startsWith("--") ? word.substring(1) : word;
            if (!option.startsWith("-")) {
                if (file == null) {
                    file = word;
                } else if (table == null) {
                    table = word;
                } else {
                    return "extra argument: \"" + word + "\". ";
                }
                continue;
            }
            boolean more = i + 1 < words.size();
            if (option.equals("-v")) {
                verbose = true;
            } else if (option.equals("-format") && more) {
                format = words.get(++i).toLowerCase(Locale.ROOT);
            } else if (option.equals("-schema") && more) {
                schema = words.get(++i);
            } else if (option.equals("-skip") && more) {
                skipped = (int) CommandWords.integer(words.get(++i));
            } else if (option.equals("-ascii")) {
                quoted = false;
                columnEnd = Settings.UNIT.charAt(0);
                rowEnd = Settings.RECORD.charAt(0);
            } else if (option.equals("-csv")) {
                quoted = true;
                columnEnd = ',';
                rowEnd = '\n';
            } else {
                return "unknown option: \"" + option + "\". ";
            }
        }
        if (format != null && (columnEnd >= 0 || skipped > 0)) {
            return "--format goes without --ascii, --csv and --skip. ";
        }
        return table != null ? null : "missing " + (file == null ? "FILE" : "TABLE") + " argument.";
    }

    /** Takes those of the output. Gives what is wrong with them, or null. */
    private String separators() {
        byte[] column = shell.settings.columnSeparator;
        byte[] row = shell.settings.rowSeparator;
        boolean lineEnd = shell.settings.mode == Mode.CSV && row.length == 2 && row[0] == '\r';
        if (column.length != 1) {
            return column.length == 0
                    ? "non-null column separator required for import"
                    : "multi-character column separators not allowed for import";
        }
        if (row.length != 1 && !lineEnd) {
            return row.length == 0
                    ? "non-null row separator required for import"
                    : "multi-character row separators not allowed for import";
        }
        if (lineEnd) {
            // For the output from now on as well, as sqlite3 does.
            shell.settings.rowSeparator = Settings.limited(Settings.NEWLINE);
        }
        columnEnd = column[0] & 0xff;
        rowEnd = shell.settings.rowSeparator[0] & 0xff;
        return null;
    }

    private InputStream opened() throws IOException {
        return ShownInput.open(Path.of(shell.resolved(file)), shell.activity);
    }

    private InputStream piped() throws IOException {
        return shell.start(file.substring(1), 2).getInputStream();
    }

    private Shell.Outcome rows(Database database, SeparatedReader reader) throws IOException {
        for (int i = 0; i < skipped; i++) {
            do {
                reader.field();
            } while (reader.rowGoesOn());
        }
        boolean own = database.isAutocommit();
        database.execute(own ? "BEGIN" : "SAVEPOINT import");
        try {
            return rowsInTransaction(database, reader);
        } finally {
            end(database, own);
        }
    }

    /** Rows that failed leave the others; but who stops the command wants none of them. */
    private void end(Database database, boolean own) {
        if (database.isAutocommit()) {
            return;
        }
        if (!shell.activity.isStopped()) {
            database.execute(own ? "COMMIT" : "RELEASE import");
        } else if (own) {
            undo(database, "ROLLBACK");
        } else {
            undo(database, "ROLLBACK TO import");
            undo(database, "RELEASE import");
        }
    }

    /** An interruption ends this statement, too; it then runs again, until it is done. */
    private static void undo(Database database, String sql) {
        boolean done = false;
        while (!done) {
            try {
                database.execute(sql);
                done = true;
            } catch (SqlvmException e) {
                if (e.code() != Activity.INTERRUPT) {
                    throw e;
                }
            }
        }
    }

    private Shell.Outcome rowsInTransaction(Database database, SeparatedReader reader)
            throws IOException {
        String target =
                (schema == null ? "" : SqlText.quoted(schema) + ".") + SqlText.quoted(table);
        int columnCount = columnCount(database);
        if (columnCount == 0) {
            if (!create(database, reader, target)) {
                return failed(
                        reader.end() == SeparatedReader.END ? reader.name() + ": empty file" : "");
            }
            columnCount = columnCount(database);
        }
        String values = String.join(",", Collections.nCopies(columnCount, "?"));
        try (Statement insert =
                database.prepare("INSERT INTO " + target + " VALUES(" + values + ")")) {
            shell.activity.run(insert);
            insertAll(insert, columnCount, reader);
        } finally {
            shell.activity.run(null);
        }
        if (verbose) {
            shell.output
                    .sink()
                    .line("Added " + rowCount + " rows with " + failedCount + " errors using "
                            + (reader.line() - 1) + " lines of input");
        }
        return lastFailed ? Shell.Outcome.FAILED : Shell.Outcome.DONE;
    }

    private int columnCount(Database database) {
        String pragma = "PRAGMA " + (schema == null ? "" : SqlText.quoted(schema) + ".")
                + "table_info(" + SqlText.literal(table) + ")";
        try (Rows rows = database.query(pragma)) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        } catch (SqlvmException e) {
            if (e.getMessage().startsWith("unknown database")) {
                return 0; // CREATE TABLE is to say so.
            }
            throw e;
        }
    }

    /** Makes a table of the columns that the first row names. Gives whether there was one. */
    private boolean create(Database database, SeparatedReader reader, String target)
            throws IOException {
        List<String> names = new ArrayList<>();
        do {
            String name = reader.field();
            if (name != null) {
                names.add(name.isEmpty() ? "?" : name);
            }
        } while (reader.rowGoesOn());
        if (names.isEmpty()) {
            return false;
        }
        StringBuilder columns = new StringBuilder();
        int count = 0;
        for (String name : distinct(names, reader.name())) {
            columns.append(count == 0 ? "" : count % COLUMNS_OF_LINE == 0 ? ",\n " : ", ")
                    .append(SqlText.quoted(name))
                    .append(" TEXT");
            count++;
        }
        String sql = "CREATE TABLE " + target + "(\n" + columns + ")";
        if (verbose) {
            shell.output.sink().line(sql + "\n");
        }
        try {
            database.execute(sql);
        } catch (SqlvmException e) {
            shell.activity.check();
            throw new CannotCreate(sql + "\n failed:\n" + e.getMessage(), e);
        }
        return true;
    }

    /** Names that are there twice get their position behind them. */
    private List<String> distinct(List<String> names, String source) {
        List<String> lower =
                names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        List<String> result = new ArrayList<>();
        List<String> renamed = new ArrayList<>();
        int digits = Integer.toString(names.size()).length();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            boolean repeated = Collections.frequency(lower, lower.get(i)) > 1;
            String unique = repeated
                    ? name + "_" + String.format(Locale.ROOT, "%0" + digits + "d", i + 1)
                    : name;
            if (!unique.equals(name)) {
                renamed.add(SqlText.quoted(name) + " to " + SqlText.quoted(unique));
            }
            result.add(unique);
        }
        if (!renamed.isEmpty()) {
            shell.report("Columns renamed during .import " + source + " due to duplicates:\n"
                    + String.join(",\n", renamed));
        }
        return result;
    }

    private void insertRow(Statement insert, int line, SeparatedReader reader) {
        try {
            lastFailed = false;
            insert.execute();
            rowCount++;
        } catch (SqlvmException e) {
            shell.activity.check();
            reader.complain(line, "INSERT failed: " + e.getMessage());
            failedCount++;
            lastFailed = true;
        }
    }

    private void insertAll(Statement insert, int columnCount, SeparatedReader reader)
            throws IOException {
        // In mode ascii, whatever the options say, a row without a first field is none.
        boolean inAscii = shell.settings.mode == Mode.ASCII;
        do {
            shell.activity.check();
            int line = reader.line();
            int column = 0;
            boolean goesOn = true;
            while (column < columnCount && goesOn) {
                String text = reader.field();
                boolean empty = text == null || (inAscii && text.isEmpty());
                if (empty && column == 0) {
                    break;
                }
                insert.bind(++column, text);
                goesOn = reader.rowGoesOn();
            }
            boolean isRow = column > 0;
            if (isRow && column < columnCount) {
                reader.complain(
                        line,
                        "expected " + columnCount + " columns but found " + column
                                + " - filling the rest with NULL");
                while (column < columnCount) {
                    insert.bind(++column, null);
                }
            }
            if (reader.rowGoesOn()) {
                int found = column;
                do {
                    reader.field();
                    found++;
                } while (reader.rowGoesOn());
                reader.complain(
                        line,
                        "expected " + columnCount + " columns but found " + found
                                + " - extras ignored");
            }
            if (isRow) {
                insertRow(insert, line, reader);
            }
        } while (reader.end() != SeparatedReader.END);
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }
}
