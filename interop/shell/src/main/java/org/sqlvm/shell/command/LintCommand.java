package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code .lint fkey-indexes}: the foreign keys whose child rows no index finds, with the CREATE
 * INDEX that would.
 */
final class LintCommand {
    private final Shell shell;
    private boolean verbose;
    private boolean byParent;

    /** A foreign key, and whether an index finds its rows. */
    private record Key(
            String child, String parent, List<String> from, List<String> to, boolean found) {}

    LintCommand(Shell shell) {
        this.shell = shell;
    }

    Shell.Outcome run(List<String> words) {
        boolean named = words.size() >= 2
                && !words.get(1).isEmpty()
                && "fkey-indexes".startsWith(words.get(1).toLowerCase(Locale.ROOT));
        if (!named) {
            return said("Usage " + words.getFirst() + " sub-command ?switches...?\n"
                    + "Where sub-commands are:\n    fkey-indexes");
        }
        for (String word : words.subList(2, words.size())) {
            if (isSwitch(word, "-verbose", 2)) {
                verbose = true;
            } else if (isSwitch(word, "-groupbyparent", 2)) {
                byParent = true;
            } else {
                return said("Usage: " + words.getFirst() + " " + words.get(1)
                        + " ?-verbose? ?-groupbyparent?");
            }
        }
        try {
            print(shell.database());
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            return failed(e.getMessage());
        }
    }

    private static boolean isSwitch(String word, String name, int shortest) {
        return word.length() >= shortest && name.regionMatches(true, 0, word, 0, word.length());
    }

    private Shell.Outcome failed(String message) {
        shell.report(message);
        return Shell.Outcome.FAILED;
    }

    /** sqlite3 does not take this for a failure. */
    private Shell.Outcome said(String message) {
        shell.report(message);
        return Shell.Outcome.DONE;
    }

    private void print(Database database) {
        ByteSink out = shell.output.sink();
        List<Key> keys = new ArrayList<>();
        for (String table :
                strings(database, "SELECT name FROM sqlite_schema WHERE type = 'table'", 0)) {
            keys.addAll(keys(database, table));
        }
        keys.sort(Comparator.comparing(key -> byParent ? key.parent : key.child));
        String indent = byParent ? "    " : "";
        String parent = null;
        for (Key key : keys) {
            boolean shown = verbose || !key.found;
            if (byParent && shown && !key.parent.equalsIgnoreCase(parent)) {
                out.line("-- Parent table " + key.parent);
                parent = key.parent;
            }
            String target = key.parent + "(" + String.join(",", key.to) + ")";
            if (!key.found) {
                out.line(indent + statement(database, key) + " --> " + target);
            } else if (verbose) {
                out.line(indent + "/* no extra indexes required for " + key.child + "("
                        + String.join(", ", key.from) + ") -> " + target + " */");
            }
        }
    }

    private static List<String> strings(Database database, String sql, int column) {
        List<String> result = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                result.add(rows.getText(column));
            }
        }
        return result;
    }

    private static List<Key> keys(Database database, String table) {
        Map<Long, Key> keys = new TreeMap<>();
        String child = SqlText.literal(table);
        try (Rows rows = database.query("PRAGMA foreign_key_list(" + child + ")")) {
            while (rows.next()) {
                String parent = rows.getText(2);
                Key key = keys.computeIfAbsent(
                        rows.getLong(0),
                        _ -> new Key(table, parent, new ArrayList<>(), new ArrayList<>(), false));
                key.from.add(rows.getText(3));
                key.to.add(
                        rows.isNull(4)
                                ? primaryKey(database, parent, rows.getLong(1))
                                : rows.getText(4));
            }
        }
        return keys.values().stream()
                .map(key ->
                        new Key(key.child, key.parent, key.from, key.to, isFound(database, key)))
                .toList();
    }

    /** Returns the column at an index, from 0, in a table's primary key; empty if there is none. */
    private static String primaryKey(Database database, String table, long place) {
        try (Rows rows = database.query("PRAGMA table_info(" + SqlText.literal(table) + ")")) {
            while (rows.next()) {
                if (rows.getLong(5) == place + 1) {
                    return rows.getText(1);
                }
            }
        }
        return "";
    }

    /** Whether the rowid or the first columns of an index are the key's, with its collations. */
    private static boolean isFound(Database database, Key key) {
        String table = SqlText.literal(key.child);
        if (key.from.size() == 1 && isRowid(database, key.child, key.from.getFirst())) {
            return true;
        }
        Set<String> wanted = new HashSet<>();
        for (int i = 0; i < key.from.size(); i++) {
            wanted.add(
                    lower(key.from.get(i)) + " " + collation(database, key.parent, key.to.get(i)));
        }
        List<String> indexes = strings(database, "PRAGMA index_list(" + table + ")", 1);
        List<String> partial = strings(database, "PRAGMA index_list(" + table + ")", 4);
        for (int i = 0; i < indexes.size(); i++) {
            if (partial.get(i).equals("0")
                    && wanted.equals(first(database, indexes.get(i), wanted))) {
                return true;
            }
        }
        return false;
    }

    /** As many first columns of an index as there are wanted ones, with their collations. */
    private static Set<String> first(Database database, String index, Set<String> wanted) {
        Set<String> first = new HashSet<>();
        try (Rows rows = database.query("PRAGMA index_xinfo(" + SqlText.literal(index) + ")")) {
            while (rows.next() && first.size() < wanted.size() && !rows.isNull(2)) {
                first.add(lower(rows.getText(2)) + " " + lower(rows.getText(4)));
            }
        }
        return first;
    }

    /** Whether a column is another name of the rowid: then no index belongs to the primary key. */
    private static boolean isRowid(Database database, String table, String column) {
        String name = SqlText.literal(table);
        List<String> keys = strings(
                database, "SELECT name FROM pragma_table_info(" + name + ") WHERE pk > 0", 0);
        boolean integer = !strings(
                        database,
                        "SELECT 1 FROM pragma_table_info(" + name
                                + ") WHERE pk > 0 AND upper(type) = 'INTEGER'",
                        0)
                .isEmpty();
        boolean indexed =
                strings(database, "PRAGMA index_list(" + name + ")", 3).contains("pk");
        return keys.size() == 1 && keys.getFirst().equalsIgnoreCase(column) && integer && !indexed;
    }

    /** The collation of a table's column, found out by a comparison, in lower case. */
    private static String collation(Database database, String table, String column) {
        String from = "FROM (SELECT " + SqlText.quotedIfNeeded(column) + " AS x FROM "
                + SqlText.quotedIfNeeded(table) + " WHERE 0 UNION ALL SELECT 'A ')";
        try (Rows rows = database.query("SELECT x = 'a ', x = 'A' " + from)) {
            if (rows.next()) {
                return rows.getLong(0) != 0 ? "nocase" : rows.getLong(1) != 0 ? "rtrim" : "binary";
            }
        } catch (SqlvmException e) {
            return "binary"; // There is no such parent.
        }
        return "binary";
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static String statement(Database database, Key key) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < key.from.size(); i++) {
            String parent = collation(database, key.parent, key.to.get(i));
            String child = collation(database, key.child, key.from.get(i));
            columns.add(SqlText.literal(key.from.get(i))
                    + (parent.equals(child) ? "" : " COLLATE " + parent.toUpperCase(Locale.ROOT)));
        }
        return "CREATE INDEX " + SqlText.literal(key.child + "_" + String.join("_", key.from))
                + " ON " + SqlText.literal(key.child) + "(" + String.join(", ", columns) + ");";
    }
}
