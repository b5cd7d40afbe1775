package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.StoredFunction;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.List;
import java.util.stream.Collectors;

/**
 * CREATE FUNCTION and DROP FUNCTION: rows of the table {@link StoredFunction#TABLE} of main, which
 * is made when it is first needed. Whatever changes that table, the schema is read again, and with
 * it the functions.
 */
public final class FunctionCode {
    private static final int WIDTH = 5;
    /** SQLITE_MAX_FUNCTION_ARG. */
    private static final int ARGUMENT_COUNT_MAX = 1000;

    private final Assembler assembler;
    /** The schema of main. */
    private final Schema schema;

    public FunctionCode(Assembler assembler, Schema all) {
        this.assembler = assembler;
        this.schema = all.database(DatabaseId.MAIN.number());
        if (!all.settings().storedFunctions()) {
            throw SqlException.error("functions in database files are off; "
                    + all.settings().door().storedFunctions());
        }
        boolean other = schema.table(StoredFunction.TABLE) != null && !schema.hasStoredFunctions();
        if (other || schema.view(StoredFunction.TABLE) != null) {
            throw SqlException.error("table " + StoredFunction.TABLE
                    + " is not one of functions: it has other columns than "
                    + StoredFunction.COLUMNS);
        }
    }

    public void create(Statement.CreateFunction tree) {
        String name = tree.name().text();
        int position = tree.name().span().start();
        assembler.transaction(schema.number(), false);
        if (schema.preparation().registered().stored(name) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error("function " + name + " already exists", position);
            }
            assembler.notes().writesNothing();
            return;
        }
        if (Functions.isBuiltIn(name)) {
            throw SqlException.error("there is already a function named " + name, position);
        }
        if (tree.parameters() != null && tree.parameters().size() > ARGUMENT_COUNT_MAX) {
            throw SqlException.error("too many arguments on function " + name, position);
        }
        int cursor = assembler.cursor();
        open(cursor);
        int row = assembler.registers(WIDTH);
        assembler.load(Text.of(name), row);
        assembler.load(Text.of(parameters(tree.parameters())), row + 1);
        assembler.load(tree.deterministic() ? 1L : 0L, row + 2);
        assembler.load(Text.of(tree.language().text()), row + 3);
        assembler.load(Text.of(tree.source()), row + 4);
        int record = assembler.register();
        int rowid = assembler.register();
        assembler.add(Opcode.MakeRecord, row, WIDTH, record);
        assembler.add(Opcode.NewRowid, cursor, rowid, 0);
        assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
        SchemaRows.finish(assembler, schema.number());
    }

    /** A comma in a name must not look like two names. */
    private static String parameters(List<Name> names) {
        return names == null
                ? StoredFunction.ANY_NUMBER
                : names.stream()
                        .map(name -> name.text().replace(',', '_'))
                        .collect(Collectors.joining(", "));
    }

    private void open(int cursor) {
        Table table = schema.table(StoredFunction.TABLE);
        if (table != null) {
            int root = table.rootPage();
            assembler.add(Opcode.OpenWrite, cursor, root, schema.number(), WIDTH, 0);
            return;
        }
        int root = assembler.register();
        String text = "CREATE TABLE " + StoredFunction.TABLE + "(" + StoredFunction.COLUMNS + ")";
        assembler.add(Opcode.CreateBtree, schema.number(), root, SchemaCode.TABLE_TREE);
        SchemaRows.addTable(assembler, schema.number(), StoredFunction.TABLE, root, text);
        assembler.add(
                Opcode.OpenWrite, cursor, root, schema.number(), WIDTH, Opcode.ROOT_IN_REGISTER);
    }

    public void drop(Statement.DropFunction tree) {
        StoredFunction function =
                schema.preparation().registered().stored(tree.name().text());
        assembler.transaction(schema.number(), false);
        if (function == null) {
            if (!tree.ifExists()) {
                throw SqlException.error(
                        "no such function: " + tree.name(), tree.name().span().start());
            }
            return;
        }
        int root = schema.table(StoredFunction.TABLE).rootPage();
        DropCode.deleteRows(assembler, root, schema.number(), WIDTH, 0, function.name());
        SchemaRows.finish(assembler, schema.number());
    }

    /** Notes a statement that has changed rows, which may be those of the functions. */
    public static void changed(Assembler assembler, QualifiedName table, Schema all) {
        if (all.settings().storedFunctions() && table.name().matches(StoredFunction.TABLE)) {
            Schema home = all.holdingTable(table.schema(), StoredFunction.TABLE);
            if (home != null && home.id().equals(DatabaseId.MAIN)) {
                SchemaRows.finish(assembler, home.number());
                assembler.notes().setInsertion(null);
            }
        }
    }
}
