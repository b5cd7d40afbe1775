package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.change.ChangeContext;
import org.sqlvm.engine.codegen.change.DeleteCode;
import org.sqlvm.engine.codegen.change.ForeignKeyCode;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Settings;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.Trigger;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.ObjectKind;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.VirtualTables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * DROP TABLE, DROP INDEX, DROP VIEW, DROP TRIGGER: the rows of sqlite_schema and of sqlite_stat1
 * go, then the trees, and the schema is read again.
 */
public final class DropCode {
    private static final int SCHEMA_ROOT = 1;
    private static final int SCHEMA_COLUMN_COUNT = 5;
    /** Columns of sqlite_schema. */
    private static final int TYPE = 0;

    private static final int NAME = 1;

    private static final int TABLE_NAME = 2;

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

    public static void emit(
            Assembler assembler, Statement.Drop tree, Schema schema, ChangeContext context) {
        new DropCode(assembler, tree, schema, context).emit();
    }

    private void emit() {
        String name = tree.name().name().text();
        switch (tree.kind()) {
            case TABLE, VIEW -> dropRelation(name);
            case INDEX -> dropIndex(name);
            case TRIGGER -> dropTrigger(name);
        }
    }

    /** SQLite's words, with the database if it was written. */
    private void missing() {
        if (!tree.ifExists()) {
            String kind = tree.kind().name().toLowerCase(Locale.ROOT);
            throw SqlException.error("no such " + kind + ": " + tree.name());
        }
    }

    private void dropRelation(String name) {
        Schema home = schema.holdingTable(tree.name().schema(), name);
        Table table = home == null ? null : home.table(name);
        boolean view = home != null && home.view(name) != null;
        if (home == null) {
            if (VirtualTables.find(name, schema.preparation().registered()) != null) {
                throw SqlException.error("table " + name + " may not be dropped");
            }
            missing();
            return;
        }
        String found = table != null ? table.name() : home.view(name).name();
        if (isReserved(found) || (table != null && VirtualTables.isReadOnlyShadow(home, found))) {
            throw SqlException.error("table " + found + " may not be dropped");
        }
        ConnectedTable virtual = view && home.view(name).isVirtual()
                ? VirtualTables.connected(home.view(name), schema.preparation().registered())
                : null;
        if (tree.kind() == ObjectKind.TABLE && view && virtual == null) {
            throw SqlException.error("use DROP VIEW to delete view " + found);
        }
        if (tree.kind() == ObjectKind.VIEW && (!view || virtual != null)) {
            throw SqlException.error("use DROP TABLE to delete table " + found);
        }
        int database = home.number();
        assembler.transaction(database, true);
        if (table != null) {
            deleteRows(home, table);
        }
        deleteEntries(home, found);
        dropTemporaryTriggers(home, found);
        if (table != null) {
            deleteStatistics(home, 0, found);
            if (table.autoincrement()) {
                Table sequence = home.table(Schema.SEQUENCE_TABLE);
                deleteRows(
                        assembler,
                        sequence.rootPage(),
                        database,
                        sequence.columns().size(),
                        0,
                        found);
            }
            List<Integer> roots = new ArrayList<>(List.of(table.rootPage()));
            table.indexes().forEach(index -> roots.add(index.rootPage()));
            DestroyCode.emit(assembler, roots, database);
        }
        if (virtual != null) {
            assembler.add(Opcode.VDestroy, database, 0, 0, virtual, 0);
        }
        SchemaRows.finish(assembler, database);
        ForeignKeyCode.end(context);
    }

    /** Whether a name is the engine's own; ANALYZE's tables and the shell's .parameter are not. */
    private static boolean isReserved(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("sqlite_")
                && !lower.startsWith("sqlite_stat")
                && !lower.startsWith("sqlite_parameters");
    }

    private void dropIndex(String name) {
        Schema home =
                schema.holding(tree.name().schema(), database -> database.index(name) != null);
        if (home == null) {
            missing();
            return;
        }
        Index index = home.index(name);
        int database = home.number();
        if (!index.origin().equals("c")) {
            throw SqlException.error(
                    "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped");
        }
        assembler.transaction(database, true);
        deleteEntry(home, ObjectKind.INDEX, index.name());
        deleteStatistics(home, 1, index.name());
        DestroyCode.emit(assembler, List.of(index.rootPage()), database);
        SchemaRows.finish(assembler, database);
    }

    private void dropTrigger(String name) {
        Schema home =
                schema.holding(tree.name().schema(), database -> database.trigger(name) != null);
        if (home == null) {
            missing();
            return;
        }
        deleteEntry(home, ObjectKind.TRIGGER, home.trigger(name).name());
        SchemaRows.finish(assembler, home.number());
    }

    /**
     * Deletes the entries of a table or view, and of its indexes and triggers; but a trigger of
     * temp may be on a table of that name in another database.
     */
    private void deleteEntries(Schema home, String name) {
        int cursor = assembler.cursor();
        int found = assembler.register();
        int end = assembler.label();
        int next = assembler.label();
        int wanted = assembler.literal(Text.of(name));
        assembler.add(Opcode.OpenWrite, cursor, SCHEMA_ROOT, home.number(), SCHEMA_COLUMN_COUNT, 0);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, TABLE_NAME, found);
        // A trigger has its table's name as its statement wrote it.
        assembler.add(Opcode.Ne, wanted, next, found, Collation.NOCASE, Opcode.JUMP_IF_NULL);
        if (home.id().isTemp()) {
            assembler.add(Opcode.Column, cursor, TYPE, found);
            int trigger = assembler.literal(Text.of("trigger"));
            assembler.add(Opcode.Eq, trigger, next, found, null, 0);
        }
        assembler.add(Opcode.Delete, cursor, 0, 0);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, cursor, 0, 0);
    }

    /** Triggers of temp on a table or view go with it; the version of a schema rises once. */
    private void dropTemporaryTriggers(Schema home, String name) {
        Schema temp = null;
        for (Trigger trigger : schema.temporaryTriggers(name, home.id())) {
            assembler.transaction(trigger.database().number(), true);
            temp = schema.database(trigger.database().number());
            deleteEntry(temp, ObjectKind.TRIGGER, trigger.name());
        }
        if (temp != null && temp != home) {
            SchemaRows.finish(assembler, temp.number());
        }
    }

    /** The entry of an index or a trigger; objects of other kinds may have the same name. */
    private void deleteEntry(Schema home, ObjectKind kind, String name) {
        int cursor = assembler.cursor();
        int found = assembler.register();
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.OpenWrite, cursor, SCHEMA_ROOT, home.number(), SCHEMA_COLUMN_COUNT, 0);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, NAME, found);
        int wanted = assembler.literal(Text.of(name));
        assembler.add(Opcode.Ne, wanted, next, found, null, Opcode.JUMP_IF_NULL);
        assembler.add(Opcode.Column, cursor, TYPE, found);
        int type = assembler.literal(Text.of(kind.name().toLowerCase(Locale.ROOT)));
        assembler.add(Opcode.Ne, type, next, found, null, Opcode.JUMP_IF_NULL);
        assembler.add(Opcode.Delete, cursor, 0, 0);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, cursor, 0, 0);
    }

    /**
     * With foreign keys on, the rows of a table go first: other rows may refer to them, or wait for
     * them.
     */
    private void deleteRows(Schema home, Table table) {
        Settings settings = schema.settings();
        if (!settings.foreignKeys()) {
            return;
        }
        int done = assembler.label();
        boolean referenced = !home.references(table.name()).isEmpty();
        if (!referenced) {
            boolean waits = home.constraints(table).foreignKeys().stream()
                    .anyMatch(key -> key.deferred() || settings.deferForeignKeys());
            if (!waits) {
                return;
            }
        }
        // Like a DELETE it sets changes(), to 0 if it fails.
        assembler.add(Opcode.ResetCount, 0, 0, 0);
        if (!referenced) {
            assembler.add(Opcode.FkIfZero, 1, done, 0);
        }
        DeleteCode.emitDropped(context, StoredExpressions.extended(table, schema.preparation()));
        if (!settings.deferForeignKeys()) {
            assembler.add(Opcode.FkCheck, 0, 0, 0);
        }
        assembler.add(Opcode.ResetCount, 0, 0, 0);
        assembler.bind(done);
    }

    private void deleteStatistics(Schema home, int column, String name) {
        for (String table : new String[] {"sqlite_stat1", "sqlite_stat4"}) {
            Table statistics = home.table(table);
            if (statistics != null) {
                deleteRows(
                        assembler,
                        statistics.rootPage(),
                        home.number(),
                        statistics.columns().size(),
                        column,
                        name);
            }
        }
    }

    /** Deletes the rows of a table whose column {@code column} is {@code value}. */
    static void deleteRows(
            Assembler assembler,
            int root,
            int database,
            int columnCount,
            int column,
            String value) {
        int cursor = assembler.cursor();
        int wanted = assembler.register();
        int found = assembler.register();
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.OpenWrite, cursor, root, database, columnCount, 0);
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
}
