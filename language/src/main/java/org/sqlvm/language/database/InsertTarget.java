package org.sqlvm.language.database;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.statement.Execution;
import org.sqlvm.language.statement.PreparedStatement;
import org.sqlvm.language.statement.RowInsertion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table that rows of a program's objects go into, and how their members find its columns. */
public final class InsertTarget {
    private final OpenDatabase database;
    private final String table;
    /** Null for the first database that has the table. */
    private String schema;
    /** The word behind OR; or null. */
    private String conflict;

    public InsertTarget(OpenDatabase database, String table) {
        this.database = database;
        this.table = table;
    }

    public void setSchema(String name) {
        schema = name;
    }

    /** @param word that stands behind OR; or null */
    public void setConflict(String word) {
        conflict = word;
    }

    /** Names with the same key are the same: case does not count, and neither do underscores. */
    public static String key(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    private String quoted() {
        String name = Identifiers.quoted(table);
        return schema == null ? name : Identifiers.quoted(schema) + "." + name;
    }

    /**
     * Begins an insertion. If that fails, nothing has happened.
     *
     * @param names of the members, in the order of the statement's parameters; null for a value for
     *     each column
     * @param types of the columns of a table that is made if there is none; or null
     * @throws SqlException if the table has no column of a name
     */
    public RowInsertion begin(List<String> names, List<String> types) {
        Connection connection = database.connection();
        boolean own = RowInsertion.beginTransaction(connection);
        RowInsertion insertion = null;
        boolean done = false;
        try {
            if (types != null) {
                create(names, types);
            }
            insertion = insertion(names);
            insertion.begin(own);
            done = true;
            return insertion;
        } finally {
            if (!done && insertion != null) {
                insertion.fail(null);
            } else if (!done) {
                RowInsertion.undoTransaction(connection, own);
            }
        }
    }

    private void create(List<String> names, List<String> types) {
        String body = IntStream.range(0, names.size())
                .mapToObj(i -> (Identifiers.quoted(names.get(i)) + " " + types.get(i)).trim())
                .collect(Collectors.joining(", "));
        PreparedStatement statement =
                database.prepare("CREATE TABLE IF NOT EXISTS " + quoted() + "(" + body + ")");
        new Execution(statement, new Parameters(0)).finish();
    }

    private RowInsertion insertion(List<String> names) {
        Connection connection = database.connection();
        connection.refreshSchema();
        Table found = table(connection.schema());
        List<String> columns = names == null ? null : columns(found, names);
        int count = columns == null ? width(found) : columns.size();
        String named = columns == null
                ? ""
                : columns.stream()
                        .map(Identifiers::quoted)
                        .collect(Collectors.joining(", ", "(", ")"));
        String sql = "INSERT " + (conflict == null ? "" : "OR " + conflict + " ") + "INTO "
                + quoted() + named + " VALUES ("
                + String.join(", ", Collections.nCopies(count, "?")) + ")";
        return new RowInsertion(database.prepare(sql), columns);
    }

    /** The columns that members are called like; for others their names, as the INSERT refuses. */
    private List<String> columns(Table found, List<String> names) {
        Map<String, String> exact = new HashMap<>();
        Map<String, String> loose = new HashMap<>();
        for (Column column : found == null ? List.<Column>of() : found.columns()) {
            exact.put(column.name().toLowerCase(Locale.ROOT), column.name());
            loose.putIfAbsent(key(column.name()), column.name());
        }
        List<String> columns = new ArrayList<>();
        for (String name : names) {
            String column = exact.get(name.toLowerCase(Locale.ROOT));
            column = column == null ? loose.getOrDefault(key(name), name) : column;
            if (columns.contains(column)) {
                throw SqlException.error(
                        "table " + table + " has one column for two members: " + column);
            }
            columns.add(column);
        }
        return columns;
    }

    /** How many values a row has that has one for each column. */
    private static int width(Table found) {
        return found == null
                ? 1 // The INSERT says that there is no such table.
                : (int) found.columns().stream()
                        .filter(column -> !column.generated() && !column.hidden())
                        .count();
    }

    private Table table(Schema all) {
        Schema home = schema == null
                ? all.holdingTable(null, table)
                : all.database(database.connection().databaseNumber(schema));
        return home == null ? null : home.table(table);
    }

    @Override
    public String toString() {
        return quoted();
    }
}
