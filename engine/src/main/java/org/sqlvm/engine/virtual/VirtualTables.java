package org.sqlvm.engine.virtual;

import org.sqlvm.api.TableModule;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.engine.row.function.UserCode;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.virtual.module.EngineModule;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All virtual tables, by name. */
public final class VirtualTables {
    private static final Map<String, VirtualTable> BY_NAME = gather();

    private VirtualTables() {}

    private static Map<String, VirtualTable> gather() {
        Map<String, VirtualTable> tables = new TreeMap<>();
        put(tables, new StatelessTable("generate_series", new SeriesTable()));
        put(tables, new StatelessTable("json_each", new JsonTable(false, false)));
        put(tables, new StatelessTable("json_tree", new JsonTable(true, false)));
        put(tables, new StatelessTable("jsonb_each", new JsonTable(false, true)));
        put(tables, new StatelessTable("jsonb_tree", new JsonTable(true, true)));
        for (Pragma pragma : Pragma.ALL) {
            if (pragma.hasTable()) {
                put(tables, StatelessTable.of(pragma));
            }
        }
        return tables;
    }

    private static void put(Map<String, VirtualTable> tables, VirtualTable table) {
        tables.put(table.name(), table);
    }

    /**
     * The table called {@code name} in any case, or null. Collections that the connection's user
     * has registered come first.
     */
    public static VirtualTable find(String name, Registered registered) {
        RegisteredTable collection = registered.table(name);
        if (collection != null) {
            return new CollectionTable(collection);
        }
        ConnectedTables connected = ConnectedTables.of(registered);
        VirtualTable eponymous = connected == null ? null : connected.eponymous(name);
        return eponymous != null ? eponymous : BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /** The module whose tables are calls of {@code name}, or null. */
    public static TableModule called(String name, Registered registered) {
        TableModule module = ConnectedTables.of(registered) == null
                ? null
                : VirtualModules.find(name, registered);
        return module == null || !module.isCalled() ? null : module;
    }

    /**
     * The table that a call of such a module is.
     *
     * @param arguments constants as texts: {@code 'x.csv'}, {@code header=1}
     * @throws org.sqlvm.engine.error.SqlException if the module fails
     */
    public static ConnectedTable call(String name, List<String> arguments, Registered registered) {
        return ConnectedTables.of(registered).called(name, arguments);
    }

    /**
     * What statements see of a virtual table that a schema has.
     *
     * @throws org.sqlvm.engine.error.SqlException if there is no such module, or it fails
     */
    public static ConnectedTable connected(Schema.StoredText text, Registered registered) {
        return ConnectedTables.of(registered).known(text);
    }

    /**
     * Does work in which a virtual table has another name, too: that of a schema with which ALTER
     * TABLE tries whether views and triggers can be compiled.
     */
    public static void renaming(
            ConnectedTable table, String name, Registered registered, Runnable work) {
        ConnectedTables.of(registered).renaming(table, name, work);
    }

    /** Whether a table of a schema is one in which a virtual table keeps its content. */
    public static boolean isShadow(Schema schema, String name) {
        for (int end = name.lastIndexOf('_'); end > 0; end = name.lastIndexOf('_', end - 1)) {
            TableModule module = module(
                    schema.view(name.substring(0, end)), schema.preparation().registered());
            if (isShadow(module, name.substring(end + 1))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isShadow(TableModule module, String suffix) {
        return module instanceof EngineModule
                ? module.isShadow(suffix)
                : module != null && UserCode.call(() -> module.isShadow(suffix));
    }

    /** Whether a table is such a one, and only its module may change it. */
    public static boolean isReadOnlyShadow(Schema schema, String name) {
        return schema.settings().isDefensive() && isShadow(schema, name);
    }

    /** The module that a virtual table is made with; null for a view, and if it is not known. */
    public static TableModule module(Schema.StoredText text, Registered registered) {
        return text != null
                        && text.isVirtual()
                        && Parser.parseSchemaSql(text.sql())
                                instanceof Statement.CreateVirtualTable tree
                ? VirtualModules.find(tree.module().text(), registered)
                : null;
    }

    /** The affinity of a hidden column without another type: to SQLite HIDDEN is its type. */
    static final Affinity HIDDEN = Affinity.NUMERIC;

    /** The names of the modules and of the tables that are none, sorted. */
    public static List<String> names(Registered registered) {
        Set<String> names = new TreeSet<>(BY_NAME.keySet());
        names.addAll(VirtualModules.names(registered));
        names.addAll(registered.moduleNames());
        return List.copyOf(names);
    }
}
