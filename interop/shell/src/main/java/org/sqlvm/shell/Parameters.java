package org.sqlvm.shell;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code .parameter}: values for the parameters of later statements. sqlite3 keeps them in a TEMP
 * table, we beside the database; a parameter without a value is NULL.
 */
final class Parameters {
    /** A list is aligned up to this width. */
    private static final int WIDTH_MAX = 40;

    private final Map<String, Object> values = new TreeMap<>(Comparator.naturalOrder());

    /** Gives a statement its values. */
    void bind(Statement statement) {
        if (values.isEmpty()) {
            return;
        }
        for (int number = 1; number <= statement.parameterCount(); number++) {
            String name = statement.parameterName(number);
            statement.bind(number, values.get(name == null ? "?" + number : name));
        }
    }

    Shell.Outcome run(Shell shell, List<String> words) {
        switch (words.size() + " " + (words.size() > 1 ? words.get(1) : "")) {
            case "2 init" -> {
                // There is no table to make.
            }
            case "2 clear" -> values.clear();
            case "2 list" -> list(shell);
            case "3 unset" -> values.remove(words.get(2));
            case "4 set" -> values.put(words.get(2), value(shell.database(), words.get(3)));
            default -> new Help(shell.output.sink()).show("parameter");
        }
        return Shell.Outcome.DONE;
    }

    /** The value of an SQL expression; text that is none is itself. */
    private static Object value(Database database, String expression) {
        try (Rows rows = database.query("SELECT (" + expression + "\n)")) {
            return rows.next() ? rows.getObject(0) : null;
        } catch (SqlvmException e) {
            return expression;
        }
    }

    private void list(Shell shell) {
        int width = values.keySet().stream().mapToInt(String::length).max().orElse(0);
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            String name = entry.getKey();
            int missing = Math.max(0, Math.min(WIDTH_MAX, width) - name.length());
            try (Rows rows = shell.database().query("SELECT quote(?)", entry.getValue())) {
                rows.next();
                shell.output.sink().line(name + " ".repeat(missing) + " " + rows.getText(0));
            }
        }
    }
}
