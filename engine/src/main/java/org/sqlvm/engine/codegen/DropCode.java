package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Settings;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.ObjectKind;
import org.sqlvm.engine.virtual.VirtualTables;

import java.util.ArrayList;
import java.util.List;

/**
 * DROP TABLE, DROP INDEX, DROP VIEW, DROP TRIGGER: the rows of sqlite_schema and of sqlite_stat1
 * go, then the trees, and the schema is read again.
 */
final class DropCode {
    private static final int SCHEMA_ROOT = 1;
    private static final int SCHEMA_COLUMN_COUNT = 5;
    /** Columns of sqlite_schema. */
    private static final int TYPE = 0;

    private static final int NAME = 1;

    private static final int TABLE_NAME = 2;

    private static final int SCHEMA_COOKIE = 1;

    private final Assembler assembler;
    private final Statement.Drop tree;
    private final Schema schema;

    private final ChangeContext context;

    private DropCode(
            Assembler assembler, Statement.Drop tree, Schema schema, ChangeContext context) {
        this.context = context;
        this.assembler = assembler;
        this.tree = tree;
        this.schema = schema;
    }

    static void emit(
            Assembler assembler, Statement.Drop tree, Schema schema, ChangeContext context) {
        new DropCode(assembler, tree, schema, context).emit();
    }

    private void emit() {
        Name database = tree.name().schema();
        if (database != null && database.matches("temp")) {
            throw SqlException.notSupported("TEMP objects", tree.span().start());
        }
        String name = tree.name().name().text();
        boolean here = database == null || database.matches("main");
        assembler.transaction(true);
        switch (tree.kind()) {
            case TABLE, VIEW -> dropRelation(name, here);
            case INDEX -> dropIndex(name, here);
            case TRIGGER -> dropTrigger(name, here);
        }
    }

    /** SQLite's words, with the database if it was written. */
    private void missing() {
        if (!tree.ifExists()) {
            String kind = tree.kind().name().toLowerCase(java.util.Locale.ROOT);
            throw SqlException.error("no such " + kind + ": " + tree.name());
        }
    }

    private void dropRelation(String name, boolean here) {
        Table table = here ? schema.table(name) : null;
        boolean view = here && schema.view(name) != null;
        if (table == null && !view) {
            if (VirtualTables.find(name) != null) {
                throw SqlException.error("table " + name + " may not be dropped");
            }
            missing();
            return;
        }
        String found = table != null ? table.name() : schema.view(name).name();
        if (isReserved(found)) {
            throw SqlException.error("table " + found + " may not be dropped");
        }
        if (tree.kind() == ObjectKind.TABLE && view) {
            throw SqlException.error("use DROP VIEW to delete view " + name);
        }
        if (tree.kind() == ObjectKind.VIEW && !view) {
            throw SqlException.error("use DROP TABLE to delete table " + name);
        }
        if (table != null) {
            deleteRows(table);
        }
        deleteRows(assembler, SCHEMA_ROOT, SCHEMA_COLUMN_COUNT, TABLE_NAME, found);
        if (table != null) {
            deleteStatistics(0, found);
            if (table.autoincrement()) {
                Table sequence = schema.table(Schema.SEQUENCE_TABLE);
                deleteRows(assembler, sequence.rootPage(), sequence.columns().size(), 0, found);
            }
            List<Integer> roots = new ArrayList<>(List.of(table.rootPage()));
            table.indexes().forEach(index -> roots.add(index.rootPage()));
            DestroyCode.emit(assembler, roots);
        }
        finish();
        ForeignKeyCode.end(context);
    }

    /** sqlite_stat tables can be dropped, the others that are SQLite's own cannot. */
    private static boolean isReserved(String name) {
        return name.regionMatches(true, 0, "sqlite_", 0, "sqlite_".length())
                && !name.regionMatches(true, 0, "sqlite_stat", 0, "sqlite_stat".length());
    }

    private void dropIndex(String name, boolean here) {
        Index index = here ? schema.index(name) : null;
        if (index == null) {
            missing();
            return;
        }
        if (!index.origin().equals("c")) {
            throw SqlException.error(
                    "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped");
        }
        deleteRows(assembler, SCHEMA_ROOT, SCHEMA_COLUMN_COUNT, NAME, index.name());
        deleteStatistics(1, index.name());
        DestroyCode.emit(assembler, List.of(index.rootPage()));
        finish();
    }

    private void dropTrigger(String name, boolean here) {
        Schema.StoredText trigger = here ? schema.trigger(name) : null;
        if (trigger == null) {
            missing();
            return;
        }
        int cursor = assembler.cursor();
        int found = assembler.register();
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.OpenWrite, cursor, SCHEMA_ROOT, 0, SCHEMA_COLUMN_COUNT, 0);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, NAME, found);
        int wanted = assembler.literal(Text.of(trigger.name()));
        assembler.add(Opcode.Ne, wanted, next, found, null, Opcode.JUMP_IF_NULL);
        assembler.add(Opcode.Column, cursor, TYPE, found);
        int type = assembler.literal(Text.of("trigger"));
        assembler.add(Opcode.Ne, type, next, found, null, Opcode.JUMP_IF_NULL);
        assembler.add(Opcode.Delete, cursor, 0, 0);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, cursor, 0, 0);
        finish();
    }

    /**
     * With foreign keys on, the rows of a table go first: other rows may refer to them, or wait for
     * them.
     */
    private void deleteRows(Table table) {
        Settings settings = schema.settings();
        if (!settings.foreignKeys()) {
            return;
        }
        int done = assembler.label();
        if (schema.references(table.name()).isEmpty()) {
            boolean waits = schema.constraints(table).foreignKeys().stream()
                    .anyMatch(key -> key.deferred() || settings.deferForeignKeys());
            if (!waits) {
                return;
            }
            assembler.add(Opcode.FkIfZero, 1, done, 0);
        }
        DeleteCode.emitDropped(context, StoredExpressions.extended(table, schema.encoding()));
        if (!settings.deferForeignKeys()) {
            assembler.add(Opcode.FkCheck, 0, 0, 0);
        }
        assembler.bind(done);
    }

    private void deleteStatistics(int column, String name) {
        for (String table : new String[] {"sqlite_stat1", "sqlite_stat4"}) {
            Table statistics = schema.table(table);
            if (statistics != null) {
                deleteRows(
                        assembler,
                        statistics.rootPage(),
                        statistics.columns().size(),
                        column,
                        name);
            }
        }
    }

    /** Deletes the rows of a table whose column {@code column} is {@code value}. */
    static void deleteRows(
            Assembler assembler, int root, int columnCount, int column, String value) {
        int cursor = assembler.cursor();
        int wanted = assembler.register();
        int found = assembler.register();
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.OpenWrite, cursor, root, 0, columnCount, 0);
        assembler.load(Text.of(value), wanted);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, column, found);
        assembler.add(Opcode.Ne, wanted, next, found, null, Opcode.JUMP_IF_NULL);
        assembler.add(Opcode.Delete, cursor, 0, 0);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, cursor, 0, 0);
    }

    private void finish() {
        assembler.add(Opcode.SetCookie, 0, SCHEMA_COOKIE, 1);
        assembler.add(Opcode.ParseSchema, 0, 0, 0);
    }
}
