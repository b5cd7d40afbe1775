package org.sqlvm.engine.codegen.pragma;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.function.CompileOptions;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.window.WindowFunction;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.DeclaredType;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.ForeignKey;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableConstraint;
import org.sqlvm.engine.virtual.VirtualTables;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rows of the PRAGMAs that describe the schema and the library, for the statement and for the
 * table of the same name, computed when it runs. Settings that a connection cannot change yet have
 * SQLite's default values.
 */
public final class PragmaRows {
    /** SQLITE_DETERMINISTIC, SQLITE_DIRECTONLY and SQLITE_INNOCUOUS. */
    private static final long DETERMINISTIC = 0x800;

    private static final long DIRECT_ONLY = 0x80000;

    private static final long INNOCUOUS = 0x200000;

    /**
     * The values of PRAGMA table_xinfo for a hidden column and for the two kinds of generated
     * columns.
     */
    private static final long HIDDEN = 1;

    private static final long VIRTUAL = 2;
    private static final long STORED = 3;

    private static final Map<String, Object> CONSTANTS = constants();

    /** The database that the PRAGMA names, or all of them. */
    private final Schema schema;
    /** All databases. */
    private final Schema all;

    private final List<Object[]> rows = new ArrayList<>();

    private PragmaRows(Schema schema, Schema all) {
        this.schema = schema;
        this.all = all;
    }

    private static Map<String, Object> constants() {
        Map<String, Object> values = new HashMap<>();
        values.put("full_column_names", 0L);
        values.put("short_column_names", 1L);
        return Map.copyOf(values);
    }

    /** The value of a PRAGMA that is the same for all connections, or null. */
    public static Object constant(String pragma) {
        return CONSTANTS.get(pragma);
    }

    /**
     * The rows of a PRAGMA that the schema and the library answer.
     *
     * @param argument the argument; null for none
     * @param schema the present schema of the PRAGMA's database, or of all; only its settings count
     *     if the PRAGMA is not about schemas
     * @param all all databases
     * @return null for any other PRAGMA
     */
    public static List<Object[]> of(Pragma pragma, String argument, Schema schema, Schema all) {
        PragmaRows code = new PragmaRows(schema, all);
        switch (pragma.name()) {
            case "collation_list" -> code.names(code.collations(), true);
            case "module_list" ->
                code.names(VirtualTables.names(schema.preparation().registered()), false);
            case "pragma_list" -> Pragma.ALL.forEach(known -> code.row(known.name()));
            case "function_list" -> code.functionList();
            case "table_info" -> code.tableInfo(argument, false);
            case "table_xinfo" -> code.tableInfo(argument, true);
            case "table_list" -> code.tableList(argument);
            case "index_list" -> code.indexList(argument);
            case "index_info" -> code.indexInfo(argument, false);
            case "index_xinfo" -> code.indexInfo(argument, true);
            case "foreign_key_list" -> code.foreignKeyList(argument);
            case "compile_options" -> code.names(CompileOptions.all(), false);
            default -> {
                return null;
            }
        }
        return code.rows;
    }

    private void row(Object... values) {
        Object[] row = values.clone();
        for (int i = 0; i < row.length; i++) {
            row[i] = row[i] instanceof String text ? Text.of(text) : row[i];
        }
        rows.add(row);
    }

    private void names(List<String> names, boolean numbered) {
        for (String name : names) {
            if (numbered) {
                row((long) rows.size(), name);
            } else {
                row(name);
            }
        }
    }

    /** Returns the built-in collations, unless others have their names, and the registered ones. */
    private List<String> collations() {
        List<String> names = new ArrayList<>(schema.settings().registered().collationNames());
        for (String builtIn : List.of("RTRIM", "NOCASE", "BINARY")) {
            if (names.stream().noneMatch(builtIn::equalsIgnoreCase)) {
                names.add(builtIn);
            }
        }
        return names;
    }

    // ------------------------------------------------------------------ functions

    private void functionList() {
        for (SqlFunction function : schema.settings().registered().functions()) {
            registered(function);
        }
        for (SqlFunction function : Functions.all()) {
            boolean deterministic =
                    function instanceof ScalarFunction scalar && scalar.isDeterministic();
            functions(
                    function.name(),
                    function instanceof AggregateFunction ? "w" : "s",
                    isExtreme(function) ? 1 : function.argumentCountMin(),
                    function.argumentCountMax(),
                    deterministic ? DETERMINISTIC | INNOCUOUS : INNOCUOUS);
        }
        for (WindowFunction function : WindowFunction.values()) {
            functions(
                    function.name().toLowerCase(Locale.ROOT),
                    "w",
                    function.argumentCountMin,
                    function.argumentCountMax,
                    INNOCUOUS);
        }
    }

    private void registered(SqlFunction function) {
        RegisteredFunction registered = (RegisteredFunction) function;
        String type = function instanceof RegisteredAggregate aggregate
                ? aggregate.window() ? "w" : "a"
                : "s";
        RegisteredFunction.Traits traits = registered.traits();
        long flags = (traits.deterministic() ? DETERMINISTIC : 0)
                | (traits.directOnly() ? DIRECT_ONLY : 0)
                | (traits.innocuous() ? INNOCUOUS : 0);
        row(function.name(), 0L, type, "utf8", (long) registered.argumentCount(), flags);
    }

    /** min(a, …) and max(a, …), which with one argument would be aggregates. */
    private static boolean isExtreme(SqlFunction function) {
        return function.is(FunctionFact.COMPARES)
                && function.argumentCountMax() == Integer.MAX_VALUE;
    }

    /** A number below -1 stands for any number of arguments from a minimum on. */
    private void functions(String name, String type, int min, int max, long flags) {
        if (max == Integer.MAX_VALUE) {
            row(name, 1L, type, "utf8", min == 0 ? -1L : -min - 2L, flags);
            return;
        }
        for (int count = min; count <= max; count++) {
            row(name, 1L, type, "utf8", (long) count, flags);
        }
    }

    // ------------------------------------------------------------------ tables

    private Table table(String name) {
        if (name == null) {
            return null;
        }
        boolean known = schema.table(name) != null || schema.view(name) != null;
        // A view of temp may name tables of all databases, where temp's come first.
        Schema visible = known && schema.id().isTemp() ? all : schema;
        return Planner.describe(name, visible, PlanOptions.of(schema.encoding()));
    }

    private void tableInfo(String name, boolean all) {
        Table table = table(name);
        if (table == null) {
            return;
        }
        Schema.StoredText stored = schema.table(name) == null ? schema.view(name) : null;
        boolean view = stored != null && !stored.isVirtual();
        Statement.CreateTable tree = definition(table);
        List<Integer> primaryKey = primaryKey(table);
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            long hidden = column.hidden()
                    ? HIDDEN
                    : !column.generated() ? 0 : column.isVirtual() ? VIRTUAL : STORED;
            if (!all && hidden != 0) {
                continue;
            }
            List<Object> values = new ArrayList<>(List.of(
                    (long) (all ? i : rows.size()),
                    column.name(),
                    type(column, view),
                    column.notNull() ? 1L : 0L,
                    tree == null ? SqlNull.NULL : defaultText(tree, i, table.sql()),
                    primaryKey.indexOf(i) + 1L));
            if (all) {
                values.add(hidden);
            }
            row(values.toArray());
        }
    }

    /**
     * Returns the type of a column. A view's column is shown with its affinity if it has no
     * declared type, or one of another affinity: that of a compound's first SELECT.
     */
    private static String type(Column column, boolean view) {
        String declared = column.declaredType();
        Affinity affinity = column.affinity();
        if (!view || (declared != null && DeclaredType.affinity(declared) == affinity)) {
            return declared == null ? "" : declared;
        }
        return switch (affinity) {
            case NONE -> "";
            case INTEGER -> "INT";
            case NUMERIC -> "NUM";
            case BLOB, TEXT, REAL -> affinity.name();
        };
    }

    /** The CREATE TABLE statement, or null for a table that was not made by one. */
    private static Statement.CreateTable definition(Table table) {
        return !table.sql().isEmpty()
                        && Parser.parseSchemaSql(table.sql()) instanceof Statement.CreateTable tree
                ? tree
                : null;
    }

    private static Object defaultText(Statement.CreateTable tree, int column, String sql) {
        Object text = SqlNull.NULL;
        for (ColumnConstraint constraint : tree.columns().get(column).constraints()) {
            if (constraint instanceof ColumnConstraint.Default value) {
                text = value.text().of(sql);
            }
        }
        return text;
    }

    private static List<Integer> primaryKey(Table table) {
        List<Integer> columns = new ArrayList<>();
        if (table.rowidAlias() >= 0) {
            columns.add(table.rowidAlias());
        } else if (table.primaryKey() != null) {
            for (int i = 0; i < table.primaryKey().keyCount(); i++) {
                columns.add(table.primaryKey().columns().get(i).tableColumn());
            }
        }
        return columns;
    }

    private void tableList(String only) {
        schema.databases().forEach(database -> tableList(database, only));
    }

    private void tableList(Schema database, String only) {
        for (String name : database.namesByHash()) {
            Schema.StoredText view = database.view(name);
            if (view == null) {
                tableRow(only, database.table(name), database);
            } else {
                viewRow(only, view, database);
            }
        }
    }

    private void tableRow(String only, Table table, Schema database) {
        boolean schemaTable = table == database.table(Schema.SCHEMA_TABLE);
        String own = database.id().isTemp() ? Schema.TEMP_SCHEMA_TABLE : Schema.SCHEMA_TABLE;
        String name = schemaTable ? own : table.name();
        boolean shadow = isWanted(only, name) && VirtualTables.isShadow(database, name);
        tableRow(only, name, table, shadow ? "shadow" : "table", database);
    }

    private void viewRow(String only, Schema.StoredText view, Schema database) {
        String name = view.name();
        Table table = isWanted(only, name) ? viewTable(name, all.visibleIn(view.database())) : null;
        tableRow(only, name, table, view.isVirtual() ? "virtual" : "view", database);
    }

    private static boolean isWanted(String only, String name) {
        return only == null || Name.same(only, name);
    }

    /** Null for a view that cannot be used. */
    private Table viewTable(String name, Schema visible) {
        try {
            return Planner.describe(name, visible, PlanOptions.of(schema.encoding()));
        } catch (org.sqlvm.engine.error.SqlException _) {
            return null;
        }
    }

    private void tableRow(String only, String name, Table table, String type, Schema database) {
        if (isWanted(only, name)) {
            boolean stored = table != null && List.of("table", "shadow").contains(type);
            row(
                    database.id().name(),
                    name,
                    type,
                    table == null ? 0L : (long) table.columns().size(),
                    stored && table.withoutRowid() ? 1L : 0L,
                    stored && table.strict() ? 1L : 0L);
        }
    }

    // ------------------------------------------------------------------ indexes

    private void indexList(String name) {
        Table table = name == null ? null : schema.table(name);
        if (table == null) {
            return;
        }
        for (Index index : table.keys()) {
            row(
                    (long) rows.size(),
                    index.name(),
                    index.unique() ? 1L : 0L,
                    index.origin(),
                    index.where() == null ? 0L : 1L);
        }
    }

    /** @param all also the columns behind the key, with direction and collation */
    private void indexInfo(String name, boolean all) {
        Schema home = name == null
                ? null
                : schema.holding(null, database -> database.index(name) != null);
        Index index = home == null ? null : home.index(name);
        if (index == null && name != null) {
            Table table = schema.table(name);
            index = table != null && table.withoutRowid() ? table.primaryKey() : null;
        }
        if (index == null) {
            return;
        }
        Table table = (home == null ? schema : home).table(index.table());
        int count = all ? index.columns().size() : index.keyCount();
        for (int i = 0; i < count; i++) {
            IndexColumn column = index.columns().get(i);
            int place = column.tableColumn();
            Object columnName =
                    place < 0 ? SqlNull.NULL : table.columns().get(place).name();
            if (all) {
                row(
                        (long) i,
                        (long) place,
                        columnName,
                        column.descending() ? 1L : 0L,
                        column.collationName(),
                        i < index.keyCount() ? 1L : 0L);
            } else {
                row((long) i, (long) place, columnName);
            }
        }
    }

    // ------------------------------------------------------------------ foreign keys

    /** A foreign key with the columns that it is about. */
    private record Reference(List<Name> columns, ForeignKey key) {}

    /** SQLite lists the last first. */
    private void foreignKeyList(String name) {
        Table table = name == null ? null : schema.table(name);
        Statement.CreateTable tree = table == null ? null : definition(table);
        if (tree == null) {
            return;
        }
        List<Reference> references = new ArrayList<>();
        for (Statement.ColumnDefinition column : tree.columns()) {
            for (ColumnConstraint constraint : column.constraints()) {
                if (constraint instanceof ColumnConstraint.References reference) {
                    references.add(new Reference(List.of(column.name()), reference.key()));
                }
            }
        }
        for (TableConstraint constraint : tree.constraints()) {
            if (constraint instanceof TableConstraint.Foreign foreign) {
                references.add(new Reference(foreign.columns(), foreign.key()));
            }
        }
        List<Reference> lastFirst = references.reversed();
        for (int id = 0; id < lastFirst.size(); id++) {
            foreignKey(id, lastFirst.get(id), table);
        }
    }

    private void foreignKey(int id, Reference reference, Table table) {
        ForeignKey key = reference.key();
        for (int i = 0; i < reference.columns().size(); i++) {
            int own = table.columnIndex(reference.columns().get(i).text());
            boolean named = key.columns() != null && i < key.columns().size();
            row(
                    (long) id,
                    (long) i,
                    key.table().text(),
                    own < 0 ? SqlNull.NULL : table.columns().get(own).name(),
                    named ? key.columns().get(i).text() : SqlNull.NULL,
                    action(key.onUpdate()),
                    action(key.onDelete()),
                    "NONE");
        }
    }

    private static String action(ForeignKey.Action action) {
        return action.name().replace('_', ' ');
    }
}
