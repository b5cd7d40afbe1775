package org.sqlvm.test;

import java.util.ArrayList;
import java.util.List;

/** What a script can name at one point of its run, as SQLite tells it. */
final class ScriptModel {
    private static final List<String> SCHEMAS = List.of("main", "temp", "aux1");

    private final TestEngine engine;
    private final List<Table> tables = new ArrayList<>();
    private final List<Table> views = new ArrayList<>();
    private boolean attached;

    /**
     * A table or view.
     *
     * @param settable the columns that are not generated
     */
    record Table(String schema, String name, List<String> columns, List<String> settable) {
        /** The name with the database, where that is not main. */
        String path() {
            return schema.equals("main") ? name : schema + "." + name;
        }
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

    boolean hasAttached() {
        return attached;
    }

    /** Runs a statement, and sees what there is afterwards. */
    void run(String sql) {
        engine.execute(sql);
        attached |= sql.startsWith("ATTACH");
        boolean rows =
                sql.startsWith("INSERT") || sql.startsWith("UPDATE") || sql.startsWith("DELETE");
        if (rows && !sql.contains("ROLLBACK")) {
            return;
        }
        tables.clear();
        views.clear();
        for (String schema : SCHEMAS) {
            if (attached || !schema.equals("aux1")) {
                add(schema);
            }
        }
    }

    private void add(String schema) {
        Outcome names = engine.execute("SELECT type, name FROM " + schema
                + ".sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'");
        for (Object[] row : names.rows()) {
            Outcome columns = engine.execute("PRAGMA " + schema + ".table_xinfo(" + row[1] + ")");
            List<String> all = new ArrayList<>();
            List<String> settable = new ArrayList<>();
            for (Object[] column : columns.rows()) {
                String name = (String) column[1];
                if (name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                    all.add(name);
                    if (column[6].equals(0L)) {
                        settable.add(name);
                    }
                }
            }
            if (!settable.isEmpty()) {
                Table table = new Table(schema, (String) row[1], all, settable);
                (row[0].equals("table") ? tables : views).add(table);
            }
        }
    }
}
