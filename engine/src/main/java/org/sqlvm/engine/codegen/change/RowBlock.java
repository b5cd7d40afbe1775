package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.RowReader;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.resolve.TriggerRow;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Table;

/**
 * A row in consecutive registers, as {@link TriggerRow} describes it: the rowid, the values of the
 * record in its order, the virtual columns.
 *
 * @param table with the columns of indexed expressions
 * @param first the rowid's register
 */
record RowBlock(Table table, int first) {

    static RowBlock of(Assembler assembler, Table table) {
        return new RowBlock(table, assembler.registers(TriggerRow.width(table)));
    }

    /** OLD and NEW, one behind the other. */
    static RowBlock[] pair(Assembler assembler, Table table) {
        int width = TriggerRow.width(table);
        int first = assembler.registers(2 * width);
        return new RowBlock[] {new RowBlock(table, first), new RowBlock(table, first + width)};
    }

    /** A view's row has no affinities but this one: integers in REAL columns become REAL. */
    void makeReal(Assembler assembler) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).affinity() == Affinity.REAL) {
                assembler.add(Opcode.RealAffinity, stored(i), 0, 0);
            }
        }
    }

    /** The new values of a view's row get the affinities of its columns. */
    void applyAffinities(Assembler assembler) {
        for (int i = 0; i < table.columns().size(); i++) {
            Affinity affinity = table.columns().get(i).affinity();
            if (affinity != Affinity.BLOB && affinity != Affinity.NONE) {
                String letter = String.valueOf(affinity.code);
                assembler.add(Opcode.Affinity, stored(i), 1, 0, letter, 0);
            }
        }
    }

    /** The first register of a row without a rowid, which has been cleared. */
    private record Cleared(int register) {}

    /**
     * Sets the rowids of OLD and NEW, which a program gets, too, to NULL if the table has none.
     *
     * @param first the first register of the row, of OLD for UPDATE
     */
    static void clearRowids(Assembler assembler, TriggerRow row, int first) {
        int end = row.table().hasRowid() ? first : first + row.argumentCount();
        for (int rowid = first; rowid < end; rowid += TriggerRow.width(row.table())) {
            Cleared cleared = new Cleared(rowid);
            if (assembler.known(cleared, Cleared.class) == null) {
                assembler.know(cleared, cleared);
                assembler.once(() -> assembler.add(Opcode.Null, 0, cleared.register, 0));
            }
        }
    }

    int rowid() {
        return first;
    }

    /** The first register of the record. */
    int record() {
        return first + 1;
    }

    /** The register of a column's value in the record, NULL for an INTEGER PRIMARY KEY. */
    int stored(int column) {
        return first + TriggerRow.storedPlace(table, column);
    }

    /** The register of a column's value, or the rowid's. */
    int value(int column) {
        return first + TriggerRow.place(table, column);
    }

    /** Reads the columns of expressions from here. */
    RowReader reader(Assembler assembler) {
        return (column, target) -> assembler.add(Opcode.SCopy, value(column.index()), target, 0);
    }

    /** Emits the read of a whole row through a cursor. */
    void load(Assembler assembler, TableAccess access) {
        if (table.hasRowid()) {
            access.read(Expr.Column.ROWID, rowid());
        }
        for (int column = 0; column < table.columns().size(); column++) {
            // The column of an indexed expression is computed for index entries alone.
            if (column == table.rowidAlias() || table.columns().get(column).hidden()) {
                assembler.add(Opcode.Null, 0, stored(column), 0);
            } else {
                access.read(column, stored(column));
            }
        }
        own(assembler);
    }

    /** Makes the values outlast the pages that they were read from. */
    void own(Assembler assembler) {
        int begin = table.hasRowid() ? rowid() : record();
        int end = first + TriggerRow.width(table);
        int count = table.recordColumns().size();
        for (int place = 0; place < count; place++) {
            if (isRepeated(place)) {
                own(assembler, begin, record() + place);
                begin = record() + place + 1;
            }
        }
        own(assembler, begin, end);
    }

    private static void own(Assembler assembler, int begin, int end) {
        if (begin < end) {
            assembler.add(Opcode.Copy, begin, begin, end - begin - 1);
        }
    }

    /**
     * Whether a slot of the record repeats the value of another slot, as late as that is computed.
     */
    boolean isRepeated(int place) {
        int column = table.recordColumn(place);
        return table.columns().get(column).recordIndex() != place;
    }
}
