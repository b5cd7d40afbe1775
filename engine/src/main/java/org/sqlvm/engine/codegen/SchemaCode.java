package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.Definitions;
import org.sqlvm.engine.plan.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.IndexBuilder;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.TableBuilder;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * CREATE TABLE and CREATE INDEX: trees are made, sqlite_schema gets its rows, the schema is read
 * again.
 */
final class SchemaCode {
    private static final int SCHEMA_ROOT = 1;
    private static final int SCHEMA_COLUMN_COUNT = 5;
    /** Field of SetCookie, and P3 of CreateBtree. */
    static final int SCHEMA_COOKIE = 1;

    static final int TABLE_TREE = 1;
    private static final int INDEX_TREE = 2;

    private final Assembler assembler;
    private final Schema schema;
    private final String sql;

    SchemaCode(Assembler assembler, String sql, Schema schema) {
        this.assembler = assembler;
        this.sql = sql;
        this.schema = schema;
    }

    void createTable(Statement.CreateTable tree) {
        String name = tree.name().name().text();
        int position = tree.span().start();
        refuseOtherSchema(tree.name());
        refuse(tree.temporary(), "TEMP tables", position);
        refuseReservedName(tree.name().name());
        assembler.transaction(true);
        if (schema.table(name) != null || schema.view(name) != null) {
            if (!tree.ifNotExists()) {
                String kind = schema.view(name) != null ? "view" : "table";
                throw SqlException.error(
                        kind + " " + name + " already exists",
                        tree.name().name().span().start());
            }
            return;
        }
        if (schema.index(name) != null) {
            throw SqlException.error("there is already an index named " + name);
        }
        if (tree.select() != null) {
            TableAsCode.emit(assembler, tree, sql, schema);
            finish();
            return;
        }
        String text = "CREATE TABLE "
                + sql.substring(tree.name().name().span().start(), tree.span().end());
        Table table = TableBuilder.build(tree, text, schema.encoding());
        Definitions.check(table, tree, schema.encoding());
        int cursor = openSchema();
        int root = assembler.register();
        assembler.add(Opcode.CreateBtree, 0, root, table.withoutRowid() ? INDEX_TREE : TABLE_TREE);
        schemaRow(cursor, "table", table.name(), table.name(), root, text);
        for (Index index : inOrder(table)) {
            int indexRoot = assembler.register();
            assembler.add(Opcode.CreateBtree, 0, indexRoot, INDEX_TREE);
            schemaRow(cursor, "index", index.name(), table.name(), indexRoot, null);
        }
        if (table.autoincrement() && schema.table(Schema.SEQUENCE_TABLE) == null) {
            createSequence(cursor);
        }
        finish();
    }

    /** The automatic indexes of a new table in the order of their numbers. */
    private static List<Index> inOrder(Table table) {
        List<Index> indexes = new ArrayList<>(table.indexes());
        indexes.sort(Comparator.comparingInt(index ->
                Integer.parseInt(index.name().substring(index.name().lastIndexOf('_') + 1))));
        return indexes;
    }

    /** The table that AUTOINCREMENT needs. */
    private void createSequence(int cursor) {
        String name = Schema.SEQUENCE_TABLE;
        int root = assembler.register();
        assembler.add(Opcode.CreateBtree, 0, root, TABLE_TREE);
        schemaRow(cursor, "table", name, name, root, "CREATE TABLE " + name + "(name,seq)");
    }

    void createIndex(Statement.CreateIndex tree) {
        String name = tree.name().name().text();
        refuseOtherSchema(tree.name());
        refuseReservedName(tree.name().name());
        Table table = schema.table(tree.table().text());
        if (table == null) {
            throw SqlException.error("no such table: main." + tree.table().text());
        }
        if (table.rootPage() == SCHEMA_ROOT) {
            throw SqlException.error("table " + table.name() + " may not be indexed");
        }
        assembler.transaction(true);
        if (schema.index(name) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error("index " + name + " already exists");
            }
            return;
        }
        if (schema.table(name) != null) {
            throw SqlException.error("there is already a table named " + name);
        }
        String text = (tree.unique() ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
                + text(tree.name(), sql.length());
        Index index = IndexBuilder.build(tree, table, 0, text, schema.encoding());
        for (Index.IndexColumn column : index.columns()) {
            if (Collations.isMissing(column.collation())) {
                throw new SqlException(
                        ResultCode.ERROR_MISSING_COLLSEQ,
                        "no such collation sequence: " + column.collation().name());
            }
        }
        Definitions.check(table, index, schema.encoding());
        int root = assembler.register();
        assembler.add(Opcode.CreateBtree, 0, root, INDEX_TREE);
        schemaRow(openSchema(), "index", index.name(), table.name(), root, text);
        Table indexed = StoredExpressions.extended(table.withIndex(index), schema.encoding());
        IndexFill.emit(assembler, indexed, indexed.indexes().getFirst(), root, true);
        finish();
    }

    /**
     * The statement from the object's name on, as sqlite_schema keeps it; white space at the end
     * included.
     */
    private String text(QualifiedName name, int end) {
        String text = sql.substring(name.name().span().start(), end);
        return text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
    }

    /** The entry of a table whose root page is in a register. */
    static void addTable(Assembler assembler, String name, int root, String text) {
        schemaRow(assembler, openSchema(assembler), "table", name, name, root, text);
    }

    /** The whole statement that makes an object without a tree. */
    static void addObject(
            Assembler assembler, String type, String name, String table, String text) {
        int none = assembler.literal(0L);
        schemaRow(assembler, openSchema(assembler), type, name, table, none, text);
        finish(assembler);
    }

    private int openSchema() {
        return openSchema(assembler);
    }

    private static int openSchema(Assembler assembler) {
        int cursor = assembler.cursor();
        assembler.add(Opcode.OpenWrite, cursor, SCHEMA_ROOT, 0, SCHEMA_COLUMN_COUNT, 0);
        return cursor;
    }

    private void schemaRow(
            int cursor, String type, String name, String table, int root, String text) {
        schemaRow(assembler, cursor, type, name, table, root, text);
    }

    private static void schemaRow(
            Assembler assembler,
            int cursor,
            String type,
            String name,
            String table,
            int root,
            String text) {
        int first = assembler.registers(SCHEMA_COLUMN_COUNT);
        int rowid = assembler.register();
        int record = assembler.register();
        assembler.load(Text.of(type), first);
        assembler.load(Text.of(name), first + 1);
        assembler.load(Text.of(table), first + 2);
        assembler.add(Opcode.SCopy, root, first + 3, 0);
        assembler.load(text == null ? SqlNull.NULL : Text.of(text), first + 4);
        assembler.add(Opcode.NewRowid, cursor, rowid, 0);
        assembler.add(Opcode.MakeRecord, first, SCHEMA_COLUMN_COUNT, record);
        assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
    }

    private void finish() {
        finish(assembler);
    }

    private static void finish(Assembler assembler) {
        assembler.add(Opcode.SetCookie, 0, SCHEMA_COOKIE, 1);
        assembler.add(Opcode.ParseSchema, 0, 0, 0);
    }

    private static void refuse(boolean condition, String what, int position) {
        if (condition) {
            throw SqlException.notSupported(what, position);
        }
    }

    private static void refuseOtherSchema(QualifiedName name) {
        Name database = name.schema();
        if (database == null || database.matches("main")) {
            return;
        }
        refuse(database.matches("temp"), "TEMP objects", database.span().start());
        throw SqlException.error(
                "unknown database " + database.text(), database.span().start());
    }

    private static void refuseReservedName(Name name) {
        if (name.text().regionMatches(true, 0, "sqlite_", 0, "sqlite_".length())) {
            throw SqlException.error("object name reserved for internal use: " + name.text());
        }
    }
}
