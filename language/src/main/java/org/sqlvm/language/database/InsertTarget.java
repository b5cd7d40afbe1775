package org.sqlvm.language.database;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.data.SqlNull;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table that rows of a program's objects go into, and how their members find its columns. */
public final class InsertTarget {
    private static final int ABSENT = -1;

    private final OpenDatabase database;
    private final String table;
    /** Null for the first database that has the table. */
    private String schema;
    /** The word behind OR; or null. */
    private String conflict;

    /** By parameter, if rows have members of their own each. */
    private List<GivenColumn> given = List.of();

    /**
     * A column that a member may need.
     *
     * @param type the declared type; empty for values without conversion
     * @param loose whether its name is also that of a column with the same {@link #key}
     */
    record NewColumn(String name, String type, boolean loose) {}

    /**
     * A column that rows have values for.
     *
     * @param absent gives its value in a row without the member
     * @param isComputed whether this runs a statement
     */
    record GivenColumn(String name, Supplier<Object> absent, boolean isComputed) {
        static GivenColumn withoutDefault(String name) {
            return new GivenColumn(name, () -> SqlNull.NULL, false);
        }
    }

    public InsertTarget(OpenDatabase database, String table) {
        this.database = database;
        this.table = table;
    }

    public void setSchema(String name) {
        schema = name;
    }

    /** @param word the word behind OR; or null */
    public void setConflict(String word) {
        conflict = word;
    }

    /** Names with the same key are the same: case does not count, and neither do underscores. */
    public static String key(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Names that are one name to SQL have the same. */
    static String folded(String name) {
        StringBuilder folded = new StringBuilder(name);
        for (int i = 0; i < folded.length(); i++) {
            folded.setCharAt(i, (char) Ascii.toLower(folded.charAt(i)));
        }
        return folded.toString();
    }

    private String quoted() {
        String name = Identifiers.quoted(table);
        return schema == null ? name : Identifiers.quoted(schema) + "." + name;
    }

    /**
     * Begins an insertion. If that fails, nothing has happened.
     *
     * @param names the names of the members, in the order of the statement's parameters; null for a
     *     value for each column
     * @param types the types of the columns, to create the table if it does not exist; or null
     * @throws SqlException if the table has no column of a name
     */
    public RowInsertion begin(List<String> names, List<String> types) {
        return begin(() -> {
            if (types != null) {
                create(names, types);
            }
            return insertion(names);
        });
    }

    /**
     * Begins an insertion into all columns that can be given, and into those of the names. If that
     * fails, nothing has been changed.
     *
     * @param named the members of the first row
     * @param creates whether to create the table with these columns if it does not exist
     * @param adds whether to add missing columns to the table; else they are errors
     */
    RowInsertion begin(List<NewColumn> named, boolean creates, boolean adds) {
        return begin(() -> {
            if (creates) {
                create(
                        named.stream().map(NewColumn::name).toList(),
                        named.stream().map(NewColumn::type).toList());
            }
            given = List.of();
            give(named, adds);
            return insertion();
        });
    }

    private RowInsertion begin(Supplier<RowInsertion> made) {
        Connection connection = database.connection();
        boolean own = RowInsertion.beginTransaction(connection);
        RowInsertion insertion = null;
        boolean done = false;
        try {
            insertion = made.get();
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
        if (names.isEmpty()) {
            if (found() == null) {
                throw SqlException.error("the first row has no members, so table " + table
                        + " would have no columns: create it before");
            }
            return;
        }
        String body = IntStream.range(0, names.size())
                .mapToObj(i -> (Identifiers.quoted(names.get(i)) + " " + types.get(i)).trim())
                .collect(Collectors.joining(", "));
        PreparedStatement statement =
                database.prepare("CREATE TABLE IF NOT EXISTS " + quoted() + "(" + body + ")");
        new Execution(statement, new Parameters(0)).finish();
    }

    /** Goes on with an insertion that has these columns, too. All its rows have been flushed. */
    void extend(RowInsertion insertion, List<NewColumn> named) {
        insertion.pause();
        give(named, true);
        List<String> names = givenNames();
        insertion.resume(statement(names.size(), names));
    }

    /** The columns that rows have values for, by parameter. */
    List<GivenColumn> given() {
        return given;
    }

    private List<String> givenNames() {
        return given.stream().map(GivenColumn::name).toList();
    }

    /** Says that rows have columns of these names, too. */
    private void give(List<NewColumn> named, boolean adds) {
        Table found = found();
        Map<String, GivenColumn> columns = new LinkedHashMap<>();
        given.forEach(column -> columns.put(folded(column.name()), column));
        if (columns.isEmpty() && found != null) {
            for (GivenColumn column : DefaultValues.of(database, found)) {
                columns.put(folded(column.name()), column);
            }
        }
        for (NewColumn column : named) {
            int known = found == null ? ABSENT : index(found, column);
            if (found != null && known < 0) {
                if (!adds) {
                    throw noColumn(column.name());
                }
                add(column, found.strict());
            }
            String name = known < 0 ? column.name() : found.columns().get(known).name();
            columns.putIfAbsent(folded(name), GivenColumn.withoutDefault(name));
        }
        given = List.copyOf(columns.values());
    }

    private static int index(Table found, NewColumn column) {
        int known = found.columnIndex(column.name());
        for (int i = 0; known < 0 && column.loose() && i < found.columns().size(); i++) {
            known = key(found.columns().get(i).name()).equals(key(column.name())) ? i : ABSENT;
        }
        return known;
    }

    /** The error of a member without a column. */
    SqlException noColumn(String name) {
        return SqlException.error("table " + table + " has no column named " + name);
    }

    private void add(NewColumn column, boolean strict) {
        String type = strict && column.type().isEmpty() ? "ANY" : column.type();
        String definition = (Identifiers.quoted(column.name()) + " " + type).trim();
        PreparedStatement statement =
                database.prepare("ALTER TABLE " + quoted() + " ADD COLUMN " + definition);
        new Execution(statement, new Parameters(0)).finish();
    }

    private RowInsertion insertion() {
        if (given.isEmpty()) {
            throw SqlException.error("the row has no members");
        }
        List<String> names = givenNames();
        return new RowInsertion(statement(names.size(), names));
    }

    private RowInsertion insertion(List<String> names) {
        Table found = found();
        List<String> columns = names == null ? null : columns(found, names);
        int count = columns == null ? width(found) : columns.size();
        return new RowInsertion(statement(count, columns));
    }

    /** @param columns null for all */
    private PreparedStatement statement(int count, List<String> columns) {
        String named = columns == null
                ? ""
                : columns.stream()
                        .map(Identifiers::quoted)
                        .collect(Collectors.joining(", ", "(", ")"));
        String sql = "INSERT " + (conflict == null ? "" : "OR " + conflict + " ") + "INTO "
                + quoted() + named + " VALUES ("
                + String.join(", ", Collections.nCopies(count, "?")) + ")";
        return database.prepare(sql);
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
                ? 1 // The INSERT reports that there is no such table.
                : (int) found.columns().stream()
                        .filter(column -> !column.generated() && !column.hidden())
                        .count();
    }

    /** The table; null if there is none, or it is a view or a virtual table. */
    private Table found() {
        Connection connection = database.connection();
        connection.refreshSchema();
        Schema all = connection.schema();
        Schema home = schema == null
                ? all.holdingTable(null, table)
                : all.database(connection.databaseNumber(schema));
        return home == null ? null : home.table(table);
    }

    @Override
    public String toString() {
        return quoted();
    }
}
