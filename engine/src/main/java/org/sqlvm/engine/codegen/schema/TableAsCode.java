package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.tree.Statement;

import java.nio.charset.StandardCharsets;

/**
 * CREATE TABLE … AS SELECT: a table whose columns have the names and affinities of the query's
 * (sqlite.org/lang_createtable.html, section 2), and its rows.
 */
final class TableAsCode {
    /** In bytes of UTF-8: a shorter definition is written in one line. */
    private static final int LINE_SIZE_MAX = 50;

    private TableAsCode() {}

    /** Emits the table with its rows, and its entry in sqlite_schema. */
    static void emit(
            Assembler assembler,
            Statement.CreateTable tree,
            String sql,
            Schema schema,
            int database,
            PlanOptions wanted) {
        String name = tree.name().name().text();
        PlanOptions options = new PlanOptions(schema.encoding(), wanted.rulesOff());
        Table described = Planner.describe(tree.select(), sql, name, schema, options);
        RowPlan plan = Planner.plan(tree.select(), sql, schema, options);
        int root = assembler.register();
        int cursor = assembler.cursor();
        int width = described.columns().size();
        int rowid = assembler.register();
        int record = assembler.register();
        int row = assembler.registers(width);
        StringBuilder affinities = new StringBuilder();
        described.columns().forEach(column -> affinities.append(stored(column).code));
        assembler.add(Opcode.CreateBtree, database, root, SchemaCode.TABLE_TREE);
        assembler.add(Opcode.OpenWrite, cursor, root, database, width, Opcode.ROOT_IN_REGISTER);
        SelectCode.emit(assembler, plan, (first, count, next) -> {
            assembler.add(Opcode.Copy, first, row, count - 1);
            assembler.add(Opcode.MakeRecord, row, count, record, affinities.toString(), 0);
            assembler.add(Opcode.NewRowid, cursor, rowid, 0);
            assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
        });
        assembler.add(Opcode.Close, cursor, 0, 0);
        SchemaRows.addTable(assembler, database, name, root, text(described));
    }

    /** The affinity of a column without a type is BLOB. */
    private static Affinity stored(Column column) {
        return column.affinity() == Affinity.NONE ? Affinity.BLOB : column.affinity();
    }

    /** Returns the CREATE TABLE statement that SQLite writes for such a table. */
    private static String text(Table table) {
        int size = quotedSize(table.name());
        for (Column column : table.columns()) {
            size += quotedSize(column.name()) + 5;
        }
        boolean line = size < LINE_SIZE_MAX;
        StringBuilder text = new StringBuilder("CREATE TABLE ");
        text.append(Identifiers.quotedIfNeeded(table.name())).append('(');
        String separator = line ? "" : "\n  ";
        for (Column column : table.columns()) {
            text.append(separator).append(Identifiers.quotedIfNeeded(column.name()));
            text.append(
                    switch (column.affinity()) {
                        case TEXT -> " TEXT";
                        case NUMERIC -> " NUM";
                        case INTEGER -> " INT";
                        case REAL -> " REAL";
                        default -> "";
                    });
            separator = line ? "," : ",\n  ";
        }
        return text.append(line ? ")" : "\n)").toString();
    }

    private static int quotedSize(String name) {
        return Identifiers.quoted(name).getBytes(StandardCharsets.UTF_8).length;
    }
}
