package org.sqlvm.language.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.DatabaseTestCase;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * sqlvm and SQLite change full-text tables in turns, in one file; then both find the same. What
 * each would have written alone has the same bytes, too.
 */
final class SearchTurnsTest extends DatabaseTestCase {
    private static final int TURNS = Integer.getInteger("sqlvm.search.turns", 6);
    private static final List<String> WORDS =
            List.of("one", "two", "three", "ones", "éclair", "tw", "four", "Fünf", "x");

    /** No power is lost here. */
    private static final String NO_SYNC = "PRAGMA synchronous = OFF";

    private final Random random = new Random(Long.getLong("sqlvm.search.seed", 54));

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a, b, prefix=2",
                "a, b UNINDEXED, detail=column, tokenize='porter'",
                "a, b, detail=none, columnsize=0",
                "a, b, content='', contentless_delete=1",
                "a, b, tokenize='trigram'"
            })
    void turns(String arguments) throws SQLException {
        String shared = folder.resolve("shared.db").toString();
        String own = folder.resolve("own.db").toString();
        String other = folder.resolve("other.db").toString();
        List<String> setup = List.of(
                "CREATE VIRTUAL TABLE t USING fts5(" + arguments + ")",
                "INSERT INTO t(t, rank) VALUES ('pgsz', 64)",
                "INSERT INTO t(t, rank) VALUES ('crisismerge', 5)");
        runHere(shared, setup);
        runHere(own, setup);
        runThere(other, setup);
        boolean hasContent = !arguments.contains("content=''");
        for (int turn = 0; turn < TURNS; turn++) {
            List<String> changes = changes(hasContent);
            runHere(own, changes);
            runThere(other, changes);
            if (turn % 2 == 0) {
                runHere(shared, changes);
            } else {
                runThere(shared, changes);
            }
        }
        for (String query : queries(hasContent)) {
            List<Object> expected = there(other, query);
            assertEquals(expected, here(own, query), query);
            assertEquals(expected, here(shared, query), query);
            assertEquals(expected, there(shared, query), query);
        }
        for (String table : List.of("t_data", "t_idx", "t_config")) {
            String dump = "SELECT " + columns(table) + " FROM " + table;
            assertEquals(there(other, dump), here(own, dump), table);
            assertEquals(there(other, dump), there(shared, dump), table);
        }
    }

    private static String columns(String table) {
        return switch (table) {
            case "t_data" -> "id || ':' || hex(block)";
            case "t_idx" -> "segid || ':' || hex(term) || ':' || pgno";
            default -> "k || ':' || v";
        };
    }

    /** One transaction, or statements that are committed alone. */
    private List<String> changes(boolean hasContent) {
        List<String> changes = new ArrayList<>();
        boolean together = random.nextBoolean();
        if (together) {
            changes.add("BEGIN");
        }
        for (int i = random.nextInt(1, 6); i > 0; i--) {
            changes.add(change(hasContent));
        }
        if (together) {
            changes.add(random.nextInt(6) == 0 ? "ROLLBACK" : "COMMIT");
        }
        return changes;
    }

    private String change(boolean hasContent) {
        int rowid = random.nextInt(1, 30);
        return switch (random.nextInt(hasContent ? 8 : 6)) {
            case 0 -> "DELETE FROM t WHERE rowid = " + rowid;
            case 1 -> "DELETE FROM t WHERE rowid BETWEEN " + rowid + " AND " + (rowid + 3);
            case 2 -> "INSERT INTO t(t, rank) VALUES ('merge', " + random.nextInt(-8, 9) + ")";
            case 6 -> "UPDATE t SET a = " + text() + " WHERE rowid = " + rowid;
            case 7 -> "UPDATE OR REPLACE t SET rowid = " + rowid + " WHERE rowid = " + (rowid + 1);
            default ->
                "INSERT OR REPLACE INTO t(rowid, a, b) VALUES (" + rowid + ", " + text() + ", "
                        + text() + ")";
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder("'");
        for (int i = random.nextInt(8); i >= 0; i--) {
            text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
        }
        return text.append("'").toString();
    }

    private static List<String> queries(boolean hasContent) {
        List<String> queries = new ArrayList<>(List.of(
                "SELECT rowid FROM t('one OR two') ORDER BY rowid DESC",
                "SELECT rowid FROM t('tw*') ORDER BY rowid",
                "SELECT rowid FROM t('eclair NOT four') ORDER BY rowid",
                "INSERT INTO t(t) VALUES ('integrity-check')",
                "PRAGMA integrity_check"));
        if (hasContent) {
            queries.add("SELECT rowid, a, b FROM t ORDER BY rowid");
            queries.add("SELECT rowid, highlight(t, 0, '<', '>') FROM t('two') ORDER BY rank");
        }
        return queries;
    }

    private void runHere(String path, List<String> changes) {
        Database opened = open(path);
        opened.execute(NO_SYNC);
        changes.forEach(opened::execute);
        opened.close();
    }

    private List<Object> here(String path, String query) {
        Database opened = open(path);
        List<Object> rows = AllRows.all(opened, query);
        opened.close();
        return rows;
    }

    private static void runThere(String path, List<String> changes) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            statement.execute(NO_SYNC);
            for (String change : changes) {
                statement.execute(change);
            }
        }
    }

    private static List<Object> there(String path, String query) throws SQLException {
        List<Object> values = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + path);
                Statement statement = connection.createStatement()) {
            if (!statement.execute(query)) {
                return values;
            }
            ResultSet rows = statement.getResultSet();
            int count = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= count; i++) {
                    Object value = rows.getObject(i);
                    values.add(value instanceof Integer number ? number.longValue() : value);
                }
            }
        }
        return values;
    }
}
