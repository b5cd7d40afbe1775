package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.resolve.PlanContext;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.TriggerEvent;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.VirtualTables;

import java.util.List;

/** Tables that statements change. */
final class Targets {
    private Targets() {}

    /**
     * The target that a statement changes.
     *
     * @param table the table with a column for every indexed expression; for a view, its columns
     * @param isView whether it is a view, for which triggers run instead
     */
    record Target(Table table, boolean isView) {}

    /**
     * Returns the table or view whose rows a statement changes.
     *
     * @param assignments the assignments of UPDATE
     * @param returns whether it has RETURNING
     */
    static Target changed(
            ChangeContext context,
            QualifiedName target,
            TriggerEvent event,
            List<Statement.Assignment> assignments,
            boolean returns) {
        Schema schema = context.schema();
        String name = target.name().text();
        Schema home = schema.holdingTable(target.schema(), name);
        Table found = home == null ? null : home.table(name);
        if (found == null) {
            if (home != null) {
                Table view = view(context, home, name);
                RowTriggers triggers = event == TriggerEvent.UPDATE
                        ? RowTriggers.ofUpdate(context, view, assignments)
                        : RowTriggers.of(context, view, event);
                if (!triggers.any() && !(returns && RowTriggers.areOn(context, view))) {
                    throw SqlException.error(
                            "cannot modify " + home.view(name).name() + " because it is a view");
                }
                return new Target(view, true);
            }
            throw missing(target, context);
        }
        if ((found.rootPage() == 1 && !schema.settings().writableSchema())
                || VirtualTables.isReadOnlyShadow(home, found.name())) {
            throw notModifiable(found.name());
        }
        return new Target(StoredExpressions.extended(found, schema.preparation()), false);
    }

    /**
     * The virtual table that a statement changes; null if it changes another table, or a view.
     *
     * @throws SqlException if the table is read-only, or a trigger changes one that is not safe
     *     there
     */
    static ConnectedTable virtual(ChangeContext context, QualifiedName target) {
        String name = target.name().text();
        Schema home = context.schema().holdingTable(target.schema(), name);
        Registered registered = context.schema().preparation().registered();
        ConnectedTable table = home == null
                ? eponymous(target, registered)
                : declared(home.view(name), registered);
        if (table == null) {
            return null;
        }
        boolean trusted = registered.isSchemaTrusted();
        boolean ofSchema = context.isInTrigger() && !PlanContext.isOfTemp(context.schema());
        if (ofSchema && !table.risk(registered).fits(trusted)) {
            throw SqlException.error("unsafe use of virtual table \"" + table.name() + "\"");
        }
        if (!table.isWritable(registered)) {
            throw notModifiable(table.name());
        }
        return table;
    }

    private static ConnectedTable declared(Schema.StoredText text, Registered registered) {
        return text == null || !text.isVirtual() ? null : VirtualTables.connected(text, registered);
    }

    /** The table that a module of that name is, without one having been created. */
    private static ConnectedTable eponymous(QualifiedName name, Registered registered) {
        return name.schema() == null
                        && VirtualTables.find(name.name().text(), registered)
                                instanceof ConnectedTable table
                ? table
                : null;
    }

    private static SqlException notModifiable(String name) {
        return SqlException.error("table " + name + " may not be modified");
    }

    private static Table view(ChangeContext context, Schema home, String name) {
        Schema visible = context.schema().visibleIn(home.id());
        return Planner.describe(name, visible, context.options()).in(home.id());
    }

    /**
     * Opens cursors that write to the indexes of a table; returns them by index, -1 for one that is
     * not needed.
     */
    static int[] openIndexes(Assembler assembler, Table table, boolean[] wanted) {
        int[] cursors = new int[table.indexes().size()];
        for (int i = 0; i < cursors.length; i++) {
            if (wanted != null && !wanted[i]) {
                cursors[i] = -1;
                continue;
            }
            Index index = table.indexes().get(i);
            cursors[i] = assembler.cursor();
            KeyInfo keys = TableAccess.keyInfo(index);
            assembler.add(
                    Opcode.OpenWrite,
                    cursors[i],
                    index.rootPage(),
                    table.databaseNumber(),
                    keys,
                    0);
        }
        return cursors;
    }

    /** A name that means the rowid of a table. */
    static String rowidName(Table table) {
        for (String name : List.of("_rowid_", "rowid", "oid")) {
            if (table.columnIndex(name) < 0) {
                return name;
            }
        }
        if (table.rowidAlias() >= 0) {
            return table.columns().get(table.rowidAlias()).name();
        }
        return Table.HIDDEN_ROWID;
    }

    /** The error for a name that no table of the schema has. */
    private static SqlException missing(QualifiedName name, ChangeContext context) {
        Registered registered = context.schema().preparation().registered();
        boolean virtual = VirtualTables.find(name.name().text(), registered) != null;
        Name schema = name.schema();
        // A trigger that is not temporary sees its own database alone.
        boolean alone = context.isInTrigger() && !PlanContext.isOfTemp(context.schema());
        return SqlException.error(
                virtual && schema == null
                        ? "table " + name.name().text() + " may not be modified"
                        : "no such table: " + (alone ? context.schema().id().name() + "." : "")
                                + name);
    }
}
