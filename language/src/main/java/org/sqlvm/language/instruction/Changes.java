package org.sqlvm.language.instruction;

import org.sqlvm.api.UpdateListener;
import org.sqlvm.engine.btree.KeyProbe;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.IndexEntries;
import org.sqlvm.language.runtime.ProgramCursor;

/** Instructions that make records and put them into b-trees. */
public final class Changes {
    private Changes() {}

    /** Returns the instruction's record writer, empty. The run keeps it. */
    public static RecordWriter writer(ExecutionState state, int address, TextEncoding encoding) {
        RecordWriter writer = (RecordWriter) state.scratch[address];
        if (writer == null) {
            writer = newWriter(state, address, encoding);
        }
        writer.clear();
        return writer;
    }

    /** Creates the writer of an instruction, which the run keeps. */
    public static RecordWriter newWriter(ExecutionState state, int address, TextEncoding encoding) {
        RecordWriter writer = new RecordWriter(encoding);
        state.scratch[address] = writer;
        return writer;
    }

    /** Adds a value to a record. */
    public static void add(RecordWriter writer, int kind, long bits, Object object) {
        switch (kind) {
            case ValueKind.LONG -> writer.addLong(bits);
            case ValueKind.DOUBLE -> writer.addDouble(Double.longBitsToDouble(bits));
            case ValueKind.NULL -> writer.addNull();
            default -> writer.add(object);
        }
    }

    /** Adds a value of a REAL column: a whole number is stored as an integer, which is shorter. */
    public static void addReal(RecordWriter writer, int kind, long bits, Object object) {
        addReal(writer, RegisterValues.box(kind, bits, object));
    }

    /** Adds a value of a REAL column: a whole number is stored as an integer, which is shorter. */
    public static void addReal(RecordWriter writer, Object value) {
        writer.add(Affinities.stored(value, Affinity.REAL));
    }

    /** Returns the record. */
    public static Blob finish(RecordWriter writer) {
        return Blob.of(writer.toRecord());
    }

    /** Inserts a row. */
    public static void insert(
            ExecutionState state, ProgramCursor row, long rowid, Blob blob, int flags) {
        row.table.insert(rowid, exact(blob), blob.length, (flags & Opcode.APPEND) != 0);
        boolean inserted = (flags & Opcode.LAST_ROWID) != 0;
        if ((flags & Opcode.COUNT_CHANGE) != 0) {
            state.changes++;
        }
        if (inserted) {
            state.inserted(rowid);
        }
        if ((flags & Opcode.COUNT_CHANGE) != 0 && state.connection.hooks().hasUpdateListener()) {
            tell(state, row.table, inserted ? UpdateListener.INSERT : UpdateListener.UPDATE, rowid);
        }
    }

    private static void tell(ExecutionState state, TableCursor cursor, int operation, long rowid) {
        state.connection.hooks().changed(operation, cursor.btree(), cursor.root(), rowid);
    }

    /** Inserts an entry into an index. */
    public static void insertEntry(
            ExecutionState state, ProgramCursor row, Blob blob, KeyOrder order, int flags) {
        KeyProbe place = order.probe(blob.array, blob.offset, blob.length);
        row.index.insert(exact(blob), blob.length, place);
        if ((flags & Opcode.COUNT_CHANGE) != 0) {
            state.changes++;
        }
    }

    /** Deletes the row or the entry under a cursor. */
    public static void delete(ExecutionState state, ProgramCursor row, int flags) {
        if (row.isDeferred()) {
            row.follow();
        }
        boolean counts = (flags & Opcode.COUNT_CHANGE) != 0;
        if (row.table != null) {
            long rowid = counts ? row.table.rowid() : 0;
            row.table.delete();
            if (counts && state.connection.hooks().hasUpdateListener()) {
                tell(state, row.table, UpdateListener.DELETE, rowid);
            }
        } else {
            row.index.delete();
        }
        if (counts) {
            state.changes++;
        }
    }

    /** Deletes the entry with a key, which must be there, or the index does not match its table. */
    public static void deleteEntry(ProgramCursor row, IndexKey key) {
        if (row.index.seek(key) != 0) {
            throw IndexEntries.missingRow();
        }
        row.index.delete();
    }

    /** Returns the bytes of a record, beginning at 0 of an array. */
    private static byte[] exact(Blob record) {
        return record.offset == 0 ? record.array : record.toArray();
    }
}
