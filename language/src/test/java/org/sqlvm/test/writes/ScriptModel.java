package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.util.ArrayList;
import java.util.List;

/** The objects that a script can name at one point of its run, as SQLite lists them. */
final class ScriptModel {
    private static final List<String> SCHEMAS = List.of("main", "temp", "aux1");

    private final TestEngine engine;
    private final List<Table> tables = new ArrayList<>();
    private final List<Table> views = new ArrayList<>();
    private final List<Named> others = new ArrayList<>();
    private boolean attached;

    /**
     * A table or view.
     *
     * @param settable the columns that are not generated
     * @param unique the columns of its unique indexes, as written behind the table's name
     */
    record Table(
            String schema,
            String name,
            List<String> columns,
            List<String> settable,
            boolean rowid,
            List<String> unique) {
        /** The name with the database, where that is not main. */
        String path() {
            return ScriptModel.path(schema, name);
        }
    }

    /** An index or trigger; {@code sql} is null for the index of a constraint. */
    record Named(String type, String schema, String name, String sql) {
        String path() {
            return ScriptModel.path(schema, name);
        }
    }

    private static String path(String schema, String name) {
        return schema.equals("main") ? name : schema + "." + name;
    }

    ScriptModel(TestEngine engine) {
        this.engine = engine;
    }

    List<Table> tables() {
        return tables;
    }

    List<Table> views() {
        return views;
    }

    /** Returns the objects that a statement has created. */
    List<Named> others(String type) {
        return others.stream()
                .filter(other -> other.type().equals(type) && other.sql() != null)
                .toList();
    }

    boolean hasAttached() {
        return attached;
    }

    /** Runs a statement, and sees what there is afterwards. */
    void run(String sql) {
        engine.execute(sql);
        attached |= sql.startsWith("ATTACH");
        boolean rows =
                sql.startsWith("INSERT") || sql.startsWith("UPDATE") || sql.startsWith("DELETE");
        boolean asks = sql.startsWith("SELECT") || sql.startsWith("PRAGMA");
        if (asks || (rows && !sql.contains("ROLLBACK"))) {
            return;
        }
        if (sql.startsWith("DETACH")) {
            attached = !engine.execute("SELECT 1 FROM aux1.sqlite_schema").failed();
        }
        tables.clear();
        views.clear();
        others.clear();
        for (String schema : SCHEMAS) {
            if (attached || !schema.equals("aux1")) {
                add(schema);
            }
        }
    }

    private void add(String schema) {
        Outcome names = engine.execute("SELECT type, name, tbl_name, sql FROM " + schema
                + ".sqlite_schema WHERE name NOT LIKE 'sqlite_%'");
        for (Object[] row : names.rows()) {
            String type = (String) row[0];
            String name = (String) row[1];
            if (type.equals("table") || type.equals("view")) {
                Table table = table(schema, name, names.rows());
                if (table != null) {
                    (type.equals("table") ? tables : views).add(table);
                }
            } else {
                others.add(new Named(type, schema, name, (String) row[3]));
            }
        }
    }

    /** Null if there is no column to set. */
    private Table table(String schema, String name, List<Object[]> objects) {
        Outcome columns = engine.execute("PRAGMA " + schema + ".table_xinfo(" + name + ")");
        List<String> all = new ArrayList<>();
        List<String> settable = new ArrayList<>();
        for (Object[] column : columns.rows()) {
            String columnName = (String) column[1];
            if (columnName.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                all.add(columnName);
                if (column[6].equals(0L)) {
                    settable.add(columnName);
                }
            }
        }
        List<String> unique = new ArrayList<>();
        boolean rowid = true;
        for (Object[] object : objects) {
            String sql = (String) object[3];
            if (object[1].equals(name)) {
                rowid = !sql.contains("WITHOUT ROWID");
            } else if (object[2].equals(name)
                    && sql != null
                    && sql.startsWith("CREATE UNIQUE INDEX")) {
                unique.add(sql.substring(sql.indexOf('(')));
            }
        }
        return settable.isEmpty() ? null : new Table(schema, name, all, settable, rowid, unique);
    }
}
