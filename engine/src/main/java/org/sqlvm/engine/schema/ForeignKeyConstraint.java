package org.sqlvm.engine.schema;

import org.sqlvm.engine.sql.tree.ForeignKey.Action;

import java.util.List;

/**
 * A foreign key (sqlite.org/foreignkeys.html): rows of the child refer to rows of the parent.
 *
 * @param child the name of the table that has it
 * @param columns the indexes of the child's columns
 * @param parent the name of the other table, which need not exist
 * @param parentColumns their names, as many as {@code columns}; empty for the parent's primary key
 * @param deferred whether it is checked when the transaction ends
 */
public record ForeignKeyConstraint(
        String child,
        List<Integer> columns,
        String parent,
        List<String> parentColumns,
        Action onDelete,
        Action onUpdate,
        boolean deferred) {
    public ForeignKeyConstraint {
        assert parentColumns.isEmpty() || parentColumns.size() == columns.size() : parentColumns;
    }

    /** Whether rows refer to rows of the same table. */
    public boolean isWithinTable() {
        return Schema.key(child).equals(Schema.key(parent));
    }
}
