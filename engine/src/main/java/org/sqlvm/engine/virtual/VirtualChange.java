package org.sqlvm.engine.virtual;

import org.sqlvm.api.TableCursor;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.program.ModuleOperand;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.virtual.module.EngineTable;

import java.util.Arrays;

/**
 * What a statement does with the rows of a virtual table. The values that come with it are the
 * row's key unless it is inserted, the new key unless it is deleted, and those of the columns.
 *
 * @param keeps behind the values of an UPDATE stand as many numbers: 1 if the table does without
 *     the value, which has not changed
 * @param action what is done about a constraint that is broken
 */
public record VirtualChange(ConnectedTable table, Kind kind, boolean keeps, ConflictAction action)
        implements ModuleOperand {
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    /**
     * Has a table do it.
     *
     * @param values as in registers
     * @return the rowid of a row that is inserted
     */
    long apply(WritableTable target, Object[] values) {
        boolean own = target instanceof EngineTable;
        Object[] given = own ? values : TableCalls.toJava(values);
        return TableCalls.call(target, () -> {
            target.onConflict((kind == Kind.DELETE ? ConflictAction.ABORT : action).name());
            try {
                return change(target, given);
            } finally {
                target.onConflict(null);
            }
        });
    }

    private long change(WritableTable target, Object[] values) {
        boolean replaces = action == ConflictAction.REPLACE;
        switch (kind) {
            case INSERT -> {
                Long rowid = values[0] instanceof Long given ? given : null;
                Object[] row = Arrays.copyOfRange(values, 1, values.length);
                return replaces ? target.replace(rowid, row) : target.insert(rowid, row);
            }
            case UPDATE -> {
                Object[] row = updated(values);
                if (replaces) {
                    target.updateReplacing(values[0], values[1], row);
                } else {
                    target.update(values[0], values[1], row);
                }
            }
            case DELETE -> target.delete(values[0]);
        }
        return 0;
    }

    /** The values of the columns, without those that the table does not need. */
    private Object[] updated(Object[] values) {
        int count = (values.length - 2) / (keeps ? 2 : 1);
        Object[] columns = Arrays.copyOfRange(values, 2, 2 + count);
        for (int i = 0; keeps && i < count; i++) {
            boolean missing = (Long) values[2 + count + i] != 0;
            columns[i] = missing ? TableCursor.UNCHANGED : columns[i];
        }
        return columns;
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return table.toString();
    }
}
