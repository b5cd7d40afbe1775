package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.KeptRows;
import org.sqlvm.engine.codegen.query.LoopCode;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rows that UPDATE and DELETE change. As a rule a query keeps their keys first, and then they
 * are changed, so that no condition sees a table with half of its rows changed, and no row is found
 * twice. If rows and their entries change in place, or are deleted, the loop that finds a row
 * changes it at once.
 */
final class ChangedRows {
    private final Assembler assembler;
    private final Table table;
    private final boolean areReturned;

    /** Emits the change of a row. */
    interface Body {
        /**
         * Emits the change of one row.
         *
         * @param key the first register of its rowid or primary key
         * @param found whether the table's cursor is on it
         * @param next the label for leaving it unchanged
         */
        void emit(TargetCursors cursors, int key, boolean found, int next);
    }

    /** @param areReturned whether the statement returns them: in the order of the table */
    ChangedRows(Assembler assembler, Table table, boolean areReturned) {
        this.assembler = assembler;
        this.table = table;
        this.areReturned = areReturned;
    }

    /** Returns the name of the table or view in expressions. */
    static String name(TableSource.TableName target) {
        return target.alias() == null
                ? target.name().name().text()
                : target.alias().text();
    }

    /** The keys of a table's rows as columns of a query; of a view all columns. */
    static List<ResultColumn> keys(Table table, boolean view) {
        List<ResultColumn> columns = new ArrayList<>();
        if (view) {
            table.columns().forEach(column -> columns.add(key(column.name())));
        } else if (table.hasRowid()) {
            columns.add(key(Targets.rowidName(table)));
        } else {
            for (int i = 0; i < table.primaryKey().keyCount(); i++) {
                int column = table.primaryKey().columns().get(i).tableColumn();
                columns.add(key(table.columns().get(column).name()));
            }
        }
        return columns;
    }

    private static ResultColumn key(String column) {
        return Trees.item(new Expression.TargetColumn(column, Trees.NOWHERE));
    }

    /**
     * A query for keys alone may find an index with all of them shorter than the table. SQLite
     * reads such an index for the changes of a table WITHOUT ROWID, or a partial one; the rows of
     * other tables are changed in the order of their rowids.
     */
    RowPlan inOrder(RowPlan plan) {
        if (table.withoutRowid()
                || !(plan instanceof SelectPlan select)
                || !isOneLoop(select)
                || !(select.loops().get(0).access() instanceof SelectPlan.IndexScan scan)
                || !scan.isWhole()
                || scan.index().where() != null) {
            return plan;
        }
        SelectPlan.Loop loop = select.loops().get(0);
        SelectPlan.Loop all = new SelectPlan.Loop(
                loop.source(),
                new SelectPlan.FullScan(false),
                false,
                loop.onFilters(),
                loop.filters());
        return select.withLoops(List.of(all));
    }

    /**
     * Emits a loop over the rows.
     *
     * @param plan the plan that gives their keys
     * @param inPlace whether a row may be changed as soon as it is found
     * @param scannable whether this holds while an index is read
     * @param indexes for each index whether a cursor is needed; null for all
     */
    void forEach(
            RowPlan plan,
            boolean inPlace,
            Predicate<Index> scannable,
            boolean[] indexes,
            Body body) {
        if (inPlace && plan instanceof SelectPlan select && isOneLoop(select)) {
            SelectPlan.IndexScan found = index(select);
            if (found == null) {
                scan(select, indexes, body);
                return;
            }
            if ((!areReturned || found.isOfOne()) && scannable.test(found.index())) {
                TargetCursors cursors = open(indexes);
                SelectCode.emit(assembler, plan, (key, count, next) -> {
                    cursors.seek(key, count, next);
                    body.emit(cursors, key, true, next);
                });
                return;
            }
        }
        if (isInOrder(plan)) {
            KeptRows kept = KeptRows.of(
                    assembler,
                    plan.columns().size(),
                    sink -> SelectCode.emit(assembler, plan, sink));
            TargetCursors cursors = open(indexes);
            kept.forEach((key, count, next) -> body.emit(cursors, key, false, next));
            return;
        }
        KeptKeys kept = new KeptKeys(assembler, table);
        kept.fill(sink -> SelectCode.emit(assembler, plan, sink));
        TargetCursors cursors = open(indexes);
        kept.forEach((key, count, next) -> body.emit(cursors, key, false, next));
    }

    /** Whether the keys come in the order of the table, so that they can be kept as they come. */
    private boolean isInOrder(RowPlan plan) {
        return plan instanceof SelectPlan select && isOneLoop(select) && index(select) == null;
    }

    private TargetCursors open(boolean[] indexes) {
        TableAccess access = new TableAccess(assembler, table, null, false);
        access.open(true);
        return new TargetCursors(assembler, access, Targets.openIndexes(assembler, table, indexes));
    }

    /** The cursor that finds the rows also changes them. */
    private void scan(SelectPlan plan, boolean[] indexes, Body body) {
        LoopCode loops = new LoopCode(assembler, plan, false);
        TableAccess access = loops.openForWriting();
        TargetCursors cursors = new TargetCursors(
                assembler, access, Targets.openIndexes(assembler, table, indexes));
        int key = assembler.registers(TargetCursors.keyCount(table));
        loops.emit(next -> {
            cursors.readKey(key);
            body.emit(cursors, key, true, next);
        });
    }

    private static boolean isOneLoop(SelectPlan plan) {
        if (plan.loops().size() != 1
                || plan.grouping() != null
                || plan.windows() != null
                || plan.distinct() != SelectPlan.Distinct.NONE
                || !plan.order().isEmpty()
                || plan.limit() != null
                || plan.hasQueries()) {
            return false;
        }
        SelectPlan.Access access = plan.loops().get(0).access();
        return plan.sources().get(0) instanceof SelectPlan.StoredSource
                && !(access instanceof SelectPlan.IndexUnion)
                && !(access instanceof SelectPlan.HashJoin);
    }

    /** The scan of an index that the only loop is; null if it reads the table itself. */
    private SelectPlan.IndexScan index(SelectPlan plan) {
        if (!(plan.loops().get(0).access() instanceof SelectPlan.IndexScan scan)) {
            return null;
        }
        boolean isTable = table.withoutRowid()
                && scan.index().name().equals(table.primaryKey().name());
        return isTable ? null : scan;
    }
}
