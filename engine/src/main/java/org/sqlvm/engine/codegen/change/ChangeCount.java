package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;

import java.util.List;

/** The row with the number of changes that ends a statement: PRAGMA count_changes. */
final class ChangeCount {
    private final Assembler assembler;
    private final TriggerEvent event;
    private final int count;

    private ChangeCount(Assembler assembler, TriggerEvent event) {
        this.assembler = assembler;
        this.event = event;
        this.count = assembler.register();
        assembler.add(Opcode.Integer, 0, count, 0);
    }

    /** Null unless the rows are counted: of a user's statement that gives no other rows. */
    static ChangeCount open(ChangeContext context, TriggerEvent event, boolean returns) {
        return context.settings().countsChanges() && !context.isInTrigger() && !returns
                ? new ChangeCount(context.assembler(), event)
                : null;
    }

    /** Emits that a row is counted. */
    static void row(ChangeCount counter) {
        if (counter != null) {
            counter.assembler.add(Opcode.AddImm, counter.count, 1, 0);
        }
    }

    /** The register of the number. */
    int register() {
        return count;
    }

    void finish() {
        assembler.add(Opcode.ResultRow, count, 1, 0);
    }

    List<ResultColumn> columns() {
        String name = switch (event) {
            case INSERT -> "rows inserted";
            case UPDATE -> "rows updated";
            case DELETE -> "rows deleted";
        };
        return List.of(new ResultColumn(name, null, null, null, null));
    }

    /** Emits the rows at the end of a statement: those of RETURNING, or the number of changes. */
    static Emitted end(ChangeCount counter, ReturningCode returning, List<PlanLine> plan) {
        if (returning != null) {
            returning.finish();
            return new Emitted(plan, returning.columns());
        }
        if (counter != null) {
            counter.finish();
            return new Emitted(plan, counter.columns());
        }
        return new Emitted(plan, List.of());
    }
}
