package org.sqlvm.language.instruction;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions that open and move cursors. */
public final class Cursors {
    private Cursors() {}

    /** Opens a cursor on a table, or on an index if there is an order. */
    public static ProgramCursor open(
            ExecutionState state,
            int cursor,
            int database,
            int root,
            KeyOrder order,
            boolean writable,
            boolean bulk) {
        Btree btree = state.connection.btree(database);
        if (!state.reopen(cursor, btree, root, writable)) {
            ProgramCursor row = order == null
                    ? ProgramCursor.table(btree, root, writable)
                    : ProgramCursor.index(btree, root, writable, order);
            if (bulk) {
                row.index.setBulk();
            }
            state.open(cursor, row);
        }
        return state.cursors[cursor];
    }

    /** Goes to the first row of a table; false if there is none. */
    public static boolean first(ProgramCursor row) {
        boolean found = row.table.first();
        if (found) {
            row.loadTable();
        }
        return found;
    }

    /** Goes to the last row of a table; false if there is none. */
    public static boolean last(ProgramCursor row) {
        boolean found = row.table.last();
        if (found) {
            row.loadTable();
        }
        return found;
    }

    /** Goes to the next row of a table; false behind the last, and behind an outer join's NULLs. */
    public static boolean next(ProgramCursor row) {
        if (row == null || row.nullRow) {
            return false;
        }
        boolean found = row.table.next();
        if (found) {
            row.loadTable();
        }
        return found;
    }

    /** Goes to the row before; false at the first, and behind an outer join's NULLs. */
    public static boolean previous(ProgramCursor row) {
        if (row == null || row.nullRow) {
            return false;
        }
        boolean found = row.table.previous();
        if (found) {
            row.loadTable();
        }
        return found;
    }

    /** Goes to the row whose rowid is a value; false if there is none. */
    public static boolean seekRowid(ProgramCursor row, int kind, long bits, Object object) {
        long rowid = bits;
        if (kind != ValueKind.LONG) {
            if (kind == ValueKind.NULL || kind == ValueKind.BLOB) {
                return false;
            }
            if (!(Affinities.toInteger(RegisterValues.box(kind, bits, object))
                    instanceof Long number)) {
                return false;
            }
            rowid = number;
        }
        return seek(row, rowid);
    }

    /** Goes to the row with a rowid; false if there is none. */
    public static boolean seek(ProgramCursor row, long rowid) {
        if (!row.table.seekExact(rowid)) {
            return false;
        }
        row.loadTable();
        return true;
    }

    /** Returns the rowid of the row. */
    public static long rowid(ProgramCursor row) {
        return row.table.rowid();
    }
}
