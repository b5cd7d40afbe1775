package org.sqlvm.language.instruction;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Blob;
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

    /** Goes to the first entry of an index; false if there is none. */
    public static boolean firstEntry(ProgramCursor row) {
        return landed(row, row.index.first());
    }

    /** Goes to the last entry of an index; false if there is none. */
    public static boolean lastEntry(ProgramCursor row) {
        return landed(row, row.index.last());
    }

    /** Goes to the next entry of an index; false behind the last, and behind NULLs. */
    public static boolean nextEntry(ProgramCursor row) {
        return row != null && !row.nullRow && landed(row, row.index.next());
    }

    /** Goes to the entry before; false at the first, and behind NULLs. */
    public static boolean previousEntry(ProgramCursor row) {
        return row != null && !row.nullRow && landed(row, row.index.previous());
    }

    private static boolean landed(ProgramCursor row, boolean found) {
        if (found) {
            row.loadIndex();
        }
        return found;
    }

    /** Opens a cursor on an empty temporary table, or index if there is an order. */
    public static ProgramCursor openTemporary(ExecutionState state, int cursor, KeyOrder order) {
        ProgramCursor before = state.cursors[cursor];
        if (before == null || !before.reopenTemporary(order)) {
            state.open(cursor, ProgramCursor.temporary(order, state.connection.workspace()));
        }
        return state.cursors[cursor];
    }

    /** Opens another cursor on a temporary table. */
    public static ProgramCursor duplicate(ExecutionState state, int cursor, int original) {
        state.open(cursor, state.cursors[original].duplicate());
        return state.cursors[cursor];
    }

    /** Opens a cursor on one record. */
    public static ProgramCursor openPseudo(ExecutionState state, int cursor, Object record) {
        ProgramCursor row = ProgramCursor.pseudo();
        if (record instanceof Blob blob) {
            row.loadRecord(blob);
        }
        state.open(cursor, row);
        return row;
    }

    /** Opens a sorter that keeps at most a number of rows; a negative number is no limit. */
    public static ProgramCursor openSorter(
            ExecutionState state, int cursor, KeyOrder order, long rowCount) {
        long limit = rowCount < 0 ? Long.MAX_VALUE : rowCount;
        state.open(cursor, ProgramCursor.sorting(order, limit, state.connection.workspace()));
        return state.cursors[cursor];
    }

    /** Puts a record into a sorter. */
    public static void sort(ProgramCursor row, Object record) {
        Blob blob = (Blob) record;
        row.sorter.add(blob.array, blob.offset, blob.length);
    }

    /** Returns the record under a sorter's cursor, which goes to the cursor that reads it, too. */
    public static Object sorted(ProgramCursor source, ProgramCursor reader) {
        Blob record =
                new Blob(source.sorter.array(), source.sorter.offset(), source.sorter.length());
        reader.loadRecord(record);
        return record;
    }

    /** Moves a cursor that follows another one, if it has not moved yet. */
    public static void settle(ProgramCursor row) {
        if (row.isDeferred()) {
            row.follow();
        }
    }

    /** Passes over rows without stopping at each. Returns how many of a number are left to pass. */
    public static long pass(ProgramCursor row, boolean onwards, long count) {
        return count > 0 && row != null && !row.nullRow
                ? count - Trees.tree(row).pass(onwards, count)
                : count;
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
