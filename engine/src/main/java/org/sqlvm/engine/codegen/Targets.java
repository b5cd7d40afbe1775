package org.sqlvm.engine.codegen;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.virtual.VirtualTables;

/** Tables that statements change. */
final class Targets {
    private Targets() {}

    /**
     * The table whose rows a statement changes.
     *
     * @param returning whether it gives the changed rows
     * @param position of the statement
     */
    static Table changed(Schema schema, QualifiedName target, boolean returning, int position) {
        String name = target.name().text();
        Schema home = schema.holdingTable(target.schema(), name);
        Table found = home == null ? null : home.table(name);
        if (found == null) {
            if (home != null) {
                throw SqlException.error("cannot modify " + name + " because it is a view");
            }
            throw missing(target);
        }
        if (found.rootPage() == 1) {
            throw SqlException.error("table " + found.name() + " may not be modified");
        }
        refuse(returning, "RETURNING", position);
        refuse(schema.hasTriggers(found.name()), "triggers", position);
        return StoredExpressions.extended(found, schema.encoding());
    }

    /** Says that {@code what} cannot run yet, if it is there. */
    static void refuse(boolean isThere, String what, int position) {
        if (isThere) {
            throw SqlException.notSupported(what, position);
        }
    }

    /** Cursors that write to the indexes of a table. */
    static int[] openIndexes(Assembler assembler, Table table) {
        int[] cursors = new int[table.indexes().size()];
        for (int i = 0; i < cursors.length; i++) {
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

    /** The error for a name that no table of the schema has. */
    static SqlException missing(QualifiedName name) {
        boolean virtual = VirtualTables.find(name.name().text()) != null;
        return SqlException.error(
                virtual
                        ? "table " + name.name().text() + " may not be modified"
                        : "no such table: " + name);
    }
}
