package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.session.Shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@code .clone}: copies all tables, rows and other objects into a new file. The readable rows of a
 * damaged table are copied too.
 */
final class CloneCommand {
    private final Shell shell;

    CloneCommand(Shell shell) {
        this.shell = shell;
    }

    Shell.Outcome run(List<String> words) {
        shell.failIfSafe("run .clone");
        if (words.size() != 2) {
            shell.report("Usage: .clone FILENAME");
            return Shell.Outcome.FAILED;
        }
        String file = words.get(1);
        if (Files.exists(Path.of(shell.resolved(file)))) {
            shell.report("File \"" + file + "\" already exists.");
            return Shell.Outcome.DONE;
        }
        try (Database target = shell.open(file)) {
            target.execute("PRAGMA writable_schema=ON; BEGIN EXCLUSIVE;");
            copy(target, "type='table'", true);
            copy(target, "type!='table'", false);
            target.execute("COMMIT; PRAGMA writable_schema=OFF;");
        } catch (SqlvmException e) {
            shell.report("Cannot create output database: " + e.getMessage());
        }
        return Shell.Outcome.DONE;
    }

    private void copy(Database target, String condition, boolean withRows) {
        for (String[] object : objects(condition)) {
            shell.activity.check();
            String name = object[0];
            if (!name.equals("sqlite_sequence")) {
                shell.output.sink().put(name + "... ");
                try {
                    target.execute(object[1]);
                } catch (SqlvmException e) {
                    shell.report("Error: " + e.getMessage() + "\nSQL: [" + object[1] + "]");
                }
            }
            if (withRows) {
                rows(target, name);
            }
            shell.output.sink().line("done");
        }
    }

    /** Names and statements. */
    private List<String[]> objects(String condition) {
        List<String[]> objects = new ArrayList<>();
        try (Rows rows = shell.database()
                .query("SELECT name, sql FROM sqlite_schema WHERE " + condition
                        + " AND name NOT NULL AND sql NOT NULL AND sql <> ''")) {
            while (rows.next()) {
                objects.add(new String[] {rows.getText(0), rows.getText(1)});
            }
        } catch (SqlvmException e) {
            shell.report("Error: (" + (e.code() & 0xff) + ") " + e.getMessage());
        }
        return objects;
    }

    private void rows(Database target, String table) {
        String name = SqlText.quoted(table);
        List<String> columns = new ArrayList<>();
        try (Rows rows = shell.database().query("PRAGMA table_info(" + name + ")")) {
            while (rows.next()) {
                columns.add(SqlText.quoted(rows.getText(1)));
            }
        }
        if (columns.isEmpty()) {
            return;
        }
        String list = String.join(",", columns);
        String values = String.join(",", Collections.nCopies(columns.size(), "?"));
        try (Rows rows = shell.database().query("SELECT " + list + " FROM " + name);
                Statement insert = target.prepare("INSERT OR IGNORE INTO " + name + "(" + list
                        + ") VALUES(" + values + ")")) {
            while (rows.next()) {
                shell.activity.check();
                for (int i = 0; i < columns.size(); i++) {
                    insert.bind(i + 1, rows.getObject(i));
                }
                insert.execute();
            }
        } catch (SqlvmException e) {
            shell.report("Error " + (e.code() & 0xff) + ": " + e.getMessage() + " on ["
                    + "SELECT * FROM " + name + "]");
        }
    }
}
