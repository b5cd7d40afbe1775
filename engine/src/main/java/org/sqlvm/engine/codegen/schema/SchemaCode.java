package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.resolve.Definitions;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.IndexBuilder;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.SchemaLoader;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.TableBuilder;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.virtual.VirtualTables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * CREATE TABLE and CREATE INDEX: trees are made, sqlite_schema gets its rows, the schema is read
 * again.
 */
public final class SchemaCode {
    /** P3 of CreateBtree. */
    static final int TABLE_TREE = 1;

    private static final int INDEX_TREE = 2;

    private final Assembler assembler;
    private final Schema schema;
    private final String sql;

    public SchemaCode(Assembler assembler, String sql, Schema schema) {
        this.assembler = assembler;
        this.sql = sql;
        this.schema = schema;
    }

    /** @param options how the query of CREATE TABLE AS is planned, but for vectors */
    public void createTable(Statement.CreateTable tree, PlanOptions options) {
        Schema home = Homes.of(schema, tree.name(), tree.temporary(), "table");
        int database = home.number();
        if (!isNew(home, tree.name().name(), tree.ifNotExists())) {
            return;
        }
        if (tree.select() != null) {
            TableAsCode.emit(assembler, tree, sql, schema, database, options);
            SchemaRows.finish(assembler, database);
            return;
        }
        boolean optioned = tree.withoutRowid() || tree.strict();
        int start = tree.name().name().span().start();
        String text = "CREATE TABLE "
                + (optioned
                        ? SchemaRows.definition(sql, start)
                        : sql.substring(start, tree.span().end()));
        Table table = TableBuilder.build(tree, text, schema.preparation());
        table.columns().forEach(column -> checkCollation(column.collation()));
        Definitions.check(table, schema.preparation());
        int cursor = SchemaRows.open(assembler, database);
        int root = assembler.register();
        assembler.add(
                Opcode.CreateBtree, database, root, table.withoutRowid() ? INDEX_TREE : TABLE_TREE);
        SchemaRows.write(assembler, cursor, "table", table.name(), table.name(), root, text);
        for (Index index : inOrder(table)) {
            int indexRoot = assembler.register();
            assembler.add(Opcode.CreateBtree, database, indexRoot, INDEX_TREE);
            SchemaRows.write(
                    assembler, cursor, "index", index.name(), table.name(), indexRoot, null);
        }
        if (table.autoincrement() && home.table(Schema.SEQUENCE_TABLE) == null) {
            createSequence(cursor, database);
        }
        SchemaRows.finish(assembler, database);
    }

    /** Whether the module exists, and accepts the arguments, shows at run time. */
    public void createVirtualTable(Statement.CreateVirtualTable tree) {
        Schema home = Homes.of(schema, tree.name(), false, "table");
        String name = tree.name().name().text();
        if (!isNew(home, tree.name().name(), tree.ifNotExists())) {
            return;
        }
        int start = tree.name().name().span().start();
        String text = "CREATE VIRTUAL TABLE " + sql.substring(start, tree.span().end());
        SchemaRows.addObject(assembler, home.number(), "table", name, name, text);
        assembler.add(
                Opcode.VCreate,
                home.number(),
                0,
                0,
                new Schema.StoredText(name, name, text, home.id(), true),
                0);
    }

    /** Whether the name of a table is free; an error if not, unless the table need not be made. */
    private boolean isNew(Schema home, Name written, boolean ifNotExists) {
        String name = written.text();
        refuseReserved(name, schema);
        if (home.table(name) != null || home.view(name) != null) {
            if (!ifNotExists) {
                Schema.StoredText view = home.view(name);
                String kind = view != null && !view.isVirtual() ? "view" : "table";
                throw SqlException.error(
                        kind + " " + written.written() + " already exists",
                        written.span().start());
            }
            assembler.notes().writesNothing();
            return false;
        }
        if (home.index(name) != null) {
            throw SqlException.error("there is already an index named " + name);
        }
        return true;
    }

    /** The automatic indexes of a new table in the order of their numbers. */
    private static List<Index> inOrder(Table table) {
        List<Index> indexes = new ArrayList<>(table.indexes());
        indexes.sort(Comparator.comparingInt(index ->
                Integer.parseInt(index.name().substring(index.name().lastIndexOf('_') + 1))));
        return indexes;
    }

    /** The table that AUTOINCREMENT needs. */
    private void createSequence(int cursor, int database) {
        String name = Schema.SEQUENCE_TABLE;
        int root = assembler.register();
        assembler.add(Opcode.CreateBtree, database, root, TABLE_TREE);
        SchemaRows.write(
                assembler,
                cursor,
                "table",
                name,
                name,
                root,
                "CREATE TABLE " + name + "(name,seq)");
    }

    public void createIndex(Statement.CreateIndex tree) {
        String name = tree.name().name().text();
        Schema home = indexHome(tree);
        int database = home.number();
        Table table = home.table(tree.table().text());
        if (table != null && isSystem(table.name())) {
            throw SqlException.error("table " + table.name() + " may not be indexed");
        }
        Schema.StoredText view = home.view(tree.table().text());
        if (view != null) {
            throw SqlException.error(
                    (view.isVirtual() ? "virtual tables" : "views") + " may not be indexed");
        }
        if (table == null) {
            throw noTable(tree, home);
        }
        refuseReserved(name, schema);
        if (home.table(name) != null || home.view(name) != null) {
            throw SqlException.error("there is already a table named " + name);
        }
        if (home.index(name) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error("index " + name + " already exists");
            }
            assembler.notes().writesNothing();
            return;
        }
        String text = (tree.unique() ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
                + SchemaRows.definition(sql, tree.name().name().span().start());
        Index index = IndexBuilder.build(
                tree, table, 0, text, SchemaLoader.Reading.of(schema.preparation()));
        if (home.ignoresDescending()) {
            index = index.ascending();
        }
        index.columns().forEach(column -> checkCollation(column.collation()));
        Definitions.check(table, index, schema.preparation());
        int root = assembler.register();
        assembler.add(Opcode.CreateBtree, database, root, INDEX_TREE);
        SchemaRows.write(
                assembler,
                SchemaRows.open(assembler, database),
                "index",
                index.name(),
                table.name(),
                root,
                text);
        Table indexed = StoredExpressions.extended(table.withIndex(index), schema.preparation());
        IndexFill.emit(assembler, indexed, indexed.indexes().getFirst(), root, true);
        SchemaRows.finish(assembler, database);
    }

    /**
     * Checks the collation of a new index or table; an existing file may have an unknown collation.
     */
    static void checkCollation(Collation collation) {
        if (Collations.isMissing(collation)) {
            throw new SqlException(
                    ResultCode.ERROR_MISSING_COLLSEQ,
                    "no such collation sequence: " + collation.name());
        }
    }

    /** An index of temp looks for its table in all databases, but cannot have one of another. */
    private SqlException noTable(Statement.CreateIndex tree, Schema home) {
        String name = tree.table().text();
        if (!home.id().isTemp()) {
            return SqlException.error("no such table: " + home.id().name() + "." + name);
        }
        Schema other = schema.holdingTable(null, name);
        return SqlException.error(
                other == null || other.table(name) == null
                        ? "no such table: " + name
                        : "cannot create a TEMP index on non-TEMP table \""
                                + other.table(name).name() + "\"");
    }

    /** The database that is written; otherwise temp if the table is there, else main. */
    private Schema indexHome(Statement.CreateIndex tree) {
        if (tree.name().schema() != null) {
            return Homes.named(schema, tree.name().schema());
        }
        Schema found = schema.holdingTable(null, tree.table().text());
        boolean temporary = found != null && found.id().isTemp();
        return Homes.of(schema, tree.name(), temporary, "index");
    }

    /**
     * Names that begin with sqlite_ are SQLite's, but PRAGMA writable_schema allows everything. In
     * a defensive connection the names of shadow tables belong to their module.
     */
    static void refuseReserved(String name, Schema schema) {
        if ((isSystem(name) && !schema.settings().writableSchema())
                || VirtualTables.isReadOnlyShadow(schema, name)) {
            throw SqlException.error("object name reserved for internal use: " + name);
        }
    }

    /** Whether a name begins with sqlite_, as those of SQLite's own objects do. */
    static boolean isSystem(String name) {
        return name.regionMatches(true, 0, "sqlite_", 0, "sqlite_".length());
    }
}
