package org.sqlvm.engine.virtual;

import org.sqlvm.engine.sql.tree.ConflictAction;

/**
 * What a statement does with the rows of a virtual table.
 *
 * @param changed by column: whether UPDATE assigns to it
 * @param keeps behind the values of an UPDATE stand as many numbers: 1 if the table does without
 *     the value, which has not changed
 * @param action what is done about a constraint that is broken
 */
public record VirtualChange(
        ConnectedTable table, Kind kind, boolean[] changed, boolean keeps, ConflictAction action) {
    public enum Kind {
        INSERT,
        UPDATE,
        DELETE
    }

    /** As EXPLAIN shows it. */
    @Override
    public String toString() {
        return table.toString();
    }
}
