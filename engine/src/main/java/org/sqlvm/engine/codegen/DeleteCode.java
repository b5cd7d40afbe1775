package org.sqlvm.engine.codegen;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.PlanOptions;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.RowPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;

/**
 * DELETE, in two passes: a query keeps the keys of the rows to go, then they go. So no condition
 * sees a table with half of its rows gone. Without a condition all trees of the table are cleared.
 */
final class DeleteCode {
    private final Assembler assembler;
    private final Statement.Delete tree;
    private final Schema schema;
    private final Table table;

    private DeleteCode(Assembler assembler, Statement.Delete tree, Schema schema) {
        this.assembler = assembler;
        this.tree = tree;
        this.schema = schema;
        this.table = Targets.changed(
                schema,
                tree.target().name(),
                !tree.returning().isEmpty(),
                tree.span().start());
    }

    /** Emits the statement; gives the plan's lines for EXPLAIN QUERY PLAN. */
    static List<PlanLine> emit(
            Assembler assembler, Statement.Delete tree, String sql, Schema schema) {
        return new DeleteCode(assembler, tree, schema).emit(sql);
    }

    private List<PlanLine> emit(String sql) {
        int database = table.databaseNumber();
        assembler.transaction(database, true);
        if (tree.where() == null && tree.with() == null) {
            assembler.add(Opcode.Clear, table.rootPage(), database, 1);
            for (Index index : table.indexes()) {
                assembler.add(Opcode.Clear, index.rootPage(), database, 0);
            }
            return List.of();
        }
        RowPlan plan = Planner.plan(keys(), sql, schema, PlanOptions.of(schema.encoding()));
        int width = plan.columns().size();
        KeptAccess kept = new KeptAccess(assembler);
        kept.fill(width, sink -> SelectCode.emit(assembler, plan, sink));
        emitDeletes(kept, width);
        return plan.queryPlan();
    }

    /** The query for the keys of the rows: their rowids, or their primary keys. */
    private Select keys() {
        Span span = tree.target().span();
        List<ResultColumn> columns = new ArrayList<>();
        if (table.hasRowid()) {
            columns.add(key(rowidName(), span));
        } else {
            for (int i = 0; i < table.primaryKey().keyCount(); i++) {
                int column = table.primaryKey().columns().get(i).tableColumn();
                columns.add(key(table.columns().get(column).name(), span));
            }
        }
        Select.Core core = new Select.Core(
                false,
                columns,
                tree.target(),
                tree.where(),
                List.of(),
                null,
                List.of(),
                tree.span());
        return new Select(tree.with(), core, List.of(), null, tree.span());
    }

    private static ResultColumn key(String name, Span span) {
        Expression column = new Expression.ColumnName(
                null, null, new Name(name, Name.Quote.DOUBLE, span), span);
        return new ResultColumn.Item(column, null, span, span);
    }

    private String rowidName() {
        for (String name : List.of("_rowid_", "rowid", "oid")) {
            if (table.columnIndex(name) < 0) {
                return name;
            }
        }
        if (table.rowidAlias() >= 0) {
            return table.columns().get(table.rowidAlias()).name();
        }
        throw SqlException.notSupported(
                "DELETE from a table with columns of all names of the rowid",
                tree.span().start());
    }

    private void emitDeletes(KeptAccess kept, int width) {
        TableAccess access = new TableAccess(assembler, table, null, false);
        access.open(true);
        List<Index> indexes = table.indexes();
        int[] cursors = Targets.openIndexes(assembler, table);
        kept.forEach(width, (key, count, next) -> {
            if (table.hasRowid()) {
                assembler.add(Opcode.NotExists, access.tableCursor(), next, key);
            } else {
                assembler.add(Opcode.NotFound, access.tableCursor(), next, key, count, 0);
            }
            for (int i = 0; i < cursors.length; i++) {
                int done = assembler.label();
                List<Index.IndexColumn> columns = indexes.get(i).columns();
                access.unlessMeant(indexes.get(i), done);
                int entry = assembler.registers(columns.size());
                for (int column = 0; column < columns.size(); column++) {
                    access.read(columns.get(column).tableColumn(), entry + column);
                }
                assembler.add(Opcode.IdxDelete, cursors[i], entry, columns.size());
                assembler.bind(done);
            }
            assembler.add(Opcode.Delete, access.tableCursor(), 0, 0, null, Opcode.COUNT_CHANGE);
        });
    }
}
