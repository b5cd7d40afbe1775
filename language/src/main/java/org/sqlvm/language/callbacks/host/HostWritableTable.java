package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.TableCursor;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.sql.tree.ConflictAction;

/** A virtual table of Java whose rows statements change. */
public final class HostWritableTable extends HostModuleTable<WritableTable>
        implements org.sqlvm.engine.virtual.WritableTable {
    HostWritableTable(WritableTable table) {
        super(table);
    }

    @Override
    @TruffleBoundary
    public long insert(Long rowid, Object[] values, ConflictAction conflict) {
        Object[] row = HostValues.toJava(values);
        return HostErrors.during(() -> conflict == ConflictAction.REPLACE
                ? table.replace(rowid, row)
                : table.insert(rowid, row));
    }

    @Override
    @TruffleBoundary
    public void update(
            Object key,
            Object newKey,
            Object[] values,
            boolean[] changed,
            ConflictAction conflict) {
        Object old = HostValues.toJava(key);
        Object now = HostValues.toJava(newKey);
        Object[] row = new Object[values.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = values[i] == null ? TableCursor.UNCHANGED : HostValues.toJava(values[i]);
        }
        HostErrors.during(() -> {
            if (conflict == ConflictAction.REPLACE) {
                table.updateReplacing(old, now, row);
            } else {
                table.update(old, now, row);
            }
        });
    }

    @Override
    @TruffleBoundary
    public void delete(Object key) {
        HostErrors.during(() -> table.delete(HostValues.toJava(key)));
    }

    @Override
    @TruffleBoundary
    public boolean keepsUnchanged() {
        return HostErrors.during(table::keepsUnchanged);
    }

    @Override
    @TruffleBoundary
    public void begin() {
        HostErrors.during(table::begin);
    }

    @Override
    @TruffleBoundary
    public void sync() {
        HostErrors.during(table::sync);
    }

    @Override
    @TruffleBoundary
    public void commit() {
        HostErrors.during(table::commit);
    }

    @Override
    @TruffleBoundary
    public void rollback() {
        HostErrors.during(table::rollback);
    }

    @Override
    @TruffleBoundary
    public void savepoint(int number) {
        HostErrors.during(() -> table.savepoint(number));
    }

    @Override
    @TruffleBoundary
    public void release(int number) {
        HostErrors.during(() -> table.release(number));
    }

    @Override
    @TruffleBoundary
    public void rollbackTo(int number) {
        HostErrors.during(() -> table.rollbackTo(number));
    }
}
