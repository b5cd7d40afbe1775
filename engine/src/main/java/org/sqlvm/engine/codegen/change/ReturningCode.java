package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.KeptRows;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.ChangePlanner;
import org.sqlvm.engine.plan.ChangePlanner.Returned;
import org.sqlvm.engine.plan.resolve.Scope;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ResultColumn;

import java.util.List;

/**
 * RETURNING: the rows are computed as they are changed, and kept until all changes are made, so
 * that a caller that reads only some of them still gets all of the changes.
 */
final class ReturningCode {
    private final Assembler assembler;
    private final Returned returned;
    private final KeptRows kept;

    private ReturningCode(Assembler assembler, Returned returned) {
        this.assembler = assembler;
        this.returned = returned;
        this.kept = new KeptRows(assembler, returned.values().size());
    }

    /** Opens the storage for the rows; null without RETURNING. */
    static ReturningCode open(
            ChangeContext context, ChangePlanner planner, Table table, List<ResultColumn> tree) {
        if (tree.isEmpty()) {
            return null;
        }
        for (ResultColumn column : tree) {
            if (column instanceof ResultColumn.TableStar) {
                throw SqlException.error("RETURNING may not use \"TABLE.*\" wildcards");
            }
        }
        Scope scope = planner.scope(List.of(planner.changed(table)));
        return new ReturningCode(context.assembler(), planner.returning(tree, scope));
    }

    List<Program.ResultColumn> columns() {
        return returned.columns();
    }

    /** Emits the computation of a row. Queries over the table see the changes so far. */
    void row(RowBlock row) {
        ExpressionCode values =
                new ExpressionCode(assembler, returned.plans(), row.reader(assembler));
        assembler.setChangedRoot(row.table().rootPage());
        int first = values.evaluateAll(returned.values());
        assembler.setChangedRoot(0);
        kept.add(first);
    }

    /** Emits the rows' way out, behind the last change. */
    void finish() {
        kept.forEach((first, count, next) -> assembler.add(Opcode.ResultRow, first, count, 0));
    }
}
