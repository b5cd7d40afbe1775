package org.sqlvm.language.instruction;

import org.sqlvm.engine.btree.KeyProbe;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.IndexEntries;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions that look a key up. */
public final class Seeks {
    private Seeks() {}

    /** Goes to the next row of a table on one side of a rowid; false if there is none. */
    public static boolean table(ProgramCursor row, boolean upwards, boolean orEqual, long rowid) {
        int place = row.table.seek(rowid);
        boolean isThere = place == 0 ? orEqual : place > 0 == upwards;
        boolean found =
                isThere ? row.table.isValid() : upwards ? row.table.next() : row.table.previous();
        if (found) {
            row.loadTable();
        }
        return found;
    }

    /**
     * Likewise for a key that is no integer: a real falls between two rowids, a text is greater
     * than all, NULL finds none.
     */
    public static boolean tableByValue(
            ProgramCursor row, boolean upwards, boolean orEqual, Object key) {
        Object number = Affinities.apply(key, Affinity.NUMERIC);
        if (number instanceof Long rowid) {
            return table(row, upwards, orEqual, rowid);
        }
        if (number instanceof Double real) {
            if (Values.compareLongDouble(Long.MAX_VALUE, real) < 0) {
                return !upwards && Cursors.last(row);
            }
            if (Values.compareLongDouble(Long.MIN_VALUE, real) > 0) {
                return upwards && Cursors.first(row);
            }
            long nearest = (long) (upwards ? Math.ceil(real) : Math.floor(real));
            return table(row, upwards, true, nearest);
        }
        return number != SqlNull.NULL && !upwards && Cursors.last(row);
    }

    /** Likewise for a value in a register. */
    public static boolean table(
            ProgramCursor row,
            boolean upwards,
            boolean orEqual,
            int kind,
            long bits,
            Object object) {
        return kind == ValueKind.LONG
                ? table(row, upwards, orEqual, bits)
                : tableByValue(row, upwards, orEqual, RegisterValues.box(kind, bits, object));
    }

    /** Returns the key of an instruction, which the run keeps. */
    public static IndexKey key(ExecutionState state, int address, KeyOrder order, int count) {
        IndexKey key = (IndexKey) state.scratch[address];
        return key != null ? key : newKey(state, address, order, count);
    }

    /** Creates the key of an instruction, which the run keeps. */
    public static IndexKey newKey(ExecutionState state, int address, KeyOrder order, int count) {
        IndexKey key = new IndexKey(order, count);
        state.scratch[address] = key;
        return key;
    }

    /** Sets a field of a key. */
    public static void set(IndexKey key, int field, int kind, long bits, Object object) {
        switch (kind) {
            case ValueKind.LONG -> key.setLong(field, bits);
            case ValueKind.DOUBLE -> key.setDouble(field, Double.longBitsToDouble(bits));
            case ValueKind.NULL -> key.set(field, SqlNull.NULL);
            default -> key.set(field, object);
        }
    }

    /**
     * Goes to the next entry on one side of a key; false if there is none. An entry that begins
     * with the key counts as greater for GE and LT and as less for GT and LE, so the position
     * sought is always between two entries, next to the wanted one.
     */
    public static boolean index(ProgramCursor row, boolean upwards, IndexKey key) {
        int place = row.index.seek(key);
        boolean isThere = upwards ? place >= 0 : place <= 0;
        boolean found =
                isThere ? row.index.isValid() : upwards ? row.index.next() : row.index.previous();
        if (found) {
            row.loadIndex();
        }
        return found;
    }

    /** Compares the entry under an index cursor with a key. */
    public static int compare(ProgramCursor row, IndexKey key) {
        row.loadOverflow();
        return key.compare(row.record, row.recordOffset, row.localSize);
    }

    /** Goes to the entry that a record is; false if there is none. */
    public static boolean find(ProgramCursor row, Blob record, KeyOrder order) {
        return find(row, order.probe(record.array, record.offset, record.length));
    }

    /** Goes to an entry with a key; false if there is none. */
    public static boolean find(ProgramCursor row, KeyProbe key) {
        if (row.index.seek(key) != 0) {
            return false;
        }
        row.loadIndex();
        return true;
    }

    /** Returns the rowid in the entry under an index cursor. */
    public static long rowid(ProgramCursor row) {
        row.loadOverflow();
        return IndexEntries.rowid(row.record, row.recordOffset, row.localSize);
    }
}
